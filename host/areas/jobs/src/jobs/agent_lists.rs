//! Lists of jobs with and without a delivery agent.

use data::{
    Empty, Error, ListQuery, PageOf, Result, Scope, Where,
    ids::{CarrierAccountId, DriverId},
    message, states_that,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{agents::AgentType, model::Job, status::JobStatus, view::JobView};

/// Lists jobs that can be allocated.
pub(super) async fn unallocated_jobs(
    mut scope: Scope,
    _: Empty,
    query: ListQuery,
) -> Result<PageOf<JobView>> {
    let narrow = Where::all()
        .eq(Job::JOB_STATUS, JobStatus::Unallocated)
        .eq(Job::HAS_LEGS, false);
    let jobs: PageOf<Job> = scope.page(&query, narrow).await?;
    Ok(jobs.map(|job| JobView::for_caller(job, &scope)))
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AgentQuery {
    /// The agent. A driver's user may omit it.
    id: Option<i64>,
    /// Default: Driver.
    agent_type: Option<AgentType>,
}

/// Lists the open jobs of an agent.
pub(super) async fn allocated_jobs(
    mut scope: Scope,
    AgentQuery { id, agent_type }: AgentQuery,
    query: ListQuery,
) -> Result<PageOf<JobView>> {
    let own = scope.caller.driver().map(|driver| driver.0);
    let Some(id) = id.or(own) else {
        return Err(Error::invalid("id", message!("is required")));
    };
    let open = Where::all().is_in(Job::JOB_STATUS, states_that!(JobStatus, JobStatus::is_open));
    let narrow = match agent_type.unwrap_or_default() {
        AgentType::Driver => open.eq(Job::DRIVER_ID, DriverId(id)),
        AgentType::Carrier => open.eq(Job::CARRIER_ID, CarrierAccountId(id)),
    };
    let jobs: PageOf<Job> = scope.page(&query, narrow).await?;
    Ok(jobs.map(|job| JobView::for_caller(job, &scope)))
}
