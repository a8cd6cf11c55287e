//! What a line and a reconciliation can be, and what may become of them.

use kernel::{Message, Words, message};

/// Where a reconciliation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum ReconciliationStatus {
    /// The file is there and nobody has read it yet.
    Uploaded,
    Processing,
    /// Nothing is decided.
    AwaitingApproval,
    PartiallyApproved,
    /// All lines are decided.
    Approved,
    /// All lines are decided, and customers are charged what some of them cost besides.
    Recharged,
    /// The file came to nothing.
    Failed,
    #[words(unknown)]
    Unknown,
}

/// Where a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Words)]
pub enum LineStatus {
    /// No booking is known for it.
    Unmatched,
    /// Invoiced as quoted.
    Matched,
    WithinTolerance,
    Overcharged,
    Undercharged,
    /// Waits for somebody who looks at it.
    Held,
    /// The carrier is paid what was approved.
    Approved,
    /// The carrier is paid what it asks, and the tenant bears the difference.
    Absorbed,
    /// The carrier is paid nothing.
    Rejected,
    /// Nothing follows from it any more.
    Closed,
    /// Somebody else was invoiced for it.
    ExternallyInvoiced,
    /// It was agreed to before the invoice came.
    PreAuthorised,
    #[words(unknown)]
    Unknown,
}

impl LineStatus {
    /// Whether something was decided about it.
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

    /// Whether a decision needs no more than somebody's word.
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

/// Why a line is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum Hold {
    /// The customer pays less than the carrier asks.
    SellUnderCost,
    /// Quoted or invoiced at nothing.
    ZeroCost,
    /// The consignment is on another invoice.
    TwiceInvoiced,
    /// Somebody wants it looked at.
    ByHand,
}

/// What can be done with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum LineOperation {
    /// Pay what is invoiced, or another amount with a note.
    Approve,
    /// Pay what is invoiced and bear the difference.
    Absorb,
    /// Pay what is invoiced and charge the customer the difference, or another amount.
    Recharge,
    /// Pay nothing and dispute it.
    Reject,
    Hold,
    Release,
    /// Nothing follows from it.
    Close,
    /// Agreed to beforehand.
    PreAuthorise,
    /// Somebody else was invoiced.
    ExternallyInvoiced,
}

impl LineOperation {
    /// Whether it says what is paid, borne and charged on.
    pub fn says_amounts(self) -> bool {
        !matches!(self, Self::Hold | Self::Release | Self::PreAuthorise)
    }
}

/// Where an operation leads. None: the line is there already.
pub fn after(
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
        Op::Approve | Op::Absorb | Op::Recharge if from == Is::Held && !has_note => {
            Err(message!("is held: say in a note why it may pass"))
        }
        Op::Approve | Op::Absorb | Op::Recharge if from.is_open() || from == Is::Held => {
            Ok(Some(to))
        }
        Op::Reject if (from.is_open() || matches!(from, Is::Held | Is::Unmatched)) && !has_note => {
            Err(message!(
                "is rejected with a note only: the carrier is told what it says"
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

/// Where a reconciliation stands by its lines: how many there are, how many are decided, how many charge a customer.
pub fn overall(lines: i64, decided: i64, recharged: i64) -> ReconciliationStatus {
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
                if let Ok(Some(to)) = after(operation, from, LineStatus::Matched, true) {
                    assert_eq!(
                        after(operation, to, LineStatus::Matched, true),
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
            after(
                LineOperation::Approve,
                LineStatus::Held,
                LineStatus::Matched,
                note,
            )
        };
        assert!(held(false).is_err());
        assert_eq!(held(true), Ok(Some(LineStatus::Approved)));
        let released = after(
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
                after(
                    operation,
                    LineStatus::Unmatched,
                    LineStatus::Unmatched,
                    true
                )
                .is_err()
            );
        }
        let rejected = after(
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
            assert!(after(LineOperation::Reject, from, LineStatus::Matched, true).is_err());
            assert!(after(LineOperation::Hold, from, LineStatus::Matched, true).is_err());
        }
    }

    #[test]
    fn a_reconciliation_stands_where_its_lines_stand() {
        assert_eq!(overall(3, 0, 0), ReconciliationStatus::AwaitingApproval);
        assert_eq!(overall(3, 2, 1), ReconciliationStatus::PartiallyApproved);
        assert_eq!(overall(3, 3, 0), ReconciliationStatus::Approved);
        assert_eq!(overall(3, 3, 1), ReconciliationStatus::Recharged);
    }
}
