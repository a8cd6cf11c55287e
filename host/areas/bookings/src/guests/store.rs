//! Statements of guests: expired links to shared bookings.

use chrono::{DateTime, Utc};
use data::{Result, Scope, db::Col, tsql};

pub async fn delete_expired_shares(scope: &mut Scope, until: DateTime<Utc>) -> Result<()> {
    let sql = tsql!("DELETE FROM booking_shares WHERE tenant_id = $1 AND expires_at < $2");
    scope.rows(sql, vec![until.val()]).await.map(drop)
}
