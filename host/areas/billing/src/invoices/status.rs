//! Status transitions of invoices.

use chrono::NaiveDate;
use kernel::{Refusal, Result, message};
use rust_decimal::Decimal;

use crate::values::{
    InvoiceOperation::{self, *},
    InvoiceStatus,
};

pub const INVALID_INVOICE_STATUS: Refusal =
    Refusal::new(5101, "The invoice is not in a state for this.");

/// An operation and its source states.
struct Line(InvoiceOperation, &'static [InvoiceStatus]);

const TABLE: &[Line] = &[
    Line(Close, &[InvoiceStatus::Open]),
    Line(Approve, &[InvoiceStatus::Closed]),
    Line(Post, &[InvoiceStatus::Approved]),
    // Posted invoices are corrected by credit notes.
    Line(
        Void,
        &[
            InvoiceStatus::Open,
            InvoiceStatus::Closed,
            InvoiceStatus::Approved,
        ],
    ),
    Line(
        WriteOff,
        &[
            InvoiceStatus::Posted,
            InvoiceStatus::PartiallyPaid,
            InvoiceStatus::Disputed,
        ],
    ),
    Line(
        Dispute,
        &[InvoiceStatus::Posted, InvoiceStatus::PartiallyPaid],
    ),
    Line(Resolve, &[InvoiceStatus::Disputed]),
];

/// Returns the new state, or the reason for the rejection.
pub fn next_status(
    operation: InvoiceOperation,
    status: InvoiceStatus,
    amount: Decimal,
    outstanding: Decimal,
) -> Result<InvoiceStatus> {
    let from = TABLE
        .iter()
        .find(|line| line.0 == operation)
        .map_or(&[][..], |line| line.1);
    if !from.contains(&status) {
        return Err(INVALID_INVOICE_STATUS.with_message(message!(
            "{operation} is not possible: the invoice is {status}. It is possible for one that is {states}.",
            operation = operation,
            status = status,
            states = from
        )));
    }
    Ok(match operation {
        Close => InvoiceStatus::Closed,
        Approve => InvoiceStatus::Approved,
        Void => InvoiceStatus::Void,
        WriteOff => InvoiceStatus::WrittenOff,
        Dispute => InvoiceStatus::Disputed,
        Post | Resolve => status_of_outstanding(amount, outstanding),
    })
}

/// For posted invoices.
pub fn status_of_outstanding(amount: Decimal, outstanding: Decimal) -> InvoiceStatus {
    match outstanding {
        rest if rest <= Decimal::ZERO => InvoiceStatus::Paid,
        rest if rest < amount => InvoiceStatus::PartiallyPaid,
        _ => InvoiceStatus::Posted,
    }
}

/// True if nothing more is payable.
pub fn is_final(status: InvoiceStatus) -> bool {
    matches!(
        status,
        InvoiceStatus::Paid | InvoiceStatus::Void | InvoiceStatus::WrittenOff
    )
}

/// Drafts are never overdue. The due day itself is in time.
pub fn is_overdue(
    status: InvoiceStatus,
    outstanding: Decimal,
    due: NaiveDate,
    today: NaiveDate,
) -> bool {
    let is_asked =
        !is_final(status) && !matches!(status, InvoiceStatus::Open | InvoiceStatus::Unknown);
    is_asked && outstanding > Decimal::ZERO && due < today
}

#[cfg(test)]
mod tests {
    use InvoiceStatus::*;

    use super::*;

    fn go(operation: InvoiceOperation, status: InvoiceStatus) -> Option<InvoiceStatus> {
        next_status(operation, status, 110.into(), 110.into()).ok()
    }

    #[test]
    fn an_invoice_goes_from_draft_to_posted_step_by_step() {
        assert_eq!(go(InvoiceOperation::Close, Open), Some(Closed));
        assert_eq!(go(InvoiceOperation::Approve, Closed), Some(Approved));
        assert_eq!(go(InvoiceOperation::Post, Approved), Some(Posted));
        assert_eq!(go(InvoiceOperation::Post, Closed), None);
        assert_eq!(go(InvoiceOperation::Close, Closed), None);
    }

    #[test]
    fn what_is_posted_is_not_void_and_nothing_is_void_twice() {
        for status in [Open, Closed, Approved] {
            assert_eq!(
                go(InvoiceOperation::Void, status),
                Some(InvoiceStatus::Void)
            );
        }
        for status in [
            Posted,
            PartiallyPaid,
            Paid,
            Disputed,
            InvoiceStatus::Void,
            WrittenOff,
            Unknown,
        ] {
            assert_eq!(go(InvoiceOperation::Void, status), None, "{status}");
        }
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
