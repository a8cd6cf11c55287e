//! Delivery agents of jobs: drivers and carrier accounts.

use std::collections::{BTreeMap, BTreeSet};

use data::{
    Error, Message, Needs, Outcome, Result, Scope, TextEnum, Where,
    audit::{self, Entry as AuditEntry},
    ids::{CarrierAccountId, DriverId},
    message,
    message::Remark,
};
use drivers::PlannedWork;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;
use work::event::ScopeEvents;

use super::{
    agent_lists, bars, carrier_agents, change, hauls,
    log::{self, Entry, LoggedFreightOperation},
    model::{FreightJobId, Job},
    process::check_count,
    rules::MAX_NOTE_LENGTH,
    status::{FreightOperation, JobStatus},
    store,
};
use crate::{
    access::{JOB, JOB_ALLOCATE, JOBS},
    events,
};

pub(crate) fn table() -> Routes {
    Routes::new("/api/jobs/delivery-agent")
        .feature(JOBS)
        .list("un-allocated-jobs", JOB, agent_lists::unallocated_jobs)
        .list(
            "allocated-jobs",
            Needs::DriverOr(JOB),
            agent_lists::allocated_jobs,
        )
        .post("allocate-job", JOB_ALLOCATE, allocate_jobs)
        .post("un-allocate-job", JOB_ALLOCATE, unallocate_job)
        .post("un-allocate-jobs", JOB_ALLOCATE, unallocate_jobs)
}

/// Kind of a delivery agent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, TextEnum)]
pub(crate) enum AgentType {
    #[default]
    Driver,
    /// A carrier account.
    Carrier,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Allocation {
    /// The id of a driver or a carrier account.
    agent_id: i64,
    /// At most 1,000 for a driver, 50 for a carrier.
    job_ids: Vec<FreightJobId>,
    #[serde(default)]
    agent_type: AgentType,
    /// The carrier's service. Default: the cheapest.
    #[serde(default)]
    service_code: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "AllocateFreightJobs")]
struct AllocateJobs {
    allocation: Allocation,
}

/// Result of an allocation of one job.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "AllocatedFreightJob")]
pub struct AllocatedJob {
    #[serde(rename = "jobId")]
    job_id: FreightJobId,
    success: bool,
    #[serde(flatten)]
    remark: Remark,
}

impl From<Outcome<FreightJobId>> for AllocatedJob {
    fn from(outcome: Outcome<FreightJobId>) -> Self {
        let (job_id, success, remark) = outcome.into_remark();
        Self {
            job_id,
            success,
            remark,
        }
    }
}

async fn allocate_jobs(
    mut scope: Scope,
    AllocateJobs { allocation }: AllocateJobs,
) -> Result<Vec<AllocatedJob>> {
    check_count("allocation.jobIds", allocation.job_ids.len())?;
    if allocation.agent_type == AgentType::Carrier {
        return allocate_to_carrier(scope, allocation).await;
    }
    let driver = DriverId(allocation.agent_id);
    let outcomes = allocate(&mut scope, driver, &allocation.job_ids, None).await?;
    scope.commit().await?;
    Ok(outcomes.into_iter().map(AllocatedJob::from).collect())
}

/// Books the jobs on the account, each with the service of the call or the cheapest.
async fn allocate_to_carrier(
    mut scope: Scope,
    allocation: Allocation,
) -> Result<Vec<AllocatedJob>> {
    let max = carrier_agents::MAX_JOBS;
    if allocation.job_ids.len() > max {
        return Err(Error::invalid(
            "allocation.jobIds",
            message!("must be at most {max} for a carrier", max = max),
        ));
    }
    let account = CarrierAccountId(allocation.agent_id);
    let service = allocation.service_code.filter(|code| !code.is_empty());
    let outcomes =
        carrier_agents::allocate(&mut scope, account, service.as_deref(), &allocation.job_ids)
            .await?;
    Ok(outcomes.into_iter().map(AllocatedJob::from).collect())
}

/// Gives jobs to a driver, with one result for each; the caller commits. A driver who must get no
/// work gets none. The jobs are parts of the planned work; without it, each is work of its pickup
/// day.
pub(crate) async fn allocate(
    scope: &mut Scope,
    driver: DriverId,
    jobs: &[FreightJobId],
    planned: Option<&PlannedWork>,
) -> Result<Vec<Outcome<FreightJobId>>> {
    let Some(name) = drivers::names(scope, &[driver]).await?.remove(&driver) else {
        return Err(Error::NotFound("The driver"));
    };
    let jobs = unique(jobs);
    let mut barred = bars::find_barred(scope, driver, &jobs, planned).await?;
    let free: Vec<FreightJobId> = jobs
        .iter()
        .copied()
        .filter(|id| !barred.contains_key(id))
        .collect();
    let taken: BTreeSet<FreightJobId> = store::allocate(scope, &free, driver)
        .await?
        .into_iter()
        .collect();
    let rows: Vec<Job> = scope.all(Where::all().is_in(Job::ID, &free)).await?;
    let rows: BTreeMap<FreightJobId, Job> = rows.into_iter().map(|job| (job.id, job)).collect();
    record_allocations(scope, &rows, &taken, &name).await?;
    let others: Vec<DriverId> = rows.values().filter_map(|job| job.driver_id).collect();
    let names = drivers::names(scope, &others).await?;
    let outcomes = jobs.into_iter().map(|id| {
        let result = match (barred.remove(&id), rows.get(&id)) {
            (Some(reason), _) => Err(refuse(reason)),
            (None, None) => Err(Error::NotFound("The job")),
            (None, Some(_)) if taken.contains(&id) => Ok(()),
            (None, Some(job)) => {
                let driver = job.driver_id.and_then(|id| names.get(&id));
                Err(explain(job, driver))
            }
        };
        Outcome::new(id, result)
    });
    Ok(outcomes.collect())
}

/// Writes logs, events and the record of changes of jobs that a statement allocated.
async fn record_allocations(
    scope: &mut Scope,
    rows: &BTreeMap<FreightJobId, Job>,
    taken: &BTreeSet<FreightJobId>,
    name: &str,
) -> Result<()> {
    let entry = |id: &FreightJobId| {
        let entry = Entry::new(LoggedFreightOperation::Allocate).with_value(name);
        (*id, entry)
    };
    log::write_all(scope, taken.iter().map(entry).collect()).await?;
    let jobs = taken.iter().filter_map(|id| rows.get(id));
    let changes: Vec<(Job, Job)> = jobs
        .map(|job| {
            let before = Job {
                driver_id: None,
                job_status: JobStatus::Unallocated,
                ..job.clone()
            };
            (before, job.clone())
        })
        .collect();
    publish_changes(scope, &changes).await
}

/// Publishes changes of agents, each before and after, and adds them to the record of changes.
async fn publish_changes(scope: &mut Scope, changes: &[(Job, Job)]) -> Result<()> {
    for (before, job) in changes {
        let entry = AuditEntry::new("FreightJob", job.id, audit::UPDATED)
            .with_name(&job.job_no)
            .with_change("driverid", before.driver_id, job.driver_id)
            .with_change("jobstatus", before.job_status, job.job_status);
        scope.record(entry);
    }
    let now = scope.now();
    let states: Vec<events::JobStatusChange> = changes
        .iter()
        .map(|(before, job)| change::to_event(job, before.job_status, now))
        .collect();
    scope.publish_all(&events::STATUS_CHANGED, &states).await?;
    let allocations: Vec<events::JobAllocation> = changes
        .iter()
        .map(|(before, job)| to_allocation(job, before.driver_id))
        .collect();
    scope.publish_all(&events::ALLOCATED, &allocations).await?;
    let parents: BTreeSet<FreightJobId> = changes
        .iter()
        .filter_map(|(_, job)| job.parent_id)
        .collect();
    for parent in parents {
        change::follow_legs(scope, Some(parent)).await?;
    }
    Ok(())
}

fn to_allocation(job: &Job, before: Option<DriverId>) -> events::JobAllocation {
    events::JobAllocation {
        job_id: job.id,
        driver_id: job.driver_id,
        before,
    }
}

async fn publish_allocation(scope: &mut Scope, job: &Job, before: Option<DriverId>) -> Result<()> {
    scope
        .publish(&events::ALLOCATED, &to_allocation(job, before))
        .await
}

pub(super) fn unique(jobs: &[FreightJobId]) -> Vec<FreightJobId> {
    let mut seen = BTreeSet::new();
    jobs.iter().copied().filter(|id| seen.insert(*id)).collect()
}

fn refuse(reason: Message) -> Error {
    super::status::STATUS_NOT_ALLOWED.with_message(reason)
}

fn being_booked(job: &Job) -> Error {
    refuse(message!(
        "{job} is being booked with a carrier. Wait for its response.",
        job = job.job_no
    ))
}

/// Explains why a job was not allocated.
fn explain(job: &Job, driver: Option<&String>) -> Error {
    if job.has_legs {
        return refuse(message!(
            "{job} has legs. Allocate is done with them.",
            job = job.job_no
        ));
    }
    if job.job_status == JobStatus::Unallocated && job.carrier_booking_id.is_some() {
        return being_booked(job);
    }
    match (FreightOperation::Allocate.check(job.job_status), driver) {
        (Err(_), Some(driver)) if job.job_status.is_given() => refuse(message!(
            "{job} is allocated to {driver} already.",
            job = job.job_no,
            driver = driver
        )),
        (Err(error), _) => error,
        (Ok(()), _) => Error::Conflict,
    }
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "FreightJobDeallocation")]
struct Deallocation {
    /// The agent who has it. Another one keeps it.
    #[serde(default)]
    agentid: Option<i64>,
    jobid: FreightJobId,
    #[serde(default)]
    reason: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "UnallocateFreightJob")]
struct UnallocateJob {
    deallocation: Deallocation,
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "FreightJobDeallocations")]
struct Deallocations {
    /// At most 1,000.
    jobids: Vec<FreightJobId>,
    #[serde(default)]
    reason: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "UnallocateFreightJobs")]
struct UnallocateJobs {
    deallocation: Deallocations,
}

async fn unallocate_job(
    scope: Scope,
    UnallocateJob { deallocation }: UnallocateJob,
) -> Result<Vec<AllocatedJob>> {
    let Deallocation {
        agentid,
        jobid,
        reason,
    } = deallocation;
    unallocate_all(scope, vec![jobid], agentid, reason).await
}

async fn unallocate_jobs(
    scope: Scope,
    UnallocateJobs { deallocation }: UnallocateJobs,
) -> Result<Vec<AllocatedJob>> {
    check_count("deallocation.jobids", deallocation.jobids.len())?;
    unallocate_all(scope, deallocation.jobids, None, deallocation.reason).await
}

async fn unallocate_all(
    mut scope: Scope,
    jobs: Vec<FreightJobId>,
    agent: Option<i64>,
    reason: Option<String>,
) -> Result<Vec<AllocatedJob>> {
    let reason = reason.unwrap_or_default();
    if reason.chars().count() > MAX_NOTE_LENGTH {
        return Err(Error::invalid(
            "deallocation.reason",
            message!("must be at most {max} characters", max = MAX_NOTE_LENGTH),
        ));
    }
    let carried = carrier_agents::take_back_all(&mut scope, &jobs, agent, &reason).await?;
    let done: BTreeSet<FreightJobId> = carried.iter().map(|outcome| outcome.item).collect();
    let others: Vec<FreightJobId> = jobs.into_iter().filter(|id| !done.contains(id)).collect();
    let outcomes = unallocate(&mut scope, &others, agent, &reason).await?;
    scope.commit().await?;
    Ok(outcomes
        .into_iter()
        .chain(carried)
        .map(AllocatedJob::from)
        .collect())
}

/// Takes jobs back from their agents, with one result for each; the caller commits. With an agent,
/// jobs of others stay.
pub(crate) async fn unallocate(
    scope: &mut Scope,
    jobs: &[FreightJobId],
    agent: Option<i64>,
    reason: &str,
) -> Result<Vec<Outcome<FreightJobId>>> {
    let jobs = unique(jobs);
    let these = || Where::all().is_in(Job::ID, &jobs);
    scope.lock_all(these()).await?;
    let rows: Vec<Job> = scope.all(these()).await?;
    let rows: BTreeMap<FreightJobId, Job> = rows.into_iter().map(|job| (job.id, job)).collect();
    let (mut outcomes, mut due) = (Vec::with_capacity(jobs.len()), Vec::new());
    for id in jobs {
        let result = match rows.get(&id) {
            None => Err(Error::NotFound("The job")),
            Some(job) => check_unallocate(job, agent)
                .and_then(|()| check_no_consignment(job))
                .map(|()| due.push(job)),
        };
        outcomes.push(Outcome::new(id, result));
    }
    let ids: Vec<FreightJobId> = due.iter().map(|job| job.id).collect();
    store::unallocate(scope, &ids).await?;
    record_unallocations(scope, &due, reason).await?;
    Ok(outcomes)
}

pub(super) fn check_unallocate(job: &Job, agent: Option<i64>) -> Result<()> {
    hauls::check_no_haul(job)?;
    FreightOperation::Unallocate.check(job.job_status)?;
    let holder = job
        .driver_id
        .map(|driver| driver.0)
        .or(job.carrier_id.map(|account| account.0));
    match agent {
        Some(agent) if holder != Some(agent) => Err(refuse(message!(
            "{job} is allocated to another agent by now.",
            job = job.job_no
        ))),
        _ => Ok(()),
    }
}

/// Rejects a job whose consignment would stay with the carrier.
fn check_no_consignment(job: &Job) -> Result<()> {
    match job.carrier_booking_id {
        Some(_) => Err(being_booked(job)),
        None => Ok(()),
    }
}

/// Writes logs, events and the record of changes of jobs that a statement took back.
async fn record_unallocations(scope: &mut Scope, jobs: &[&Job], reason: &str) -> Result<()> {
    let entry = |job: &&Job| {
        let entry = Entry::new(LoggedFreightOperation::Unallocate).with_value(reason);
        (job.id, entry)
    };
    log::write_all(scope, jobs.iter().map(entry).collect()).await?;
    let changes: Vec<(Job, Job)> = jobs
        .iter()
        .map(|job| {
            let free = Job {
                driver_id: None,
                job_status: JobStatus::Unallocated,
                ..(*job).clone()
            };
            ((*job).clone(), free)
        })
        .collect();
    publish_changes(scope, &changes).await
}

/// Makes a driver the agent of a locked job. The caller sets its state and stores it.
pub(crate) async fn give(scope: &mut Scope, job: &mut Job, driver: DriverId) -> Result<()> {
    let before = job.driver_id.replace(driver);
    job.is_allocated = true;
    publish_allocation(scope, job, before).await
}

/// Takes the job from its agent.
pub(crate) async fn clear(scope: &mut Scope, job: &mut Job) -> Result<()> {
    let before = job.driver_id.take();
    job.carrier_id = None;
    job.carrier_booking_id = None;
    job.carrier_account = None;
    job.planned_arrival = None;
    job.is_allocated = false;
    match before {
        Some(_) => publish_allocation(scope, job, before).await,
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(error: Error) -> String {
        error.full_message().to_string()
    }

    #[test]
    fn a_job_that_is_taken_names_its_driver() {
        let job = Job {
            job_no: "J00001".to_owned(),
            job_status: JobStatus::Allocated,
            ..Job::default()
        };
        let driver = "Ann Lee".to_owned();
        assert_eq!(
            sentence(explain(&job, Some(&driver))),
            "J00001 is allocated to Ann Lee already."
        );
        let delivered = Job {
            job_status: JobStatus::Delivered,
            ..job
        };
        let said = sentence(explain(&delivered, Some(&driver)));
        assert!(
            said.starts_with("Allocate is not possible for a job that is Delivered"),
            "{said}"
        );
    }

    #[test]
    fn a_job_is_allocated_once_however_often_it_is_sent() {
        let ids = [3, 1, 3, 2, 1].map(FreightJobId);
        assert_eq!(unique(&ids), [3, 1, 2].map(FreightJobId));
    }
}
