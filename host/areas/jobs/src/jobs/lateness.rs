//! Due times of jobs, and jobs that will miss them.

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use data::{TextEnum, case::to_instant};

use super::{model::Job, status::JobStatus};

/// Time before the due time in which a planned arrival counts as a risk.
const PLAN_MARGIN: TimeDelta = TimeDelta::minutes(15);
/// Time that a job without a planned arrival needs.
const ON_BOARD: TimeDelta = TimeDelta::minutes(30);
const WITH_AGENT: TimeDelta = TimeDelta::hours(1);
const WITHOUT_AGENT: TimeDelta = TimeDelta::hours(2);

/// A due time that is missed, or may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub(crate) enum Lateness {
    #[text_enum(name = "late")]
    Late,
    #[text_enum(name = "atRisk")]
    AtRisk,
}

/// Returns the deadline, or the end of the time slot on the day of the pickup if that is earlier.
pub(crate) fn due_time(job: &Job, zone: Tz) -> Option<DateTime<Utc>> {
    let slot = job.time_slot.as_deref().and_then(read_slot);
    let slot = job.pickup_date.zip(slot);
    let end = slot.map(|(day, (_, end))| to_instant(day.and_time(end), zone));
    end.into_iter().chain(job.deadline).min()
}

/// Compares a job with its due time. Arrival at the receiver counts.
pub(crate) fn lateness(job: &Job, now: DateTime<Utc>) -> Option<Lateness> {
    let status = job.standing();
    let due = job.due_time?;
    let has_arrived = status.step() >= JobStatus::AtDelivery.step();
    if !status.is_open() || has_arrived {
        return None;
    }
    // A planned arrival that has passed was missed.
    let earliest = job.planned_arrival.map_or(now, |planned| planned.max(now));
    let margin = match job.planned_arrival {
        Some(_) => PLAN_MARGIN,
        None if status.step() >= JobStatus::OnBoard.step() => ON_BOARD,
        None if status.is_given() => WITH_AGENT,
        None => WITHOUT_AGENT,
    };
    if earliest > due {
        return Some(Lateness::Late);
    }
    (earliest + margin > due).then_some(Lateness::AtRisk)
}

/// Reads a slot such as `9:00–12:00`, `9-12` or `9.00 to 12.30`. None for other texts.
pub(crate) fn read_slot(text: &str) -> Option<(NaiveTime, NaiveTime)> {
    let (from, to) = ["–", "—", "-", "to"]
        .iter()
        .find_map(|dash| text.split_once(dash))?;
    let (from, to) = (read_time(from)?, read_time(to)?);
    (from < to).then_some((from, to))
}

fn read_time(text: &str) -> Option<NaiveTime> {
    let text = text.trim();
    let (hours, minutes) = text.split_once([':', '.']).unwrap_or((text, "00"));
    if hours.is_empty() || hours.len() > 2 || minutes.len() != 2 {
        return None;
    }
    match (hours.parse().ok()?, minutes.parse().ok()?) {
        (24, 0) => NaiveTime::from_hms_opt(23, 59, 59),
        (hours, minutes) => NaiveTime::from_hms_opt(hours, minutes, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn job(status: JobStatus) -> Job {
        Job {
            job_status: status,
            due_time: Some(time("2026-03-02T05:00:00Z")),
            ..Job::default()
        }
    }

    #[test]
    fn the_end_of_a_slot_is_read_as_dispatchers_write_it() {
        let end = |text: &str| read_slot(text).map(|(_, end)| end.format("%H:%M").to_string());
        for (text, expected) in [
            ("9:00–12:00", "12:00"),
            ("9-12", "12:00"),
            ("09.00 to 12.30", "12:30"),
            ("20:00 — 24:00", "23:59"),
        ] {
            assert_eq!(end(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["morning", "12:00-9:00", "9:00", "25:00-26:00", "", "9:5-10"] {
            assert_eq!(end(text), None, "{text}");
        }
    }

    #[test]
    fn the_earlier_of_slot_and_deadline_is_due() {
        let mut job = Job {
            pickup_date: "2026-03-02".parse().ok(),
            time_slot: Some("9:00–12:00".to_owned()),
            ..Job::default()
        };
        let zone = Tz::Australia__Melbourne;
        assert_eq!(due_time(&job, zone), Some(time("2026-03-02T01:00:00Z")));
        job.deadline = Some(time("2026-03-02T00:30:00Z"));
        assert_eq!(due_time(&job, zone), job.deadline);
        job.deadline = Some(time("2026-03-02T06:00:00Z"));
        assert_eq!(due_time(&job, zone), Some(time("2026-03-02T01:00:00Z")));
        job.time_slot = None;
        assert_eq!(due_time(&job, zone), job.deadline);
        assert_eq!(due_time(&Job::default(), zone), None);
    }

    #[test]
    fn a_job_is_at_risk_before_it_is_late() {
        let state = |status, now| lateness(&job(status), time(now));
        assert_eq!(state(JobStatus::Unallocated, "2026-03-02T02:59:00Z"), None);
        assert_eq!(
            state(JobStatus::Unallocated, "2026-03-02T03:01:00Z"),
            Some(Lateness::AtRisk)
        );
        assert_eq!(state(JobStatus::Allocated, "2026-03-02T03:59:00Z"), None);
        assert_eq!(state(JobStatus::OnBoard, "2026-03-02T04:29:00Z"), None);
        assert_eq!(
            state(JobStatus::OnBoard, "2026-03-02T04:31:00Z"),
            Some(Lateness::AtRisk)
        );
        assert_eq!(
            state(JobStatus::OnBoard, "2026-03-02T05:01:00Z"),
            Some(Lateness::Late)
        );
    }

    #[test]
    fn the_plan_counts_until_its_time_has_passed() {
        let planned = |arrival, now| {
            let job = Job {
                planned_arrival: Some(time(arrival)),
                ..job(JobStatus::Allocated)
            };
            lateness(&job, time(now))
        };
        let morning = "2026-03-01T22:00:00Z";
        assert_eq!(planned("2026-03-02T04:00:00Z", morning), None);
        assert_eq!(
            planned("2026-03-02T04:50:00Z", morning),
            Some(Lateness::AtRisk)
        );
        assert_eq!(
            planned("2026-03-02T05:10:00Z", morning),
            Some(Lateness::Late)
        );
        assert_eq!(
            planned("2026-03-02T04:00:00Z", "2026-03-02T04:50:00Z"),
            Some(Lateness::AtRisk)
        );
    }

    #[test]
    fn who_has_arrived_is_not_late() {
        let late = "2026-03-03T00:00:00Z";
        for status in JobStatus::ALL.iter().copied() {
            let counts = status.is_open() && status.step() < JobStatus::AtDelivery.step();
            let expected = (counts).then_some(Lateness::Late);
            let held = Job {
                held_status: Some(JobStatus::Allocated),
                ..job(status)
            };
            let expected = match status {
                // As before the hold.
                JobStatus::OnHold => Some(Lateness::Late),
                _ => expected,
            };
            assert_eq!(lateness(&held, time(late)), expected, "{status}");
        }
    }
}
