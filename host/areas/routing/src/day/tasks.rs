//! A job as a task of the solver: its stops with their windows and times, and its amounts.

use chrono::{DateTime, Utc};
use data::{Message, message};
use jobs::{JobLoad, JobPlace, JobType, RoutableJob};

use super::Day;
use crate::runs::model::RunStepType;

/// Components of amounts and capacities: grams, cubic decimetres, pallets.
pub(crate) const DIMENSIONS: usize = 3;

/// Stops that a job has on a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Service {
    /// The goods are brought to the depot.
    Pickup,
    /// The goods are at the depot or on board.
    Delivery,
    /// One run picks the goods up and delivers them.
    Both,
    /// Work at one place, without goods.
    Visit,
}

/// A job that can be planned.
#[derive(Debug, Clone)]
pub(crate) struct Task {
    pub job: RoutableJob,
    pub service: Service,
}

/// A stop of a task.
#[derive(Debug, Clone)]
pub(crate) struct TaskStop<'a> {
    pub kind: RunStepType,
    pub place: Option<&'a JobPlace>,
    /// Earliest and latest begin.
    pub from: Option<DateTime<Utc>>,
    pub to: Option<DateTime<Utc>>,
    /// Seconds.
    pub seconds: u32,
}

impl Task {
    /// Rejects jobs that no run serves.
    pub fn new(job: RoutableJob) -> Result<Self, Message> {
        if job.has_legs {
            return Err(message!(
                "{job} has legs: plan those instead.",
                job = job.job_no
            ));
        }
        if job.status.is_final() {
            return Err(message!(
                "{job} is {status}.",
                job = job.job_no,
                status = job.status
            ));
        }
        let service = match job.job_type {
            JobType::LineHaul | JobType::MultiStop => {
                return Err(message!(
                    "{job} consists of other jobs: plan those instead.",
                    job = job.job_no
                ));
            }
            _ if job.status.has_goods() => Service::Delivery,
            JobType::Delivery | JobType::OnForwarding => Service::Delivery,
            JobType::Pickup => Service::Pickup,
            JobType::HourlyHire => Service::Visit,
            JobType::PointToPoint | JobType::Return | JobType::Unknown => Service::Both,
        };
        Ok(Self { job, service })
    }

    /// Returns one stop, or the pickup and the delivery.
    pub fn stops(&self, day: &Day) -> Vec<TaskStop<'_>> {
        let job = &self.job;
        let settings = &day.settings;
        let pieces = u32::try_from(job.load.pieces).unwrap_or(u32::MAX);
        let seconds = settings.stop_seconds
            + settings
                .piece_seconds
                .saturating_mul(pieces)
                .min(MAX_PIECES_SECONDS);
        let slot = job
            .slot
            .map(|(from, to)| (day.local_instant(from), day.local_instant(to)));
        let (slot_from, slot_to) = slot.unzip();
        let deadline = job.deadline;
        let earlier = |one: Option<DateTime<Utc>>, other: Option<DateTime<Utc>>| match (one, other)
        {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let stop = |kind, place, from: Option<DateTime<Utc>>, to: Option<DateTime<Utc>>| TaskStop {
            kind,
            place,
            // A slot that begins after the deadline gives way to it.
            from: earlier(from, to),
            to,
            seconds,
        };
        let latest = earlier(slot_to, deadline);
        match self.service {
            Service::Pickup => {
                let from = slot_from.max(job.ready);
                vec![stop(RunStepType::Pickup, job.from.as_ref(), from, latest)]
            }
            Service::Delivery => {
                let place = job.to.as_ref();
                vec![stop(RunStepType::Delivery, place, slot_from, latest)]
            }
            Service::Both => vec![
                stop(RunStepType::Pickup, job.from.as_ref(), job.ready, None),
                stop(RunStepType::Delivery, job.to.as_ref(), slot_from, latest),
            ],
            Service::Visit => {
                let place = job.to.as_ref().or(job.from.as_ref());
                let from = slot_from.max(job.ready);
                vec![stop(RunStepType::Job, place, from, latest)]
            }
        }
    }

    /// True if all its stops are on the map.
    pub fn is_located(&self, day: &Day) -> bool {
        let mut stops = self.stops(day).into_iter();
        stops.all(|stop| stop.place.is_some_and(|place| place.position.is_some()))
    }

    pub fn amounts(&self) -> Vec<u32> {
        match self.service {
            Service::Visit => vec![0; DIMENSIONS],
            _ => to_amounts(&self.job.load),
        }
    }
}

/// Longest time for the pieces of a job at a stop.
const MAX_PIECES_SECONDS: u32 = 2 * 3600;

fn to_amounts(load: &JobLoad) -> Vec<u32> {
    let amount = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
    vec![
        amount(load.grams),
        amount(load.litres),
        amount(load.pallets),
    ]
}

#[cfg(test)]
pub(crate) mod tests {
    use chrono::{NaiveTime, TimeDelta};
    use jobs::{FreightJobId, JobStatus};

    use super::*;
    use crate::day::sample_day;

    pub(crate) fn sample_job(id: i64, job_type: JobType) -> RoutableJob {
        let place = |longitude: f64| {
            Some(JobPlace {
                description: format!("Place {longitude}"),
                position: Some([longitude, -37.8]),
            })
        };
        RoutableJob {
            id: FreightJobId(id),
            job_no: format!("J{id:05}"),
            job_type,
            status: JobStatus::Unallocated,
            has_legs: false,
            driver: None,
            from: place(144.9),
            to: place(145.0 + id as f64 / 100.0),
            load: JobLoad {
                grams: 20_000,
                litres: 50,
                pallets: 0,
                pieces: 2,
                longest_mm: 600,
            },
            pickup_date: None,
            ready: None,
            deadline: None,
            slot: None,
        }
    }

    fn kinds(job: RoutableJob) -> Vec<RunStepType> {
        let task = Task::new(job).unwrap();
        task.stops(&sample_day())
            .iter()
            .map(|stop| stop.kind)
            .collect()
    }

    #[test]
    fn the_type_and_the_state_decide_on_the_stops() {
        use RunStepType::{Delivery, Job, Pickup};
        assert_eq!(kinds(sample_job(1, JobType::Pickup)), [Pickup]);
        assert_eq!(kinds(sample_job(1, JobType::Delivery)), [Delivery]);
        assert_eq!(kinds(sample_job(1, JobType::HourlyHire)), [Job]);
        let mut job = sample_job(1, JobType::PointToPoint);
        assert_eq!(kinds(job.clone()), [Pickup, Delivery]);
        job.status = JobStatus::PickedUp;
        assert_eq!(kinds(job.clone()), [Delivery]);
        job.status = JobStatus::Delivered;
        assert!(Task::new(job).is_err());
        assert!(Task::new(sample_job(1, JobType::LineHaul)).is_err());
        let parent = RoutableJob {
            has_legs: true,
            ..sample_job(1, JobType::PointToPoint)
        };
        assert_eq!(
            Task::new(parent).unwrap_err(),
            "J00001 has legs: plan those instead."
        );
    }

    #[test]
    fn slot_and_deadline_are_the_window_of_the_delivery() {
        let day = sample_day();
        let time = |hour| NaiveTime::from_hms_opt(hour, 0, 0).unwrap();
        let task = Task::new(RoutableJob {
            slot: Some((time(9), time(12))),
            deadline: Some(day.begin + TimeDelta::hours(11)),
            ready: Some(day.begin + TimeDelta::hours(7)),
            ..sample_job(1, JobType::PointToPoint)
        })
        .unwrap();
        let stops = task.stops(&day);
        let hours = |time: Option<DateTime<Utc>>| time.map(|time| (time - day.begin).num_hours());
        assert_eq!((hours(stops[0].from), hours(stops[0].to)), (Some(7), None));
        assert_eq!(
            (hours(stops[1].from), hours(stops[1].to)),
            (Some(9), Some(11))
        );
        assert_eq!(stops[0].seconds, 330);
        assert_eq!(task.amounts(), [20_000, 50, 0]);
    }

    #[test]
    fn a_slot_after_the_deadline_gives_way() {
        let day = sample_day();
        let time = |hour| NaiveTime::from_hms_opt(hour, 0, 0).unwrap();
        let task = Task::new(RoutableJob {
            slot: Some((time(13), time(15))),
            deadline: Some(day.begin + TimeDelta::hours(11)),
            ..sample_job(1, JobType::Delivery)
        })
        .unwrap();
        let stop = task.stops(&day).remove(0);
        assert_eq!(stop.from, stop.to);
    }
}
