//! Statements of deliveries.

use chrono::{DateTime, Utc};
use data::{Result, Scope, db::Col, sql_names, tsql};

use crate::deliveries::service::DeliveryState;

/// Sums the bodies' bytes of the tenant's pending deliveries.
pub(crate) async fn sum_pending_bytes(scope: &mut Scope) -> Result<i64> {
    let sql = tsql!(
        "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM plugin_deliveries
         WHERE tenant_id = $1 AND state IN (",
        sql_names!(DeliveryState, DeliveryState::is_pending),
        ")"
    );
    Ok(scope.rows(sql, Vec::new()).await?[0].get(0)?)
}

pub(crate) async fn delete_before(scope: &mut Scope, before: DateTime<Utc>) -> Result<()> {
    let sql = tsql!("DELETE FROM plugin_deliveries WHERE tenant_id = $1 AND creation_time < $2");
    scope.rows(sql, vec![before.val()]).await?;
    Ok(())
}
