//! Allocation of amounts to invoices, never beyond the outstanding or available amount.

use std::collections::BTreeSet;

use carriage::money;
use data::{FieldError, message, message::Word};
use rust_decimal::Decimal;

use crate::{
    allocations::model::InvoiceShare,
    invoices::model::{Invoice, InvoiceId},
    values::{InvoiceStatus, InvoiceType},
};

pub const MAX_SHARES: usize = 500;

/// Returns the status without payments, or the type of invoices that the tenant owes to agents.
pub fn payment_obstacle(invoice_type: InvoiceType, status: InvoiceStatus) -> Option<Word<'static>> {
    if invoice_type.is_owed_to_agent() {
        return Some(Word(invoice_type.as_str()));
    }
    (!status.is_payable()).then(|| Word(status.as_str()))
}

/// Returns every invalid share, by its index in the list `member`. `invoices` are in the shares'
/// order.
pub fn check(member: &str, shares: &[InvoiceShare], invoices: &[Invoice]) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut seen: BTreeSet<InvoiceId> = BTreeSet::new();
    for (at, (share, invoice)) in shares.iter().zip(invoices).enumerate() {
        let mut refuse = |name: &str, message| {
            errors.push(FieldError::new(format!("{member}[{at}].{name}"), message))
        };
        if !seen.insert(share.invoice_id) {
            refuse("invoiceId", message!("is a duplicate"));
        } else if let Some(obstacle) = payment_obstacle(invoice.invoice_type, invoice.status) {
            refuse(
                "invoiceId",
                message!("can't be paid: the invoice is {status}", status = obstacle),
            );
        } else if invoice.customer_id != invoices[0].customer_id {
            refuse(
                "invoiceId",
                message!("must be an invoice of the same customer"),
            );
        } else if share.amount <= Decimal::ZERO || share.amount > invoice.outstanding_amount {
            let limit = invoice.outstanding_amount.normalize();
            refuse(
                "amount",
                message!(
                    "must be more than 0 and at most {max}, the outstanding amount",
                    max = limit
                ),
            );
        } else if money::round(share.amount, &invoice.currency) != share.amount {
            refuse(
                "amount",
                message!("has more digits after the point than the currency"),
            );
        }
    }
    errors
}

pub fn check_currency(member: &str, currency: &str, invoices: &[Invoice]) -> Vec<FieldError> {
    let others = invoices
        .iter()
        .enumerate()
        .filter(|(_, invoice)| invoice.currency != currency);
    let other = |(at, invoice): (usize, &Invoice)| {
        let own = &invoice.currency;
        let message = message!(
            "is an invoice in {own}: it can't be paid in {currency}",
            own = own,
            currency = currency
        );
        FieldError::new(format!("{member}[{at}].invoiceId"), message)
    };
    others.map(other).collect()
}

/// Spreads a smaller receipt over a remittance's invoices, in order.
pub fn spread(
    paid: Decimal,
    requested: impl IntoIterator<Item = (InvoiceId, Decimal)>,
) -> Vec<InvoiceShare> {
    let mut remaining = paid;
    let mut shares = Vec::new();
    for (invoice_id, amount) in requested {
        let amount = amount.min(remaining);
        if amount > Decimal::ZERO {
            remaining -= amount;
            shares.push(InvoiceShare {
                invoice_id,
                amount,
                note: None,
            });
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn customers_pay_posted_invoices_that_are_not_owed_to_agents() {
        let obstacle = |of, status| payment_obstacle(of, status).map(|word| word.0);
        assert_eq!(obstacle(InvoiceType::Freight, InvoiceStatus::Posted), None);
        assert_eq!(
            obstacle(InvoiceType::Freight, InvoiceStatus::Disputed),
            Some("Disputed")
        );
        assert_eq!(
            obstacle(InvoiceType::AgentRcti, InvoiceStatus::Posted),
            Some("AgentRcti")
        );
    }

    #[test]
    fn a_remittance_is_paid_in_the_order_of_its_invoices() {
        let requested = [
            (InvoiceId(1), Decimal::from(100)),
            (InvoiceId(2), Decimal::from(50)),
        ];
        let shares = spread(Decimal::from(120), requested);
        let shares: Vec<(i64, Decimal)> = shares
            .iter()
            .map(|share| (share.invoice_id.0, share.amount))
            .collect();
        assert_eq!(shares, [(1, Decimal::from(100)), (2, Decimal::from(20))]);
    }

    proptest! {
        #[test]
        fn no_more_is_spread_than_came_in(paid in 0i64..10_000, amounts in prop::collection::vec(0i64..5_000, 0..20)) {
            let requested = amounts.iter().zip(1..).map(|(amount, id)| (InvoiceId(id), Decimal::new(*amount, 2)));
            let shares = spread(Decimal::new(paid, 2), requested);
            let sum: Decimal = shares.iter().map(|share| share.amount).sum();
            let all: i64 = amounts.iter().sum();
            prop_assert_eq!(sum, Decimal::new(paid.min(all), 2));
        }
    }
}
