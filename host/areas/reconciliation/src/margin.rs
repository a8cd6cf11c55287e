//! What lines add to the sums of their bookings, which the margin view reads: written in the transaction that imports,
//! decides or removes the lines.

use std::collections::BTreeMap;

use bookings::Invoiced;
use kernel::{Result, Scope, db::Col, ids::BookingId, tsql};
use rust_decimal::Decimal;

use crate::{
    model::{ReconciliationBooking, ReconciliationId},
    rules::status::LineStatus,
};

/// How the sums of some bookings change, in the order of their ids.
#[derive(Debug, Default)]
pub(crate) struct Changes(BTreeMap<BookingId, Invoiced>);

/// What a line counts for. What was refused or set aside is no charge; only what is approved is charged again.
fn share(line: &ReconciliationBooking) -> Invoiced {
    if matches!(line.status, LineStatus::Rejected | LineStatus::Closed) {
        return Invoiced::default();
    }
    let is_approved = line.status == LineStatus::Approved;
    Invoiced {
        invoiced: line.carrier_invoiced_amount,
        approved: line.approved_amount.unwrap_or_default(),
        recovered: if is_approved {
            line.recharge_amount
        } else {
            Decimal::ZERO
        },
    }
}

impl Changes {
    /// The line is there from now on.
    pub fn add(&mut self, line: &ReconciliationBooking) {
        self.change(line, |sum, part| sum + part);
    }

    /// The line was there, as it is here.
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

    /// Tells the bookings. The caller saves.
    pub async fn tell(self, scope: &mut Scope) -> Result<()> {
        for (booking, change) in self
            .0
            .into_iter()
            .filter(|(_, change)| !change.is_nothing())
        {
            bookings::invoiced(scope, booking, change).await?;
        }
        Ok(())
    }
}

/// Takes what is undecided of a reconciliation off the sums of its bookings, before its lines are removed: of such lines
/// nothing is approved and nothing is charged again.
pub(crate) async fn forget(scope: &mut Scope, id: ReconciliationId) -> Result<()> {
    let sums = tsql!(
        "SELECT booking_id, SUM(carrier_invoiced_amount) FROM reconciliation_bookings
         WHERE tenant_id = $1 AND reconciliation_id = $2 AND booking_id IS NOT NULL
         GROUP BY booking_id ORDER BY booking_id"
    );
    for row in scope.rows(sums, vec![id.val()]).await? {
        let amount: Decimal = row.get(1)?;
        let change = Invoiced {
            invoiced: -amount,
            ..Invoiced::default()
        };
        if !change.is_nothing() {
            bookings::invoiced(scope, row.get(0)?, change).await?;
        }
    }
    Ok(())
}
