//! Statements of invoice runs.

use std::collections::HashMap;

use data::{Result, Scope, db::Col, tsql};

use crate::{invoice_runs::model::InvoiceRunId, invoices::model::InvoiceId};

/// Counts bookings by invoice.
pub async fn count_bookings(
    scope: &mut Scope,
    run: InvoiceRunId,
) -> Result<HashMap<InvoiceId, i64>> {
    let sql = tsql!(
        "SELECT invoice_id, COUNT(DISTINCT booking_id) FROM invoice_details
         WHERE tenant_id = $1 AND invoice_id IN (SELECT id FROM invoices WHERE tenant_id = $1 AND run_id = $2)
         GROUP BY invoice_id"
    );
    let mut counts = HashMap::new();
    for row in scope.rows(sql, vec![run.val()]).await? {
        counts.insert(row.get(0)?, row.get(1)?);
    }
    Ok(counts)
}
