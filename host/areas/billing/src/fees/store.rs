//! Statements of accrued entries.

use chrono::NaiveDate;
use data::{Result, Scope, db::Col, ids::CustomerId, tsql};

use crate::{fees::model::FeeEntry, invoices::model::InvoiceId};

/// Inserts the entry, unless the fee has one of this customer and source. Returns true if it is
/// new.
pub async fn insert_entry(scope: &mut Scope, entry: &FeeEntry) -> Result<bool> {
    let sql = tsql!(
            "INSERT INTO fee_entries (tenant_id, row_version, fee_id, customer_id, source, invoice_type, fee_type, name,
               reference_no, day, tax_exclusive_amount, tax, amount, booking_id, job_id, creation_time,
               tax_percent)
             SELECT $1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16
             WHERE NOT EXISTS (SELECT 1 FROM fee_entries
               WHERE tenant_id = $1 AND fee_id = $2 AND customer_id = $3 AND source = $4)
             ON CONFLICT (tenant_id, fee_id, customer_id, source) DO NOTHING
             RETURNING id"
        );
    let values = vec![
        entry.fee_id.val(),
        entry.customer_id.val(),
        entry.source.val(),
        entry.invoice_type.val(),
        entry.fee_type.val(),
        entry.name.val(),
        entry.reference_no.val(),
        entry.day.val(),
        entry.tax_exclusive_amount.val(),
        entry.tax.val(),
        entry.amount.val(),
        entry.booking_id.val(),
        entry.job_id.val(),
        entry.creation_time.val(),
        entry.tax_percent.val(),
    ];
    Ok(!scope.rows(sql, values).await?.is_empty())
}

pub async fn delete_uninvoiced(scope: &mut Scope, source: String) -> Result<()> {
    let sql = tsql!(
        "DELETE FROM fee_entries WHERE tenant_id = $1 AND source = $2 AND invoice_id IS NULL"
    );
    scope.rows(sql, vec![source.val()]).await?;
    Ok(())
}

pub async fn load_uninvoiced_customers(
    scope: &mut Scope,
    to: NaiveDate,
) -> Result<Vec<CustomerId>> {
    let sql = tsql!(
        "SELECT DISTINCT customer_id FROM fee_entries WHERE tenant_id = $1 AND invoice_id IS NULL AND day <= $2"
    );
    Ok(scope
        .rows(sql, vec![to.val()])
        .await?
        .iter()
        .map(|row| row.get(0))
        .collect::<data::sqlx::Result<_>>()?)
}

pub async fn release_entries(scope: &mut Scope, invoice: InvoiceId) -> Result<()> {
    let sql = tsql!(
        "UPDATE fee_entries SET invoice_id = NULL, row_version = row_version + 1
         WHERE tenant_id = $1 AND invoice_id = $2"
    );
    scope.rows(sql, vec![invoice.val()]).await?;
    Ok(())
}
