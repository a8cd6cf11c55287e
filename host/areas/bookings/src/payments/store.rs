//! Deletion of card nonces.

use chrono::{DateTime, Utc};
use data::{Result, Scope, db::Col, ids::BookingId, tsql};

/// Deletes the nonce after the card was charged, or if it never will be.
pub async fn delete_nonce(scope: &mut Scope, booking: BookingId) -> Result<()> {
    let sql = tsql!("DELETE FROM booking_payments WHERE tenant_id = $1 AND booking_id = $2");
    scope.rows(sql, vec![booking.val()]).await.map(drop)
}

pub async fn delete_nonces_before(scope: &mut Scope, until: DateTime<Utc>) -> Result<()> {
    let sql = tsql!("DELETE FROM booking_payments WHERE tenant_id = $1 AND creation_time < $2");
    scope.rows(sql, vec![until.val()]).await.map(drop)
}
