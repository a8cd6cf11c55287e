//! Row locks for invoices and payments. Lock order: payment, then invoice.

use kernel::{Result, Scope, db::Col, tsql};

use crate::{invoices::model::InvoiceId, payments::model::PaymentId};

/// Locks the invoice until the end of the transaction.
pub async fn lock_invoice(scope: &mut Scope, id: InvoiceId) -> Result<()> {
    let sql =
        tsql!("UPDATE invoices SET row_version = row_version WHERE tenant_id = $1 AND id = $2");
    scope.rows(sql, vec![id.val()]).await?;
    Ok(())
}

/// Locks the payment until the end of the transaction.
pub async fn lock_payment(scope: &mut Scope, id: PaymentId) -> Result<()> {
    let sql =
        tsql!("UPDATE payments SET row_version = row_version WHERE tenant_id = $1 AND id = $2");
    scope.rows(sql, vec![id.val()]).await?;
    Ok(())
}
