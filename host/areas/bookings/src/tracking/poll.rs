//! Poll intervals for tracking at carriers.

use chrono::TimeDelta;

use crate::bookings::status::Status;

/// State after a carrier call.
#[derive(Debug, Clone, Copy)]
pub struct PollState {
    pub status: Status,
    /// Time since the last scan.
    pub silent: TimeDelta,
    /// Since the last success.
    pub failures: i64,
    /// Any number; spreads the polls of one carrier over time.
    pub spread: i64,
}

const MAX_INTERVAL: TimeDelta = TimeDelta::hours(24);
/// Further doublings would exceed the longest interval.
const MAX_DOUBLINGS: i64 = 7;

pub fn poll_interval(state: PollState) -> TimeDelta {
    let usual = TimeDelta::minutes(match state.status {
        Status::OutForDelivery | Status::AtDelivery | Status::AtPickup => 15,
        Status::PickedUp | Status::InTransit | Status::AtDepot | Status::PartiallyDelivered => 30,
        // Not scanned yet, or waiting for a manual action.
        _ => 60,
    });
    let slower = match state.silent.num_days() {
        ..=2 => 1,
        3..=6 => 4,
        7..=13 => 12,
        _ => 24,
    };
    let doubled = 1_i32 << state.failures.clamp(0, MAX_DOUBLINGS);
    let pause = (usual * slower * doubled).min(MAX_INTERVAL);
    // Jitter of at most a tenth.
    pause + pause / 100 * i32::try_from(state.spread.rem_euclid(21) - 10).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn minutes(status: Status, days: i64, failures: i64) -> i64 {
        poll_interval(PollState {
            status,
            silent: TimeDelta::days(days),
            failures,
            spread: 10,
        })
        .num_minutes()
    }

    #[test]
    fn what_is_about_to_arrive_is_asked_about_most() {
        assert_eq!(minutes(Status::OutForDelivery, 0, 0), 15);
        assert_eq!(minutes(Status::InTransit, 0, 0), 30);
        assert_eq!(minutes(Status::Booked, 0, 0), 60);
        assert_eq!(minutes(Status::InTransit, 4, 0), 120);
        assert_eq!(minutes(Status::Booked, 40, 0), 24 * 60);
    }

    #[test]
    fn a_carrier_that_fails_is_left_alone_for_longer() {
        let pauses: Vec<i64> = (0..9)
            .map(|failures| minutes(Status::OutForDelivery, 0, failures))
            .collect();
        assert_eq!(pauses, [15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
    }

    proptest! {
        #[test]
        fn no_pause_is_shorter_than_a_run_or_longer_than_a_day_and_a_bit(
            at in 0..Status::ALL.len(), days in -5_i64..5000, failures in -1_i64..1000, spread: i64,
        ) {
            let silent = TimeDelta::days(days);
            let pause = poll_interval(PollState { status: Status::ALL[at], silent, failures, spread });
            prop_assert!(pause >= TimeDelta::seconds(13 * 60) && pause <= TimeDelta::hours(27), "{pause}");
        }
    }
}
