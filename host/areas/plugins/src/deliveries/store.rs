//! Statements of deliveries.

use chrono::{DateTime, Utc};
use data::{Result, Scope, db::Col, tsql};

pub(crate) async fn delete_before(scope: &mut Scope, before: DateTime<Utc>) -> Result<()> {
    let sql = tsql!("DELETE FROM plugin_deliveries WHERE tenant_id = $1 AND creation_time < $2");
    scope.rows(sql, vec![before.val()]).await?;
    Ok(())
}
