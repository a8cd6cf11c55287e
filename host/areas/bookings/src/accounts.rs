//! What a customer has booked and not paid for, and what of it is under way.

use kernel::{Result, Scope, db::Val, ids::CustomerId, tsql};
use rust_decimal::Decimal;

/// The sum, with tax, of what a carrier has or may have and no invoice names yet: a booking counts from the moment in
/// which its carrier is asked. One that was put on hold before that does not count.
pub async fn owed(scope: &mut Scope, customer: CustomerId) -> Result<Decimal> {
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
    // SQLite adds up binary numbers.
    Ok(sum.round_dp(4).normalize())
}

/// How many bookings are with a carrier or may be, and not at their end.
pub async fn open(scope: &mut Scope, customer: CustomerId) -> Result<i64> {
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
