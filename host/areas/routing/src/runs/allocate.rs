//! Gives all jobs of a run to a driver.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use data::{Error, Outcome, Result, Scope, ids::DriverId, message};
use drivers::{PlannedWork, VehicleId, WorkSpan};
use jobs::{AllocatedJob, FreightJobId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    RUN_NOT_ALLOWED,
    model::{RouteRunId, RouteStep, RunStep, RunStepType},
    stored,
};
use crate::events;

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "RouteRunAllocation")]
struct Allocation {
    runid: RouteRunId,
    driverid: DriverId,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "AllocateRouteRun")]
pub(crate) struct AllocateRun {
    allocation: Allocation,
}

pub(crate) async fn allocate_run(
    mut scope: Scope,
    AllocateRun { allocation }: AllocateRun,
) -> Result<Vec<AllocatedJob>> {
    let Allocation { runid, driverid } = allocation;
    let outcomes = allocate(&mut scope, runid, driverid).await?;
    scope.commit().await?;
    Ok(outcomes.into_iter().map(AllocatedJob::from).collect())
}

/// Gives the open jobs of a run to a driver, with one result for each; the caller commits. Jobs
/// that the run's driver has are taken back first; those that another user allocated stay.
pub(crate) async fn allocate(
    scope: &mut Scope,
    id: RouteRunId,
    driver: DriverId,
) -> Result<Vec<Outcome<FreightJobId>>> {
    drivers::find_driver(scope, driver).await?;
    let (mut run, steps) = stored::lock(scope, id).await?;
    if run.is_completed {
        return Err(RUN_NOT_ALLOWED.with_message(message!("The run is completed.")));
    }
    let jobs = open_jobs(&steps);
    let planned: Vec<RunStep> = steps.iter().map(RouteStep::to_step).collect();
    let work = work_of(run.run_date, run.vehicle_id, &planned);
    let has_run = run.is_allocated && run.driver_id == Some(driver);
    if !has_run && drivers::find_bar(scope, driver, &work).await?.is_some() {
        // Nothing is taken back for a driver who gets nothing: each result names the reason.
        return jobs::allocate(scope, driver, &jobs, Some(&work)).await;
    }
    let held = jobs::load_routable(scope, &jobs).await?;
    let held: BTreeMap<FreightJobId, DriverId> = held
        .into_iter()
        .filter_map(|job| Some((job.id, job.driver?)))
        .collect();
    let is_held = |job: &FreightJobId, by: DriverId| held.get(job) == Some(&by);
    if let Some(before) = run
        .driver_id
        .filter(|before| *before != driver && run.is_allocated)
    {
        let theirs: Vec<FreightJobId> = jobs
            .iter()
            .copied()
            .filter(|job| is_held(job, before))
            .collect();
        jobs::unallocate(
            scope,
            before,
            &theirs,
            "The run was given to another driver",
        )
        .await?;
    }
    let (own, wanted): (Vec<_>, Vec<_>) = jobs.iter().partition(|job| is_held(job, driver));
    let mut outcomes: BTreeMap<FreightJobId, Result<()>> =
        own.into_iter().map(|job| (job, Ok(()))).collect();
    for outcome in jobs::allocate(scope, driver, &wanted, Some(&work)).await? {
        outcomes.insert(outcome.item, outcome.result);
    }
    if outcomes.values().any(Result::is_ok) {
        let before = run.driver_id.replace(driver);
        run.is_allocated = true;
        scope.update(&mut run).await?;
        events::publish_run(scope, &run, before).await?;
        let is_given = |job: &FreightJobId| outcomes.get(job).is_some_and(Result::is_ok);
        let mut arrivals = planned_arrivals(&steps);
        arrivals.retain(|job, _| is_given(job));
        jobs::plan_arrivals(scope, &arrivals).await?;
    }
    let missing = || Err(Error::NotFound("The job"));
    let outcome = |job| Outcome::new(job, outcomes.remove(&job).unwrap_or_else(missing));
    Ok(jobs.into_iter().map(outcome).collect())
}

/// Returns when the open jobs are served: at the last step of each.
fn planned_arrivals(steps: &[RouteStep]) -> BTreeMap<FreightJobId, DateTime<Utc>> {
    let open = steps.iter().filter(|step| !step.outcome.has_ended());
    open.filter_map(|step| Some((step.job_id?, step.planned.arrival)))
        .collect()
}

fn open_jobs(steps: &[RouteStep]) -> Vec<FreightJobId> {
    let mut jobs = Vec::new();
    for step in steps.iter().filter(|step| !step.outcome.has_ended()) {
        if let Some(job) = step.job_id.filter(|job| !jobs.contains(job)) {
            jobs.push(job);
        }
    }
    jobs
}

/// Returns the work that a run still is: that of its open steps, between the rests. It begins at
/// the start, or at the end of the stop before the first open one.
pub(crate) fn work_of(day: NaiveDate, vehicle: VehicleId, steps: &[RunStep]) -> PlannedWork {
    let is_open = |step: &&RunStep| !step.outcome.has_ended();
    let begin = |step: &RunStep| step.arrival + TimeDelta::seconds(step.waiting);
    let end = |step: &RunStep| begin(step) + TimeDelta::seconds(step.service);
    let mut spans = Vec::new();
    let first = steps
        .iter()
        .position(|step| step.kind.is_stop() && !step.outcome.has_ended());
    if let Some(first) = first {
        let before = steps[..first]
            .iter()
            .rposition(|step| step.kind != RunStepType::Break);
        let mut from = before.map_or(steps[0].arrival, |at| end(&steps[at]));
        let mut to = from;
        let ahead = &steps[before.map_or(0, |at| at + 1)..];
        for step in ahead.iter().filter(is_open) {
            if step.kind == RunStepType::Break {
                let to = begin(step);
                spans.push(WorkSpan { from, to });
                from = end(step);
            }
            to = end(step);
        }
        spans.push(WorkSpan { from, to });
    }
    spans.retain(|span| span.from < span.to);
    PlannedWork {
        day: Some(day),
        vehicle: Some(vehicle),
        spans,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::model::StepOutcome;

    fn time(minute: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minute)
    }

    fn step(kind: RunStepType, arrival: i64, waiting: i64, service: i64) -> RunStep {
        RunStep {
            service: service * 60,
            waiting: waiting * 60,
            ..RunStep::new(kind, time(arrival))
        }
    }

    fn spans(steps: &[RunStep]) -> Vec<WorkSpan> {
        work_of(NaiveDate::default(), VehicleId(1), steps).spans
    }

    fn work(from: i64, to: i64) -> WorkSpan {
        WorkSpan {
            from: time(from),
            to: time(to),
        }
    }

    #[test]
    fn rests_part_the_work_and_waiting_does_not() {
        use RunStepType::{Break, Delivery, End, Start};
        let mut steps = vec![
            step(Start, 0, 0, 0),
            step(Delivery, 60, 30, 100),
            step(Break, 200, 10, 15),
            step(Delivery, 250, 0, 20),
            step(End, 300, 0, 0),
        ];
        assert_eq!(spans(&steps), [work(0, 210), work(225, 300)]);
        steps.pop();
        assert_eq!(spans(&steps), [work(0, 210), work(225, 270)]);
        steps[1].outcome = StepOutcome::Done;
        assert_eq!(spans(&steps), [work(190, 210), work(225, 270)]);
        steps[3].outcome = StepOutcome::Failed;
        assert_eq!(spans(&steps), []);
        let far = [
            step(Start, 0, 0, 0),
            step(Break, 200, 0, 15),
            step(Delivery, 400, 0, 20),
        ];
        assert_eq!(spans(&far), [work(0, 200), work(215, 420)]);
    }
}
