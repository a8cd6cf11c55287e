//! Calls about jobs.

use data::{Change, Empty, Error, ListQuery, Needs, PageOf, Result, Save, Scope, Where, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw, Routes,
    http::{Method, Response, deleted},
};
use work::event::ScopeEvents;

use super::{
    model::{FreightJobId, Job},
    save,
    status::JobOperation,
    view::JobView,
};
use crate::{
    access::{JOB, JOB_CREATE, JOB_DELETE, JOB_EDIT, JOBS},
    events,
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
            job: JobView::for_caller(job, &scope.caller),
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
    Ok(jobs.map(|job| JobView::for_caller(job, &scope.caller)))
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
    scope.lock::<Job>(job_id).await?;
    let job: Job = scope.find(job_id).await?;
    JobOperation::Delete.check(job.job_status)?;
    let legs = scope.count(Where::all().eq(Job::PARENT_ID, job_id)).await?;
    if legs > 0 {
        return Err(Error::invalid(
            "jobId",
            message!("has legs ({count}): delete them first", count = legs),
        ));
    }
    scope.delete::<Job>(job_id).await?;
    let deletion = events::DeletedJob {
        job_id,
        customer_id: job.customer_id,
    };
    scope.publish(&events::DELETED, &deletion).await?;
    scope.commit().await?;
    Ok(deleted())
}
