//! Plans of a day: searched for in the background, checked at once, and sent out as runs.

pub(crate) mod check;
pub(crate) mod model;
pub(crate) mod result;
pub(crate) mod routes;
pub(crate) mod send;
pub(crate) mod solve;
pub(crate) mod start;

use data::{Error, Result, Scope};
use model::{RoutePlan, RoutePlanId};

/// Loads a plan that has not expired.
pub(crate) async fn find(scope: &mut Scope, id: RoutePlanId) -> Result<RoutePlan> {
    let plan: RoutePlan = scope.find(id).await?;
    match plan.expiry_time > scope.now() {
        true => Ok(plan),
        false => Err(Error::NotFound("The plan")),
    }
}

/// Locks and loads a plan that has not expired.
pub(crate) async fn lock(scope: &mut Scope, id: RoutePlanId) -> Result<RoutePlan> {
    scope.lock::<RoutePlan>(id).await?;
    find(scope, id).await
}
