//! Daily deletion of positions past the tenant's retention.

use chrono::TimeDelta;
use data::{Result, Scope};
use work::event::Listener;

use super::store;

pub(crate) fn sweeper() -> Listener {
    Listener::new(
        "drivers.sweep-positions",
        &tenancy::DAY_BEGAN,
        |scope, _| sweep(scope),
    )
}

/// Deletes in batches, each in its own transaction. A driver whose newest position is deleted has
/// none.
async fn sweep(mut scope: Scope) -> Result<()> {
    let days = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .compliance
        .position_retention_days;
    if days == 0 {
        return Ok(());
    }
    let before = scope.now() - TimeDelta::days(days);
    loop {
        let deleted = store::delete_before(&mut scope, before).await?;
        scope.commit().await?;
        if deleted == 0 {
            return Ok(());
        }
    }
}
