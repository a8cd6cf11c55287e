//! Carrier invoice and recharge totals per booking, fed by the reconciliation for the margin view.

use kernel::{Result, Scope, db::Col, ids::BookingId, tsql};
use rust_decimal::Decimal;

/// Change of a booking's totals, exclusive of tax.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct InvoicedChange {
    /// Amount invoiced by the carrier, approved or not.
    pub invoiced: Decimal,
    /// Approved part of `invoiced`.
    pub approved: Decimal,
    /// Amount recharged to the customer.
    pub recovered: Decimal,
}

impl InvoicedChange {
    pub fn is_zero(&self) -> bool {
        self.invoiced.is_zero() && self.approved.is_zero() && self.recovered.is_zero()
    }
}

/// Adds the change to the booking's totals; the row version stays because no form edits them. Lock
/// order for several bookings: ascending id. The caller saves.
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
