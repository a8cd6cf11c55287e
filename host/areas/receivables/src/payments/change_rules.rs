//! Refund limits, and the status of reopened invoices.

use data::{FieldError, message};
use rust_decimal::Decimal;

use billing::invoices;
use billing::values::InvoiceStatus;

pub fn check_refund(amount: Decimal, available: Decimal) -> Option<FieldError> {
    let is_right = amount > Decimal::ZERO && amount <= available;
    let message = message!(
        "must be more than 0 and at most {max}, the refundable amount",
        max = available.normalize()
    );
    (!is_right).then(|| FieldError::new("amount", message))
}

/// Returns None if the invoice is no longer payable.
pub fn status_when_reopened(
    status: InvoiceStatus,
    amount: Decimal,
    outstanding: Decimal,
) -> Option<InvoiceStatus> {
    match status {
        InvoiceStatus::Posted | InvoiceStatus::PartiallyPaid | InvoiceStatus::Paid => {
            Some(invoices::status::status_of_outstanding(amount, outstanding))
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
        let is_right = |amount: i64, available: i64| {
            check_refund(Decimal::new(amount, 2), Decimal::new(available, 2)).is_none()
        };
        assert!(is_right(100, 100) && is_right(1, 100));
        assert!(!is_right(101, 100) && !is_right(0, 100) && !is_right(-1, 100) && !is_right(0, 0));
    }

    #[test]
    fn what_is_owed_again_is_open_again() {
        let (ten, four) = (Decimal::from(10), Decimal::from(4));
        assert_eq!(
            status_when_reopened(InvoiceStatus::Paid, ten, ten),
            Some(InvoiceStatus::Posted)
        );
        assert_eq!(
            status_when_reopened(InvoiceStatus::Paid, ten, four),
            Some(InvoiceStatus::PartiallyPaid)
        );
        assert_eq!(
            status_when_reopened(InvoiceStatus::Disputed, ten, ten),
            Some(InvoiceStatus::Disputed)
        );
        assert_eq!(
            status_when_reopened(InvoiceStatus::WrittenOff, ten, four),
            None
        );
    }
}
