//! Statements of prices.

use data::{
    Result, Scope,
    db::Col,
    ids::{BookingId, CustomerId},
    tsql,
};

use crate::{bookings::conditions, prices::charged::Period};

/// Counts bookings that a carrier has accepted.
pub async fn count_charged(
    scope: &mut Scope,
    period: Period,
    customer: Option<CustomerId>,
) -> Result<i64> {
    let sql = tsql!(
        "SELECT COUNT(*) FROM bookings WHERE tenant_id = $1 AND booking_date >= $2 AND booking_date < $3
         AND ($4 = 0 OR customer_id = $4)
         AND ",
        conditions::CHARGED
    );
    let values = vec![
        period.0.val(),
        period.1.val(),
        customer.map_or(0, |id| id.0).val(),
    ];
    Ok(scope.rows(sql, values).await?[0].get(0)?)
}

/// Lists the next page after a date and an id, in that order.
pub async fn list_charged(
    scope: &mut Scope,
    period: Period,
    customer: Option<CustomerId>,
    after: BookingId,
    limit: i64,
) -> Result<Vec<BookingId>> {
    let sql = tsql!(
        "SELECT id FROM bookings WHERE tenant_id = $1 AND (booking_date, id) > ($2, $5) AND booking_date < $3
         AND ($4 = 0 OR customer_id = $4)
         AND ",
        conditions::CHARGED,
        "
         ORDER BY booking_date, id LIMIT $6"
    );
    let customer = customer.map_or(0, |id| id.0);
    let values = vec![
        period.0.val(),
        period.1.val(),
        customer.val(),
        after.val(),
        limit.val(),
    ];
    let rows = scope.rows(sql, values).await?;
    Ok(rows
        .iter()
        .map(|row| row.get(0))
        .collect::<data::sqlx::Result<_>>()?)
}
