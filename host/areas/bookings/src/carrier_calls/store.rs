//! Statements of carrier calls: deletion of old exchanges.

use chrono::{DateTime, Utc};
use data::{Result, Scope, db::Col, tsql};

pub async fn delete_exchanges_before(scope: &mut Scope, until: DateTime<Utc>) -> Result<()> {
    let sql = tsql!("DELETE FROM booking_exchanges WHERE tenant_id = $1 AND creation_time < $2");
    scope.rows(sql, vec![until.val()]).await.map(drop)
}
