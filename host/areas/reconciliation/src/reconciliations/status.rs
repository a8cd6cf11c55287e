//! Statuses of lines and reconciliations.

use kernel::{Message, TextEnum, message};

/// Status of a reconciliation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum ReconciliationStatus {
    /// Uploaded and not read yet.
    Uploaded,
    Processing,
    /// No line is decided.
    AwaitingApproval,
    PartiallyApproved,
    /// All lines are decided.
    Approved,
    /// All lines are decided, and some are recharged to customers.
    Recharged,
    /// The import failed.
    Failed,
    #[text_enum(unknown)]
    Unknown,
}

/// Status of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, TextEnum)]
pub enum LineStatus {
    /// Without a booking.
    Unmatched,
    /// Invoiced as quoted.
    Matched,
    WithinTolerance,
    Overcharged,
    Undercharged,
    /// Needs a review.
    Held,
    /// The carrier is paid the approved amount.
    Approved,
    /// The carrier is paid the invoiced amount, and the tenant bears the difference.
    Absorbed,
    /// The carrier is paid nothing.
    Rejected,
    /// Closed without consequences.
    Closed,
    /// Invoiced to a third party.
    ExternallyInvoiced,
    /// Accepted before the invoice.
    PreAuthorised,
    #[text_enum(unknown)]
    Unknown,
}

impl LineStatus {
    pub fn is_decided(self) -> bool {
        matches!(
            self,
            Self::Approved
                | Self::Absorbed
                | Self::Rejected
                | Self::Closed
                | Self::ExternallyInvoiced
        )
    }

    /// True if undecided, with a booking and without a hold.
    fn is_open(self) -> bool {
        matches!(
            self,
            Self::Matched
                | Self::WithinTolerance
                | Self::Overcharged
                | Self::Undercharged
                | Self::PreAuthorised
        )
    }
}

/// Reason of a hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum Hold {
    /// The customer's price is below the invoiced cost.
    SellUnderCost,
    /// Quoted or invoiced at 0.
    ZeroCost,
    /// The consignment is on another invoice.
    TwiceInvoiced,
    /// Held manually.
    ByHand,
}

/// Operation on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum LineOperation {
    /// Pay the invoiced amount, or another one with a note.
    Approve,
    /// Pay the invoiced amount and bear the difference.
    Absorb,
    /// Pay the invoiced amount and charge the difference, or another amount, to the customer.
    Recharge,
    /// Pay nothing and dispute it.
    Reject,
    Hold,
    Release,
    /// Close without consequences.
    Close,
    /// Accepted in advance.
    PreAuthorise,
    /// Invoiced to a third party.
    ExternallyInvoiced,
}

impl LineOperation {
    pub fn sets_amounts(self) -> bool {
        !matches!(self, Self::Hold | Self::Release | Self::PreAuthorise)
    }
}

/// Returns None if unchanged.
pub fn next_status(
    operation: LineOperation,
    from: LineStatus,
    assessed: LineStatus,
    has_note: bool,
) -> Result<Option<LineStatus>, Message> {
    use LineOperation as Op;
    use LineStatus as Is;
    let to = match operation {
        Op::Approve | Op::Recharge => Is::Approved,
        Op::Absorb => Is::Absorbed,
        Op::Reject => Is::Rejected,
        Op::Hold => Is::Held,
        Op::Release => assessed,
        Op::Close => Is::Closed,
        Op::PreAuthorise => Is::PreAuthorised,
        Op::ExternallyInvoiced => Is::ExternallyInvoiced,
    };
    if from == to {
        return Ok(None);
    }
    let not_from = || {
        message!(
            "is {status}: {operation} is not possible then",
            status = from,
            operation = operation
        )
    };
    match operation {
        Op::Approve | Op::Absorb | Op::Recharge if from == Is::Held && !has_note => Err(message!(
            "is on hold: give the reason for accepting it in a note"
        )),
        Op::Approve | Op::Absorb | Op::Recharge if from.is_open() || from == Is::Held => {
            Ok(Some(to))
        }
        Op::Reject if (from.is_open() || matches!(from, Is::Held | Is::Unmatched)) && !has_note => {
            Err(message!(
                "needs a note to be rejected: it is sent to the carrier"
            ))
        }
        Op::Reject if from.is_open() || matches!(from, Is::Held | Is::Unmatched) => Ok(Some(to)),
        Op::Hold | Op::PreAuthorise if from.is_open() => Ok(Some(to)),
        Op::Release if from == Is::Held || from == Is::PreAuthorised => Ok(Some(to)),
        Op::Close if matches!(from, Is::Unmatched | Is::Rejected | Is::Held) => Ok(Some(to)),
        Op::ExternallyInvoiced if from.is_open() || matches!(from, Is::Held | Is::Unmatched) => {
            Ok(Some(to))
        }
        _ => Err(not_from()),
    }
}

pub fn reconciliation_status(lines: i64, decided: i64, recharged: i64) -> ReconciliationStatus {
    match (decided, lines - decided) {
        (0, left) if left > 0 => ReconciliationStatus::AwaitingApproval,
        (_, left) if left > 0 => ReconciliationStatus::PartiallyApproved,
        _ if recharged > 0 => ReconciliationStatus::Recharged,
        _ => ReconciliationStatus::Approved,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_that_was_done_changes_nothing() {
        for operation in LineOperation::ALL
            .iter()
            .copied()
            .filter(|one| *one != LineOperation::Release)
        {
            for from in LineStatus::ALL.iter().copied() {
                if let Ok(Some(to)) = next_status(operation, from, LineStatus::Matched, true) {
                    assert_eq!(
                        next_status(operation, to, LineStatus::Matched, true),
                        Ok(None),
                        "{operation} {from}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_held_passes_with_a_note_only() {
        let held = |note| {
            next_status(
                LineOperation::Approve,
                LineStatus::Held,
                LineStatus::Matched,
                note,
            )
        };
        assert!(held(false).is_err());
        assert_eq!(held(true), Ok(Some(LineStatus::Approved)));
        let released = next_status(
            LineOperation::Release,
            LineStatus::Held,
            LineStatus::Overcharged,
            false,
        );
        assert_eq!(released, Ok(Some(LineStatus::Overcharged)));
    }

    #[test]
    fn a_line_without_a_booking_is_not_paid() {
        for operation in [
            LineOperation::Approve,
            LineOperation::Absorb,
            LineOperation::Recharge,
        ] {
            assert!(
                next_status(
                    operation,
                    LineStatus::Unmatched,
                    LineStatus::Unmatched,
                    true
                )
                .is_err()
            );
        }
        let rejected = next_status(
            LineOperation::Reject,
            LineStatus::Unmatched,
            LineStatus::Unmatched,
            true,
        );
        assert_eq!(rejected, Ok(Some(LineStatus::Rejected)));
    }

    #[test]
    fn what_is_decided_is_not_decided_otherwise() {
        for from in [
            LineStatus::Approved,
            LineStatus::Absorbed,
            LineStatus::Closed,
        ] {
            assert!(next_status(LineOperation::Reject, from, LineStatus::Matched, true).is_err());
            assert!(next_status(LineOperation::Hold, from, LineStatus::Matched, true).is_err());
        }
    }

    #[test]
    fn a_reconciliation_stands_where_its_lines_stand() {
        assert_eq!(
            reconciliation_status(3, 0, 0),
            ReconciliationStatus::AwaitingApproval
        );
        assert_eq!(
            reconciliation_status(3, 2, 1),
            ReconciliationStatus::PartiallyApproved
        );
        assert_eq!(
            reconciliation_status(3, 3, 0),
            ReconciliationStatus::Approved
        );
        assert_eq!(
            reconciliation_status(3, 3, 1),
            ReconciliationStatus::Recharged
        );
    }
}
