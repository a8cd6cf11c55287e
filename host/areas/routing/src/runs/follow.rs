//! Listeners that write what happens on the road into runs.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use data::{Result, Scope, Where};
use drivers::events::{APPROVED, ApprovedDriver};
use jobs::{
    FreightJobId, JobStatus,
    events::{ALLOCATED, JobAllocation, JobStatusChange, STATUS_CHANGED},
};
use work::event::Listener;

use super::{
    allocate,
    model::{RouteRun, RouteRunId, RouteStep, RunStepType, StepOutcome},
    stored,
};
use crate::events;

/// Each runs at least once; a repeat changes nothing.
pub(crate) fn listeners() -> [Listener; 3] {
    [
        Listener::new("routing.on-driver-approved", &APPROVED, promise_run),
        Listener::new("routing.on-status-changed", &STATUS_CHANGED, follow_status),
        Listener::new("routing.on-allocated", &ALLOCATED, follow_allocation),
    ]
}

async fn runs_of(scope: &mut Scope, job: FreightJobId) -> Result<BTreeSet<RouteRunId>> {
    let narrow = Where::all().eq(RouteStep::JOB_ID, job);
    let steps: Vec<RouteStep> = scope.all(narrow).await?;
    Ok(steps.into_iter().map(|step| step.run_id).collect())
}

/// Writes actual times into the steps of a job.
async fn follow_status(mut scope: Scope, change: JobStatusChange) -> Result<()> {
    for id in runs_of(&mut scope, change.job_id).await? {
        let (mut run, mut steps) = stored::lock(&mut scope, id).await?;
        let mut is_changed = false;
        for step in &mut steps {
            if step.job_id == Some(change.job_id) && advance(step, change.to, change.time) {
                scope.update(step).await?;
                is_changed = true;
            }
        }
        if is_changed {
            conclude(&mut scope, &mut run, &steps).await?;
        }
    }
    scope.commit().await
}

/// Sets the lateness of a run whose steps changed, and completes one whose stops have all ended.
async fn conclude(scope: &mut Scope, run: &mut RouteRun, steps: &[RouteStep]) -> Result<()> {
    events::publish_run(scope, run, run.driver_id).await?;
    let ended: Vec<_> = steps.iter().map(RouteStep::to_step).collect();
    let lateness = steps.iter().map(|step| step.lateness).max().unwrap_or(0);
    let is_completed = stored::has_ended(&ended);
    if (run.lateness, run.is_completed) == (lateness, is_completed) {
        return Ok(());
    }
    (run.lateness, run.is_completed) = (lateness, is_completed);
    scope.update(run).await
}

/// Plans the run of an invitation for its driver, and gives the driver the jobs that nothing bars.
/// A run that is deleted, completed or allocated stays.
async fn promise_run(mut scope: Scope, approval: ApprovedDriver) -> Result<()> {
    let id = RouteRunId(approval.run_id);
    let found: Option<RouteRun> = scope.first(Where::id(id)).await?;
    if found.is_none_or(|run| run.is_allocated || run.is_completed) {
        return Ok(());
    }
    let (mut run, _) = stored::lock(&mut scope, id).await?;
    if run.is_allocated || run.is_completed {
        return Ok(());
    }
    let before = run.driver_id.replace(approval.driver_id);
    scope.update(&mut run).await?;
    events::publish_run(&mut scope, &run, before).await?;
    allocate::allocate(&mut scope, id, approval.driver_id).await?;
    scope.commit().await
}

/// Takes a job that its run's driver no longer has out of the run. One that the driver never had,
/// because another had it already when the run was allocated, stays to be done.
async fn follow_allocation(mut scope: Scope, allocation: JobAllocation) -> Result<()> {
    let job = allocation.job_id;
    for id in runs_of(&mut scope, job).await? {
        let (mut run, steps) = stored::lock(&mut scope, id).await?;
        let holder = jobs::load_routable(&mut scope, &[job]).await?.pop();
        let holder = holder.and_then(|job| job.driver);
        let has_lost_it = allocation.before.is_some() && run.driver_id == allocation.before;
        if !run.is_allocated || !has_lost_it || run.driver_id == holder {
            continue;
        }
        let is_dropped = |step: &&RouteStep| step.job_id == Some(job) && !step.outcome.has_ended();
        let (dropped, rest): (Vec<_>, Vec<_>) = steps.iter().partition(is_dropped);
        if dropped.is_empty() {
            continue;
        }
        for step in &dropped {
            scope.delete::<RouteStep>(step.id).await?;
        }
        let rest: Vec<RouteStep> = rest.into_iter().cloned().collect();
        conclude(&mut scope, &mut run, &rest).await?;
    }
    scope.commit().await
}

/// Writes a job's state into one of its steps. False if nothing changes: states that are late or
/// come twice lower nothing.
fn advance(step: &mut RouteStep, status: JobStatus, time: DateTime<Utc>) -> bool {
    let Some(progress) = progress_at(step.step_type, status) else {
        return false;
    };
    // Listeners may run in any order: the arrival is the earliest time at the stop.
    let is_late_arrival = progress == Progress::Arrived
        && step.outcome.has_ended()
        && step.actual_arrival.is_some_and(|known| time < known);
    if is_late_arrival {
        step.actual_arrival = Some(time);
        set_lateness(step);
        return true;
    }
    if step.outcome.has_ended() || (progress == Progress::Begun && step.outcome.has_begun()) {
        return false;
    }
    match progress {
        Progress::Begun => step.outcome = StepOutcome::Begun,
        Progress::Arrived => {
            step.outcome = StepOutcome::Begun;
            if step.actual_arrival.is_some() {
                return false;
            }
            step.actual_arrival = Some(time);
        }
        Progress::Done | Progress::Failed => {
            step.outcome = match progress {
                Progress::Done => StepOutcome::Done,
                _ => StepOutcome::Failed,
            };
            step.actual_arrival = step.actual_arrival.or(Some(time));
            step.actual_departure = Some(time);
        }
    }
    set_lateness(step);
    true
}

fn set_lateness(step: &mut RouteStep) {
    if let (Some(arrival), Some(end)) = (step.actual_arrival, step.planned.windowend) {
        step.lateness = (arrival - end).max(TimeDelta::zero()).num_seconds();
    }
}

/// Progress of a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// The driver drives to the stop.
    Begun,
    Arrived,
    Done,
    Failed,
}

/// Returns the progress of a stop by the state of its job; None if the state is before it.
fn progress_at(stop: RunStepType, status: JobStatus) -> Option<Progress> {
    match (stop, status) {
        (_, JobStatus::Cancelled | JobStatus::FailedPickup) => Some(Progress::Failed),
        (RunStepType::Pickup, JobStatus::EnRouteToPickup) => Some(Progress::Begun),
        (RunStepType::Pickup, JobStatus::AtPickup) => Some(Progress::Arrived),
        (RunStepType::Pickup, status) if status.has_goods() || status == JobStatus::Delivered => {
            Some(Progress::Done)
        }
        (RunStepType::Job, JobStatus::EnRouteToPickup) => Some(Progress::Begun),
        (RunStepType::Job, JobStatus::AtPickup | JobStatus::AtDelivery) => Some(Progress::Arrived),
        (RunStepType::Delivery | RunStepType::Job, status) => match status {
            JobStatus::EnRouteToDelivery => Some(Progress::Begun),
            JobStatus::AtDelivery => Some(Progress::Arrived),
            JobStatus::Delivered | JobStatus::PartiallyDelivered => Some(Progress::Done),
            JobStatus::FailedDelivery => Some(Progress::Failed),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::*;
    use crate::runs::model::{RouteStepId, RunStep};

    fn step(kind: RunStepType, end: Option<DateTime<Utc>>) -> RouteStep {
        RouteStep {
            id: RouteStepId(1),
            row_version: 1,
            run_id: RouteRunId(1),
            run_date: NaiveDate::default(),
            position: 1,
            step_type: kind,
            job_id: Some(FreightJobId(7)),
            planned: RunStep {
                jobid: Some(FreightJobId(7)),
                windowend: end,
                ..RunStep::new(kind, DateTime::UNIX_EPOCH)
            },
            lateness: 0,
            outcome: StepOutcome::Planned,
            actual_arrival: None,
            actual_departure: None,
        }
    }

    fn minute(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
    }

    #[test]
    fn an_arrival_that_follows_the_departure_is_kept() {
        let mut step = step(RunStepType::Delivery, Some(minute(10)));
        assert!(advance(&mut step, JobStatus::Delivered, minute(15)));
        assert_eq!(
            (step.actual_arrival, step.lateness),
            (Some(minute(15)), 300)
        );
        assert!(advance(&mut step, JobStatus::AtDelivery, minute(12)));
        assert_eq!(
            (step.actual_arrival, step.lateness),
            (Some(minute(12)), 120)
        );
        assert_eq!(step.actual_departure, Some(minute(15)));
        assert!(!advance(&mut step, JobStatus::AtDelivery, minute(12)));
        assert!(!advance(&mut step, JobStatus::AtDelivery, minute(13)));
    }

    #[test]
    fn a_delivery_gets_its_times_and_its_lateness() {
        let mut step = step(RunStepType::Delivery, Some(minute(10)));
        assert!(!advance(&mut step, JobStatus::PickedUp, minute(1)));
        assert!(advance(&mut step, JobStatus::EnRouteToDelivery, minute(5)));
        assert!(!advance(&mut step, JobStatus::EnRouteToDelivery, minute(6)));
        assert!(advance(&mut step, JobStatus::AtDelivery, minute(12)));
        assert_eq!((step.lateness, step.outcome), (120, StepOutcome::Begun));
        assert!(!advance(&mut step, JobStatus::AtDelivery, minute(13)));
        assert!(advance(&mut step, JobStatus::Delivered, minute(15)));
        assert_eq!(step.outcome, StepOutcome::Done);
        assert_eq!(step.actual_arrival, Some(minute(12)));
        assert_eq!(step.actual_departure, Some(minute(15)));
        assert_eq!(step.lateness, 120);
        assert!(!advance(&mut step, JobStatus::FailedDelivery, minute(16)));
    }

    #[test]
    fn a_pickup_ends_with_the_goods_on_board() {
        let mut pickup = step(RunStepType::Pickup, None);
        assert!(advance(&mut pickup, JobStatus::AtPickup, minute(3)));
        assert!(advance(&mut pickup, JobStatus::PickedUp, minute(4)));
        assert_eq!(pickup.outcome, StepOutcome::Done);
        // The state in between was never sent.
        let mut skipped = step(RunStepType::Pickup, None);
        assert!(advance(&mut skipped, JobStatus::OnBoard, minute(4)));
        assert_eq!(skipped.actual_arrival, Some(minute(4)));
    }

    #[test]
    fn a_failed_pickup_ends_both_stops() {
        for kind in [RunStepType::Pickup, RunStepType::Delivery] {
            let mut step = step(kind, None);
            assert!(advance(&mut step, JobStatus::FailedPickup, minute(4)));
            assert_eq!(step.outcome, StepOutcome::Failed);
        }
    }

    #[test]
    fn a_retried_job_changes_nothing_of_the_old_run() {
        let mut failed = step(RunStepType::Delivery, None);
        assert!(advance(&mut failed, JobStatus::FailedDelivery, minute(4)));
        assert!(!advance(&mut failed, JobStatus::Unallocated, minute(5)));
        assert!(!advance(&mut failed, JobStatus::Delivered, minute(9)));
    }
}
