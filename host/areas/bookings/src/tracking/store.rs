//! Statements of tracking polls.

use chrono::{DateTime, Utc};
use data::{Result, Scope, db::Col, ids::BookingId, tsql};

/// Bookings that carriers are asked about; the index of polls has the same words.
const TRACKED: &str = "tracked_automatically AND consignment_id IS NOT NULL";

/// Orders by longest wait.
pub async fn load_due(scope: &mut Scope, now: DateTime<Utc>, limit: i64) -> Result<Vec<BookingId>> {
    let sql = tsql!(
        "SELECT id FROM bookings WHERE tenant_id = $1 AND ",
        TRACKED,
        " AND (track_after IS NULL OR track_after <= $2) ORDER BY track_after NULLS FIRST, id LIMIT $3"
    );
    let rows = scope.rows(sql, vec![now.val(), limit.val()]).await?;
    Ok(rows
        .iter()
        .map(|row| row.get(0))
        .collect::<data::sqlx::Result<_>>()?)
}

/// True if any booking is polled, now or later.
pub async fn has_tracked(scope: &mut Scope) -> Result<bool> {
    let sql = tsql!(
        "SELECT 1 FROM bookings WHERE tenant_id = $1 AND ",
        TRACKED,
        " LIMIT 1"
    );
    Ok(!scope.rows(sql, Vec::new()).await?.is_empty())
}

/// Sets poll times and failures. Keeps the row version, so that open forms stay valid.
pub async fn set_poll_state(
    scope: &mut Scope,
    booking: BookingId,
    polled: DateTime<Utc>,
    next_poll: DateTime<Utc>,
    failures: i64,
) -> Result<()> {
    let sql = tsql!(
        "UPDATE bookings SET tracked_time = $3, track_after = $4, track_failures = $5
             WHERE tenant_id = $1 AND id = $2"
    );
    let values = vec![booking.val(), polled.val(), next_poll.val(), failures.val()];
    scope.rows(sql, values).await.map(drop)
}
