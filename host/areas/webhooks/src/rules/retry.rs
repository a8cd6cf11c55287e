//! When a delivery is tried again, and when an address is left alone for a while or for good.

use chrono::{DateTime, TimeDelta, Utc};

use crate::model::Health;

/// Pauses between the attempts, in seconds: ten attempts in about a day, more where chance makes pauses longer.
const PAUSES: [i64; 9] = [30, 90, 270, 810, 2_430, 7_290, 21_600, 21_600, 21_600];
/// A pause is so much longer at the most: deliveries that failed together do not come back together.
const JITTER_PERCENT: i64 = 20;
/// Failures in a row after which new deliveries wait, so that an address that does not answer takes no one's time.
const RESTS_AFTER: i64 = 5;
const REST_STEP_SECONDS: i64 = 30;
const MAX_REST_SECONDS: i64 = 600;
/// Nothing but failures for so long pauses a subscription, if there were some.
const PAUSED_AFTER: TimeDelta = TimeDelta::days(3);
const PAUSED_AFTER_FAILURES: i64 = 10;

/// How long to wait after this many attempts; none when that was the last one. `chance` is any number.
pub fn pause(tries: i64, chance: u32) -> Option<TimeDelta> {
    let place = usize::try_from(tries).ok()?.checked_sub(1)?;
    let seconds = *PAUSES.get(place)?;
    Some(TimeDelta::seconds(seconds) + longer(seconds * JITTER_PERCENT / 100, chance))
}

/// How long from now the first attempt of a new delivery waits for an address that keeps failing; none when it is tried now.
pub fn rest(health: &Health, now: DateTime<Utc>, chance: u32) -> Option<TimeDelta> {
    if health.failures < RESTS_AFTER {
        return None;
    }
    let seconds = (REST_STEP_SECONDS * health.failures).min(MAX_REST_SECONDS);
    let left = health.last_failed_time? + TimeDelta::seconds(seconds) - now;
    (left > TimeDelta::zero()).then(|| left + longer(seconds, chance))
}

/// Whether so much has failed for so long that nothing more is sent.
pub fn is_given_up(health: &Health, now: DateTime<Utc>) -> bool {
    let is_long = health
        .failing_since
        .is_some_and(|since| since + PAUSED_AFTER <= now);
    is_long && health.failures >= PAUSED_AFTER_FAILURES
}

fn longer(most_seconds: i64, chance: u32) -> TimeDelta {
    TimeDelta::milliseconds(most_seconds * 1000 * i64::from(chance) / i64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_go_on_for_about_a_day() {
        let whole = |chance| {
            (1..=9)
                .filter_map(|tries| pause(tries, chance))
                .sum::<TimeDelta>()
        };
        assert!((20..=22).contains(&whole(0).num_hours()), "{}", whole(0));
        assert!(
            (24..=26).contains(&whole(u32::MAX).num_hours()),
            "{}",
            whole(u32::MAX)
        );
        assert!((0..9).all(|at| at == 0 || PAUSES[at - 1] <= PAUSES[at]));
        assert_eq!(
            (pause(0, 0), pause(10, 0), pause(-1, 0)),
            (None, None, None)
        );
        assert_eq!(pause(1, 0), Some(TimeDelta::seconds(30)));
        assert_eq!(pause(1, u32::MAX), Some(TimeDelta::seconds(36)));
    }

    #[test]
    fn new_deliveries_wait_for_an_address_that_keeps_failing() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let health = |failures| Health {
            failures,
            last_failed_time: Some(now),
            ..Health::default()
        };
        assert_eq!(rest(&health(4), now, 0), None);
        assert_eq!(rest(&health(5), now, 0), Some(TimeDelta::seconds(150)));
        assert_eq!(rest(&health(5_000), now, 0), Some(TimeDelta::seconds(600)));
        assert_eq!(rest(&health(5_000), now + TimeDelta::seconds(600), 0), None);
    }

    #[test]
    fn days_of_failures_and_nothing_else_are_the_end() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let since = |days, failures| Health {
            failures,
            failing_since: Some(now - TimeDelta::days(days)),
            ..Health::default()
        };
        assert!(is_given_up(&since(3, 10), now));
        assert!(!is_given_up(&since(2, 1_000), now));
        assert!(!is_given_up(&since(30, 9), now));
        assert!(!is_given_up(
            &Health {
                failures: 100,
                ..Health::default()
            },
            now
        ));
    }
}
