//! Changes of a job's state: the row, its log, its events, and the parents that follow.

use chrono::{DateTime, Utc};
use data::{Error, Result, Scope, Where};
use work::event::ScopeEvents;

use super::{
    legs,
    log::{self, Entry},
    model::{FreightJobId, Job},
    status::JobStatus,
};
use crate::{events, prices::billing::sum_prices};

/// Locks a job that the caller may reach, and loads it.
pub(crate) async fn lock(scope: &mut Scope, id: FreightJobId) -> Result<Job> {
    scope.lock::<Job>(id).await?;
    scope.find(id).await
}

/// Stores a job whose state may have changed, with its log entry and events. Parents follow.
pub(crate) async fn store(
    scope: &mut Scope,
    job: &mut Job,
    before: JobStatus,
    entry: Entry,
) -> Result<()> {
    store_alone(scope, job, before, entry).await?;
    follow_legs(scope, job.parent_id).await
}

/// Stores a job like [`store`]; its parents stay.
pub(crate) async fn store_alone(
    scope: &mut Scope,
    job: &mut Job,
    before: JobStatus,
    entry: Entry,
) -> Result<()> {
    let time = entry.time.unwrap_or(scope.now());
    let follows_booking = entry.follows_booking;
    job.set_times(before, time);
    sum_prices(job);
    // The change may end the caller's own reach.
    scope.unrestricted().await?.update(job).await?;
    log::write(scope, job.id, entry).await?;
    let change = events::JobStatusChange {
        follows_booking,
        ..to_event(job, before, time)
    };
    publish(scope, &change).await
}

/// Publishes the new state, or that something else changed.
pub(crate) async fn announce(scope: &mut Scope, job: &Job, before: JobStatus) -> Result<()> {
    let now = scope.now();
    announce_at(scope, job, before, now).await
}

/// Publishes like [`announce`] a state that was reached earlier, such as by a late scan.
pub(crate) async fn announce_at(
    scope: &mut Scope,
    job: &Job,
    before: JobStatus,
    time: DateTime<Utc>,
) -> Result<()> {
    publish(scope, &to_event(job, before, time)).await
}

/// Publishes a new state, or that something else changed if the state is the old one.
async fn publish(scope: &mut Scope, change: &events::JobStatusChange) -> Result<()> {
    if change.from == change.to {
        let changed = events::OneJob {
            job_id: change.job_id,
        };
        return scope.publish(&events::CHANGED, &changed).await;
    }
    scope.publish(&events::STATUS_CHANGED, change).await
}

/// Returns the event of a new state.
pub(crate) fn to_event(
    job: &Job,
    before: JobStatus,
    time: DateTime<Utc>,
) -> events::JobStatusChange {
    events::JobStatusChange {
        job_id: job.id,
        from: before,
        to: job.job_status,
        time,
        arrived: job.arrived_time.filter(|_| before.is_arrival()),
        follows_booking: false,
    }
}

/// Sets the state of a parent, and of those above it, from its legs. The legs' rows are locked by
/// then, so the last of two changes at once sees both.
pub(crate) async fn follow_legs(scope: &mut Scope, parent: Option<FreightJobId>) -> Result<()> {
    let mut next = parent;
    while let Some(id) = next {
        scope.lock::<Job>(id).await?;
        let tx = scope.unrestricted().await?;
        let mut parent: Job = tx.find(id).await?;
        let legs: Vec<Job> = tx.all(Where::all().eq(Job::PARENT_ID, id)).await?;
        let Some(status) = legs::parent_status(&parent, &legs) else {
            return Ok(());
        };
        next = parent.parent_id;
        let before = parent.job_status;
        let has_rest = legs::has_rest(&parent, &legs);
        if before == JobStatus::Cancelled || parent.standing() == status {
            if parent.has_rest != has_rest {
                parent.has_rest = has_rest;
                tx.update(&mut parent).await?;
            }
            return Ok(());
        }
        parent.has_rest = has_rest;
        match before {
            JobStatus::OnHold => parent.held_status = Some(status),
            _ => parent.job_status = status,
        }
        let now = scope.now();
        parent.set_times(before, now);
        scope.unrestricted().await?.update(&mut parent).await?;
        announce(scope, &parent, before).await?;
    }
    Ok(())
}

/// Returns all legs below a job, the nearest first.
pub(crate) async fn load_legs_below(scope: &mut Scope, job: &Job) -> Result<Vec<Job>> {
    let (mut all, mut above) = (Vec::new(), vec![job.id]);
    if !job.has_legs {
        return Ok(all);
    }
    for _ in 0..super::save::MAX_DEPTH {
        let below = Where::all().is_in(Job::PARENT_ID, &above);
        let legs: Vec<Job> = scope.unrestricted().await?.all(below).await?;
        if legs.is_empty() {
            return Ok(all);
        }
        above = legs.iter().map(|leg| leg.id).collect();
        all.extend(legs);
    }
    Err(Error::Internal(anyhow::anyhow!(
        "the legs of the job {} have no end",
        job.id
    )))
}
