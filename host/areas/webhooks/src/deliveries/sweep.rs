//! Services of webhooks: queueing, delivery, secrets, pauses and cleanup.

use chrono::TimeDelta;
use data::{Result, Scope};

use crate::store;

/// Retention of deliveries and their attempts.
pub const RETENTION: TimeDelta = TimeDelta::days(30);
/// Deliveries removed per transaction, to keep locks short.
const MAX_REMOVED: i64 = 500;

/// Removes expired deliveries, daily in every tenant.
pub async fn sweep(mut scope: Scope) -> Result<()> {
    let before = scope.now() - RETENTION;
    loop {
        let removed = store::remove_before(&mut scope, before, MAX_REMOVED).await?;
        scope.commit().await?;
        if removed == 0 {
            return Ok(());
        }
    }
}
