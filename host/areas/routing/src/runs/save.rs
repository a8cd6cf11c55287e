//! Creates and changes runs by hand, from given stops or in the best order.

use std::time::Duration;

use chrono::NaiveDate;
use data::{
    Error, FieldError, Result, Scope, ids::DriverId, message, request::Departure, turns::Permit,
};
use drivers::VehicleId;
use jobs::FreightJobId;
use schemars::JsonSchema;
use serde::Deserialize;
use solver::{Options, Visit, solve};

use super::{
    IN_ANOTHER_RUN, LEFT_RUN, RUN_NOT_ALLOWED, allocate,
    model::{RouteRun, RouteRunId, RouteStep, RunPlace, RunShift, RunStepType},
    stored,
};
use crate::{
    day::{
        Day,
        evaluate::{Stop, to_stops},
        prepare::{DayProblem, Jobs, Wishes},
        vehicles::{self, PlanVehicle},
    },
    failure::{Failure, Outcome},
    plans::{check::resume_all, model::PlanResult, result::add_geometry},
    problem::{self, MAX_STOPS},
    roads::Roads,
    service::{TENANT_PLANS, enough_iterations, host_plans},
};

/// A stop of a run by hand.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "RunStop")]
pub(crate) struct StopInput {
    #[serde(rename = "type")]
    pub kind: RunStepType,
    #[serde(default)]
    pub jobid: Option<FreightJobId>,
}

/// A run by hand. A change names only what changes.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "RouteRunInput")]
pub(crate) struct RunInput {
    /// Required for a change.
    #[serde(default)]
    pub id: Option<RouteRunId>,
    /// A stale version is rejected.
    #[serde(default, rename = "rowVersion")]
    pub row_version: Option<i64>,
    /// Required for a new run.
    #[serde(default)]
    pub rundate: Option<NaiveDate>,
    /// Required for a new run.
    #[serde(default)]
    pub vehicleid: Option<VehicleId>,
    /// Default: the vehicle's driver.
    #[serde(default)]
    pub driverid: Option<DriverId>,
    /// Stops in order; start, end and breaks are added.
    #[serde(default)]
    pub steps: Option<Vec<StopInput>>,
    /// Jobs in order, instead of steps.
    #[serde(default)]
    pub jobids: Option<Vec<FreightJobId>>,
    /// Finds the best order of the stops.
    #[serde(default)]
    pub optimise: Option<bool>,
    #[serde(default)]
    pub start: Option<RunPlace>,
    #[serde(default)]
    pub end: Option<RunPlace>,
    #[serde(default)]
    pub shift: Option<RunShift>,
}

/// Stores a new run, and returns its id.
pub(crate) async fn create(scope: &mut Scope, sent: RunInput) -> Result<RouteRunId> {
    let mut errors = Vec::new();
    if sent.rundate.is_none() {
        errors.push(FieldError::new("run.rundate", message!("is required")));
    }
    if sent.vehicleid.is_none() {
        errors.push(FieldError::new("run.vehicleid", message!("is required")));
    }
    let order = order_of(&sent).unwrap_or_default();
    if order.is_empty() {
        errors.push(FieldError::new(
            "run.jobids",
            message!("is required, or steps"),
        ));
    }
    let (Some(date), Some(vehicle), true) = (sent.rundate, sent.vehicleid, errors.is_empty())
    else {
        return Err(Error::Invalid(errors));
    };
    let vehicle = PlanVehicle {
        vehicleid: vehicle,
        driverid: sent.driverid,
        start: sent.start,
        end: sent.end,
        shift: sent.shift,
        runid: None,
    };
    let is_optimised = sent.optimise == Some(true);
    let run = time(scope, date, vehicle, &order, is_optimised).await?;
    check_free(scope, date, &order, None).await?;
    let run = stored::create(scope, date, run, false).await?;
    scope.commit().await?;
    Ok(run.id)
}

/// Changes a run. Ended steps stay; new stops are checked like those of a new run.
pub(crate) async fn change(scope: &mut Scope, sent: RunInput) -> Result<RouteRunId> {
    let Some(id) = sent.id else {
        return Err(Error::invalid("run.id", message!("is required")));
    };
    let (run, steps) = load(scope, id, sent.row_version).await?;
    if sent.rundate.is_some_and(|date| date != run.run_date) {
        return Err(Error::invalid(
            "run.rundate",
            message!("cannot change: make a run of that day"),
        ));
    }
    let open = steps.iter().filter(|step| !step.outcome.has_ended());
    let kept = open.filter_map(|step| step.job_id).collect();
    let order = order_of(&sent).unwrap_or(kept);
    if order.is_empty() {
        return Err(Error::invalid(
            "run.jobids",
            message!("is required, or steps"),
        ));
    }
    let driver = sent.driverid.or(run.driver_id);
    if run.is_allocated && driver != run.driver_id {
        return Err(RUN_NOT_ALLOWED.with_message(message!(
            "The run is allocated: give it to another driver by allocating the run."
        )));
    }
    let is_new_vehicle = sent
        .vehicleid
        .is_some_and(|vehicle| vehicle != run.vehicle_id);
    let stored_shift = RunShift {
        from: run.shift_from,
        to: run.shift_to,
    };
    let vehicle = PlanVehicle {
        vehicleid: sent.vehicleid.unwrap_or(run.vehicle_id),
        driverid: match (is_new_vehicle, run.is_allocated) {
            (true, false) => sent.driverid,
            _ => driver,
        },
        start: sent.start.or(run.start_place),
        end: sent.end.or(run.end_place),
        shift: sent.shift.or(Some(stored_shift)),
        runid: Some(id),
    };
    let date = run.run_date;
    let is_optimised = sent.optimise == Some(true);
    let planned = time(scope, date, vehicle, &order, is_optimised).await?;
    let (mut run, steps) = stored::lock(scope, id).await?;
    if sent
        .row_version
        .is_some_and(|sent| sent > 0 && sent != run.row_version)
    {
        return Err(Error::Conflict);
    }
    check_free(scope, date, &order, Some(id)).await?;
    stored::remove_open(scope, &steps).await?;
    stored::replace(scope, &mut run, &steps, planned).await?;
    if let (true, Some(driver)) = (run.is_allocated, run.driver_id) {
        let dropped = steps.iter().filter(|step| !step.outcome.has_ended());
        let dropped: Vec<FreightJobId> = dropped
            .filter_map(|step| step.job_id)
            .filter(|job| !order.contains(job))
            .collect();
        jobs::unallocate(scope, driver, &dropped, LEFT_RUN).await?;
        allocate::allocate(scope, id, driver).await?;
    }
    scope.commit().await?;
    Ok(id)
}

async fn load(
    scope: &mut Scope,
    id: RouteRunId,
    version: Option<i64>,
) -> Result<(RouteRun, Vec<RouteStep>)> {
    let loaded = stored::load(scope, &[id]).await?.pop();
    let (run, steps) = loaded.ok_or(Error::NotFound("The run"))?;
    if version.is_some_and(|sent| sent > 0 && sent != run.row_version) {
        return Err(Error::Conflict);
    }
    if run.is_completed {
        return Err(RUN_NOT_ALLOWED.with_message(message!("The run is completed.")));
    }
    Ok((run, steps))
}

/// Jobs in the order of the stops, if any were sent.
fn order_of(sent: &RunInput) -> Option<Vec<FreightJobId>> {
    let steps = sent.steps.as_ref().map(|steps| {
        let stops = steps.iter().filter(|step| step.kind.is_stop());
        stops.filter_map(|step| step.jobid).collect()
    });
    steps.or_else(|| sent.jobids.clone())
}

/// Times the run of a vehicle. The transaction ends before a road server may be called.
async fn time(
    scope: &mut Scope,
    date: NaiveDate,
    vehicle: PlanVehicle,
    order: &[FreightJobId],
    is_optimised: bool,
) -> Result<super::model::PlannedRun> {
    if order.len() > MAX_STOPS {
        return Err(Error::invalid(
            "run.jobids",
            message!(
                "must have at most {max} stops; {count} were sent",
                max = MAX_STOPS,
                count = order.len()
            ),
        ));
    }
    let day = Day::load(scope, date).await?;
    let mut loaded = vehicles::load(scope, &day, &[vehicle], "run")
        .await
        .map_err(at_run)?;
    resume_all(scope, &day, &mut loaded).await?;
    let jobs = Jobs::load(scope, order).await?;
    if let Some((id, _, reason)) = jobs.rejected.into_iter().next() {
        let at = order.iter().position(|job| *job == id).unwrap_or_default();
        return Err(Error::invalid(format!("run.jobids[{at}]"), reason));
    }
    let stops = to_stops(&day, &jobs.tasks, order);
    let roads = Roads::of_tenant(scope).await?;
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let budget = Duration::from_millis(settings.routing.time_budget.into());
    scope.commit().await?;
    let wishes = Wishes::default();
    let problem = DayProblem::new(&roads, day, jobs.tasks, loaded, &wishes).await?;
    let (problem, stops) = match is_optimised {
        true => {
            let departure = scope.request.departure.clone();
            let _tenant_turn = Permit::take_for_tenant(scope, TENANT_PLANS).await?;
            let _host_turn = Permit::take_for_host(host_plans()).await?;
            let work = move || best_order(problem, stops, budget, &departure);
            let done = tokio::task::spawn_blocking(work).await;
            done.map_err(Error::internal)??
        }
        false => (problem, stops),
    };
    let mut result = PlanResult {
        routes: vec![problem.time(0, &stops)],
        unassigned: Vec::new(),
    };
    add_geometry(&roads, &problem, &mut result).await;
    let run = result.routes.pop();
    run.ok_or_else(|| Error::Internal(anyhow::anyhow!("a run has no vehicle")))
}

/// The list of one vehicle is the run itself.
fn at_run(error: Error) -> Error {
    match error {
        Error::Invalid(fields) => {
            let rename = |field: FieldError| FieldError {
                member: field.member.replace("run[0].", "run."),
                ..field
            };
            Error::Invalid(fields.into_iter().map(rename).collect())
        }
        other => other,
    }
}

/// Returns the stops in the best order. Those that fit nowhere are the last ones. The search ends
/// when the client disconnects.
fn best_order(
    problem: DayProblem,
    stops: Vec<Stop>,
    budget: Duration,
    departure: &Departure,
) -> Outcome<(DayProblem, Vec<Stop>)> {
    let tasks = problem.draft.problem.tasks();
    if tasks == 0 {
        return Ok((problem, stops));
    }
    let options = Options {
        iterations: enough_iterations(tasks),
        time: Some(budget),
        ..Options::default()
    };
    let solution = solve(&problem.draft.problem, &options, Some(departure.flag()))
        .map_err(problem::rejection)?;
    if departure.is_set() {
        return Err(Failure::Other(Error::Cancelled));
    }
    let visits = solution.routes.first().into_iter().flatten();
    let mut order: Vec<Stop> = visits
        .map(|visit| match *visit {
            Visit::Task(number) => {
                let (job, kind) = problem.stop(number);
                Stop::Job(job, kind)
            }
            Visit::Break(pause) => Stop::Break(pause),
        })
        .collect();
    let rest = stops.into_iter().filter(|stop| !order.contains(stop));
    let rest: Vec<Stop> = rest.collect();
    order.extend(rest);
    Ok((problem, order))
}

/// Rejects jobs that another run of the day has.
async fn check_free(
    scope: &mut Scope,
    date: NaiveDate,
    jobs: &[FreightJobId],
    run: Option<RouteRunId>,
) -> Result<()> {
    let stops = stored::find_stops(scope, date, jobs).await?;
    let other = stops.into_iter().find(|step| Some(step.run_id) != run);
    match other.and_then(|step| step.planned.jobno) {
        Some(job) => Err(IN_ANOTHER_RUN
            .with_message(message!("{job} is in another run of this day.", job = job))),
        None => Ok(()),
    }
}
