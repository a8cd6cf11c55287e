//! Statements of invoices.

use data::{Result, Scope, db::Col, tsql};

use crate::invoices::model::InvoiceId;

pub async fn delete_details(scope: &mut Scope, id: InvoiceId) -> Result<()> {
    let sql = tsql!("DELETE FROM invoice_details WHERE tenant_id = $1 AND invoice_id = $2");
    scope.rows(sql, vec![id.val()]).await?;
    Ok(())
}
