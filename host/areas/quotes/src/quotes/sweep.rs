//! Daily cleanup of expired quotes.

use chrono::TimeDelta;
use data::{Result, Scope};
use work::event::Listener;

use crate::quotes;

/// Validity starts with the answer, some time after its request.
const ANSWER_DELAY: TimeDelta = TimeDelta::hours(1);
/// Keeps transactions short.
const MAX_REMOVED: i64 = 500;

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
