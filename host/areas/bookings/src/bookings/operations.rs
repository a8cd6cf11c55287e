//! Checks of operations, and the log's operations.

use data::{Refusal, TextEnum, life_cycle::Operation as _, message};

use crate::bookings::{
    model::{Booking, Intent},
    status::Status,
};

pub use crate::bookings::status::Operation;

pub const STATUS_NOT_ALLOWED: Refusal =
    Refusal::new(4101, "The booking's status does not allow this.");
pub const LIMIT_EXCEEDED: Refusal = Refusal::new(4190, "There is not enough space.");
pub const OPERATION_PENDING: Refusal = Refusal::new(
    4102,
    "A request to the carrier is in progress for this booking.",
);
pub const OUTCOME_UNKNOWN: Refusal = Refusal::new(
    4103,
    "It is not certain yet whether the carrier has this consignment. Book it again to find out, or cancel it.",
);

/// Rejects a booking with a pending call.
pub fn check_not_pending(booking: &Booking) -> data::Result<()> {
    match booking.pending.intent {
        None => Ok(()),
        Some(Intent::Pay) => Err(OPERATION_PENDING.with_message(message!(
            "The price of {booking} is being reserved with the payment provider. Wait for its response.",
            booking = booking.name()
        ))),
        Some(intent) => Err(OPERATION_PENDING.with_message(message!(
            "A request for {booking} is waiting for the carrier: {intent}. Wait for its response.",
            booking = booking.name()
        ))),
    }
}

impl Operation {
    /// Rejects unless the status allows it and no call is pending.
    pub fn check_for(self, booking: &Booking) -> data::Result<()> {
        check_not_pending(booking)?;
        if let (Self::Cancel, Some(before)) = (self, booking.status_before_hold) {
            // A hold on the own vehicles may begin after the pickup.
            self.check(before)?;
        }
        self.check(booking.effective_status())
    }
    pub fn check(self, status: Status) -> data::Result<()> {
        if self.is_allowed_in(status) {
            return Ok(());
        }
        let (operation, states) = (self, self.allowed_states());
        Err(STATUS_NOT_ALLOWED.with_message(message!(
            "{operation} is not possible for a booking that is {status}. It is possible when the booking is {states}."
        )))
    }
}

/// Operations recorded in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum LoggedOperation {
    Create,
    Edit,
    UpdateDetails,
    Book,
    Manifest,
    BookPickup,
    CancelPickup,
    Requote,
    Invoice,
    EmailDocuments,
    /// A status email.
    EmailNews,
    PrintLabel,
    /// An existing label was returned again.
    ReprintLabel,
    /// An existing manifest sheet was returned again.
    ReprintManifest,
    Hold,
    Release,
    Cancel,
    AddTrackingEvent,
    #[text_enum(unknown)]
    Unknown,
}

impl From<Intent> for LoggedOperation {
    fn from(intent: Intent) -> Self {
        match intent {
            // The reservation is the first half of booking.
            Intent::Book | Intent::Pay => Self::Book,
            Intent::Cancel => Self::Cancel,
            Intent::Manifest => Self::Manifest,
            Intent::BookPickup => Self::BookPickup,
            Intent::Unknown => Self::Unknown,
        }
    }
}

/// Outcome of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum OperationStatus {
    #[default]
    Success,
    Failed,
    /// The carrier or the mail server has not answered yet.
    Pending,
    #[text_enum(unknown)]
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::{Operation as Op, Status::*, *};

    #[test]
    fn every_operation_in_every_status_is_checked_as_the_table_says() {
        STATUS_NOT_ALLOWED.assert_checks(Op::check);
    }

    #[test]
    fn the_table_says_what_the_rules_say() {
        let allowed = |status| {
            Op::list_allowed(status)
                .into_iter()
                .map(Op::as_str)
                .collect::<Vec<_>>()
                .join(" ")
        };
        for (status, expected) in [
            (Draft, "Hold Cancel Delete Edit EditAddresses"),
            (Quoted, "Book Requote Hold Cancel Delete Edit EditAddresses"),
            (PendingPayment, "Book Hold Cancel Edit EditAddresses"),
            (
                Booked,
                "Manifest PrintLabel PrintManifest EmailDocuments RefreshTracking Invoice Hold Cancel Edit EditAddresses",
            ),
            (
                Manifesting,
                "PrintLabel PrintManifest EmailDocuments RefreshTracking Invoice",
            ),
            (
                Manifested,
                "BookPickup PrintLabel PrintManifest EmailDocuments RefreshTracking Invoice Cancel AddTrackingEvent",
            ),
            (
                PickupBooked,
                "PrintLabel PrintManifest EmailDocuments RefreshTracking Invoice Cancel AddTrackingEvent",
            ),
            (
                AtPickup,
                "PrintLabel PrintManifest EmailDocuments RefreshTracking Invoice Cancel AddTrackingEvent",
            ),
            (
                FailedPickup,
                "BookPickup PrintLabel PrintManifest EmailDocuments RefreshTracking Invoice Cancel AddTrackingEvent",
            ),
            (
                PickedUp,
                "PrintLabel PrintManifest EmailDocuments RefreshTracking Invoice AddTrackingEvent",
            ),
            (
                OutForDelivery,
                "PrintLabel PrintManifest EmailDocuments RefreshTracking Invoice AddTrackingEvent",
            ),
            (
                Delivered,
                "PrintLabel PrintManifest EmailDocuments RefreshTracking Invoice AddTrackingEvent",
            ),
            (
                Lost,
                "PrintLabel PrintManifest EmailDocuments RefreshTracking Invoice AddTrackingEvent",
            ),
            (OnHold, "Release Cancel"),
            (Failed, "Book Requote Cancel Edit EditAddresses"),
            (Cancelled, "Delete"),
            (Deleted, ""),
        ] {
            assert_eq!(allowed(status), expected, "{status}");
        }
    }

    #[test]
    fn nothing_is_cancelled_once_it_is_picked_up() {
        for status in Status::ALL.iter().copied() {
            let is_collected = matches!(
                status.group(),
                crate::bookings::status::Group::InTransit
                    | crate::bookings::status::Group::Delivered
            );
            assert!(
                !(is_collected && Op::Cancel.is_allowed_in(status)),
                "{status}"
            );
        }
    }

    #[test]
    fn a_refusal_says_when_it_is_possible() {
        let sentence = Op::Cancel.check(Delivered).unwrap_err().to_string();
        assert!(
            sentence.contains("Delivered") && sentence.contains("Manifested"),
            "{sentence}"
        );
    }
}
