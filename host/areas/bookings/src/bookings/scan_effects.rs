//! Effect of scans on the status of a booking.

use super::status::{MANIFESTED_STEP, Status};

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

    #[test]
    fn an_unknown_status_stays() {
        assert_eq!(after_scans(Unknown, [PickedUp, Delivered]), Unknown);
    }
}
