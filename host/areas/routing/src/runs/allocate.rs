//! Gives all jobs of a run to a driver.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use data::{Error, Outcome, Result, Scope, ids::DriverId, message};
use jobs::{AllocatedJob, FreightJobId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    NO_HOURS, RUN_NOT_ALLOWED,
    model::{RouteRun, RouteRunId, RouteStep},
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
    let name = drivers::find_driver(scope, driver).await?;
    let (mut run, steps) = stored::lock(scope, id).await?;
    if run.is_completed {
        return Err(RUN_NOT_ALLOWED.with_message(message!("The run is completed.")));
    }
    let jobs = open_jobs(&steps);
    let left = drivers::load_hours_left(scope, &[driver]).await?;
    if let Some(minutes) = left.get(&driver)
        && needed_minutes(&run) > *minutes
    {
        let refuse = |job| {
            let reason = NO_HOURS.with_message(message!(
                "{driver} has {left} min left, and the run takes {needed} min.",
                driver = name,
                left = *minutes,
                needed = needed_minutes(&run)
            ));
            Outcome::new(job, Err(reason))
        };
        return Ok(jobs.into_iter().map(refuse).collect());
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
    for outcome in jobs::allocate(scope, driver, &wanted).await? {
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

fn needed_minutes(run: &RouteRun) -> i64 {
    (run.duration + run.service + run.waiting + 59) / 60
}
