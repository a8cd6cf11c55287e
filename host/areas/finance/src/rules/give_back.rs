//! What may be given back of a payment, and where an invoice stands that is owed again.

use kernel::{FieldError, message};
use rust_decimal::Decimal;

use super::status;
use crate::model::words::InvoiceStatus;

/// What is wrong with a refund of so much, where so much is there to be refunded.
pub fn refund(amount: Decimal, there: Decimal) -> Option<FieldError> {
    let is_right = amount > Decimal::ZERO && amount <= there;
    let says = message!(
        "must be more than 0 and at most {max}, what can be refunded",
        max = there.normalize()
    );
    (!is_right).then(|| FieldError::new("amount", says))
}

/// The state of an invoice on which so much is outstanding again, or none where nobody is asked to pay it any more.
pub fn reopened(
    status: InvoiceStatus,
    amount: Decimal,
    outstanding: Decimal,
) -> Option<InvoiceStatus> {
    match status {
        InvoiceStatus::Posted | InvoiceStatus::PartiallyPaid | InvoiceStatus::Paid => {
            Some(status::settled(amount, outstanding))
        }
        InvoiceStatus::Disputed => Some(InvoiceStatus::Disputed),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_refunded_than_is_there() {
        let is_right = |amount: i64, there: i64| {
            refund(Decimal::new(amount, 2), Decimal::new(there, 2)).is_none()
        };
        assert!(is_right(100, 100) && is_right(1, 100));
        assert!(!is_right(101, 100) && !is_right(0, 100) && !is_right(-1, 100) && !is_right(0, 0));
    }

    #[test]
    fn what_is_owed_again_is_open_again() {
        let (ten, four) = (Decimal::from(10), Decimal::from(4));
        assert_eq!(
            reopened(InvoiceStatus::Paid, ten, ten),
            Some(InvoiceStatus::Posted)
        );
        assert_eq!(
            reopened(InvoiceStatus::Paid, ten, four),
            Some(InvoiceStatus::PartiallyPaid)
        );
        assert_eq!(
            reopened(InvoiceStatus::Disputed, ten, ten),
            Some(InvoiceStatus::Disputed)
        );
        assert_eq!(reopened(InvoiceStatus::WrittenOff, ten, four), None);
    }
}
