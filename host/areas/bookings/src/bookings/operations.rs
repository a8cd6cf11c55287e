//! Operations allowed per status: one table for screens, single calls and bulk calls.

use kernel::{Permission, Refusal, TextEnum, message};
use quotes::access::BOOKING;

use crate::bookings::{
    conditions::statuses,
    status::Status::{self, *},
};
use crate::{
    access::{
        BOOKING_CANCEL, BOOKING_CHANGE_STATUS, BOOKING_CREATE, BOOKING_DELETE, BOOKING_EDIT,
        BOOKING_MANIFEST,
    },
    bookings::model::{Booking, Intent},
};

/// A user's operation on a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, TextEnum)]
pub enum Operation {
    Book,
    Manifest,
    BookPickup,
    PrintLabel,
    PrintManifest,
    EmailDocuments,
    RefreshTracking,
    Requote,
    /// Creates an open invoice, alone or with other bookings of the customer.
    Invoice,
    Hold,
    Release,
    Cancel,
    Delete,
    Edit,
    /// A scan or a status entered by hand.
    AddTrackingEvent,
}

struct OperationRule(Operation, Permission, &'static [Status]);

/// A late scan of a final status changes nothing.
const SCANNABLE: &[Status] = statuses!(Status::is_manifested);
pub const WITH_CARRIER: &[Status] = statuses!(Status::is_at_carrier);

const TABLE: &[OperationRule] = &[
    OperationRule(
        Operation::Book,
        BOOKING_CREATE,
        &[Quoted, PendingPayment, Failed],
    ),
    OperationRule(Operation::Manifest, BOOKING_MANIFEST, &[Booked]),
    // A failed pickup can be booked again.
    OperationRule(
        Operation::BookPickup,
        BOOKING_MANIFEST,
        &[Manifested, FailedPickup],
    ),
    OperationRule(Operation::PrintLabel, BOOKING, WITH_CARRIER),
    OperationRule(Operation::PrintManifest, BOOKING, WITH_CARRIER),
    OperationRule(Operation::EmailDocuments, BOOKING, WITH_CARRIER),
    OperationRule(Operation::RefreshTracking, BOOKING, WITH_CARRIER),
    OperationRule(Operation::Requote, BOOKING_EDIT, &[Quoted, Failed]),
    // Finance also checks the invoicing permission.
    OperationRule(Operation::Invoice, BOOKING, WITH_CARRIER),
    OperationRule(
        Operation::Hold,
        BOOKING_CHANGE_STATUS,
        &[Draft, Quoted, PendingPayment, Booked],
    ),
    OperationRule(Operation::Release, BOOKING_CHANGE_STATUS, &[OnHold]),
    // After pickup the goods are returned instead.
    OperationRule(
        Operation::Cancel,
        BOOKING_CANCEL,
        &[
            Draft,
            Quoted,
            PendingPayment,
            Booked,
            Manifested,
            PickupBooked,
            AtPickup,
            FailedPickup,
            OnHold,
            Failed,
        ],
    ),
    OperationRule(
        Operation::Delete,
        BOOKING_DELETE,
        &[Draft, Quoted, Cancelled],
    ),
    OperationRule(
        Operation::Edit,
        BOOKING_EDIT,
        &[Draft, Quoted, PendingPayment, Booked, Failed],
    ),
    OperationRule(
        Operation::AddTrackingEvent,
        BOOKING_CHANGE_STATUS,
        SCANNABLE,
    ),
];

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

impl Operation {
    fn rule(self) -> &'static OperationRule {
        // A test proves that every operation has a line.
        TABLE
            .iter()
            .find(|line| line.0 == self)
            .unwrap_or(&TABLE[0])
    }
    pub fn statuses(self) -> &'static [Status] {
        self.rule().2
    }
    pub fn permission(self) -> Permission {
        self.rule().1
    }
    pub fn is_allowed_in(self, status: Status) -> bool {
        self.statuses().contains(&status)
    }
    /// Rejects unless the status allows it and no call is pending.
    pub fn check_for(self, booking: &Booking) -> kernel::Result<()> {
        if booking.intent == Some(Intent::Pay) {
            return Err(OPERATION_PENDING.with_message(message!(
                "The price of {booking} is being reserved with the payment provider. Wait for its response.",
                booking = booking.name()
            )));
        }
        if let Some(intent) = booking.intent {
            return Err(OPERATION_PENDING.with_message(message!(
                "A request for {booking} is waiting for the carrier: {intent}. Wait for its response.",
                booking = booking.name()
            )));
        }
        self.check(booking.effective_status())
    }
    pub fn check(self, status: Status) -> kernel::Result<()> {
        if self.is_allowed_in(status) {
            return Ok(());
        }
        let (operation, states) = (self, self.statuses());
        Err(STATUS_NOT_ALLOWED.with_message(message!(
            "{operation} is not possible for a booking that is {status}. It is possible when the booking is {states}."
        )))
    }
    pub fn list_allowed(status: Status) -> impl Iterator<Item = Self> {
        TABLE
            .iter()
            .map(|line| line.0)
            .filter(move |operation| operation.is_allowed_in(status))
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
    /// A status email was sent.
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
    /// The carrier has not answered yet.
    Pending,
    #[text_enum(unknown)]
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::{Operation as Op, *};

    #[test]
    fn every_operation_has_one_line() {
        for operation in Op::ALL.iter().copied() {
            assert_eq!(TABLE.iter().filter(|line| line.0 == operation).count(), 1);
            assert_eq!(operation.as_str().parse::<Op>(), Ok(operation));
        }
        assert!(
            "Launch"
                .parse::<Op>()
                .unwrap_err()
                .to_string()
                .contains("Manifest")
        );
    }

    #[test]
    fn the_table_says_what_the_rules_say() {
        let allowed = |status| {
            Op::list_allowed(status)
                .map(Op::as_str)
                .collect::<Vec<_>>()
                .join(" ")
        };
        for (status, expected) in [
            (Draft, "Hold Cancel Delete Edit"),
            (Quoted, "Book Requote Hold Cancel Delete Edit"),
            (PendingPayment, "Book Hold Cancel Edit"),
            (
                Booked,
                "Manifest PrintLabel PrintManifest EmailDocuments RefreshTracking Invoice Hold Cancel Edit",
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
            (Failed, "Book Requote Cancel Edit"),
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
