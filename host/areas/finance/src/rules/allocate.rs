//! What of a sum pays which invoice: never more than is outstanding, and never more than there is.

use std::collections::BTreeSet;

use freight::money;
use kernel::{FieldError, message};
use rust_decimal::Decimal;

use crate::model::{
    invoice::{Invoice, InvoiceId},
    payment::InvoiceShare,
    words::{InvoiceStatus, RemittanceStatus},
};

pub const MAX_SHARES: usize = 500;

/// Whether it can be paid now.
pub fn can_be_paid(status: InvoiceStatus) -> bool {
    matches!(status, InvoiceStatus::Posted | InvoiceStatus::PartiallyPaid)
}

/// Every share that cannot be accepted, by its place in the list called `member`. The invoices are those of the shares,
/// in their order.
pub fn check(member: &str, shares: &[InvoiceShare], invoices: &[Invoice]) -> Vec<FieldError> {
    let mut wrong = Vec::new();
    let mut seen: BTreeSet<InvoiceId> = BTreeSet::new();
    for (at, (share, invoice)) in shares.iter().zip(invoices).enumerate() {
        let mut refuse =
            |name: &str, says| wrong.push(FieldError::new(format!("{member}[{at}].{name}"), says));
        if !seen.insert(share.invoice_id) {
            refuse("invoiceId", message!("is there twice"));
        } else if !can_be_paid(invoice.status) {
            refuse(
                "invoiceId",
                message!(
                    "can't be paid: the invoice is {status}",
                    status = invoice.status
                ),
            );
        } else if invoice.customer_id != invoices[0].customer_id {
            refuse(
                "invoiceId",
                message!("must be an invoice of the same customer"),
            );
        } else if share.amount <= Decimal::ZERO || share.amount > invoice.outstanding_amount {
            let most = invoice.outstanding_amount.normalize();
            refuse(
                "amount",
                message!(
                    "must be more than 0 and at most {max}, what is outstanding",
                    max = most
                ),
            );
        } else if money::round(share.amount, &invoice.currency) != share.amount {
            refuse(
                "amount",
                message!("has more digits after the point than the currency"),
            );
        }
    }
    wrong
}

/// Shares of invoices in another currency than the sum that they are of.
pub fn check_currency(member: &str, currency: &str, invoices: &[Invoice]) -> Vec<FieldError> {
    let others = invoices
        .iter()
        .enumerate()
        .filter(|(_, invoice)| invoice.currency != currency);
    let other = |(at, invoice): (usize, &Invoice)| {
        let own = &invoice.currency;
        let says = message!(
            "is an invoice in {own}: it can't be paid in {currency}",
            own = own,
            currency = currency
        );
        FieldError::new(format!("{member}[{at}].invoiceId"), says)
    };
    others.map(other).collect()
}

/// What a remittance comes to where less came in than it says: its invoices in their order, as far as the sum goes.
pub fn spread(
    paid: Decimal,
    wanted: impl IntoIterator<Item = (InvoiceId, Decimal)>,
) -> Vec<InvoiceShare> {
    let mut left = paid;
    let mut shares = Vec::new();
    for (invoice_id, amount) in wanted {
        let amount = amount.min(left);
        if amount > Decimal::ZERO {
            left -= amount;
            shares.push(InvoiceShare {
                invoice_id,
                amount,
                note: None,
            });
        }
    }
    shares
}

/// Where a remittance, or a part of it, stands.
pub fn standing(amount: Decimal, paid: Decimal) -> RemittanceStatus {
    match paid {
        paid if paid >= amount => RemittanceStatus::Paid,
        paid if paid > Decimal::ZERO => RemittanceStatus::PartiallyPaid,
        _ => RemittanceStatus::Pending,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_remittance_is_paid_in_the_order_of_its_invoices() {
        let wanted = [
            (InvoiceId(1), Decimal::from(100)),
            (InvoiceId(2), Decimal::from(50)),
        ];
        let shares = spread(Decimal::from(120), wanted);
        let shares: Vec<(i64, Decimal)> = shares
            .iter()
            .map(|share| (share.invoice_id.0, share.amount))
            .collect();
        assert_eq!(shares, [(1, Decimal::from(100)), (2, Decimal::from(20))]);
        assert_eq!(
            standing(Decimal::from(50), Decimal::from(20)),
            RemittanceStatus::PartiallyPaid
        );
        assert_eq!(
            standing(Decimal::from(50), Decimal::from(50)),
            RemittanceStatus::Paid
        );
    }

    proptest! {
        #[test]
        fn no_more_is_spread_than_came_in(paid in 0i64..10_000, amounts in prop::collection::vec(0i64..5_000, 0..20)) {
            let wanted = amounts.iter().zip(1..).map(|(amount, id)| (InvoiceId(id), Decimal::new(*amount, 2)));
            let shares = spread(Decimal::new(paid, 2), wanted);
            let sum: Decimal = shares.iter().map(|share| share.amount).sum();
            let all: i64 = amounts.iter().sum();
            prop_assert_eq!(sum, Decimal::new(paid.min(all), 2));
        }
    }
}
