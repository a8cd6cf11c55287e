//! Calls about multi-stop jobs.

use data::{ById, ListQuery, Outcome, PageOf, Result, Scope};
use jobs::{AllocatedJob, FreightJobId, JobPart};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw, Routes,
    http::{Method, Response, deleted},
};

use super::{
    model::{MultiStopInput, MultiStopView},
    service,
};
use crate::access::{FEATURE, PLANNING};

pub(crate) fn table() -> Routes {
    Routes::new("/api/jobs/multi-stop")
        .feature(FEATURE)
        .get("multi-stop", PLANNING, get)
        .post("multi-stop", PLANNING, create)
        .put("multi-stop", PLANNING, change)
        .raw(Method::DELETE, "multi-stop", PLANNING, 0, delete)
        .describe_query::<ById<FreightJobId>>()
        .post("allocate-jobs", PLANNING, allocate)
        .post("de-allocate-jobs", PLANNING, deallocate)
        .list("allocated-jobs", PLANNING, allocated)
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MultiStopQuery {
    job_id: FreightJobId,
}

#[derive(Deserialize, JsonSchema)]
struct SaveMultiStop {
    multistop: MultiStopInput,
}

/// A single multi-stop job.
#[derive(Serialize, JsonSchema)]
struct OneMultiStop {
    multistop: MultiStopView,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "MultiStopAllocation")]
struct Allocation {
    multistopid: FreightJobId,
    /// At most 500. Their stops follow the others.
    jobids: Vec<FreightJobId>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "AllocateToMultiStop")]
struct Allocate {
    allocation: Allocation,
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "MultiStopDeallocation")]
struct Deallocation {
    multistopid: FreightJobId,
    /// At most 500.
    jobids: Vec<FreightJobId>,
    #[serde(default)]
    reason: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "DeallocateFromMultiStop")]
struct Deallocate {
    deallocation: Deallocation,
}

async fn get(mut scope: Scope, MultiStopQuery { job_id }: MultiStopQuery) -> Result<OneMultiStop> {
    let multistop = service::view(&mut scope, job_id).await?;
    Ok(OneMultiStop { multistop })
}

async fn create(mut scope: Scope, sent: SaveMultiStop) -> Result<OneMultiStop> {
    let id = service::create(&mut scope, sent.multistop).await?;
    scope.commit().await?;
    let multistop = service::view(&mut scope, id).await?;
    Ok(OneMultiStop { multistop })
}

async fn change(mut scope: Scope, sent: SaveMultiStop) -> Result<OneMultiStop> {
    let id = service::change(&mut scope, sent.multistop).await?;
    scope.commit().await?;
    let multistop = service::view(&mut scope, id).await?;
    Ok(OneMultiStop { multistop })
}

async fn delete(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<FreightJobId>>()?;
    jobs::delete_multi_stop(&mut scope, id).await?;
    scope.commit().await?;
    Ok(deleted())
}

async fn allocate(mut scope: Scope, sent: Allocate) -> Result<Vec<AllocatedJob>> {
    let Allocation {
        multistopid,
        jobids,
    } = sent.allocation;
    let outcomes = service::allocate(&mut scope, multistopid, &jobids).await?;
    answer(scope, outcomes).await
}

async fn deallocate(mut scope: Scope, sent: Deallocate) -> Result<Vec<AllocatedJob>> {
    let Deallocation {
        multistopid,
        jobids,
        reason,
    } = sent.deallocation;
    let reason = reason.unwrap_or_default();
    let outcomes = service::deallocate(&mut scope, multistopid, &jobids, &reason).await?;
    answer(scope, outcomes).await
}

async fn answer(
    mut scope: Scope,
    outcomes: Vec<Outcome<FreightJobId>>,
) -> Result<Vec<AllocatedJob>> {
    scope.commit().await?;
    Ok(outcomes.into_iter().map(AllocatedJob::from).collect())
}

/// Lists the jobs of a multi-stop job.
async fn allocated(
    mut scope: Scope,
    MultiStopQuery { job_id }: MultiStopQuery,
    query: ListQuery,
) -> Result<PageOf<JobPart>> {
    let parts = service::parts(&mut scope, job_id).await?;
    jobs::list_parts(&mut scope, &query, &parts).await
}
