//! Jobs that consist of other jobs, such as a multi-stop job: their ends, sums and state follow
//! from their parts.

use std::collections::{BTreeMap, BTreeSet};

use data::{Error, ListQuery, PageOf, Result, Scope, Where, message};
use schemars::JsonSchema;
use serde::Serialize;
use work::event::ScopeEvents;

use crate::{
    events,
    jobs::{
        change,
        log::{Entry, LoggedFreightOperation},
        model::{FreightJobId, Job, JobType},
        rules, save,
        status::{JobStatus, STATUS_NOT_ALLOWED, least_advanced},
        view::JobView,
    },
};

/// A stop of a grouped job: one end of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupStop {
    pub job: FreightJobId,
    pub is_pickup: bool,
}

/// Members of a grouped job that its owner shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupedJob {
    pub id: FreightJobId,
    pub job_no: String,
    pub row_version: i64,
    pub reference: Option<String>,
    pub status: JobStatus,
}

/// Creates a multi-stop job; the caller commits. Nothing is done with it but with its parts.
pub async fn create_multi_stop(
    scope: &mut Scope,
    reference: Option<String>,
    stops: &[GroupStop],
) -> Result<GroupedJob> {
    let mut job = Job {
        job_type: JobType::MultiStop,
        has_legs: true,
        ..Job::default()
    };
    complete(scope, &mut job, reference, stops).await?;
    let job = save::create(scope, job).await?;
    Ok(to_grouped(job))
}

/// Changes a multi-stop job and its parts; the caller commits.
pub async fn change_multi_stop(
    scope: &mut Scope,
    id: FreightJobId,
    reference: Option<String>,
    stops: &[GroupStop],
) -> Result<GroupedJob> {
    let mut job = lock_multi_stop(scope, id).await?;
    let before = job.job_status;
    complete(scope, &mut job, reference, stops).await?;
    let entry = Entry::new(LoggedFreightOperation::Edit);
    change::store(scope, &mut job, before, entry).await?;
    Ok(to_grouped(job))
}

/// Sets the state of a multi-stop job from its parts; the caller commits.
pub async fn follow_parts(
    scope: &mut Scope,
    id: FreightJobId,
    parts: &[FreightJobId],
) -> Result<()> {
    let mut job = lock_multi_stop(scope, id).await?;
    let parts = load_parts(scope, parts).await?;
    let before = job.job_status;
    job.job_status = state_of(parts.values());
    if job.job_status == before {
        return Ok(());
    }
    scope.update(&mut job).await?;
    change::announce(scope, &job, before).await
}

/// Deletes a multi-stop job; its parts stay. The caller commits.
pub async fn delete_multi_stop(scope: &mut Scope, id: FreightJobId) -> Result<()> {
    let job = lock_multi_stop(scope, id).await?;
    if job.job_status.has_goods() {
        return Err(STATUS_NOT_ALLOWED.with_message(message!(
            "{job} is under way: finish its jobs first.",
            job = job.job_no
        )));
    }
    scope.delete::<Job>(id).await?;
    let deletion = events::DeletedJob {
        job_id: id,
        customer_id: job.customer_id,
        driver_id: job.driver_id,
    };
    scope.publish(&events::DELETED, &deletion).await
}

/// Returns a multi-stop job.
pub async fn find_multi_stop(scope: &mut Scope, id: FreightJobId) -> Result<GroupedJob> {
    let job: Job = scope.find(id).await?;
    match job.job_type {
        JobType::MultiStop => Ok(to_grouped(job)),
        _ => Err(Error::NotFound("The multi-stop job")),
    }
}

/// A part of a grouped job, as the caller may see it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct JobPart(JobView);

/// Lists parts of a grouped job.
pub async fn list_parts(
    scope: &mut Scope,
    query: &ListQuery,
    parts: &[FreightJobId],
) -> Result<PageOf<JobPart>> {
    let narrow = Where::all().is_in(Job::ID, parts);
    let page: PageOf<Job> = scope.page(query, narrow).await?;
    Ok(page.map(|job| JobPart(JobView::for_caller(job, scope))))
}

async fn lock_multi_stop(scope: &mut Scope, id: FreightJobId) -> Result<Job> {
    let job = change::lock(scope, id).await?;
    match job.job_type {
        JobType::MultiStop => Ok(job),
        _ => Err(Error::NotFound("The multi-stop job")),
    }
}

async fn load_parts(
    scope: &mut Scope,
    parts: &[FreightJobId],
) -> Result<BTreeMap<FreightJobId, Job>> {
    let jobs: Vec<Job> = scope.all(Where::all().is_in(Job::ID, parts)).await?;
    Ok(jobs.into_iter().map(|job| (job.id, job)).collect())
}

/// Sets ends, sums and state. Parts are jobs of their own, not legs and not groups.
async fn complete(
    scope: &mut Scope,
    group: &mut Job,
    reference: Option<String>,
    stops: &[GroupStop],
) -> Result<()> {
    let mut ids: Vec<FreightJobId> = stops.iter().map(|stop| stop.job).collect();
    ids.sort_unstable();
    ids.dedup();
    let parts = load_parts(scope, &ids).await?;
    if parts.len() < ids.len() {
        return Err(Error::NotFound("The job"));
    }
    for job in parts.values() {
        check_part(job)?;
    }
    let end = |stop: Option<&GroupStop>| {
        let stop = stop?;
        let job = parts.get(&stop.job)?;
        match stop.is_pickup {
            true => job.from_address.clone(),
            false => job.to_address.clone(),
        }
    };
    group.reference = reference;
    group.from_address = end(stops.first());
    group.to_address = end(stops.last());
    group.pickup_date = parts.values().filter_map(|job| job.pickup_date).min();
    group.deadline = parts.values().filter_map(|job| job.deadline).max();
    let customers: BTreeSet<_> = parts.values().map(|job| job.customer_id).collect();
    group.customer_id = match customers.len() {
        1 => customers.into_iter().next().flatten(),
        _ => None,
    };
    save::derive(scope, group).await?;
    group.total_quantity = parts.values().map(|job| job.total_quantity).sum();
    group.total_weight = parts.values().map(|job| job.total_weight).sum();
    group.total_volume = parts.values().map(|job| job.total_volume).sum();
    group.job_status = state_of(parts.values());
    let errors = rules::check(group);
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Error::Invalid(errors)),
    }
}

fn check_part(job: &Job) -> Result<()> {
    let is_whole = job.parent_id.is_none() && !job.has_legs;
    let is_group = matches!(job.job_type, JobType::MultiStop | JobType::LineHaul);
    match is_whole && !is_group {
        true => Ok(()),
        false => Err(STATUS_NOT_ALLOWED.with_message(message!(
            "{job} is part of another job or has parts: it cannot be a stop.",
            job = job.job_no
        ))),
    }
}

fn state_of<'a>(parts: impl Iterator<Item = &'a Job>) -> JobStatus {
    least_advanced(parts.map(Job::standing)).unwrap_or(JobStatus::Draft)
}

fn to_grouped(job: Job) -> GroupedJob {
    GroupedJob {
        id: job.id,
        job_no: job.job_no,
        row_version: job.row_version,
        reference: job.reference,
        status: job.job_status,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(job_type: JobType, status: JobStatus) -> Job {
        Job {
            job_type,
            job_status: status,
            ..Job::default()
        }
    }

    #[test]
    fn the_least_advanced_part_decides() {
        let parts = [
            part(JobType::Pickup, JobStatus::Delivered),
            part(JobType::Delivery, JobStatus::Allocated),
        ];
        assert_eq!(state_of(parts.iter()), JobStatus::Allocated);
        assert_eq!(state_of([].iter()), JobStatus::Draft);
    }

    #[test]
    fn parts_are_jobs_of_their_own() {
        assert!(check_part(&part(JobType::Delivery, JobStatus::Draft)).is_ok());
        assert!(check_part(&part(JobType::MultiStop, JobStatus::Draft)).is_err());
        let leg = Job {
            parent_id: Some(FreightJobId(1)),
            ..Job::default()
        };
        assert!(check_part(&leg).is_err());
    }
}
