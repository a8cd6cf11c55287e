//! Waiting for one's turn at an invoice or a payment. Who needs both waits for the payment first.

use kernel::{Result, Scope, db::Col, tsql};

use crate::model::{invoice::InvoiceId, payment::PaymentId};

/// Whoever changes the same invoice waits from here to the end of the transaction, or this waits for them.
pub async fn hold(scope: &mut Scope, id: InvoiceId) -> Result<()> {
    let sql =
        tsql!("UPDATE invoices SET row_version = row_version WHERE tenant_id = $1 AND id = $2");
    scope.rows(sql, vec![id.val()]).await?;
    Ok(())
}

/// The same for a payment.
pub async fn hold_payment(scope: &mut Scope, id: PaymentId) -> Result<()> {
    let sql =
        tsql!("UPDATE payments SET row_version = row_version WHERE tenant_id = $1 AND id = $2");
    scope.rows(sql, vec![id.val()]).await?;
    Ok(())
}
