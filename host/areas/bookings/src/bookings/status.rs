//! The life cycle of a booking: its statuses, facts about them and the operations they allow.

use data::{Permission, states};
use quotes::access::BOOKING;
use serde::Serialize;

use crate::access::{
    BOOKING_CANCEL, BOOKING_CHANGE_STATUS, BOOKING_CREATE, BOOKING_DELETE, BOOKING_EDIT,
    BOOKING_MANIFEST,
};

/// Status groups for the counts above the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Group {
    Processing,
    InTransit,
    Delivered,
    Exception,
    /// Cancelled and deleted: not counted.
    Gone,
}

states! {
    /// Status of a booking.
    #[derive(Hash, Default)]
    pub enum Status {
        #[default]
        Draft [group = Group::Processing, step = Some(0)],
        Quoted [group = Group::Processing, step = Some(1)],
        PendingPayment [group = Group::Processing, step = Some(2)],
        Booked [group = Group::Processing, step = Some(3), is_charged],
        Manifesting [group = Group::Processing, step = Some(4), is_charged],
        Manifested [group = Group::Processing, step = Some(MANIFESTED_STEP), is_charged],
        PickupBooked [group = Group::Processing, step = Some(6), is_charged, can_be_scanned],
        AtPickup [group = Group::Processing, step = Some(7), is_charged, can_be_scanned],
        PickedUp [group = Group::InTransit, step = Some(8), is_charged, can_be_scanned],
        InTransit [group = Group::InTransit, step = Some(9), is_charged, can_be_scanned],
        // Goods alternate between road and depot: both are the same step.
        AtDepot [group = Group::InTransit, step = Some(9), is_charged, can_be_scanned],
        OutForDelivery [group = Group::InTransit, step = Some(10), is_charged, can_be_scanned],
        AtDelivery [group = Group::InTransit, step = Some(11), is_charged, can_be_scanned],
        PartiallyDelivered [group = Group::InTransit, step = Some(12), is_charged, can_be_scanned],
        AwaitingCollection [group = Group::InTransit, step = Some(12), is_charged, can_be_scanned],
        Delivered [
            group = Group::Delivered, step = Some(13), is_charged, can_be_scanned, is_final
        ],
        OnHold [is_charged, can_be_scanned],
        Delayed [is_charged, can_be_scanned],
        DeliveryAttempted [is_charged, can_be_scanned],
        FailedPickup [is_charged, can_be_scanned],
        FailedDelivery [is_charged, can_be_scanned],
        Damaged [is_charged, can_be_scanned],
        Lost [is_charged, can_be_scanned, is_final],
        ReturningToSender [is_charged, can_be_scanned],
        ReturnedToSender [is_charged, can_be_scanned, is_final],
        TrackingExpired [is_charged],
        /// The carrier refused.
        Failed,
        Cancelled [group = Group::Gone, is_final],
        Deleted [group = Group::Gone, is_final],
        /// A stored status unknown to this version; no operation is allowed.
        #[text_enum(unknown)]
        Unknown [is_final],
    }
    facts {
        pub group: Group = Group::Exception,
        /// Progress; None for exceptions.
        pub(super) step: Option<u8> = None,
        /// Accepted by a carrier, and charged even on hold.
        pub is_charged,
        pub is_final,
        /// True if a user may enter it as a scan: from the manifest on, and no refusal, expiry or
        /// cancellation.
        pub can_be_scanned,
    }
    operations {
        /// A user's operation on a booking.
        #[derive(Hash)]
        pub enum Operation {
            Book [permission = BOOKING_CREATE]:
                [Quoted, PendingPayment, Failed] => Booked | Failed,
            Manifest [permission = BOOKING_MANIFEST]: [Booked] => Manifested | Manifesting,
            // A failed pickup can be booked again.
            BookPickup [permission = BOOKING_MANIFEST]:
                [Manifested, FailedPickup] => PickupBooked,
            PrintLabel: is_at_carrier,
            PrintManifest: is_at_carrier,
            EmailDocuments: is_at_carrier,
            RefreshTracking: is_at_carrier,
            Requote [permission = BOOKING_EDIT]: [Quoted, Failed] => Quoted,
            /// Creates an open invoice, alone or with other bookings of the customer.
            // Finance also checks the invoicing permission.
            Invoice: is_at_carrier,
            Hold [permission = BOOKING_CHANGE_STATUS]:
                [Draft, Quoted, PendingPayment, Booked] => OnHold,
            Release [permission = BOOKING_CHANGE_STATUS]:
                [OnHold] => Draft | Quoted | PendingPayment | Booked,
            // After pickup the goods are returned instead.
            Cancel [permission = BOOKING_CANCEL]:
                [
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
                ] => Cancelled,
            Delete [permission = BOOKING_DELETE]: [Draft, Quoted, Cancelled],
            Edit [permission = BOOKING_EDIT]:
                [Draft, Quoted, PendingPayment, Booked, Failed],
            /// Addresses and items.
            // Once booked, only on the tenant's own vehicles: no one else has them yet. Suburbs and
            // items then need the new price.
            EditAddresses [permission = BOOKING_EDIT]:
                [Draft, Quoted, PendingPayment, Booked, Failed],
            /// A scan or a status entered by hand.
            // A late scan of a final status changes nothing.
            AddTrackingEvent [permission = BOOKING_CHANGE_STATUS]: is_manifested,
        }
        facts {
            pub permission: Permission = BOOKING,
        }
    }
}

pub(super) const MANIFESTED_STEP: u8 = 5;

impl Status {
    /// True from the manifest on, without refusals and our hold.
    pub const fn is_manifested(self) -> bool {
        match self.step() {
            Some(step) => step >= MANIFESTED_STEP,
            None => self.is_at_carrier(),
        }
    }
    pub(super) const fn is_free(self) -> bool {
        !self.is_charged()
    }
    /// Not accepted by a carrier yet; a hold may begin here.
    pub(super) const fn is_unbooked(self) -> bool {
        self.is_free() && self.step().is_some()
    }
    /// Accepted by a carrier and not on our hold. Only these are billed.
    pub const fn is_at_carrier(self) -> bool {
        self.is_charged() && !matches!(self, Self::OnHold)
    }
    pub(super) const fn is_not_at_carrier(self) -> bool {
        !self.is_at_carrier()
    }
    /// Nothing more is expected of the carrier.
    pub(super) const fn is_closed(self) -> bool {
        self.is_free() || self.is_final() || matches!(self, Self::TrackingExpired)
    }
    pub const fn is_gone(self) -> bool {
        matches!(self.group(), Group::Gone)
    }
    /// True if the carrier may still report events.
    pub fn is_in_transit(self) -> bool {
        !self.is_final() && (self == Self::Booked || self.is_manifested())
    }
}

#[cfg(test)]
mod tests {
    use super::{Status::*, *};

    #[test]
    fn names_are_read_without_regard_to_case() {
        for status in Status::ALL {
            assert_eq!(status.as_str().to_lowercase().parse(), Ok(*status));
        }
        assert!("Sent".parse::<Status>().is_err());
    }

    #[test]
    fn only_the_way_from_the_manifest_and_exceptions_are_scanned() {
        for status in Status::ALL {
            match status.step() {
                Some(step) => assert_eq!(status.can_be_scanned(), step > MANIFESTED_STEP),
                None => assert!(status.is_charged() || !status.can_be_scanned()),
            }
        }
    }

    #[test]
    fn the_groups_are_those_of_the_summary() {
        let of = |group| {
            Status::ALL
                .iter()
                .copied()
                .filter(|status| status.group() == group)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            of(Group::Processing),
            [
                Draft,
                Quoted,
                PendingPayment,
                Booked,
                Manifesting,
                Manifested,
                PickupBooked,
                AtPickup
            ]
        );
        assert_eq!(
            of(Group::InTransit),
            [
                PickedUp,
                InTransit,
                AtDepot,
                OutForDelivery,
                AtDelivery,
                PartiallyDelivered,
                AwaitingCollection
            ]
        );
        assert_eq!(of(Group::Delivered), [Delivered]);
        assert_eq!(of(Group::Gone), [Cancelled, Deleted]);
        assert_eq!(of(Group::Exception).len(), 11);
    }

    #[test]
    fn four_states_and_deletion_are_final() {
        let final_ones: Vec<Status> = Status::ALL
            .iter()
            .copied()
            .filter(|status| status.is_final())
            .collect();
        assert_eq!(
            final_ones,
            [Delivered, Lost, ReturnedToSender, Cancelled, Deleted]
        );
    }

    #[test]
    fn nothing_is_made_of_a_state_that_is_not_known() {
        assert!(!Unknown.is_in_transit() && !Unknown.is_manifested() && !Unknown.can_be_scanned());
    }

    #[test]
    fn what_no_carrier_has_is_not_charged() {
        let free: Vec<Status> = Status::ALL
            .iter()
            .copied()
            .filter(|status| !status.is_charged())
            .collect();
        assert_eq!(
            free,
            [Draft, Quoted, PendingPayment, Failed, Cancelled, Deleted]
        );
        assert!(!Unknown.is_charged());
    }
}
