//! What webhooks do: taking on events, delivering them, secrets, pauses and throwing away what is old.

pub mod deliver;
pub mod pause;
pub mod secrets;
pub mod take;

use chrono::TimeDelta;
use kernel::{Result, Scope};

use crate::store;

/// How long deliveries are kept with their attempts.
pub const KEPT: TimeDelta = TimeDelta::days(30);
/// Deliveries removed in one transaction, so that others get their turn.
const MAX_REMOVED: i64 = 500;

/// Throws away what is older than it is kept; once a day in every tenant.
pub async fn sweep(mut scope: Scope) -> Result<()> {
    let before = scope.now() - KEPT;
    loop {
        let removed = store::remove_before(&mut scope, before, MAX_REMOVED).await?;
        scope.commit().await?;
        if removed == 0 {
            return Ok(());
        }
    }
}
