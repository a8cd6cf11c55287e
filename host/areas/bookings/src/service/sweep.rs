//! Doing away with links that have ended and with payments' nonces that no provider takes any more, and with what
//! carriers were sent long ago.

use chrono::TimeDelta;
use kernel::{Result, Scope, db::Col, event::Listener, tsql};

/// No provider takes a nonce after some days; most of them after hours.
const NONCES_LIVE: TimeDelta = TimeDelta::days(7);

/// Whoever asks what a carrier was told asks within the months in which its invoice comes.
const EXCHANGES_LIVE: TimeDelta = TimeDelta::days(180);

/// Once a day in every tenant.
pub fn sweeper() -> Listener {
    Listener::new("bookings.sweep", &tenancy::DAY_BEGAN, |scope, _| run(scope))
}

async fn run(mut scope: Scope) -> Result<()> {
    let now = scope.now();
    let shares = tsql!("DELETE FROM booking_shares WHERE tenant_id = $1 AND expires_at < $2");
    scope.rows(shares, vec![now.val()]).await?;
    let nonces = tsql!("DELETE FROM booking_payments WHERE tenant_id = $1 AND creation_time < $2");
    scope.rows(nonces, vec![(now - NONCES_LIVE).val()]).await?;
    let exchanges = tsql!("DELETE FROM booking_exchanges WHERE tenant_id = $1 AND creation_time < $2");
    scope.rows(exchanges, vec![(now - EXCHANGES_LIVE).val()]).await?;
    scope.commit().await
}
