//! What may be done with a booking in which state: one table for the screens, the single calls and the bulk calls.

use kernel::{Permission, Refusal, Words, message};
use quotes::access::BOOKING;

use super::status::Status::{self, *};
use crate::{
    access::{
        BOOKING_CANCEL, BOOKING_CHANGE_STATUS, BOOKING_CREATE, BOOKING_DELETE, BOOKING_EDIT,
        BOOKING_MANIFEST,
    },
    model::{Booking, Intent},
};

/// What a person can ask for a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Words)]
pub enum Operation {
    Book,
    Manifest,
    BookPickup,
    PrintLabel,
    PrintManifest,
    EmailDocuments,
    RefreshTracking,
    Requote,
    /// An open invoice is made, alone or with others of the customer.
    Invoice,
    Hold,
    Release,
    Cancel,
    Delete,
    Edit,
    /// A scan entered by hand, or a status set by hand.
    AddTrackingEvent,
}

/// An operation, who may ask for it, and in which states.
struct Line(Operation, Permission, &'static [Status]);

/// States in which a scan is added: those of goods on the road, and the ends of it, where a late scan changes nothing.
const SCANNED: &[Status] = &[
    Manifested,
    PickupBooked,
    AtPickup,
    PickedUp,
    InTransit,
    AtDepot,
    OutForDelivery,
    AtDelivery,
    PartiallyDelivered,
    AwaitingCollection,
    Delayed,
    DeliveryAttempted,
    FailedPickup,
    FailedDelivery,
    Damaged,
    ReturningToSender,
    TrackingExpired,
    Delivered,
    Lost,
    ReturnedToSender,
];
/// What a carrier has or had, and nobody of us holds.
pub const AT_THE_CARRIER: &[Status] = &[
    Booked,
    Manifesting,
    Manifested,
    PickupBooked,
    AtPickup,
    PickedUp,
    InTransit,
    AtDepot,
    OutForDelivery,
    AtDelivery,
    PartiallyDelivered,
    AwaitingCollection,
    Delivered,
    Delayed,
    DeliveryAttempted,
    FailedPickup,
    FailedDelivery,
    Damaged,
    Lost,
    ReturningToSender,
    ReturnedToSender,
    TrackingExpired,
];

const TABLE: &[Line] = &[
    Line(
        Operation::Book,
        BOOKING_CREATE,
        &[Quoted, PendingPayment, Failed],
    ),
    Line(Operation::Manifest, BOOKING_MANIFEST, &[Booked]),
    // A van that came for nothing is asked to come again.
    Line(
        Operation::BookPickup,
        BOOKING_MANIFEST,
        &[Manifested, FailedPickup],
    ),
    Line(Operation::PrintLabel, BOOKING, AT_THE_CARRIER),
    Line(Operation::PrintManifest, BOOKING, AT_THE_CARRIER),
    Line(Operation::EmailDocuments, BOOKING, AT_THE_CARRIER),
    Line(Operation::RefreshTracking, BOOKING, AT_THE_CARRIER),
    Line(Operation::Requote, BOOKING_EDIT, &[Quoted, Failed]),
    // Who may invoice is finance's to say; it is asked besides.
    Line(Operation::Invoice, BOOKING, AT_THE_CARRIER),
    Line(
        Operation::Hold,
        BOOKING_CHANGE_STATUS,
        &[Draft, Quoted, PendingPayment, Booked],
    ),
    Line(Operation::Release, BOOKING_CHANGE_STATUS, &[OnHold]),
    // Never once the goods are picked up: then they are sent back.
    Line(
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
    Line(
        Operation::Delete,
        BOOKING_DELETE,
        &[Draft, Quoted, Cancelled],
    ),
    Line(
        Operation::Edit,
        BOOKING_EDIT,
        &[Draft, Quoted, PendingPayment, Booked, Failed],
    ),
    Line(Operation::AddTrackingEvent, BOOKING_CHANGE_STATUS, SCANNED),
];

pub const NOT_NOW: Refusal = Refusal::new(4101, "The booking's status does not allow this.");
pub const TOO_MUCH: Refusal = Refusal::new(4190, "That is more than there is room for.");
pub const UNDER_WAY: Refusal = Refusal::new(
    4102,
    "Something is under way for this booking at the carrier.",
);
pub const UNCERTAIN: Refusal = Refusal::new(
    4103,
    "It is not certain yet whether the carrier has this consignment. Book it again to find out, or cancel it.",
);

impl Operation {
    fn line(self) -> &'static Line {
        // Every operation has its line: a test walks them.
        TABLE
            .iter()
            .find(|line| line.0 == self)
            .unwrap_or(&TABLE[0])
    }
    pub fn permission(self) -> Permission {
        self.line().1
    }
    pub fn allowed_in(self, status: Status) -> bool {
        self.line().2.contains(&status)
    }
    /// Refuses with a sentence unless the state allows it and nothing is under way.
    pub fn check_for(self, booking: &Booking) -> kernel::Result<()> {
        if booking.intent == Some(Intent::Pay) {
            return Err(UNDER_WAY.because(message!(
                "The payment provider is being asked to reserve the price of {booking}. Wait until it has answered.",
                booking = booking.name()
            )));
        }
        if let Some(intent) = booking.intent {
            return Err(UNDER_WAY.because(message!(
                "The carrier has been asked to do this for {booking}: {intent}. Wait until it has answered.",
                booking = booking.name()
            )));
        }
        self.check(booking.standing())
    }
    /// Refuses with a sentence unless the state allows it.
    pub fn check(self, status: Status) -> kernel::Result<()> {
        if self.allowed_in(status) {
            return Ok(());
        }
        let (operation, states) = (self, self.line().2);
        Err(NOT_NOW.because(message!(
            "{operation} is not possible for a booking that is {status}. It is possible when the booking is {states}."
        )))
    }
    /// All that the state allows, in the table's order.
    pub fn allowed(status: Status) -> impl Iterator<Item = Self> {
        TABLE
            .iter()
            .map(|line| line.0)
            .filter(move |operation| operation.allowed_in(status))
    }
}

/// What the operation log tells of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
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
    /// Somebody was written to of the status that the booking has come to.
    EmailNews,
    PrintLabel,
    /// The label that there was is handed out again.
    ReprintLabel,
    /// The manifest's sheet is handed out again.
    ReprintManifest,
    Hold,
    Release,
    Cancel,
    AddTrackingEvent,
    #[words(unknown)]
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

/// What came of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum OperationStatus {
    #[default]
    Success,
    Failed,
    /// The carrier has not said yet.
    Pending,
    #[words(unknown)]
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::{Operation as Op, *};

    #[test]
    fn every_operation_has_one_line() {
        for operation in Op::ALL.iter().copied() {
            assert_eq!(TABLE.iter().filter(|line| line.0 == operation).count(), 1);
            assert_eq!(operation.word().parse::<Op>(), Ok(operation));
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
            Op::allowed(status)
                .map(Op::word)
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
            let gone = matches!(
                status.group(),
                crate::rules::status::Group::InTransit | crate::rules::status::Group::Delivered
            );
            assert!(!(gone && Op::Cancel.allowed_in(status)), "{status}");
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
