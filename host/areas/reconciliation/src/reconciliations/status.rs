//! Statuses of lines and reconciliations.

use data::{Message, TextEnum, life_cycle::Operation as _, message, states};

states! {
    /// Status of a reconciliation.
    pub enum ReconciliationStatus {
        /// Uploaded and not read yet.
        Uploaded [is_importing],
        Processing [is_importing],
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
    facts {
        pub is_importing,
    }
}

states! {
    /// Status of a line.
    #[derive(Hash)]
    pub enum LineStatus {
        /// Without a booking.
        Unmatched,
        /// Invoiced as quoted.
        Matched [is_open],
        WithinTolerance [is_open],
        Overcharged [is_open],
        Undercharged [is_open],
        /// Needs a review.
        Held,
        /// The carrier is paid the approved amount.
        Approved [is_decided],
        /// The carrier is paid the invoiced amount, and the tenant bears the difference.
        Absorbed [is_decided],
        /// The carrier is paid nothing.
        Rejected [is_decided, is_dismissed],
        /// Closed without consequences.
        Closed [is_decided, is_dismissed],
        /// Invoiced to a third party.
        ExternallyInvoiced [is_decided],
        /// Accepted before the invoice.
        PreAuthorised [is_open],
        #[text_enum(unknown)]
        Unknown,
    }
    facts {
        pub is_decided,
        /// Undecided, with a booking and without a hold.
        pub is_open,
        /// The carrier charges nothing by it.
        pub is_dismissed,
    }
    operations {
        /// Operation on a line.
        pub enum LineOperation {
            /// Pay the invoiced amount, or another one with a note.
            Approve: is_payable => Approved,
            /// Pay the invoiced amount and bear the difference.
            Absorb: is_payable => Absorbed,
            /// Pay the invoiced amount and charge the difference, or another amount, to the
            /// customer.
            Recharge: is_payable => Approved,
            /// Pay nothing and dispute it.
            Reject: is_undecided => Rejected,
            Hold: is_open => Held,
            /// Returns to the status that the comparison gave.
            Release: [Held, PreAuthorised] =>
                Unmatched | Matched | WithinTolerance | Overcharged | Undercharged,
            /// Close without consequences.
            Close: [Unmatched, Rejected, Held] => Closed,
            /// Accepted in advance.
            PreAuthorise: [Matched, WithinTolerance, Overcharged, Undercharged] => PreAuthorised,
            /// Invoiced to a third party.
            ExternallyInvoiced: is_undecided => ExternallyInvoiced,
        }
    }
}

impl LineStatus {
    const fn is_payable(self) -> bool {
        self.is_open() || matches!(self, Self::Held)
    }
    const fn is_undecided(self) -> bool {
        self.is_payable() || matches!(self, Self::Unmatched)
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
    let to = operation.target().unwrap_or(assessed);
    if from == to {
        return Ok(None);
    }
    if !operation.is_allowed_in(from) {
        return Err(message!(
            "is {status}: {operation} is not possible then",
            status = from,
            operation = operation
        ));
    }
    match operation {
        LineOperation::Approve | LineOperation::Absorb | LineOperation::Recharge
            if from == LineStatus::Held && !has_note =>
        {
            Err(message!(
                "is on hold: give the reason for accepting it in a note"
            ))
        }
        LineOperation::Reject if !has_note => Err(message!(
            "needs a note to be rejected: it is sent to the carrier"
        )),
        _ => Ok(Some(to)),
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
    fn every_operation_in_every_status_goes_as_the_table_says() {
        data::life_cycle::assert_transitions(1, |operation: LineOperation, from| {
            match next_status(operation, from, LineStatus::Matched, true) {
                Ok(Some(to)) => Ok(to),
                // Done before.
                Ok(None) if operation.is_allowed_in(from) => Ok(from),
                Ok(None) | Err(_) => Err(1),
            }
        });
    }

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
