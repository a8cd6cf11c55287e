//! Daily cleanup of expired quotes.

use chrono::TimeDelta;
use kernel::{Result, Scope, event::Listener};

use crate::quotes;

/// An answer's validity starts on arrival, some time after its request.
const ANSWER_DELAY: TimeDelta = TimeDelta::hours(1);
/// Requests deleted per transaction, to keep it short.
const MAX_REMOVED: i64 = 500;

/// Runs once a day per tenant.
pub fn sweeper() -> Listener {
    Listener::new("quotes.sweep", &tenancy::DAY_BEGAN, |scope, _| run(scope))
}

async fn run(mut scope: Scope) -> Result<()> {
    let before = scope.now() - quotes::store::VALIDITY - ANSWER_DELAY;
    loop {
        let removed = quotes::store::remove_before(&mut scope, before, MAX_REMOVED).await?;
        scope.commit().await?;
        if removed == 0 {
            return Ok(());
        }
    }
}
