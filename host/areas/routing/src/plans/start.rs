//! Begins and stops searches.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::{NaiveDate, TimeDelta};
use data::{Error, FieldError, New, Result, Scope, Where, life_cycle::Operation as _, message};
use drivers::VehicleId;
use jobs::FreightJobId;
use work::job::{NewJob, ScopeJobs};

use super::{
    check::{left_out, resume_all},
    lock,
    model::{
        DEFAULT_SECONDS, MAX_SECONDS, PlanOperation, PlanRequest, PlanResult, PlanStatus,
        RoutePlan, RoutePlanId,
    },
    solve::{JOB, Work},
};
use crate::{
    day::{
        Day,
        evaluate::empty_run,
        prepare::Jobs,
        vehicles::{self, DayVehicle, PlanVehicle},
    },
    events,
    problem::{MAX_STOPS, MAX_VEHICLES},
    runs::{
        model::{PlannedRun, RouteRun, RouteRunId, RouteStep},
        stored::{self, StoredRun},
    },
};

const LIFETIME: TimeDelta = TimeDelta::hours(48);
/// Plans of a tenant's day; the oldest makes room.
const MAX_PLANS: usize = 20;
/// Searches of a tenant that wait or run.
const MAX_PENDING: i64 = 4;

/// Checks and stores a plan, and enqueues its search.
pub(crate) async fn start(scope: &mut Scope, mut request: PlanRequest) -> Result<RoutePlanId> {
    check(&request)?;
    request.seconds = Some(request.seconds.unwrap_or(DEFAULT_SECONDS));
    if request.continues {
        add_open_runs(scope, &mut request).await?;
    }
    let day = Day::load(scope, request.rundate).await?;
    let mut vehicles = vehicles::load(scope, &day, &request.vehicles, "plan.vehicles").await?;
    resume_all(scope, &day, &mut vehicles).await?;
    request.jobids = unique(&request.jobids);
    let jobs = Jobs::load(scope, &request.jobids).await?;
    check_locks(&request)?;
    make_room(scope, request.rundate).await?;
    let best = match request.continues {
        true => as_it_is(scope, &day, &vehicles, &jobs).await?,
        false => PlanResult::default(),
    };
    let plan = scope
        .create(New::<RoutePlan> {
            run_date: request.rundate,
            status: PlanStatus::Waiting,
            request,
            best,
            iterations: 0,
            elapsed: 0,
            failure: None,
            expiry_time: scope.now() + LIFETIME,
        })
        .await?;
    let work = serde_json::to_value(Work { plan: plan.id })?;
    scope.enqueue(NewJob::new(JOB, work)).await?;
    events::publish_plan(scope, plan.id).await?;
    scope.commit().await?;
    Ok(plan.id)
}

/// Stops a search; one that has not begun has no routes.
pub(crate) async fn stop(scope: &mut Scope, id: RoutePlanId) -> Result<RoutePlan> {
    let mut plan = lock(scope, id).await?;
    // A search that has just ended is as good as stopped.
    if PlanOperation::Stop.is_allowed_in(plan.status) {
        plan.status = PlanStatus::Stopped;
        scope.update(&mut plan).await?;
        events::publish_plan(scope, id).await?;
        scope.commit().await?;
    }
    Ok(plan)
}

fn check(request: &PlanRequest) -> Result<()> {
    let mut errors = Vec::new();
    if request.jobids.len() > MAX_STOPS {
        let text = message!(
            "must have at most {max} stops; {count} were sent",
            max = MAX_STOPS,
            count = request.jobids.len()
        );
        errors.push(FieldError::new("plan.jobids", text));
    }
    if request.jobids.is_empty() && !request.continues {
        errors.push(FieldError::new("plan.jobids", message!("is required")));
    }
    if request.vehicles.len() > MAX_VEHICLES {
        let text = message!("must be at most {max}", max = MAX_VEHICLES);
        errors.push(FieldError::new("plan.vehicles", text));
    }
    if request.vehicles.is_empty() && !request.continues {
        errors.push(FieldError::new("plan.vehicles", message!("is required")));
    }
    if request.locks.len() > MAX_STOPS {
        let text = message!("must be at most {max}", max = MAX_STOPS);
        errors.push(FieldError::new("plan.locks", text));
    }
    if request
        .seconds
        .is_some_and(|it| !(1..=MAX_SECONDS).contains(&it))
    {
        let text = message!("must be from {min} to {max}", min = 1, max = MAX_SECONDS);
        errors.push(FieldError::new("plan.seconds", text));
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Error::Invalid(errors)),
    }
}

/// Locks name jobs and vehicles of the plan, each job once and each place once.
fn check_locks(request: &PlanRequest) -> Result<()> {
    let jobs: HashSet<FreightJobId> = request.jobids.iter().copied().collect();
    let vehicles: HashSet<VehicleId> = request.vehicles.iter().map(|it| it.vehicleid).collect();
    let (mut locked, mut places) = (HashMap::new(), HashSet::new());
    let mut errors = Vec::new();
    for (at, lock) in request.locks.iter().enumerate() {
        let path = |name: &str| format!("plan.locks[{at}].{name}");
        if !jobs.contains(&lock.jobid) {
            errors.push(FieldError::new(
                path("jobid"),
                message!("must be a job of the plan"),
            ));
        }
        if !vehicles.contains(&lock.vehicleid) {
            errors.push(FieldError::new(
                path("vehicleid"),
                message!("must be a vehicle of the plan"),
            ));
        }
        let known = *locked.entry(lock.jobid).or_insert(lock.vehicleid);
        if known != lock.vehicleid {
            errors.push(FieldError::new(
                path("vehicleid"),
                message!("must be the same for all stops of a job"),
            ));
        }
        if let Some(position) = lock.position
            && (position == 0 || !places.insert((lock.vehicleid, position)))
        {
            errors.push(FieldError::new(
                path("position"),
                message!("must be 1 or more, and unique for each vehicle"),
            ));
        }
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Error::Invalid(errors)),
    }
}

/// Returns the runs of the day as they are, the best routes until the search finds better ones: a
/// search that is stopped at once loses nothing that is done or given.
async fn as_it_is(
    scope: &mut Scope,
    day: &Day,
    vehicles: &[DayVehicle],
    jobs: &Jobs,
) -> Result<PlanResult> {
    let ids: Vec<RouteRunId> = vehicles.iter().filter_map(|vehicle| vehicle.run).collect();
    let runs = stored::load(scope, &ids).await?.into_iter();
    let mut runs: HashMap<RouteRunId, StoredRun> = runs.map(|run| (run.0.id, run)).collect();
    let run_of = |vehicle: &DayVehicle| match vehicle.run.and_then(|id| runs.remove(&id)) {
        Some((run, steps)) => run.into_planned(steps.iter().map(RouteStep::to_step).collect()),
        None => empty_run(vehicle),
    };
    let routes: Vec<PlannedRun> = vehicles.iter().map(run_of).collect();
    let steps = routes.iter().flat_map(|run| &run.steps);
    let planned: BTreeSet<FreightJobId> = steps.filter_map(|step| step.jobid).collect();
    Ok(PlanResult {
        unassigned: left_out(day, jobs, &planned),
        routes,
    })
}

/// Adds the open jobs of the day's runs, and their vehicles unless others are chosen. A vehicle
/// that has done its last stop is there for more.
async fn add_open_runs(scope: &mut Scope, request: &mut PlanRequest) -> Result<()> {
    let chosen: Vec<VehicleId> = request.vehicles.iter().map(|it| it.vehicleid).collect();
    let narrow = (!chosen.is_empty()).then_some(chosen.as_slice());
    let runs = stored::load_day(scope, request.rundate, narrow).await?;
    let mut of_vehicle: HashMap<VehicleId, &RouteRun> = HashMap::new();
    for (run, _) in &runs {
        let known = of_vehicle.entry(run.vehicle_id).or_insert(run);
        if known.is_completed {
            *known = run;
        }
    }
    let ids: HashSet<RouteRunId> = of_vehicle.into_values().map(|run| run.id).collect();
    for (run, steps) in runs.into_iter().filter(|(run, _)| ids.contains(&run.id)) {
        let known = request
            .vehicles
            .iter()
            .position(|it| it.vehicleid == run.vehicle_id);
        match known {
            Some(at) => {
                let vehicle = &mut request.vehicles[at];
                if vehicle.runid.is_some_and(|known| known != run.id) {
                    continue;
                }
                vehicle.runid = Some(run.id);
                vehicle.driverid = vehicle.driverid.or(run.driver_id);
            }
            None => request.vehicles.push(PlanVehicle {
                vehicleid: run.vehicle_id,
                driverid: run.driver_id,
                start: run.start_place,
                end: run.end_place,
                shift: Some(crate::runs::model::RunShift {
                    from: run.shift_from,
                    to: run.shift_to,
                }),
                runid: Some(run.id),
            }),
        }
        let open = steps.iter().filter(|step| !step.outcome.has_ended());
        request.jobids.extend(open.filter_map(|step| step.job_id));
    }
    check(&PlanRequest {
        continues: false,
        ..request.clone()
    })
}

fn unique(jobs: &[FreightJobId]) -> Vec<FreightJobId> {
    let unique: BTreeSet<FreightJobId> = jobs.iter().copied().collect();
    unique.into_iter().collect()
}

/// Deletes expired plans and the oldest of the day, and rejects a search while others wait.
async fn make_room(scope: &mut Scope, date: NaiveDate) -> Result<()> {
    let expired = Where::all().le(RoutePlan::EXPIRY_TIME, scope.now());
    let mut due: Vec<PlanHead> = scope.all(expired).await?;
    let of_day = Where::all()
        .eq(RoutePlan::RUN_DATE, date)
        .gt(RoutePlan::EXPIRY_TIME, scope.now());
    let mut plans: Vec<PlanHead> = scope.all(of_day).await?;
    plans.sort_by_key(|plan| plan.id);
    let over = (plans.len() + 1).saturating_sub(MAX_PLANS);
    let ended = plans.into_iter().filter(|plan| !plan.status.is_pending());
    due.extend(ended.take(over));
    for plan in due {
        scope.delete::<RoutePlan>(plan.id).await?;
    }
    let pending = Where::all().is_in(
        RoutePlan::STATUS,
        data::states_that!(PlanStatus, PlanStatus::is_pending),
    );
    match scope.count::<RoutePlan>(pending).await? < MAX_PENDING {
        true => Ok(()),
        false => Err(Error::TooMany(RETRY_AFTER)),
    }
}

const RETRY_AFTER: u64 = 10;

/// A plan without its routes.
#[derive(Debug, Clone, data::Record)]
#[record(view_of = RoutePlan)]
struct PlanHead {
    id: RoutePlanId,
    status: PlanStatus,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plans::model::PlanLock;

    fn request() -> PlanRequest {
        PlanRequest {
            rundate: NaiveDate::default(),
            jobids: vec![FreightJobId(1), FreightJobId(2)],
            vehicles: vec![PlanVehicle {
                vehicleid: VehicleId(5),
                driverid: None,
                start: None,
                end: None,
                shift: None,
                runid: None,
            }],
            locks: Vec::new(),
            seconds: None,
            continues: false,
        }
    }

    fn members(result: Result<()>) -> Vec<String> {
        match result {
            Err(Error::Invalid(fields)) => fields.into_iter().map(|it| it.member).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn sizes_are_limited_and_required() {
        assert!(check(&request()).is_ok());
        let empty = PlanRequest {
            jobids: Vec::new(),
            vehicles: Vec::new(),
            seconds: Some(61),
            ..request()
        };
        assert_eq!(
            members(check(&empty)),
            ["plan.jobids", "plan.vehicles", "plan.seconds"]
        );
        let many = PlanRequest {
            jobids: (0..100_000).map(FreightJobId).collect(),
            ..request()
        };
        assert_eq!(members(check(&many)), ["plan.jobids"]);
        let continued = PlanRequest {
            jobids: Vec::new(),
            vehicles: Vec::new(),
            continues: true,
            ..request()
        };
        assert!(check(&continued).is_ok());
    }

    #[test]
    fn locks_name_the_plans_jobs_and_vehicles() {
        let lock = |job: i64, vehicle: i64, position: Option<u32>| PlanLock {
            jobid: FreightJobId(job),
            vehicleid: VehicleId(vehicle),
            position,
        };
        let with = |locks: Vec<PlanLock>| PlanRequest { locks, ..request() };
        assert!(check_locks(&with(vec![lock(1, 5, Some(1)), lock(2, 5, None)])).is_ok());
        let wrong = with(vec![
            lock(3, 5, None),
            lock(1, 6, None),
            lock(2, 5, Some(1)),
            lock(2, 5, Some(1)),
        ]);
        assert_eq!(
            members(check_locks(&wrong)),
            [
                "plan.locks[0].jobid",
                "plan.locks[1].vehicleid",
                "plan.locks[3].position"
            ]
        );
    }
}
