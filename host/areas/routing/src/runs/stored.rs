//! Reading and writing of runs with their steps.

use std::collections::HashMap;

use chrono::NaiveDate;
use data::{Error, New, Result, Scope, Where};
use drivers::VehicleId;
use jobs::FreightJobId;

use super::model::{
    PlannedRun, RouteRun, RouteRunId, RouteStep, RunStep, RunStepType, StepOutcome, split_kept,
};
use crate::events;

/// A run with its steps in order.
pub(crate) type StoredRun = (RouteRun, Vec<RouteStep>);

/// Loads runs that the caller may reach, each with its steps in order.
pub(crate) async fn load(scope: &mut Scope, ids: &[RouteRunId]) -> Result<Vec<StoredRun>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let runs: Vec<RouteRun> = scope.all(Where::all().is_in(RouteRun::ID, ids)).await?;
    with_steps(scope, runs).await
}

async fn with_steps(scope: &mut Scope, runs: Vec<RouteRun>) -> Result<Vec<StoredRun>> {
    let ids: Vec<RouteRunId> = runs.iter().map(|run| run.id).collect();
    let steps: Vec<RouteStep> = scope
        .all(Where::all().is_in(RouteStep::RUN_ID, &ids))
        .await?;
    let mut by_run: HashMap<RouteRunId, Vec<RouteStep>> = HashMap::new();
    for step in steps {
        by_run.entry(step.run_id).or_default().push(step);
    }
    let with_steps = runs.into_iter().map(|run| {
        let mut steps = by_run.remove(&run.id).unwrap_or_default();
        steps.sort_by_key(|step| step.position);
        (run, steps)
    });
    Ok(with_steps.collect())
}

/// Locks a run, and loads it with its steps.
pub(crate) async fn lock(scope: &mut Scope, id: RouteRunId) -> Result<StoredRun> {
    scope.lock::<RouteRun>(id).await?;
    let run: RouteRun = scope.find(id).await?;
    let mut loaded = with_steps(scope, vec![run]).await?;
    loaded.pop().ok_or(Error::NotFound("The run"))
}

/// Loads the runs of a day that are not completed: those of some vehicles, or all.
pub(crate) async fn load_open(
    scope: &mut Scope,
    date: NaiveDate,
    vehicles: Option<&[VehicleId]>,
) -> Result<Vec<StoredRun>> {
    let open = of_day(date, vehicles).eq(RouteRun::IS_COMPLETED, false);
    load_where(scope, open).await
}

/// Loads the runs of a day: those of some vehicles, or all.
pub(crate) async fn load_day(
    scope: &mut Scope,
    date: NaiveDate,
    vehicles: Option<&[VehicleId]>,
) -> Result<Vec<StoredRun>> {
    load_where(scope, of_day(date, vehicles)).await
}

fn of_day(date: NaiveDate, vehicles: Option<&[VehicleId]>) -> Where<RouteRun> {
    let narrow = Where::all().eq(RouteRun::RUN_DATE, date);
    match vehicles {
        Some(vehicles) => narrow.is_in(RouteRun::VEHICLE_ID, vehicles),
        None => narrow,
    }
}

async fn load_where(scope: &mut Scope, narrow: Where<RouteRun>) -> Result<Vec<StoredRun>> {
    let mut runs: Vec<RouteRun> = scope.all(narrow).await?;
    runs.sort_by_key(|run| run.id);
    with_steps(scope, runs).await
}

/// Stores a new run with its steps.
pub(crate) async fn create(
    scope: &mut Scope,
    date: NaiveDate,
    planned: PlannedRun,
    is_allocated: bool,
) -> Result<RouteRun> {
    let steps = planned.steps.clone();
    let run = scope
        .create(New::<RouteRun> {
            run_date: date,
            driver_id: planned.driverid,
            vehicle_id: planned.vehicleid,
            start_place: planned.start,
            end_place: planned.end,
            shift_from: planned.shift.from,
            shift_to: planned.shift.to,
            cost: planned.cost,
            duration: planned.duration,
            service: planned.service,
            waiting: planned.waiting,
            distance: planned.distance,
            lateness: planned.lateness,
            violations: planned.violations,
            geometry: planned.geometry,
            is_allocated,
            is_completed: false,
        })
        .await?;
    insert_steps(scope, &run, 0, &steps).await?;
    events::publish_run(scope, &run, None).await?;
    Ok(run)
}

/// Replaces the route of a locked run whose open steps were removed. Those that stay are the first
/// of the planned ones; a stop that has ended meanwhile is a conflict.
pub(crate) async fn replace(
    scope: &mut Scope,
    run: &mut RouteRun,
    steps: &[RouteStep],
    planned: PlannedRun,
) -> Result<()> {
    let (kept, _) = split_kept(steps);
    if kept.len() != count_kept(&planned.steps) {
        return Err(Error::Conflict);
    }
    let last = kept.iter().map(|step| step.position).max().unwrap_or(0);
    let new = planned.steps.get(kept.len()..).unwrap_or_default().to_vec();
    let before = run.driver_id;
    run.is_completed = has_ended(&planned.steps);
    run.set_route(planned);
    scope.update(run).await?;
    insert_steps(scope, run, last, &new).await?;
    events::publish_run(scope, run, before).await
}

/// Counts the planned steps that stay by the rule of [`split_kept`].
fn count_kept(steps: &[RunStep]) -> usize {
    match steps.iter().filter(|step| step.outcome.has_ended()).count() {
        0 => 0,
        ended => {
            ended
                + steps
                    .iter()
                    .filter(|step| step.kind == RunStepType::Start)
                    .count()
        }
    }
}

/// Deletes a locked run with its steps.
pub(crate) async fn delete(scope: &mut Scope, run: &RouteRun) -> Result<()> {
    scope.delete::<RouteRun>(run.id).await?;
    events::publish_run(scope, run, run.driver_id).await
}

/// True if a run has stops and all have ended.
pub(crate) fn has_ended(steps: &[RunStep]) -> bool {
    let mut stops = steps.iter().filter(|step| step.kind.is_stop()).peekable();
    stops.peek().is_some() && stops.all(|step| step.outcome.has_ended())
}

/// Deletes the steps of a locked run that do not stay.
pub(crate) async fn remove_open(scope: &mut Scope, steps: &[RouteStep]) -> Result<()> {
    let (_, open) = split_kept(steps);
    for step in open {
        scope.delete::<RouteStep>(step.id).await?;
    }
    Ok(())
}

/// Inserts steps after a position.
async fn insert_steps(
    scope: &mut Scope,
    run: &RouteRun,
    last: i64,
    steps: &[RunStep],
) -> Result<()> {
    let rows = steps.iter().zip(last + 1..);
    let rows = rows.map(|(step, position)| New::<RouteStep> {
        run_id: run.id,
        run_date: run.run_date,
        position,
        step_type: step.kind,
        job_id: step.jobid,
        planned: step.clone(),
        lateness: step.lateness,
        outcome: step.outcome,
        actual_arrival: step.actualarrival,
        actual_departure: step.actualdeparture,
    });
    scope.create_all(rows.collect()).await?;
    Ok(())
}

/// Returns the stops that jobs have in runs of a day. A stop that failed may be tried again.
pub(crate) async fn find_stops(
    scope: &mut Scope,
    date: NaiveDate,
    jobs: &[FreightJobId],
) -> Result<Vec<RouteStep>> {
    let narrow = Where::all()
        .eq(RouteStep::RUN_DATE, date)
        .is_in(RouteStep::JOB_ID, jobs)
        .ne(RouteStep::OUTCOME, StepOutcome::Failed);
    scope.all(narrow).await
}
