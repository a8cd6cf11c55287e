//! Calls about the load of line hauls.

use data::{Error, ListQuery, PageOf, Result, Scope, message};
use jobs::{AllocatedJob, FreightJobId};
use schemars::JsonSchema;
use serde::Deserialize;
use web::Routes;

use super::{
    allocate, articles,
    results::{LineHaulArticleResult, read_numbers},
    unload,
    views::{LineHaulJob, load_jobs, load_rows},
};
use crate::{
    access::LINE_HAUL,
    hauls::{
        model::{LineHaul, LineHaulId},
        routes::LineHaulParameter,
        rules::MAX_NOTE_LENGTH,
    },
};

pub(crate) fn table() -> Routes {
    Routes::new("/api/jobs/linehaul-job-allocation")
        .feature(jobs::access::JOBS)
        .post("allocate-jobs", LINE_HAUL, allocate_jobs)
        .post("un-allocate-jobs", LINE_HAUL, unallocate_jobs)
        .list("allocated-jobs", LINE_HAUL, allocated_jobs)
        .post("allocate-articles", LINE_HAUL, allocate_articles)
        .post("un-allocate-articles", LINE_HAUL, unallocate_articles)
}

#[data::wire(lists)]
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "LineHaulJobAllocation")]
struct JobAllocation {
    #[serde(rename = "linehaulId")]
    line_haul_id: LineHaulId,
    /// At most 1,000.
    #[serde(rename = "jobIds")]
    job_ids: Vec<FreightJobId>,
    /// Takes jobs that travel between other head ports too.
    #[serde(default)]
    force: bool,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "AllocateLineHaulJobs")]
struct AllocateJobs {
    allocation: JobAllocation,
}

#[data::wire(trim, lists)]
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "LineHaulJobDeallocation")]
struct JobDeallocation {
    #[serde(rename = "linehaulid")]
    line_haul_id: LineHaulId,
    /// At most 1,000.
    #[serde(rename = "jobids")]
    job_ids: Vec<FreightJobId>,
    #[serde(default)]
    reason: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "UnallocateLineHaulJobs")]
struct UnallocateJobs {
    deallocation: JobDeallocation,
}

#[data::wire(lists)]
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "LineHaulArticleAllocation")]
struct ArticleAllocation {
    #[serde(rename = "linehaulid")]
    line_haul_id: LineHaulId,
    /// At most 1,000.
    #[serde(rename = "articlenumbers")]
    article_numbers: Vec<String>,
    /// Takes articles that travel between other head ports too.
    #[serde(default)]
    force: bool,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "AllocateLineHaulArticles")]
struct AllocateArticles {
    allocation: ArticleAllocation,
}

/// Articles that are taken off a line haul, or whose unloading is taken back.
#[data::wire(trim, lists)]
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "LineHaulArticleReversal")]
struct ArticleReversal {
    #[serde(rename = "linehaulid")]
    line_haul_id: LineHaulId,
    /// At most 1,000.
    #[serde(rename = "articlenumbers")]
    article_numbers: Vec<String>,
    #[serde(default)]
    reason: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "UnallocateLineHaulArticles")]
struct UnallocateArticles {
    deallocation: ArticleReversal,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "UndoLineHaulUnloading")]
pub(crate) struct UndoUnloading {
    unloading: ArticleReversal,
}

#[data::wire(lists)]
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "LineHaulArticleUnloading")]
struct ArticleUnloading {
    #[serde(rename = "linehaulid")]
    line_haul_id: LineHaulId,
    /// At most 1,000.
    #[serde(rename = "articlenumbers")]
    article_numbers: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "UnloadLineHaulArticles")]
pub(crate) struct UnloadArticles {
    unloading: ArticleUnloading,
}

async fn allocate_jobs(
    mut scope: Scope,
    AllocateJobs { allocation }: AllocateJobs,
) -> Result<Vec<AllocatedJob>> {
    let JobAllocation {
        line_haul_id,
        job_ids,
        force,
    } = allocation;
    let outcomes = allocate::allocate_jobs(&mut scope, line_haul_id, &job_ids, force).await?;
    scope.commit().await?;
    Ok(outcomes.into_iter().map(AllocatedJob::from).collect())
}

async fn unallocate_jobs(
    mut scope: Scope,
    UnallocateJobs { deallocation }: UnallocateJobs,
) -> Result<Vec<AllocatedJob>> {
    let JobDeallocation {
        line_haul_id,
        job_ids,
        reason,
    } = deallocation;
    let reason = read_reason("deallocation.reason", reason)?;
    let outcomes = allocate::unallocate_jobs(&mut scope, line_haul_id, &job_ids, &reason).await?;
    scope.commit().await?;
    Ok(outcomes.into_iter().map(AllocatedJob::from).collect())
}

fn read_reason(member: &str, reason: Option<String>) -> Result<String> {
    let reason = reason.unwrap_or_default();
    match reason.chars().count() {
        0..=MAX_NOTE_LENGTH => Ok(reason),
        _ => Err(Error::invalid(
            member,
            message!("must be at most {max} characters", max = MAX_NOTE_LENGTH),
        )),
    }
}

async fn allocated_jobs(
    mut scope: Scope,
    LineHaulParameter { job_id }: LineHaulParameter,
    query: ListQuery,
) -> Result<PageOf<LineHaulJob>> {
    let haul: LineHaul = scope.find(job_id).await?;
    let rows = load_rows(&mut scope, haul.id).await?;
    let jobs = load_jobs(&mut scope, &rows).await?;
    PageOf::from_rows(&query, jobs)
}

async fn allocate_articles(
    mut scope: Scope,
    AllocateArticles { allocation }: AllocateArticles,
) -> Result<Vec<LineHaulArticleResult>> {
    let numbers = read_numbers("allocation.articlenumbers", allocation.article_numbers)?;
    let (id, force) = (allocation.line_haul_id, allocation.force);
    let outcomes = articles::load_articles(&mut scope, id, &numbers, force).await?;
    scope.commit().await?;
    Ok(outcomes.into_iter().map(Into::into).collect())
}

async fn unallocate_articles(
    mut scope: Scope,
    UnallocateArticles { deallocation }: UnallocateArticles,
) -> Result<Vec<LineHaulArticleResult>> {
    let numbers = read_numbers("deallocation.articlenumbers", deallocation.article_numbers)?;
    let reason = read_reason("deallocation.reason", deallocation.reason)?;
    let id = deallocation.line_haul_id;
    let outcomes = articles::unload_again(&mut scope, id, &numbers, &reason).await?;
    scope.commit().await?;
    Ok(outcomes.into_iter().map(Into::into).collect())
}

pub(crate) async fn unload_articles(
    mut scope: Scope,
    UnloadArticles { unloading }: UnloadArticles,
) -> Result<Vec<LineHaulArticleResult>> {
    let numbers = read_numbers("unloading.articlenumbers", unloading.article_numbers)?;
    let id = unloading.line_haul_id;
    let outcomes = unload::unload_articles(&mut scope, id, &numbers).await?;
    scope.commit().await?;
    Ok(outcomes.into_iter().map(Into::into).collect())
}

pub(crate) async fn undo_unloading(
    mut scope: Scope,
    UndoUnloading { unloading }: UndoUnloading,
) -> Result<Vec<LineHaulArticleResult>> {
    let numbers = read_numbers("unloading.articlenumbers", unloading.article_numbers)?;
    let reason = read_reason("unloading.reason", unloading.reason)?;
    let id = unloading.line_haul_id;
    let outcomes = unload::take_back_unloaded(&mut scope, id, &numbers, &reason).await?;
    scope.commit().await?;
    Ok(outcomes.into_iter().map(Into::into).collect())
}
