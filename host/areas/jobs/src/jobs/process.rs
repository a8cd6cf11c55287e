//! Operations on jobs, with one result for each job.

use chrono::{DateTime, Utc};
use data::{
    Bulk, Error, Outcome, Result, Scope, Where, life_cycle::Operation as _, message,
    message::Remark,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    articles, carrier_agents, change, hauls,
    log::{Entry, JobOperationEntry, LoggedFreightOperation},
    model::{FreightJobId, Job},
    rules::{self, MAX_NOTE_LENGTH},
    status::{FreightOperation, JobStatus, STATUS_NOT_ALLOWED},
    view::can_be_cancelled,
};
use crate::{
    prices::billing::check_not_invoiced,
    scans::{model::MAX_DEVICE_ID_LENGTH, rules::check_time},
};

/// Jobs of one call.
pub(crate) const MAX_JOBS: usize = 1000;

#[data::wire(trim, lists)]
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ProcessFreightJobs")]
pub(crate) struct ProcessJobs {
    operation: FreightOperation,
    /// At most 1,000.
    ids: Vec<FreightJobId>,
    /// For the operation log, such as the reason of a failure.
    #[serde(default)]
    note: Option<String>,
    /// Delivered articles. Omitted: all.
    #[serde(default)]
    articlenumbers: Option<Vec<String>>,
    /// Moment of the operation by the clock of the device that did it. Default: now.
    #[serde(default)]
    time: Option<DateTime<Utc>>,
    /// The device's own id of the operation: sent again, it is done once.
    #[serde(default)]
    deviceid: Option<String>,
}

/// Result of an operation on one job.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ProcessedFreightJob")]
pub(crate) struct ProcessedJob {
    id: FreightJobId,
    success: bool,
    /// The device sent it before; nothing changed.
    duplicate: bool,
    #[serde(flatten)]
    remark: Remark,
}

impl From<Outcome<FreightJobId, Effect>> for ProcessedJob {
    fn from(outcome: Outcome<FreightJobId, Effect>) -> Self {
        let duplicate = matches!(outcome.result, Ok(Effect::Duplicate));
        let (id, success, remark) = outcome.into_remark();
        Self {
            id,
            success,
            duplicate,
            remark,
        }
    }
}

/// An operation with the members of its call.
#[derive(Debug, Default)]
pub(crate) struct Request<'a> {
    pub note: Option<&'a str>,
    /// None: all articles.
    pub articles: Option<&'a [String]>,
    /// None: now.
    pub time: Option<DateTime<Utc>>,
    /// The device's own id of the operation.
    pub device_id: Option<&'a str>,
}

pub(crate) async fn process(mut scope: Scope, sent: ProcessJobs) -> Result<Vec<ProcessedJob>> {
    let operation = sent.operation;
    if !operation.is_processed() {
        return Err(Error::invalid(
            "operation",
            message!("{operation} has its own call"),
        ));
    }
    check_permission(&scope, operation)?;
    check_count("ids", sent.ids.len())?;
    let note = sent.note.as_deref();
    if note.is_some_and(|note| note.chars().count() > MAX_NOTE_LENGTH) {
        return Err(Error::invalid(
            "note",
            message!("must be at most {max} characters", max = MAX_NOTE_LENGTH),
        ));
    }
    let time = match sent.time {
        Some(_) => {
            let checked = check_time(sent.time, scope.now(), "time");
            Some(checked.map_err(|error| Error::Invalid(vec![error]))?)
        }
        None => None,
    };
    let device_id = sent.deviceid.as_deref().filter(|id| !id.is_empty());
    if device_id.is_some_and(|id| id.chars().count() > MAX_DEVICE_ID_LENGTH) {
        return Err(Error::invalid(
            "deviceid",
            message!(
                "must be at most {max} characters",
                max = MAX_DEVICE_ID_LENGTH
            ),
        ));
    }
    if let Some(articles) = &sent.articlenumbers {
        articles::check_numbers("articlenumbers", articles)?;
    }
    let request = Request {
        note,
        articles: sent.articlenumbers.as_deref(),
        time,
        device_id,
    };
    let mut bulk = Bulk::with_unknown(sent.ids);
    while let Some(id) = bulk.next_item() {
        // Each job has its own transaction: a parent is locked after its leg.
        let result = run_with_booking(&mut scope, id, operation, &request).await;
        bulk.add(&mut scope, id, result)?;
    }
    Ok(bulk.into_results())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    Done,
    /// The device sent it before.
    Duplicate,
}

/// Does an operation with one job and with its booking, both or neither, and commits.
async fn run_with_booking(
    scope: &mut Scope,
    id: FreightJobId,
    operation: FreightOperation,
    request: &Request<'_>,
) -> Result<Effect> {
    if is_known(scope, id, request).await? {
        return Ok(Effect::Duplicate);
    }
    if request.device_id.is_some() && !applies_to_legs(operation) {
        scope.lock::<Job>(id).await?;
        // The same device may have sent it twice at once.
        if is_known(scope, id, request).await? {
            return Ok(Effect::Duplicate);
        }
    }
    run(scope, id, operation, request).await?;
    let job: Option<Job> = scope.unrestricted().await?.first(Where::id(id)).await?;
    let booking = job.as_ref().and_then(|job| job.booking_id);
    match (operation, booking) {
        (FreightOperation::Hold, Some(booking)) => {
            bookings::hold_fleet_booking(scope, booking).await?;
        }
        (FreightOperation::Release, Some(booking)) => {
            bookings::release_fleet_booking(scope, booking).await?;
        }
        _ => {}
    }
    if let (FreightOperation::Cancel, Some(job)) = (operation, job) {
        let consigned = load_cancelled_at_carriers(scope, &job).await?;
        if booking.is_some() || !consigned.is_empty() {
            // Carriers are called without a transaction; the job can be cancelled, as it was tried.
            scope.rollback();
            if let Some(booking) = booking {
                // A job that stays must keep its carrier.
                bookings::check_fleet_cancellation(scope, booking).await?;
            }
            carrier_agents::cancel(scope, &consigned).await?;
            if let Some(booking) = booking {
                bookings::cancel_fleet_booking(scope, booking).await?;
            }
            let job = change::lock(scope, id).await?;
            if job.job_status == JobStatus::Cancelled {
                // It followed its booking.
                scope.rollback();
                return Ok(Effect::Done);
            }
            run(scope, id, operation, request).await?;
        }
    }
    scope.commit().await?;
    Ok(Effect::Done)
}

/// Returns those of a job that `run` has just cancelled, and of its legs, that carriers have.
pub(crate) async fn load_cancelled_at_carriers(scope: &mut Scope, job: &Job) -> Result<Vec<Job>> {
    let mut jobs = change::load_legs_below(scope, job).await?;
    jobs.push(job.clone());
    jobs.retain(|job| job.job_status == JobStatus::Cancelled && job.carrier_booking_id.is_some());
    Ok(jobs)
}

/// True if the caller's device sent the operation before.
async fn is_known(scope: &mut Scope, id: FreightJobId, request: &Request<'_>) -> Result<bool> {
    let (Some(user), Some(device)) = (scope.caller.user(), request.device_id) else {
        return Ok(false);
    };
    let same = Where::all()
        .eq(JobOperationEntry::CREATOR_USER_ID, user)
        .eq(JobOperationEntry::DEVICE_ID, device)
        .eq(JobOperationEntry::JOB_ID, id);
    // The driver may have lost the job since.
    Ok(scope.unrestricted().await?.count(same).await? > 0)
}

fn check_permission(scope: &Scope, operation: FreightOperation) -> Result<()> {
    if operation.is_permitted(&scope.caller) {
        return Ok(());
    }
    match scope.caller.driver() {
        Some(_) => Err(Error::Forbidden(message!(
            "{operation} is done by the dispatcher."
        ))),
        None => scope.require(operation.permission()),
    }
}

pub(crate) fn check_count(member: &str, count: usize) -> Result<()> {
    match count {
        0 => Err(Error::invalid(member, message!("is required"))),
        1..=MAX_JOBS => Ok(()),
        _ => Err(Error::invalid(
            member,
            message!("must be at most {max}", max = MAX_JOBS),
        )),
    }
}

/// Does an operation with one job; the caller commits.
pub(crate) async fn run(
    scope: &mut Scope,
    id: FreightJobId,
    operation: FreightOperation,
    request: &Request<'_>,
) -> Result<()> {
    if applies_to_legs(operation) {
        scope.lock_all(Where::all().eq(Job::PARENT_ID, id)).await?;
    }
    let mut job = change::lock(scope, id).await?;
    check(&job, operation)?;
    let before = job.job_status;
    let entry = match job.has_legs {
        true if applies_to_legs(operation) => {
            let legs = run_on_legs(scope, &job, operation, request).await?;
            apply(&mut job, operation);
            if operation == FreightOperation::Release
                && let Some(status) = super::legs::parent_status(&job, &legs)
            {
                job.job_status = status;
            }
            to_entry(operation, request)
        }
        true => {
            return Err(STATUS_NOT_ALLOWED.with_message(message!(
                "{job} has legs. {operation} is done with them.",
                job = job.job_no
            )));
        }
        false => apply_alone(scope, &mut job, operation, request).await?,
    };
    change::store(scope, &mut job, before, entry).await
}

/// True if a job with legs passes the operation on to them.
const fn applies_to_legs(operation: FreightOperation) -> bool {
    matches!(
        operation,
        FreightOperation::Confirm
            | FreightOperation::Hold
            | FreightOperation::Release
            | FreightOperation::Cancel
    )
}

fn check(job: &Job, operation: FreightOperation) -> Result<()> {
    hauls::check_no_haul(job)?;
    operation.check(job.job_status)?;
    if operation == FreightOperation::Cancel {
        check_not_invoiced(job)?;
    }
    if operation == FreightOperation::Cancel && !can_be_cancelled(job) {
        return Err(STATUS_NOT_ALLOWED.with_message(message!(
            "{job} was {status} before the hold. Goods on the way are returned instead.",
            job = job.job_no,
            status = job.standing()
        )));
    }
    Ok(())
}

/// Does the operation with the legs that allow it. Of a cancelled job, all that are not final do.
async fn run_on_legs(
    scope: &mut Scope,
    job: &Job,
    operation: FreightOperation,
    request: &Request<'_>,
) -> Result<Vec<Job>> {
    let mut legs = change::load_legs_below(scope, job).await?;
    // The lowest first, as each leg's change locks its parents.
    for leg in legs.iter_mut().rev() {
        let is_due = match operation {
            FreightOperation::Cancel => !leg.job_status.is_final(),
            _ => operation.is_allowed_in(leg.job_status),
        };
        if !is_due {
            continue;
        }
        check(leg, operation).map_err(|error| name_leg(leg, &error))?;
        if operation == FreightOperation::Confirm {
            check_complete(leg)?;
        }
        let before = leg.job_status;
        apply(leg, operation);
        change::store_alone(scope, leg, before, to_entry(operation, request)).await?;
    }
    legs.retain(|leg| leg.parent_id == Some(job.id));
    Ok(legs)
}

fn name_leg(leg: &Job, error: &Error) -> Error {
    STATUS_NOT_ALLOWED.with_message(message!(
        "Leg {leg}: {reason}",
        leg = leg.job_no,
        reason = error.full_message()
    ))
}

async fn apply_alone(
    scope: &mut Scope,
    job: &mut Job,
    operation: FreightOperation,
    request: &Request<'_>,
) -> Result<Entry> {
    let entry = to_entry(operation, request);
    match operation {
        FreightOperation::Confirm => check_complete(job)?,
        FreightOperation::Deliver => {
            let delivered = articles::deliver(scope, job, request.articles).await?;
            job.job_status = delivered;
            return Ok(match request.articles {
                Some(articles) => entry.with_request(serde_json::json!(articles)),
                None => entry,
            });
        }
        FreightOperation::Retry => {
            job.leg = next_leg(scope, job).await?;
            super::agents::clear(scope, job).await?;
        }
        _ => {}
    }
    apply(job, operation);
    Ok(entry)
}

/// Sets the state that follows.
fn apply(job: &mut Job, operation: FreightOperation) {
    let status = job.job_status;
    match operation {
        FreightOperation::Hold => {
            job.held_status = Some(status);
            job.job_status = JobStatus::OnHold;
        }
        FreightOperation::Release => job.job_status = job.held_status.take().unwrap_or(status),
        _ => {
            job.held_status = None;
            job.job_status = operation.next(status).unwrap_or(status);
        }
    }
}

fn to_entry(operation: FreightOperation, request: &Request<'_>) -> Entry {
    Entry {
        time: request.time,
        device_id: request.device_id.map(str::to_owned),
        ..Entry::new(LoggedFreightOperation::from(operation))
            .with_value(request.note.unwrap_or_default())
    }
}

fn check_complete(job: &Job) -> Result<()> {
    let errors = rules::check_complete(job);
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Error::Invalid(errors)),
    }
}

/// Returns the number of a new leg: after the last of the parent's, or of the job itself.
async fn next_leg(scope: &mut Scope, job: &Job) -> Result<i64> {
    let Some(parent) = job.parent_id else {
        return Ok(job.leg + 1);
    };
    Ok(super::legs::last_leg(scope, parent).await?.max(job.leg) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hold_keeps_the_state_and_a_release_returns_it() {
        let mut job = Job {
            job_status: JobStatus::AtDepot,
            ..Job::default()
        };
        apply(&mut job, FreightOperation::Hold);
        assert_eq!(
            (job.job_status, job.standing()),
            (JobStatus::OnHold, JobStatus::AtDepot)
        );
        assert!(!can_be_cancelled(&job));
        apply(&mut job, FreightOperation::Release);
        assert_eq!(
            (job.job_status, job.held_status),
            (JobStatus::AtDepot, None)
        );
    }

    #[test]
    fn a_held_job_is_cancelled_if_it_could_be_before() {
        let mut job = Job {
            job_status: JobStatus::Allocated,
            ..Job::default()
        };
        apply(&mut job, FreightOperation::Hold);
        assert!(check(&job, FreightOperation::Cancel).is_ok());
        apply(&mut job, FreightOperation::Cancel);
        assert_eq!(
            (job.job_status, job.held_status),
            (JobStatus::Cancelled, None)
        );
    }
}
