//! What carriers invoiced for bookings, and what customers were charged again for them: the reconciliation says how the
//! sums that the margin view adds up change.

use kernel::{Result, Scope, db::Col, ids::BookingId, tsql};
use rust_decimal::Decimal;

/// How a booking's sums change, exclusive of tax.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Invoiced {
    /// What its carrier asks, whether or not it is approved yet.
    pub invoiced: Decimal,
    /// What of it is approved.
    pub approved: Decimal,
    /// What its customer was charged again.
    pub recovered: Decimal,
}

impl Invoiced {
    pub fn is_nothing(&self) -> bool {
        self.invoiced.is_zero() && self.approved.is_zero() && self.recovered.is_zero()
    }
}

/// Adds this to the booking's sums; its version stays, since nobody edits them. Whoever changes several bookings comes in
/// the order of their ids. The caller saves.
pub async fn invoiced(scope: &mut Scope, booking: BookingId, change: Invoiced) -> Result<()> {
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
