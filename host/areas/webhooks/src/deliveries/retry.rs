//! Retries of deliveries, and pauses of failing addresses.

use chrono::{DateTime, TimeDelta, Utc};

use crate::model::Health;

/// Backoff in seconds: ten attempts in about a day, longer with jitter.
const BACKOFF_SECONDS: [i64; 9] = [30, 90, 270, 810, 2_430, 7_290, 21_600, 21_600, 21_600];
/// Maximum jitter, which spreads simultaneous failures.
const JITTER_PERCENT: i64 = 20;
const DELAY_AFTER_FAILURES: i64 = 5;
const DELAY_STEP_SECONDS: i64 = 30;
const MAX_DELAY_SECONDS: i64 = 600;
/// A subscription is paused after this time with only failures, if there were several.
const PAUSED_AFTER: TimeDelta = TimeDelta::days(3);
const PAUSED_AFTER_FAILURES: i64 = 10;

/// Returns the delay after an attempt. None after the last one. `chance` is random.
pub fn retry_delay(tries: i64, chance: u32) -> Option<TimeDelta> {
    let place = usize::try_from(tries).ok()?.checked_sub(1)?;
    let seconds = *BACKOFF_SECONDS.get(place)?;
    Some(TimeDelta::seconds(seconds) + with_jitter(seconds * JITTER_PERCENT / 100, chance))
}

/// None: tried immediately.
pub fn initial_delay(health: &Health, now: DateTime<Utc>, chance: u32) -> Option<TimeDelta> {
    if health.failures < DELAY_AFTER_FAILURES {
        return None;
    }
    let seconds = (DELAY_STEP_SECONDS * health.failures).min(MAX_DELAY_SECONDS);
    let remaining = health.last_failed_time? + TimeDelta::seconds(seconds) - now;
    (remaining > TimeDelta::zero()).then(|| remaining + with_jitter(seconds, chance))
}

pub fn should_pause(health: &Health, now: DateTime<Utc>) -> bool {
    let is_long = health
        .failing_since
        .is_some_and(|since| since + PAUSED_AFTER <= now);
    is_long && health.failures >= PAUSED_AFTER_FAILURES
}

fn with_jitter(most_seconds: i64, chance: u32) -> TimeDelta {
    TimeDelta::milliseconds(most_seconds * 1000 * i64::from(chance) / i64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_go_on_for_about_a_day() {
        let whole = |chance| {
            (1..=9)
                .filter_map(|tries| retry_delay(tries, chance))
                .sum::<TimeDelta>()
        };
        assert!((20..=22).contains(&whole(0).num_hours()), "{}", whole(0));
        assert!(
            (24..=26).contains(&whole(u32::MAX).num_hours()),
            "{}",
            whole(u32::MAX)
        );
        assert!((0..9).all(|at| at == 0 || BACKOFF_SECONDS[at - 1] <= BACKOFF_SECONDS[at]));
        assert_eq!(
            (retry_delay(0, 0), retry_delay(10, 0), retry_delay(-1, 0)),
            (None, None, None)
        );
        assert_eq!(retry_delay(1, 0), Some(TimeDelta::seconds(30)));
        assert_eq!(retry_delay(1, u32::MAX), Some(TimeDelta::seconds(36)));
    }

    #[test]
    fn new_deliveries_wait_for_an_address_that_keeps_failing() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let health = |failures| Health {
            failures,
            last_failed_time: Some(now),
            ..Health::default()
        };
        assert_eq!(initial_delay(&health(4), now, 0), None);
        assert_eq!(
            initial_delay(&health(5), now, 0),
            Some(TimeDelta::seconds(150))
        );
        assert_eq!(
            initial_delay(&health(5_000), now, 0),
            Some(TimeDelta::seconds(600))
        );
        assert_eq!(
            initial_delay(&health(5_000), now + TimeDelta::seconds(600), 0),
            None
        );
    }

    #[test]
    fn days_of_failures_and_nothing_else_are_the_end() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let since = |days, failures| Health {
            failures,
            failing_since: Some(now - TimeDelta::days(days)),
            ..Health::default()
        };
        assert!(should_pause(&since(3, 10), now));
        assert!(!should_pause(&since(2, 1_000), now));
        assert!(!should_pause(&since(30, 9), now));
        assert!(!should_pause(
            &Health {
                failures: 100,
                ..Health::default()
            },
            now
        ));
    }
}
