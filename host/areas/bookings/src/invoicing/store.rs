//! Statements of invoicing: row locks, invoice marks, carrier totals and customers to invoice.

use data::{
    Result, Scope, Where,
    db::Col,
    ids::{BookingId, CustomerId},
    tsql,
};
use rust_decimal::Decimal;

use crate::{
    bookings::{conditions, model::Booking},
    invoicing::{carrier_totals::InvoicedChange, service::BilledPeriod},
};

/// Loads and locks the invoice's bookings until the transaction ends.
pub async fn lock_invoiced(scope: &mut Scope, invoice: i64) -> Result<Vec<Booking>> {
    let invoiced = || Where::all().eq(Booking::INVOICE_ID, invoice);
    scope.lock_all(invoiced()).await?;
    scope.all(invoiced()).await
}

/// Returns false if it is on one already, has another total, or cannot be invoiced.
pub async fn mark_invoiced(
    scope: &mut Scope,
    invoice: i64,
    booking: BookingId,
    total: Decimal,
) -> Result<bool> {
    // A new row version keeps an older form from undoing it.
    let sql = tsql!(
        "UPDATE bookings SET invoice_id = $2, row_version = row_version + 1
         WHERE tenant_id = $1 AND id = $3 AND total_price = $4 AND ",
        conditions::UNINVOICED,
        "
         RETURNING id"
    );
    let values = vec![invoice.val(), booking.val(), total.val()];
    Ok(!scope.rows(sql, values).await?.is_empty())
}

/// Lists customers ordered by id.
pub async fn list_billable_customers(
    scope: &mut Scope,
    (from, to): BilledPeriod,
) -> Result<Vec<CustomerId>> {
    let sql = tsql!(
        "SELECT DISTINCT customer_id FROM bookings
         WHERE tenant_id = $1 AND booking_date >= $2 AND booking_date < $3 AND total_price > 0
           AND ",
        conditions::UNINVOICED,
        "
         ORDER BY customer_id"
    );
    let rows = scope.rows(sql, vec![from.val(), to.val()]).await?;
    Ok(rows
        .iter()
        .map(|row| row.get(0))
        .collect::<data::sqlx::Result<_>>()?)
}

/// Customers with recharges booked before the period's end, ordered by id.
pub async fn list_recharge_customers(
    scope: &mut Scope,
    (_, until): BilledPeriod,
) -> Result<Vec<CustomerId>> {
    let sql = tsql!(
        "SELECT DISTINCT customer_id FROM bookings
         WHERE tenant_id = $1 AND recharge_price IS NOT NULL AND booking_date < $2 ORDER BY customer_id"
    );
    let rows = scope.rows(sql, vec![until.val()]).await?;
    Ok(rows
        .iter()
        .map(|row| row.get(0))
        .collect::<data::sqlx::Result<_>>()?)
}

/// Keeps the row version: no form edits the totals. Lock order: ascending id. The caller saves.
pub async fn add_invoiced(
    scope: &mut Scope,
    booking: BookingId,
    change: InvoicedChange,
) -> Result<()> {
    let sql = tsql!(
        "UPDATE bookings SET invoiced_net = invoiced_net + $3, approved_net = approved_net + $4,
           recovered_net = recovered_net + $5
         WHERE tenant_id = $1 AND id = $2"
    );
    let values = vec![
        booking.val(),
        change.invoiced.val(),
        change.approved.val(),
        change.recovered.val(),
    ];
    scope.rows(sql, values).await?;
    Ok(())
}
