//! Collections: when a carrier can come, and what may be done with a collection that is booked.

use chrono::NaiveTime;
use kernel::Words;
pub use quotes::rules::calendar::{Moved, Wanted, Window};

use super::status::Status;

/// Where a collection stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum PickupStatus {
    /// The carrier has been asked and has not answered.
    Booking,
    Booked,
    /// The carrier refused.
    Failed,
    /// The carrier has been asked to take it back and has not answered.
    Cancelling,
    Cancelled,
    #[words(unknown)]
    Unknown,
}

/// From when to when all of these can be collected at once: once the last is ready, before the first sender closes, or
/// where that leaves no time, before the last does.
pub fn together(windows: impl Iterator<Item = Window> + Clone) -> Option<(NaiveTime, NaiveTime)> {
    let ready = windows.clone().map(|window| window.ready).max()?;
    let first = windows.clone().map(|window| window.closes).min()?;
    let last = windows.map(|window| window.closes).max()?;
    Some((ready, if first > ready { first } else { last }))
}

/// Where a booking stands once its collection is booked.
pub fn once_booked(status: Status) -> Status {
    match status {
        Status::Manifested | Status::FailedPickup => Status::PickupBooked,
        other => other,
    }
}

/// Where a booking stands once its collection is cancelled.
pub fn once_cancelled(status: Status) -> Status {
    match status {
        Status::PickupBooked => Status::Manifested,
        other => other,
    }
}

/// Whether a collection of goods that stand so can still be cancelled: the van has not been there.
pub fn may_cancel(status: Status) -> bool {
    matches!(
        status,
        Status::Manifested | Status::PickupBooked | Status::FailedPickup | Status::Cancelled
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_collected_together_is_ready_before_anybody_closes() {
        let day = "2026-01-20".parse().unwrap();
        let time = |hour| NaiveTime::from_hms_opt(hour, 0, 0).unwrap();
        let window = |ready, closes| Window {
            day,
            ready: time(ready),
            closes: time(closes),
            moved: None,
        };
        let found = |windows: &[Window]| together(windows.iter().copied());
        assert_eq!(
            found(&[window(9, 15), window(11, 17)]),
            Some((time(11), time(15)))
        );
        assert_eq!(
            found(&[window(9, 11), window(12, 17)]),
            Some((time(12), time(17)))
        );
        assert_eq!(found(&[]), None);
    }

    #[test]
    fn every_status_after_booking_and_cancelling() {
        for status in Status::ALL.iter().copied() {
            let booked = once_booked(status);
            assert_eq!(
                booked != status,
                matches!(status, Status::Manifested | Status::FailedPickup),
                "{status}"
            );
            let cancelled = once_cancelled(status);
            assert_eq!(
                cancelled != status,
                status == Status::PickupBooked,
                "{status}"
            );
            assert!(
                !(may_cancel(status) && status.group() == crate::rules::status::Group::InTransit),
                "{status}"
            );
        }
    }
}
