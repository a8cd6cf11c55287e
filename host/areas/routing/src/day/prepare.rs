//! The solver's problem of a day, built from jobs and vehicles.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};
use data::{Message, Result, Scope, blocking};
use jobs::FreightJobId;
use rust_decimal::{Decimal, prelude::ToPrimitive};
use solver::Visit;

use super::{
    Day,
    tasks::{DIMENSIONS, Task},
    vehicles::DayVehicle,
};
use crate::{
    failure::Outcome,
    problem::{self, Draft},
    request::{
        RoutingBreak, RoutingCosts, RoutingJob, RoutingRequest, RoutingShipment,
        RoutingShipmentStop, RoutingVehicle, TimeWindow,
    },
    roads::Roads,
    runs::model::{RunPlace, RunStepType},
    service::load_matrices,
};

/// Skills of tasks that are locked to a vehicle begin here; those of long pieces are below.
const FIRST_LOCK: u32 = 1 << 20;

/// Jobs by whether a run can serve them.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    pub tasks: BTreeMap<FreightJobId, Task>,
    /// Jobs that no run serves, with the reason.
    pub rejected: Vec<(FreightJobId, String, Message)>,
}

impl Jobs {
    /// Loads jobs that the caller may reach; fails if one is unknown.
    pub async fn load(scope: &mut Scope, ids: &[FreightJobId]) -> Result<Self> {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids.dedup();
        let loaded = jobs::load_routable(scope, &ids).await?;
        if loaded.len() < ids.len() {
            return Err(data::Error::NotFound("The job"));
        }
        let mut jobs = Self::default();
        for job in loaded {
            let (id, number) = (job.id, job.job_no.clone());
            match Task::new(job) {
                Ok(task) => drop(jobs.tasks.insert(id, task)),
                Err(reason) => jobs.rejected.push((id, number, reason)),
            }
        }
        Ok(jobs)
    }
}

/// A problem with its travel times, and the numbers of its stops.
pub(crate) struct DayProblem {
    pub day: Day,
    pub vehicles: Vec<DayVehicle>,
    pub tasks: BTreeMap<FreightJobId, Task>,
    pub request: RoutingRequest,
    pub draft: Draft,
    numbers: HashMap<(FreightJobId, RunStepType), usize>,
    stops: Vec<(FreightJobId, RunStepType)>,
}

/// Restrictions of a search.
#[derive(Debug, Default)]
pub(crate) struct Wishes {
    /// Jobs that stay with a vehicle, by its place among the vehicles.
    pub locks: HashMap<FreightJobId, usize>,
    /// Jobs that are served even after their window.
    pub late: HashSet<FreightJobId>,
}

impl DayProblem {
    /// Builds the problem. No transaction may be open: a road server may be called.
    pub async fn new(
        roads: &Roads,
        day: Day,
        tasks: BTreeMap<FreightJobId, Task>,
        vehicles: Vec<DayVehicle>,
        wishes: &Wishes,
    ) -> Outcome<Self> {
        let located: BTreeMap<FreightJobId, &Task> = tasks
            .iter()
            .filter(|(_, task)| task.is_located(&day))
            .map(|(id, task)| (*id, task))
            .collect();
        let (request, stops) = to_request(&day, &located, &vehicles, wishes);
        let draft = match stops.is_empty() {
            true => Draft::default(),
            false => {
                let mut draft = blocking::run(|| problem::read(&request))?;
                draft.problem.matrices = load_matrices(roads, &draft).await?;
                draft
            }
        };
        let numbers = stops.iter().copied().enumerate();
        Ok(Self {
            numbers: numbers.map(|(number, stop)| (stop, number)).collect(),
            day,
            vehicles,
            tasks,
            request,
            draft,
            stops,
        })
    }

    /// Returns the stop of a task number.
    pub fn stop(&self, number: usize) -> (FreightJobId, RunStepType) {
        self.stops[number]
    }

    pub fn visit(&self, stop: (FreightJobId, RunStepType)) -> Option<Visit> {
        self.numbers.get(&stop).copied().map(Visit::Task)
    }
}

/// Stops in the order of the solver's task numbers: tasks of one stop, then pairs.
fn to_request(
    day: &Day,
    tasks: &BTreeMap<FreightJobId, &Task>,
    vehicles: &[DayVehicle],
    wishes: &Wishes,
) -> (RoutingRequest, Vec<(FreightJobId, RunStepType)>) {
    let mut request = RoutingRequest {
        vehicles: vehicles
            .iter()
            .enumerate()
            .map(|(at, vehicle)| to_vehicle(day, at, vehicle))
            .collect(),
        ..RoutingRequest::default()
    };
    let (mut single, mut paired) = (Vec::new(), Vec::new());
    for (number, (&id, task)) in tasks.iter().enumerate() {
        let mut skills = Vec::new();
        if let Some(&vehicle) = wishes.locks.get(&id) {
            let lock = lock_of(vehicle);
            skills.push(lock);
        }
        let longest = task.job.load.longest_mm;
        let holds = |vehicle: &DayVehicle| {
            let inside = vehicle.vehicle.longest_mm;
            inside.is_none_or(|inside| longest <= inside)
        };
        if !vehicles.iter().all(holds) {
            let skill = number as u32;
            skills.push(skill);
            for (vehicle, of_request) in vehicles.iter().zip(&mut request.vehicles) {
                if holds(vehicle) {
                    of_request.skills.push(skill);
                }
            }
        }
        let is_late = wishes.late.contains(&id);
        let stops: Vec<RoutingShipmentStop> = task
            .stops(day)
            .into_iter()
            .map(|stop| RoutingShipmentStop {
                id: id.0 as u64,
                location: stop.place.and_then(|place| place.position).map(Vec::from),
                service: Some(stop.seconds),
                time_windows: window(day, stop.from, stop.to.filter(|_| !is_late))
                    .into_iter()
                    .collect(),
                ..RoutingShipmentStop::default()
            })
            .collect();
        let kinds: Vec<RunStepType> = task.stops(day).iter().map(|stop| stop.kind).collect();
        match <[RoutingShipmentStop; 2]>::try_from(stops) {
            Ok([pickup, delivery]) => {
                paired.extend(kinds.into_iter().map(|kind| (id, kind)));
                request.shipments.push(RoutingShipment {
                    pickup,
                    delivery,
                    amount: Some(task.amounts()),
                    skills,
                    priority: None,
                });
            }
            Err(mut alone) => {
                let (Some(stop), Some(&kind)) = (alone.pop(), kinds.first()) else {
                    continue;
                };
                single.push((id, kind));
                let (pickup, delivery) = match kind {
                    RunStepType::Pickup => (Some(task.amounts()), None),
                    _ => (None, Some(task.amounts())),
                };
                request.jobs.push(RoutingJob {
                    id: stop.id,
                    location: stop.location,
                    service: stop.service,
                    time_windows: stop.time_windows,
                    pickup,
                    delivery,
                    skills,
                    ..RoutingJob::default()
                });
            }
        }
    }
    single.extend(paired);
    (request, single)
}

fn lock_of(vehicle: usize) -> u32 {
    FIRST_LOCK + u32::try_from(vehicle).unwrap_or_default()
}

/// A window that has ended already is open: its job is late anyway.
fn window(day: &Day, from: Option<DateTime<Utc>>, to: Option<DateTime<Utc>>) -> Option<TimeWindow> {
    let from = from.map_or(0, |from| day.seconds(from));
    let last = match to {
        Some(to) if to > day.begin.max(day.now) => day.seconds(to),
        _ => u32::MAX,
    };
    (from > 0 || last < u32::MAX).then_some([from.min(last), last])
}

fn to_vehicle(day: &Day, at: usize, vehicle: &DayVehicle) -> RoutingVehicle {
    let amount =
        |most: Option<u64>| most.map_or(u32::MAX, |most| u32::try_from(most).unwrap_or(u32::MAX));
    let place = |place: &Option<RunPlace>| {
        place
            .as_ref()
            .map(|place| vec![place.longitude, place.latitude])
    };
    let cents = |cost: Decimal| (cost * Decimal::ONE_HUNDRED).round().to_u32();
    let settings = &day.settings;
    let capacity = [
        vehicle.vehicle.grams,
        vehicle.vehicle.litres,
        vehicle.vehicle.pallets,
    ];
    debug_assert_eq!(capacity.len(), DIMENSIONS);
    RoutingVehicle {
        id: at as u64 + 1,
        profile: Some(
            if vehicle.vehicle.is_truck {
                "truck"
            } else {
                "car"
            }
            .to_owned(),
        ),
        start: place(&vehicle.start),
        end: place(&vehicle.end),
        capacity: Some(capacity.into_iter().map(amount).collect()),
        costs: RoutingCosts {
            fixed: cents(settings.cost_per_run),
            per_hour: cents(settings.cost_per_hour),
            per_task_hour: cents(settings.cost_per_hour),
            per_km: cents(settings.cost_per_km),
        },
        skills: vec![lock_of(at)],
        time_window: Some([
            day.seconds(vehicle.shift.from),
            day.seconds(vehicle.latest()),
        ]),
        breaks: vehicle
            .breaks
            .iter()
            .enumerate()
            .map(|(number, pause)| RoutingBreak {
                id: number as u64 + 1,
                time_windows: vec![[day.seconds(pause.from), day.seconds(pause.to)]],
                service: Some(pause.seconds),
                ..RoutingBreak::default()
            })
            .collect(),
        ..RoutingVehicle::default()
    }
}
