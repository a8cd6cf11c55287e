//! Doing away with quotes that nobody can book any more.

use chrono::TimeDelta;
use kernel::{Result, Scope, event::Listener};

use crate::store;

/// An answer is valid from when it came: a while after it was asked for.
const ANSWERED_AFTER: TimeDelta = TimeDelta::hours(1);
/// Requests removed in one transaction, so that others get their turn.
const MAX_REMOVED: i64 = 500;

/// Once a day in every tenant.
pub fn sweeper() -> Listener {
    Listener::new("quotes.sweep", &tenancy::DAY_BEGAN, |scope, _| run(scope))
}

async fn run(mut scope: Scope) -> Result<()> {
    let before = scope.now() - store::VALID - ANSWERED_AFTER;
    loop {
        let removed = store::remove_before(&mut scope, before, MAX_REMOVED).await?;
        scope.commit().await?;
        if removed == 0 {
            return Ok(());
        }
    }
}
