//! Events of runs and plans.

use data::{Result, Scope, ids::DriverId};
use serde::{Deserialize, Serialize};
use work::event::{Event, ScopeEvents};

use crate::{
    plans::model::RoutePlanId,
    runs::model::{RouteRun, RouteRunId},
};

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedRun {
    pub run_id: RouteRunId,
    pub driver_id: Option<DriverId>,
    /// The driver before the change.
    pub before: Option<DriverId>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OnePlan {
    pub plan_id: RoutePlanId,
}

/// Published when a run is made, changed or deleted, and when one of its steps changes.
pub(crate) static RUN_CHANGED: Event<ChangedRun> = Event::new("routing.run-changed", 1);
/// Published when a search begins, finds better routes or ends.
pub(crate) static PLAN_CHANGED: Event<OnePlan> = Event::new("routing.plan-changed", 1);

/// Publishes that a run changed, which had this driver before; the caller commits.
pub(crate) async fn publish_run(
    scope: &mut Scope,
    run: &RouteRun,
    before: Option<DriverId>,
) -> Result<()> {
    let changed = ChangedRun {
        run_id: run.id,
        driver_id: run.driver_id,
        before,
    };
    scope.publish(&RUN_CHANGED, &changed).await
}

/// Publishes that a plan changed; the caller commits.
pub(crate) async fn publish_plan(scope: &mut Scope, plan_id: RoutePlanId) -> Result<()> {
    scope.publish(&PLAN_CHANGED, &OnePlan { plan_id }).await
}
