//! The status life cycle of a booking: names, steps and the effect of scans.

use kernel::TextEnum;
use serde::Serialize;

/// Status of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, TextEnum)]
pub enum Status {
    #[default]
    Draft,
    Quoted,
    PendingPayment,
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
    OnHold,
    Delayed,
    DeliveryAttempted,
    FailedPickup,
    FailedDelivery,
    Damaged,
    Lost,
    ReturningToSender,
    ReturnedToSender,
    TrackingExpired,
    /// The carrier refused.
    Failed,
    Cancelled,
    Deleted,
    /// A stored status unknown to this version; no operation is allowed.
    #[text_enum(unknown)]
    Unknown,
}

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

struct Facts {
    status: Status,
    group: Group,
    /// Progress; None for exceptions.
    step: Option<u8>,
    is_final: bool,
    /// Accepted by a carrier, and charged even on hold.
    is_charged: bool,
}

impl Facts {
    const fn free(self) -> Self {
        Self {
            is_charged: false,
            ..self
        }
    }
}

const fn progress(status: Status, group: Group, step: u8) -> Facts {
    Facts {
        status,
        group,
        step: Some(step),
        is_final: false,
        is_charged: true,
    }
}
const fn exception(status: Status) -> Facts {
    Facts {
        status,
        group: Group::Exception,
        step: None,
        is_final: false,
        is_charged: true,
    }
}
const fn end(status: Status, group: Group, step: Option<u8>) -> Facts {
    Facts {
        status,
        group,
        step,
        is_final: true,
        is_charged: true,
    }
}

/// In enum order, proven by a test.
const FACTS: [Facts; 30] = [
    progress(Status::Draft, Group::Processing, 0).free(),
    progress(Status::Quoted, Group::Processing, 1).free(),
    progress(Status::PendingPayment, Group::Processing, 2).free(),
    progress(Status::Booked, Group::Processing, 3),
    progress(Status::Manifesting, Group::Processing, 4),
    progress(Status::Manifested, Group::Processing, 5),
    progress(Status::PickupBooked, Group::Processing, 6),
    progress(Status::AtPickup, Group::Processing, 7),
    progress(Status::PickedUp, Group::InTransit, 8),
    progress(Status::InTransit, Group::InTransit, 9),
    // Goods alternate between road and depot: both are the same step.
    progress(Status::AtDepot, Group::InTransit, 9),
    progress(Status::OutForDelivery, Group::InTransit, 10),
    progress(Status::AtDelivery, Group::InTransit, 11),
    progress(Status::PartiallyDelivered, Group::InTransit, 12),
    progress(Status::AwaitingCollection, Group::InTransit, 12),
    end(Status::Delivered, Group::Delivered, Some(13)),
    exception(Status::OnHold),
    exception(Status::Delayed),
    exception(Status::DeliveryAttempted),
    exception(Status::FailedPickup),
    exception(Status::FailedDelivery),
    exception(Status::Damaged),
    end(Status::Lost, Group::Exception, None),
    exception(Status::ReturningToSender),
    end(Status::ReturnedToSender, Group::Exception, None),
    exception(Status::TrackingExpired),
    exception(Status::Failed).free(),
    end(Status::Cancelled, Group::Gone, None).free(),
    end(Status::Deleted, Group::Gone, None).free(),
    end(Status::Unknown, Group::Exception, None).free(),
];

impl Status {
    const fn facts(self) -> &'static Facts {
        let facts = &FACTS[self as usize];
        debug_assert!(facts.status as usize == self as usize);
        facts
    }
    pub const fn group(self) -> Group {
        self.facts().group
    }
    pub const fn is_final(self) -> bool {
        self.facts().is_final
    }
    const fn step(self) -> Option<u8> {
        self.facts().step
    }
    /// True if a user may enter it as a scan: from the manifest on, and no refusal, expiry or
    /// cancellation.
    pub const fn can_be_scanned(self) -> bool {
        match (self, self.step()) {
            (
                Self::Failed
                | Self::TrackingExpired
                | Self::Cancelled
                | Self::Deleted
                | Self::Unknown,
                _,
            ) => false,
            (_, Some(step)) => step > MANIFESTED_STEP,
            (_, None) => true,
        }
    }
    /// True from the manifest on, without refusals and our hold.
    pub const fn is_manifested(self) -> bool {
        match self.step() {
            Some(step) => step >= MANIFESTED_STEP,
            None => !matches!(
                self,
                Self::Failed | Self::Cancelled | Self::Deleted | Self::OnHold | Self::Unknown
            ),
        }
    }
    /// Accepted bookings are charged, even on hold.
    pub const fn is_charged(self) -> bool {
        self.facts().is_charged
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
    pub(super) const fn is_gone(self) -> bool {
        matches!(self.group(), Group::Gone)
    }
    /// True if the carrier may still report events.
    pub fn is_in_transit(self) -> bool {
        !self.is_final() && (self == Self::Booked || self.is_manifested())
    }
}

const MANIFESTED_STEP: u8 = 5;

/// Computes the status from scans in time order.
///
/// Progress only increases: a late scan never lowers the status. A final status stays, except that
/// lost goods may be found and delivered.
pub fn after_scans(now: Status, scans: impl IntoIterator<Item = Status>) -> Status {
    if !now.is_in_transit() && now != Status::Lost {
        return now;
    }
    let start = if now == Status::Booked {
        Status::Booked
    } else {
        Status::Manifested
    };
    let (mut status, mut furthest) = (start, start.step().unwrap_or(0));
    for scan in scans {
        if !after_scan_counts(status, scan) {
            continue;
        }
        match scan.step() {
            Some(step) if step >= furthest => (status, furthest) = (scan, step),
            Some(_) => {}
            None => status = scan,
        }
    }
    // Keeps facts known without a scan, such as a booked pickup.
    match (now.step(), status.step()) {
        (Some(known), Some(scanned)) if known > scanned => now,
        (_, Some(scanned)) if status == start && scanned <= MANIFESTED_STEP => now,
        _ => status,
    }
}

/// For a final status, this is the scan that ended the trip; otherwise the last.
pub fn last_scan<S>(now: Status, scans: &[S], status: impl Fn(&S) -> Option<Status>) -> Option<&S> {
    let find_last = |matches: fn(Status, Status) -> bool| {
        scans
            .iter()
            .rev()
            .find(|scan| status(scan).is_some_and(|seen| matches(seen, now)))
    };
    let end = if now.is_final() {
        find_last(|seen, now| seen == now)
    } else {
        None
    };
    end.or_else(|| find_last(|_, _| true))
}

fn after_scan_counts(status: Status, scan: Status) -> bool {
    match status {
        Status::Lost => scan == Status::Delivered,
        final_one if final_one.is_final() => false,
        // Return trips pass the same depots: only their end counts.
        Status::ReturningToSender => {
            matches!(
                scan,
                Status::ReturnedToSender | Status::Delivered | Status::Lost | Status::Damaged
            )
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::{Status::*, *};

    #[test]
    fn the_table_stands_in_the_order_of_the_enum() {
        for (at, facts) in FACTS.iter().enumerate() {
            assert_eq!(facts.status as usize, at, "{}", facts.status);
            assert_eq!(facts.status.as_str(), format!("{:?}", facts.status));
        }
        for status in Status::ALL {
            assert_eq!(status.as_str().to_lowercase().parse(), Ok(*status));
        }
        assert_eq!((Status::ALL.len(), FACTS.len()), (29, 30));
        assert!("Sent".parse::<Status>().is_err());
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
        assert_eq!(after_scans(Unknown, [PickedUp, Delivered]), Unknown);
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

    #[test]
    fn the_way_leads_forward() {
        let way = [
            Manifested,
            PickupBooked,
            PickedUp,
            InTransit,
            AtDepot,
            InTransit,
            OutForDelivery,
            Delivered,
        ];
        let mut status = Manifested;
        for at in 0..way.len() {
            status = after_scans(status, way[..=at].iter().copied());
            assert_eq!(status, way[at]);
        }
    }

    #[test]
    fn a_late_scan_never_lowers_the_status() {
        assert_eq!(
            after_scans(OutForDelivery, [PickedUp, InTransit, OutForDelivery]),
            OutForDelivery
        );
        assert_eq!(
            after_scans(OutForDelivery, [OutForDelivery, AtDepot]),
            OutForDelivery
        );
        assert_eq!(after_scans(Delivered, [Delivered, InTransit]), Delivered);
        // Reported late but older than the van's departure.
        assert_eq!(
            after_scans(OutForDelivery, [Delayed, OutForDelivery]),
            OutForDelivery
        );
    }

    #[test]
    fn the_scan_that_ended_the_way_stays_the_last() {
        let last = |now, scans: &[Status]| last_scan(now, scans, |scan| Some(*scan)).copied();
        assert_eq!(
            last(Delivered, &[PickedUp, Delivered, OutForDelivery]),
            Some(Delivered)
        );
        assert_eq!(
            last(InTransit, &[OutForDelivery, InTransit]),
            Some(InTransit)
        );
        // Set by hand before the first scan.
        assert_eq!(last(Delivered, &[PickedUp]), Some(PickedUp));
        assert_eq!(last(Manifested, &[]), None);
    }

    #[test]
    fn every_state_after_every_scan() {
        for now in Status::ALL.iter().copied() {
            for scan in Status::ALL
                .iter()
                .copied()
                .filter(|scan| scan.can_be_scanned())
            {
                let then = after_scans(now, [scan]);
                if now.is_final() && !(now == Lost && scan == Delivered) && now != Lost {
                    assert_eq!(then, now, "{now} is final");
                }
                if let (Some(before), Some(after)) = (now.step(), then.step()) {
                    assert!(after >= before, "{now} fell to {then} after {scan}");
                }
                if !now.is_in_transit() && now != Lost {
                    assert_eq!(then, now);
                }
            }
        }
    }

    #[test]
    fn lost_goods_may_turn_up() {
        assert_eq!(after_scans(Lost, [InTransit, Lost]), Lost);
        assert_eq!(after_scans(Lost, [InTransit, Lost, InTransit]), Lost);
        assert_eq!(after_scans(Lost, [InTransit, Lost, Delivered]), Delivered);
    }

    #[test]
    fn an_exception_ends_when_the_goods_move_on() {
        assert_eq!(
            after_scans(Damaged, [InTransit, Damaged, OutForDelivery]),
            OutForDelivery
        );
        assert_eq!(
            after_scans(OutForDelivery, [OutForDelivery, DeliveryAttempted]),
            DeliveryAttempted
        );
        assert_eq!(
            after_scans(
                DeliveryAttempted,
                [OutForDelivery, DeliveryAttempted, AtDepot]
            ),
            DeliveryAttempted
        );
        assert_eq!(
            after_scans(
                ReturningToSender,
                [FailedDelivery, ReturningToSender, AtDepot]
            ),
            ReturningToSender
        );
        assert_eq!(
            after_scans(ReturningToSender, [ReturningToSender, ReturnedToSender]),
            ReturnedToSender
        );
    }

    #[test]
    fn what_is_known_without_a_scan_stays() {
        assert_eq!(after_scans(PickupBooked, []), PickupBooked);
        assert_eq!(after_scans(TrackingExpired, []), TrackingExpired);
        assert_eq!(after_scans(OnHold, [InTransit]), OnHold);
        assert_eq!(after_scans(Booked, [PickedUp]), PickedUp);
    }
}
