//! Waiting for one's turn at an invoice.

use kernel::{Result, Scope, db::Col, tsql};

use crate::model::invoice::InvoiceId;

/// Whoever changes the same invoice waits from here to the end of the transaction, or this waits for them.
pub async fn hold(scope: &mut Scope, id: InvoiceId) -> Result<()> {
    let sql = tsql!("UPDATE invoices SET row_version = row_version WHERE tenant_id = $1 AND id = $2");
    scope.rows(sql, vec![id.val()]).await?;
    Ok(())
}
