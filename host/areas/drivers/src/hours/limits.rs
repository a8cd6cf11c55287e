//! Published limits of work and rest for solo drivers of heavy vehicles.
//!
//! Source: Heavy Vehicle (Fatigue Management) National Regulation, schedules 1 (standard hours) and
//! 2 (basic fatigue management), as the National Heavy Vehicle Regulator publishes them.

use tenancy::FatigueRules;

use super::spans::{DAY, HOUR};

/// Maximum work in any period of a length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MaxWork {
    pub period: i64,
    pub work: i64,
}

/// Continuous rest in any period of a length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MinRest {
    pub period: i64,
    pub rest: i64,
}

/// A rule set. Values are minutes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Limits {
    pub work: &'static [MaxWork],
    pub rest: &'static [MinRest],
    /// Maximum work between two rests of 24 hours.
    pub work_between_days_off: Option<i64>,
    /// Maximum work at night or beyond 12 hours a day, in 7 days.
    pub long_or_night_work: Option<i64>,
}

/// In 14 days, night rests; two of them on consecutive nights.
pub(super) const NIGHT_RESTS: usize = 4;

const fn work(period: i64, work: i64) -> MaxWork {
    MaxWork { period, work }
}

const fn rest(period: i64, rest: i64) -> MinRest {
    MinRest { period, rest }
}

const STANDARD: Limits = Limits {
    work: &[
        work(5 * HOUR + 30, 5 * HOUR + 15),
        work(8 * HOUR, 7 * HOUR + 30),
        work(11 * HOUR, 10 * HOUR),
        work(DAY, 12 * HOUR),
        work(7 * DAY, 72 * HOUR),
        work(14 * DAY, 144 * HOUR),
    ],
    rest: &[rest(DAY, 7 * HOUR), rest(7 * DAY, DAY)],
    work_between_days_off: None,
    long_or_night_work: None,
};

const BASIC: Limits = Limits {
    work: &[
        work(6 * HOUR + 15, 6 * HOUR),
        work(9 * HOUR, 8 * HOUR + 30),
        work(12 * HOUR, 11 * HOUR),
        work(DAY, 14 * HOUR),
        work(14 * DAY, 144 * HOUR),
    ],
    rest: &[rest(DAY, 7 * HOUR), rest(14 * DAY, DAY)],
    work_between_days_off: Some(84 * HOUR),
    long_or_night_work: Some(36 * HOUR),
};

/// Returns the limits of a rule set, if it has any.
pub(super) fn limits(rules: FatigueRules) -> Option<&'static Limits> {
    match rules {
        FatigueRules::Standard => Some(&STANDARD),
        FatigueRules::Basic => Some(&BASIC),
        FatigueRules::None => None,
    }
}
