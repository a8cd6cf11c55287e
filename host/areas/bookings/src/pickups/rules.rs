//! Pickup rules: time windows and allowed changes.

use chrono::NaiveTime;
use data::{life_cycle::Operation as _, states};
pub use quotes::calendar::Window;

use crate::bookings::status::{Operation, Status};

states! {
    /// Status of a pickup.
    pub enum PickupStatus {
        /// The carrier call is pending.
        Booking,
        Booked,
        /// The carrier refused.
        Failed,
        /// The cancellation is pending at the carrier.
        Cancelling,
        Cancelled,
        #[text_enum(unknown)]
        Unknown,
    }
    operations {
        /// A user's operation on a pickup.
        pub enum PickupOperation {
            Cancel: [Booked] => Cancelling,
        }
    }
}

/// Intersects pickup windows: last ready time to first closing time, or to the last if that leaves
/// nothing.
pub fn common_window(
    windows: impl Iterator<Item = Window> + Clone,
) -> Option<(NaiveTime, NaiveTime)> {
    let ready = windows.clone().map(|window| window.ready).max()?;
    let first = windows.clone().map(|window| window.closes).min()?;
    let last = windows.map(|window| window.closes).max()?;
    Some((ready, if first > ready { first } else { last }))
}

pub fn status_once_booked(status: Status) -> Status {
    match Operation::BookPickup.is_allowed_in(status) {
        true => Operation::BookPickup.target().unwrap_or(status),
        false => status,
    }
}

pub fn status_once_cancelled(status: Status) -> Status {
    match status {
        Status::PickupBooked => Status::Manifested,
        other => other,
    }
}

/// True for goods not yet collected.
pub fn can_cancel(status: Status) -> bool {
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
        let common = |windows: &[Window]| common_window(windows.iter().copied());
        assert_eq!(
            common(&[window(9, 15), window(11, 17)]),
            Some((time(11), time(15)))
        );
        assert_eq!(
            common(&[window(9, 11), window(12, 17)]),
            Some((time(12), time(17)))
        );
        assert_eq!(common(&[]), None);
    }

    #[test]
    fn every_status_after_booking_and_cancelling() {
        for status in Status::ALL.iter().copied() {
            let booked = status_once_booked(status);
            assert_eq!(
                booked != status,
                matches!(status, Status::Manifested | Status::FailedPickup),
                "{status}"
            );
            let cancelled = status_once_cancelled(status);
            assert_eq!(
                cancelled != status,
                status == Status::PickupBooked,
                "{status}"
            );
            assert!(
                !(can_cancel(status)
                    && status.group() == crate::bookings::status::Group::InTransit),
                "{status}"
            );
        }
    }
}
