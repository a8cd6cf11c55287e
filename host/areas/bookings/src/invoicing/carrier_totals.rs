//! Carrier invoice and recharge totals per booking, for the margin view.

use rust_decimal::Decimal;

/// Amounts exclusive of tax.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct InvoicedChange {
    /// Approved or not.
    pub invoiced: Decimal,
    /// Approved part of `invoiced`.
    pub approved: Decimal,
    /// Recharged to the customer.
    pub recovered: Decimal,
}

impl InvoicedChange {
    pub fn is_zero(&self) -> bool {
        self.invoiced.is_zero() && self.approved.is_zero() && self.recovered.is_zero()
    }
}
