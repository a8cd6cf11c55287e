//! Row locks and statements of invoices.

use kernel::{Result, Scope, db::Col, tsql};

use crate::invoices::model::InvoiceId;

/// Locks until the transaction ends. Lock order: payment, then invoice.
pub async fn lock_invoice(scope: &mut Scope, id: InvoiceId) -> Result<()> {
    let sql =
        tsql!("UPDATE invoices SET row_version = row_version WHERE tenant_id = $1 AND id = $2");
    scope.rows(sql, vec![id.val()]).await?;
    Ok(())
}

pub async fn delete_details(scope: &mut Scope, id: InvoiceId) -> Result<()> {
    let sql = tsql!("DELETE FROM invoice_details WHERE tenant_id = $1 AND invoice_id = $2");
    scope.rows(sql, vec![id.val()]).await?;
    Ok(())
}
