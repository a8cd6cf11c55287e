//! Status transitions of invoices.

use chrono::NaiveDate;
use data::{Refusal, Result, life_cycle::Operation as _, message};
use rust_decimal::Decimal;

use crate::values::{InvoiceOperation, InvoiceStatus};

pub const INVALID_INVOICE_STATUS: Refusal =
    Refusal::new(5101, "The invoice is not in a state for this.");

/// Returns the new state, or the reason for the rejection.
pub fn next_status(
    operation: InvoiceOperation,
    status: InvoiceStatus,
    amount: Decimal,
    outstanding: Decimal,
) -> Result<InvoiceStatus> {
    if !operation.is_allowed_in(status) {
        return Err(INVALID_INVOICE_STATUS.with_message(message!(
            "{operation} is not possible: the invoice is {status}. It is possible for one that is {states}.",
            operation = operation,
            status = status,
            states = operation.allowed_states()
        )));
    }
    Ok(operation
        .target()
        .unwrap_or_else(|| status_of_outstanding(amount, outstanding)))
}

/// For posted invoices.
pub fn status_of_outstanding(amount: Decimal, outstanding: Decimal) -> InvoiceStatus {
    match outstanding {
        rest if rest <= Decimal::ZERO => InvoiceStatus::Paid,
        rest if rest < amount => InvoiceStatus::PartiallyPaid,
        _ => InvoiceStatus::Posted,
    }
}

/// The due day itself is in time.
pub fn is_overdue(
    status: InvoiceStatus,
    outstanding: Decimal,
    due: NaiveDate,
    today: NaiveDate,
) -> bool {
    status.is_due() && outstanding > Decimal::ZERO && due < today
}

#[cfg(test)]
mod tests {
    use InvoiceStatus::*;
    use data::Error;

    use super::*;

    fn go(operation: InvoiceOperation, status: InvoiceStatus) -> Option<InvoiceStatus> {
        next_status(operation, status, 110.into(), 110.into()).ok()
    }

    #[test]
    fn every_operation_in_every_status_goes_as_the_table_says() {
        for outstanding in [0, 50, 110] {
            data::life_cycle::assert_transitions(
                INVALID_INVOICE_STATUS.code,
                |operation, status| match next_status(
                    operation,
                    status,
                    110.into(),
                    outstanding.into(),
                ) {
                    Err(Error::Refused { code, .. }) => Err(code),
                    result => Ok(result.unwrap()),
                },
            );
        }
    }

    #[test]
    fn an_invoice_goes_from_draft_to_posted_step_by_step() {
        assert_eq!(go(InvoiceOperation::Close, Open), Some(Closed));
        assert_eq!(go(InvoiceOperation::Approve, Closed), Some(Approved));
        assert_eq!(go(InvoiceOperation::Post, Approved), Some(Posted));
    }

    #[test]
    fn a_dispute_ends_where_the_payments_are() {
        assert_eq!(go(InvoiceOperation::Dispute, Posted), Some(Disputed));
        let resolved = |outstanding: i64| {
            next_status(
                InvoiceOperation::Resolve,
                Disputed,
                110.into(),
                outstanding.into(),
            )
            .ok()
        };
        assert_eq!(resolved(110), Some(Posted));
        assert_eq!(resolved(50), Some(PartiallyPaid));
        assert_eq!(resolved(0), Some(Paid));
    }

    #[test]
    fn nothing_begins_from_an_end() {
        for operation in InvoiceOperation::ALL {
            for status in [Paid, InvoiceStatus::Void, WrittenOff, Unknown] {
                assert_eq!(go(*operation, status), None, "{operation} of {status}");
            }
        }
    }

    #[test]
    fn overdue_begins_the_day_after() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let overdue = |status, today| is_overdue(status, 1.into(), day("2026-03-10"), day(today));
        assert!(!overdue(Posted, "2026-03-10"));
        assert!(overdue(Posted, "2026-03-11") && overdue(PartiallyPaid, "2026-03-11"));
        assert!(!overdue(Open, "2026-03-11") && !overdue(WrittenOff, "2026-03-11"));
        assert!(!is_overdue(
            Posted,
            Decimal::ZERO,
            day("2026-03-10"),
            day("2026-04-01")
        ));
    }
}
