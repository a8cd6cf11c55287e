//! Customer account totals: uninvoiced amount and open bookings.

use kernel::{Result, Scope, db::Val, ids::CustomerId, tsql};
use rust_decimal::Decimal;

/// Uninvoiced total including tax. A booking counts from its first carrier call; one put on hold
/// before that call does not.
pub async fn uninvoiced_total(scope: &mut Scope, customer: CustomerId) -> Result<Decimal> {
    let sum = tsql!(
        "SELECT COALESCE(SUM(total_price), 0) FROM bookings
         WHERE tenant_id = $1 AND customer_id = $2 AND invoice_id IS NULL
           AND ((booking_status NOT IN ('Draft', 'Quoted', 'PendingPayment', 'Failed', 'Cancelled', 'Deleted')
               AND NOT (booking_status = 'OnHold'
                 AND COALESCE(status_before_hold, '') IN ('Draft', 'Quoted', 'PendingPayment')))
             OR intent = 'Book' OR is_uncertain = TRUE)"
    );
    let rows = scope.rows(sum, vec![Val::I64(customer.0)]).await?;
    let sum: Decimal = rows[0].get(0)?;
    // SQLite sums binary floats.
    Ok(sum.round_dp(4).normalize())
}

/// Counts bookings that are or may be with a carrier and are not final.
pub async fn count_open(scope: &mut Scope, customer: CustomerId) -> Result<i64> {
    let count = tsql!(
        "SELECT COUNT(*) FROM bookings
         WHERE tenant_id = $1 AND customer_id = $2
           AND ((booking_status NOT IN ('Draft', 'Quoted', 'PendingPayment', 'Failed', 'Cancelled', 'Deleted', 'Delivered',
                 'ReturnedToSender', 'Lost', 'TrackingExpired')
               AND NOT (booking_status = 'OnHold'
                 AND COALESCE(status_before_hold, '') IN ('Draft', 'Quoted', 'PendingPayment')))
             OR intent = 'Book' OR is_uncertain = TRUE)"
    );
    let rows = scope.rows(count, vec![Val::I64(customer.0)]).await?;
    Ok(rows[0].get(0)?)
}
