//! Lines' shares of their bookings' totals, for the margin view.
//!
//! Written in the transaction that imports, decides or deletes the lines.

use std::collections::BTreeMap;

use bookings::InvoicedChange;
use data::{Result, Scope, ids::BookingId};
use rust_decimal::Decimal;

use crate::{
    decisions::store,
    model::{ReconciliationBooking, ReconciliationId},
    reconciliations::status::LineStatus,
};

/// Changes by booking, in the order of ids.
#[derive(Debug, Default)]
pub(crate) struct MarginChanges(BTreeMap<BookingId, InvoicedChange>);

/// Counts no rejected or closed lines, and only approved recharges.
fn share(line: &ReconciliationBooking) -> InvoicedChange {
    if line.status.is_dismissed() {
        return InvoicedChange::default();
    }
    let is_approved = line.status == LineStatus::Approved;
    InvoicedChange {
        invoiced: line.carrier_invoiced_amount,
        approved: line.approved_amount.unwrap_or_default(),
        recovered: if is_approved {
            line.recharge_amount
        } else {
            Decimal::ZERO
        },
    }
}

impl MarginChanges {
    pub fn add(&mut self, line: &ReconciliationBooking) {
        self.change(line, |sum, part| sum + part);
    }

    pub fn remove(&mut self, line: &ReconciliationBooking) {
        self.change(line, |sum, part| sum - part);
    }

    fn change(&mut self, line: &ReconciliationBooking, with: fn(Decimal, Decimal) -> Decimal) {
        let Some(booking) = line.booking_id else {
            return;
        };
        let (sum, part) = (self.0.entry(booking).or_default(), share(line));
        sum.invoiced = with(sum.invoiced, part.invoiced);
        sum.approved = with(sum.approved, part.approved);
        sum.recovered = with(sum.recovered, part.recovered);
    }

    pub async fn apply(self, scope: &mut Scope) -> Result<()> {
        for (booking, change) in self.0.into_iter().filter(|(_, change)| !change.is_zero()) {
            bookings::add_invoiced(scope, booking, change).await?;
        }
        Ok(())
    }
}

/// Subtracts undecided lines before deletion. They have no approvals or recharges.
pub(crate) async fn subtract_undecided(scope: &mut Scope, id: ReconciliationId) -> Result<()> {
    for (booking, amount) in store::sum_invoiced_by_booking(scope, id).await? {
        let change = InvoicedChange {
            invoiced: -amount,
            ..InvoicedChange::default()
        };
        if !change.is_zero() {
            bookings::add_invoiced(scope, booking, change).await?;
        }
    }
    Ok(())
}
