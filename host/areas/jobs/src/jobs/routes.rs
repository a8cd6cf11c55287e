//! Calls about jobs.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use data::{
    ById, Change, Empty, Error, ListQuery, Needs, PageOf, Result, Save, Scope, Where, message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw, Routes,
    http::{Method, Response, deleted},
};
use work::event::ScopeEvents;

use super::{
    change, hauls, legs,
    log::{Entry, JobOperationEntry, LoggedFreightOperation},
    merge,
    model::{FreightJobId, Job, JobItem},
    process, save, split,
    status::FreightOperation,
    view::JobView,
};
use crate::{
    access::{JOB, JOB_CREATE, JOB_DELETE, JOB_EDIT, JOBS},
    events, live, scans,
};

pub(crate) fn table() -> Routes {
    Routes::new("/api/jobs/job")
        .feature(JOBS)
        .list("jobs", Needs::DriverOr(JOB), list)
        .get("job", Needs::DriverOr(JOB), get)
        .post("job", Save::with(JOB_CREATE, JOB_EDIT), save_job)
        .put("job", Save::with_permission(JOB_EDIT), change)
        .raw(Method::DELETE, "job", JOB_DELETE, 0, delete)
        .describe_query::<JobParameter>()
        .post("confirm", JOB_EDIT, confirm)
        .post("job-pickup", JOB_EDIT, set_pickup_ready)
        .post("split-job", JOB_EDIT, split::split_job)
        .post("merge-jobs", JOB_EDIT, merge::merge_jobs)
        .post("processjobs", Needs::DriverOr(JOB), process::process)
        .list("child-jobs", Needs::DriverOr(JOB), child_jobs)
        .list("jobs-with-children", Needs::DriverOr(JOB), with_children)
        .list("operation-logs", Needs::DriverOr(JOB), operation_logs)
        .raw(Method::GET, "stream", Needs::DriverOr(JOB), 0, stream)
}

/// Items of a job are a call of their own.
pub(crate) fn item_table() -> Routes {
    Routes::new("/api/jobs/job-item")
        .feature(JOBS)
        .put("job-item", JOB_EDIT, save_items)
}

/// Query of the calls for one job.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JobParameter {
    pub job_id: FreightJobId,
}

/// A single job.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OneFreightJob")]
pub(crate) struct OneJob {
    job: JobView,
}

impl OneJob {
    pub fn new(scope: &Scope, job: Job) -> Self {
        Self {
            job: JobView::for_caller(job, scope),
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SaveFreightJob")]
struct SaveJob {
    job: Change<Job>,
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<JobView>> {
    let jobs: PageOf<Job> = scope.page(&query, Where::all()).await?;
    Ok(jobs.map(|job| JobView::for_caller(job, &scope)))
}

async fn get(mut scope: Scope, JobParameter { job_id }: JobParameter) -> Result<OneJob> {
    let job = scope.find(job_id).await?;
    Ok(OneJob::new(&scope, job))
}

async fn change(scope: Scope, sent: SaveJob) -> Result<OneJob> {
    if sent.job.is_new() {
        return Err(Error::invalid("job.id", message!("is required")));
    }
    save_job(scope, sent).await
}

async fn save_job(mut scope: Scope, SaveJob { job }: SaveJob) -> Result<OneJob> {
    let job = save::save(&mut scope, job).await?;
    scope.commit().await?;
    Ok(OneJob::new(&scope, job))
}

async fn delete(mut scope: Scope, raw: Raw) -> Result<Response> {
    let JobParameter { job_id } = raw.query()?;
    let job = change::lock(&mut scope, job_id).await?;
    hauls::check_no_haul(&job)?;
    FreightOperation::Delete.check(job.job_status)?;
    if job.has_legs {
        return Err(Error::invalid(
            "jobId",
            message!("has legs: delete them first"),
        ));
    }
    scans::edit::release_pictures(&mut scope, job_id).await?;
    scope.delete::<Job>(job_id).await?;
    legs::detach(&mut scope, &job).await?;
    let deletion = events::DeletedJob {
        job_id,
        customer_id: job.customer_id,
        driver_id: job.driver_id,
    };
    scope.publish(&events::DELETED, &deletion).await?;
    scope.commit().await?;
    Ok(deleted())
}

/// Sends events of jobs that the caller may see; to a driver also those of messages to the driver
/// and of what may bar the driver from work.
async fn stream(scope: Scope, raw: Raw) -> Result<Response> {
    let source = match scope.caller.driver() {
        Some(_) => &live::OWN_WORK,
        None => &live::JOBS,
    };
    web::live::stream(scope, raw, source).await
}

async fn confirm(mut scope: Scope, ById { id }: ById<FreightJobId>) -> Result<OneJob> {
    let request = process::Request::default();
    process::run(&mut scope, id, FreightOperation::Confirm, &request).await?;
    load_saved(scope, id).await
}

async fn load_saved(mut scope: Scope, id: FreightJobId) -> Result<OneJob> {
    let job = scope.find(id).await?;
    scope.commit().await?;
    Ok(OneJob::new(&scope, job))
}

#[derive(Deserialize, JsonSchema)]
struct JobPickup {
    jobid: FreightJobId,
    /// Default: now.
    #[serde(default)]
    pickupreadydatetime: Option<DateTime<Utc>>,
}

#[derive(Deserialize, JsonSchema)]
struct SetPickupReady {
    jobpickup: JobPickup,
}

/// Records that the goods are ready for the pickup.
async fn set_pickup_ready(
    mut scope: Scope,
    SetPickupReady { jobpickup }: SetPickupReady,
) -> Result<OneJob> {
    let mut job = change::lock(&mut scope, jobpickup.jobid).await?;
    hauls::check_no_haul(&job)?;
    FreightOperation::Edit.check(job.job_status)?;
    let ready = jobpickup.pickupreadydatetime.unwrap_or(scope.now());
    if job.deadline.is_some_and(|deadline| deadline < ready) {
        return Err(Error::invalid(
            "jobpickup.pickupreadydatetime",
            message!("must not be after the deadline"),
        ));
    }
    job.is_pickup_ready = true;
    job.pickup_ready_time = Some(ready);
    let entry = Entry::new(LoggedFreightOperation::SetPickupReady).with_value(ready.to_rfc3339());
    let status = job.job_status;
    change::store(&mut scope, &mut job, status, entry).await?;
    scope.commit().await?;
    Ok(OneJob::new(&scope, job))
}

async fn child_jobs(
    mut scope: Scope,
    JobParameter { job_id }: JobParameter,
    query: ListQuery,
) -> Result<PageOf<JobView>> {
    let parent: Job = scope.find(job_id).await?;
    let sorting = query.sorting.clone().or(Some("leg, id".to_owned()));
    let query = ListQuery { sorting, ..query };
    let legs = Where::all().eq(Job::PARENT_ID, parent.id);
    let jobs: PageOf<Job> = scope.page(&query, legs).await?;
    Ok(jobs.map(|job| JobView::for_caller(job, &scope)))
}

/// A job with its legs.
#[derive(Serialize, JsonSchema)]
struct JobWithLegs {
    #[serde(flatten)]
    job: JobView,
    childjobs: Vec<JobView>,
}

async fn with_children(
    mut scope: Scope,
    _: Empty,
    query: ListQuery,
) -> Result<PageOf<JobWithLegs>> {
    let roots = Where::all().is_null(Job::PARENT_ID);
    let page: PageOf<Job> = scope.page(&query, roots).await?;
    let ids: Vec<FreightJobId> = page
        .items
        .iter()
        .filter(|job| job.has_legs)
        .map(|job| job.id)
        .collect();
    let mut legs: Vec<Job> = scope.all(Where::all().is_in(Job::PARENT_ID, &ids)).await?;
    legs.sort_by_key(|leg| (leg.leg, leg.id));
    let mut by_parent: BTreeMap<FreightJobId, Vec<JobView>> = BTreeMap::new();
    for leg in legs {
        if let Some(parent) = leg.parent_id {
            let view = JobView::for_caller(leg, &scope);
            by_parent.entry(parent).or_default().push(view);
        }
    }
    Ok(page.map(|job| JobWithLegs {
        childjobs: by_parent.remove(&job.id).unwrap_or_default(),
        job: JobView::for_caller(job, &scope),
    }))
}

/// Returns the operations done with a job. Customers never see them, as they name the staff.
async fn operation_logs(
    mut scope: Scope,
    JobParameter { job_id }: JobParameter,
    query: ListQuery,
) -> Result<PageOf<JobOperationEntry>> {
    let job: Job = scope.find(job_id).await?;
    if scope.caller.customer().is_some() {
        scope.require(JOB_EDIT)?;
    }
    let of_job = Where::all().eq(JobOperationEntry::JOB_ID, job.id);
    let is_staff = scope.caller.is_staff();
    let page: PageOf<JobOperationEntry> = scope.page(&query, of_job).await?;
    Ok(page.map(|entry| match is_staff {
        true => entry,
        false => JobOperationEntry {
            request: None,
            response: None,
            ..entry
        },
    }))
}

#[derive(Deserialize, JsonSchema)]
struct JobItems {
    jobid: FreightJobId,
    /// Replaces the items. Those with an id keep their article numbers.
    items: Vec<JobItem>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SaveJobItems")]
struct SaveItems {
    jobitems: JobItems,
}

async fn save_items(mut scope: Scope, SaveItems { jobitems }: SaveItems) -> Result<OneJob> {
    let JobItems { jobid, items } = jobitems;
    let job = save::save_items(&mut scope, jobid, items).await?;
    scope.commit().await?;
    Ok(OneJob::new(&scope, job))
}
