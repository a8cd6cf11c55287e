//! Statements of invoice runs.

use std::collections::HashMap;

use data::{Result, Scope, db::Col, tsql};

use crate::{invoice_runs::model::InvoiceRunId, invoices::model::InvoiceId};

/// Bookings and jobs of an invoice.
#[derive(Debug, Clone, Copy, Default)]
pub struct BilledCount {
    pub bookings: i64,
    pub jobs: i64,
}

/// Counts bookings and jobs by invoice.
pub async fn count_billables(
    scope: &mut Scope,
    run: InvoiceRunId,
) -> Result<HashMap<InvoiceId, BilledCount>> {
    let sql = tsql!(
        "SELECT invoice_id, COUNT(DISTINCT booking_id), COUNT(DISTINCT job_id) FROM invoice_details
         WHERE tenant_id = $1 AND invoice_id IN (SELECT id FROM invoices WHERE tenant_id = $1 AND run_id = $2)
         GROUP BY invoice_id"
    );
    let mut counts = HashMap::new();
    for row in scope.rows(sql, vec![run.val()]).await? {
        let count = BilledCount {
            bookings: row.get(1)?,
            jobs: row.get(2)?,
        };
        counts.insert(row.get(0)?, count);
    }
    Ok(counts)
}
