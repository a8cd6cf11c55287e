//! Carrier invoice and recharge totals per booking, fed by the reconciliation for the margin view.

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
