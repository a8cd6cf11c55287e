//! Row locks of payments.

use kernel::{Result, Scope, db::Col, tsql};

use crate::payments::model::PaymentId;

/// Locks the payment. Lock order: payment, then invoice.
pub async fn lock_payment(scope: &mut Scope, id: PaymentId) -> Result<()> {
    let sql =
        tsql!("UPDATE payments SET row_version = row_version WHERE tenant_id = $1 AND id = $2");
    scope.rows(sql, vec![id.val()]).await?;
    Ok(())
}
