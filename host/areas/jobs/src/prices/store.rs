//! Statements of prices: marks of invoices, and uninvoiced sums.

use bookings::BilledPeriod;
use data::{Result, Scope, db::Col, ids::CustomerId, sql_names, sql_text, tsql};
use rust_decimal::Decimal;

use crate::jobs::{model::FreightJobId, status::JobStatus};

/// The customer's own price is not invoiced yet, whatever the state.
const UNINVOICED: &str =
    "invoice_id IS NULL AND booking_id IS NULL AND parent_id IS NULL AND sell_total > 0";
const DELIVERED: &str = sql_text!(
    "job_status IN (",
    sql_names!(JobStatus, JobStatus::is_delivered),
    ")",
);
const CONFIRMED: &str = sql_text!(
    "job_status IN (",
    sql_names!(JobStatus, JobStatus::is_confirmed),
    ")",
);

/// Returns false if the job is on an invoice, or has another version.
pub(super) async fn mark_invoiced(
    scope: &mut Scope,
    invoice: i64,
    job: FreightJobId,
    version: i64,
) -> Result<bool> {
    let sql = tsql!(
        "UPDATE freight_jobs SET invoice_id = $2, row_version = row_version + 1
         WHERE tenant_id = $1 AND id = $3 AND row_version = $4 AND ",
        UNINVOICED,
        " AND ",
        DELIVERED,
        " RETURNING id"
    );
    let values = vec![invoice.val(), job.val(), version.val()];
    Ok(!scope.rows(sql, values).await?.is_empty())
}

/// Lists customers with jobs to invoice that were delivered in a period.
pub async fn list_billable_customers(
    scope: &mut Scope,
    (from, to): BilledPeriod,
) -> Result<Vec<CustomerId>> {
    let sql = tsql!(
        "SELECT DISTINCT customer_id FROM freight_jobs
         WHERE tenant_id = $1 AND customer_id IS NOT NULL
           AND finished_time >= $2 AND finished_time < $3 AND ",
        UNINVOICED,
        " AND ",
        DELIVERED
    );
    let rows = scope.rows(sql, vec![from.val(), to.val()]).await?;
    Ok(rows
        .iter()
        .map(|row| row.get(0))
        .collect::<data::sqlx::Result<_>>()?)
}

/// Returns the uninvoiced total of a customer's jobs, including tax. A job counts from its
/// confirmation.
pub async fn uninvoiced_total(scope: &mut Scope, customer: CustomerId) -> Result<Decimal> {
    let sql = tsql!(
        "SELECT COALESCE(SUM(sell_total), 0) FROM freight_jobs
         WHERE tenant_id = $1 AND customer_id = $2 AND ",
        UNINVOICED,
        " AND ",
        CONFIRMED
    );
    let rows = scope.rows(sql, vec![customer.val()]).await?;
    let sum: Decimal = rows[0].get(0)?;
    Ok(sum.round_dp(4).normalize())
}
