//! Routes of background jobs. Users watch and cancel their jobs, a tenant's administrators those of
//! its users; the platform's administrators see all.

use crate::access::{TENANT_SETTINGS, TENANTS_JOBS};
use data::{
    ById, Empty, Error, ListQuery, Message, Needs, Outcome, PageOf, Result, Scope, Where,
    audit::{Entry, UPDATED},
    ids::{JobId, TenantId},
    message,
};
use web::Routes;
use work::job::manage::{self, JobOperation};

use crate::jobs::model::{
    BackgroundJob, JobCounts, OneWatchedJob, ProcessJobs, ProcessedJob, TenantJob, WatchedJob,
};

pub(crate) fn table() -> Routes {
    Routes::new("/api/core/jobs")
        .get("getjob", Needs::SignedIn, get_job)
        .list("getmyjobs", Needs::SignedIn, get_my_jobs)
        .list("gettenantjobs", TENANT_SETTINGS, get_tenant_jobs)
        .post("canceljob", Needs::SignedIn, cancel_job)
        .list("getjobs", TENANTS_JOBS, get_jobs)
        .get("getjobssummary", TENANTS_JOBS, get_jobs_summary)
        .post("processjobs", TENANTS_JOBS, process_jobs)
}

/// Maximum jobs processed by one call.
const MAX_PROCESSED: usize = 1000;
/// Scope of the platform's view, without a tenant.
const PLATFORM: TenantId = TenantId(0);

/// Restricts to the caller's jobs in their tenant.
fn filter_own(scope: &Scope, narrow: Where<BackgroundJob>) -> Result<Where<BackgroundJob>> {
    let user = scope.caller.user().ok_or(Error::Unauthorized)?;
    Ok(narrow
        .eq(BackgroundJob::FOR_TENANT, scope.tenant)
        .eq(BackgroundJob::FOR_USER, user))
}

async fn find_own(scope: &Scope, id: JobId) -> Result<BackgroundJob> {
    let found = scope
        .in_tenant(PLATFORM)
        .first::<BackgroundJob>(filter_own(scope, Where::id(id))?)
        .await?;
    found.ok_or(Error::NotFound("The job"))
}

/// Restricts to jobs started by users of the caller's tenant.
fn filter_tenant(scope: &Scope, narrow: Where<BackgroundJob>) -> Where<BackgroundJob> {
    narrow
        .eq(BackgroundJob::FOR_TENANT, scope.tenant)
        .is_not_null(BackgroundJob::FOR_USER)
}

/// Finds the caller's job, or another user's for the tenant's administrators.
async fn find_visible(scope: &Scope, id: JobId) -> Result<BackgroundJob> {
    match find_own(scope, id).await {
        Err(Error::NotFound(_)) if scope.caller.can(TENANT_SETTINGS) => {
            let found = scope
                .in_tenant(PLATFORM)
                .first::<BackgroundJob>(filter_tenant(scope, Where::id(id)))
                .await?;
            found.ok_or(Error::NotFound("The job"))
        }
        found => found,
    }
}

async fn get_job(mut scope: Scope, ById { id }: ById<JobId>) -> Result<OneWatchedJob> {
    let job = find_visible(&scope, id).await?;
    // A result may name files and records that only its user may see.
    let is_own = job.for_user == scope.caller.user();
    let result = if is_own {
        manage::load_result(&mut scope, id).await?
    } else {
        None
    };
    Ok(OneWatchedJob {
        job: job.into(),
        result,
    })
}

async fn get_my_jobs(scope: Scope, _: Empty, list: ListQuery) -> Result<PageOf<WatchedJob>> {
    let narrow = filter_own(&scope, Where::all())?;
    Ok(scope
        .in_tenant(PLATFORM)
        .page::<BackgroundJob>(&list, narrow)
        .await?
        .map(WatchedJob::from))
}

async fn get_tenant_jobs(scope: Scope, _: Empty, list: ListQuery) -> Result<PageOf<TenantJob>> {
    let narrow = filter_tenant(&scope, Where::all());
    Ok(scope
        .in_tenant(PLATFORM)
        .page::<BackgroundJob>(&list, narrow)
        .await?
        .map(TenantJob::from))
}

async fn cancel_job(mut scope: Scope, ById { id }: ById<JobId>) -> Result<Empty> {
    let job = find_visible(&scope, id).await?;
    manage::apply_operation(&mut scope, JobOperation::Cancel, id).await?;
    if job.for_user != scope.caller.user() {
        scope.record(Entry::new("Job", id, UPDATED).with_change(
            "operation",
            (),
            JobOperation::Cancel,
        ));
    }
    scope.commit().await?;
    Ok(Empty {})
}

async fn get_jobs(scope: Scope, _: Empty, list: ListQuery) -> Result<PageOf<BackgroundJob>> {
    Ok(scope
        .in_tenant(PLATFORM)
        .page::<BackgroundJob>(&list, Where::all())
        .await?
        .map(BackgroundJob::with_operations))
}

async fn get_jobs_summary(mut scope: Scope, _: Empty) -> Result<JobCounts> {
    Ok(JobCounts {
        counts: manage::count_jobs(&mut scope).await?,
    })
}

async fn process_jobs(mut scope: Scope, input: ProcessJobs) -> Result<Vec<ProcessedJob>> {
    let ids = select_jobs(&scope, input.ids, input.filter).await?;
    let mut results = Vec::with_capacity(ids.len());
    for id in ids {
        let done = manage::apply_operation(&mut scope, input.operation, id).await;
        let outcome = Outcome::rejected(id, done)?;
        if outcome.is_ok() {
            scope.record(Entry::new("Job", id, UPDATED).with_change(
                "operation",
                (),
                input.operation,
            ));
        }
        results.push(outcome.into());
    }
    scope.commit().await?;
    Ok(results)
}

async fn select_jobs(scope: &Scope, ids: Vec<JobId>, filter: Option<String>) -> Result<Vec<JobId>> {
    let input_error = |member: &str, message: Message| Error::invalid(member, message);
    match filter {
        Some(_) if !ids.is_empty() => Err(input_error(
            "filter",
            message!("must be left out where ids are given"),
        )),
        Some(filter) => {
            let list = ListQuery {
                filter: Some(filter),
                sorting: Some("id".to_owned()),
                max_result_count: i64::try_from(MAX_PROCESSED).ok(),
                skip_count: None,
            };
            let page = scope
                .in_tenant(PLATFORM)
                .page::<BackgroundJob>(&list, Where::all())
                .await?;
            Ok(page.items.iter().map(|job| job.id).collect())
        }
        None if ids.is_empty() => Err(input_error(
            "ids",
            message!("must name at least one job, or give a filter"),
        )),
        None if ids.len() > MAX_PROCESSED => Err(input_error(
            "ids",
            message!("must be at most {max}", max = MAX_PROCESSED),
        )),
        None => Ok(ids),
    }
}
