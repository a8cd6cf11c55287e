//! Calls about plans.

use chrono::NaiveDate;
use data::{ListQuery, PageOf, Result, Scope, Where};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use super::{
    check, find,
    model::{PlanRequest, PlanStatus, PlanView, RoutePlan, RoutePlanId},
    send, start,
};
use crate::access::PLANNING;

/// A day of a thousand stops has about a hundred kilobytes.
const MAX_BODY: usize = 4 << 20;

pub(crate) fn add(routes: Routes) -> Routes {
    routes
        .post("plan", PLANNING, start_plan)
        .with_body_limit(MAX_BODY)
        .get("plan", PLANNING, get)
        .list("plans", PLANNING, list)
        .post("stop-plan", PLANNING, stop)
        .post("check-plan", PLANNING, check::check_plan)
        .with_body_limit(MAX_BODY)
        .post("send-plan", PLANNING, send::send_plan)
        .with_body_limit(MAX_BODY)
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "StartRoutePlan")]
struct StartPlan {
    plan: PlanRequest,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "StartedRoutePlan")]
struct StartedPlan {
    planid: RoutePlanId,
}

/// A single plan.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OneRoutePlan")]
pub(crate) struct OnePlan {
    pub plan: PlanView,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PlanQuery {
    plan_id: RoutePlanId,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "StopRoutePlan")]
struct StopPlan {
    planid: RoutePlanId,
}

#[derive(Deserialize, JsonSchema)]
struct PlansQuery {
    rundate: Option<NaiveDate>,
}

/// A plan without its routes.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RoutePlanHead")]
struct PlanHead {
    planid: RoutePlanId,
    rundate: NaiveDate,
    status: PlanStatus,
    iterations: i64,
    /// Milliseconds.
    elapsed: i64,
    #[serde(rename = "creationTime")]
    creation_time: chrono::DateTime<chrono::Utc>,
    expirytime: chrono::DateTime<chrono::Utc>,
}

/// The columns of a plan's head.
#[derive(Debug, Clone, data::Record)]
#[record(view_of = RoutePlan)]
struct PlanRow {
    id: RoutePlanId,
    run_date: NaiveDate,
    status: PlanStatus,
    iterations: i64,
    elapsed: i64,
    creation_time: chrono::DateTime<chrono::Utc>,
    expiry_time: chrono::DateTime<chrono::Utc>,
}

async fn start_plan(mut scope: Scope, StartPlan { plan }: StartPlan) -> Result<StartedPlan> {
    let planid = start::start(&mut scope, plan).await?;
    Ok(StartedPlan { planid })
}

async fn get(mut scope: Scope, PlanQuery { plan_id }: PlanQuery) -> Result<OnePlan> {
    let plan = find(&mut scope, plan_id).await?;
    let plan = PlanView::from_plan(&mut scope, plan).await?;
    Ok(OnePlan { plan })
}

async fn list(
    mut scope: Scope,
    PlansQuery { rundate }: PlansQuery,
    query: ListQuery,
) -> Result<PageOf<PlanHead>> {
    let narrow = Where::all()
        .gt(RoutePlan::EXPIRY_TIME, scope.now())
        .eq_some(RoutePlan::RUN_DATE, rundate);
    let page: PageOf<PlanRow> = scope.page(&query, narrow).await?;
    Ok(page.map(|row| PlanHead {
        planid: row.id,
        rundate: row.run_date,
        status: row.status,
        iterations: row.iterations,
        elapsed: row.elapsed,
        creation_time: row.creation_time,
        expirytime: row.expiry_time,
    }))
}

async fn stop(mut scope: Scope, StopPlan { planid }: StopPlan) -> Result<OnePlan> {
    let plan = start::stop(&mut scope, planid).await?;
    let plan = PlanView::from_plan(&mut scope, plan).await?;
    Ok(OnePlan { plan })
}
