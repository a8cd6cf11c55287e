//! Work that a rule set still allows.
//!
//! Every period of a length counts, wherever it begins. The law counts some periods from the end of
//! a rest only, so a driver within these rules is within the law.

use chrono_tz::Tz;
use data::{Message, message};

use super::{
    limits::{Limits, NIGHT_RESTS},
    nights,
    spans::{BLOCK, DAY, HOUR, Minute, Span, Worked},
};

/// Longest work without a rest that any rule set allows, and more.
const MAX_MINUTES: i64 = 7 * HOUR;
/// A driver who rests this long may work under any rule set.
const MAX_REST: i64 = 14 * DAY;

/// Work left to a driver.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Left {
    /// Minutes of work without a rest, beginning now.
    pub minutes: i64,
    /// The rule that ends it.
    pub reason: Option<Message>,
    /// The minute at which the driver may work again; none while work is left.
    pub again: Option<Minute>,
}

/// Returns the work left to a driver from this minute.
pub(super) fn left(worked: &Worked, now: Minute, limits: &Limits, zone: Tz) -> Left {
    let end = |minutes: i64| {
        let until = now + minutes;
        let work = worked.and(Span::new(now, until));
        broken(&work, until, limits, zone).map(|reason| (minutes - 1, reason))
    };
    let (minutes, reason) = match (1..=MAX_MINUTES).find_map(end) {
        Some((minutes, reason)) => (minutes, Some(reason)),
        None => (MAX_MINUTES, None),
    };
    Left {
        minutes,
        reason,
        again: (minutes == 0).then(|| next_start(worked, now, limits, zone)),
    }
}

/// Returns the minute from which a resting driver may work for a quarter of an hour.
fn next_start(worked: &Worked, now: Minute, limits: &Limits, zone: Tz) -> Minute {
    (1..=MAX_REST / BLOCK)
        .map(|blocks| now + blocks * BLOCK)
        .find(|start| may_start(worked, *start, limits, zone))
        .unwrap_or(now + MAX_REST)
}

/// True if a driver who rests until a minute may work for a quarter of an hour then.
pub(super) fn may_start(worked: &Worked, start: Minute, limits: &Limits, zone: Tz) -> bool {
    let work = worked.and(Span::new(start, start + BLOCK));
    broken(&work, start + BLOCK, limits, zone).is_none()
}

/// Returns the first rule that planned work breaks after the past work. Between two spans the
/// driver rests. Work adds up within a span, so its end decides.
pub(super) fn first_broken(
    worked: &Worked,
    planned: &[Span],
    limits: &Limits,
    zone: Tz,
) -> Option<Message> {
    let mut work = worked.clone();
    planned.iter().find_map(|span| {
        work = work.and(*span);
        broken(&work, span.to, limits, zone)
    })
}

/// Returns the rule that work until a minute breaks.
pub(super) fn broken(worked: &Worked, until: Minute, limits: &Limits, zone: Tz) -> Option<Message> {
    let period = |length: i64| Span::new(until - length, until);
    for limit in limits.work {
        if worked.work_in(period(limit.period)) > limit.work {
            return Some(message!(
                "In {period} hours, at most {hours} hours of work.",
                period = hours(limit.period),
                hours = hours(limit.work)
            ));
        }
    }
    for limit in limits.rest {
        let rests = worked.rests_in(period(limit.period));
        if !rests.iter().any(|rest| rest.length() >= limit.rest) {
            return Some(message!(
                "In {period} hours, {hours} hours of rest without a break.",
                period = hours(limit.period),
                hours = hours(limit.rest)
            ));
        }
    }
    let fortnight = period(14 * DAY);
    if let Some(max) = limits.work_between_days_off {
        let rests = worked.rests_in(fortnight);
        let day_off = rests.iter().rev().find(|rest| rest.length() >= DAY);
        let since = day_off.map_or(fortnight.from, |rest| rest.to);
        if worked.work_in(Span::new(since, until)) > max {
            return Some(message!(
                "A rest of 24 hours after {hours} hours of work.",
                hours = hours(max)
            ));
        }
    }
    if let Some(max) = limits.long_or_night_work
        && nights::long_or_night_work(worked, period(7 * DAY), zone) > max
    {
        return Some(message!(
            "In 7 days, at most {hours} hours of long or night work.",
            hours = hours(max)
        ));
    }
    let rested = nights::night_rests(worked, fortnight, zone);
    let are_consecutive = rested.windows(2).any(|pair| pair == [true, true]);
    if rested.iter().filter(|rested| **rested).count() < NIGHT_RESTS || !are_consecutive {
        return Some(message!(
            "In 14 days, {count} night rests, two of them in a row.",
            count = NIGHT_RESTS
        ));
    }
    None
}

/// Hours as text: `5.25`.
fn hours(minutes: i64) -> String {
    (rust_decimal::Decimal::from(minutes) / rust_decimal::Decimal::from(HOUR))
        .normalize()
        .to_string()
}

#[cfg(test)]
mod tests {
    use tenancy::FatigueRules;

    use super::{super::limits::limits, *};

    const SYDNEY: Tz = Tz::Australia__Sydney;

    fn minute_of(text: &str) -> i64 {
        let local = format!("{text}:00").parse().unwrap();
        super::super::spans::to_minute(data::case::to_instant(local, SYDNEY))
    }

    fn worked(spans: &[(&str, &str)]) -> Worked {
        Worked::new(
            spans
                .iter()
                .map(|(from, to)| Span::new(minute_of(from), minute_of(to)))
                .collect(),
        )
    }

    fn left_at(rules: FatigueRules, spans: &[(&str, &str)], now: &str) -> Left {
        left(
            &worked(spans),
            minute_of(now),
            limits(rules).unwrap(),
            SYDNEY,
        )
    }

    fn reason(left: &Left) -> String {
        left.reason
            .as_ref()
            .map(Message::to_string)
            .unwrap_or_default()
    }

    /// Days with the same hours of work.
    fn days(first: u32, count: u32, hours: &[(u32, u32)]) -> Worked {
        let of_day = |day: u32| {
            hours.iter().map(move |(from, to)| {
                Span::new(
                    minute_of(&format!("2026-05-{day:02}T{from:02}:00")),
                    minute_of(&format!("2026-05-{day:02}T{to:02}:00")),
                )
            })
        };
        Worked::new((first..first + count).flat_map(of_day).collect())
    }

    #[test]
    fn a_rested_driver_works_until_the_first_rest() {
        let standard = left_at(FatigueRules::Standard, &[], "2026-05-15T06:00");
        assert_eq!(standard.minutes, 5 * HOUR + 15);
        assert_eq!(
            reason(&standard),
            "In 5.5 hours, at most 5.25 hours of work."
        );
        assert_eq!(standard.again, None);
        let basic = left_at(FatigueRules::Basic, &[], "2026-05-15T06:00");
        assert_eq!(basic.minutes, 6 * HOUR);
    }

    #[test]
    fn a_long_run_is_kept_by_its_rests() {
        let run = |spans: &[(&str, &str)]| {
            let at = |time: &str| minute_of(&format!("2026-05-15T{time}"));
            let planned: Vec<Span> = spans
                .iter()
                .map(|(from, to)| Span::new(at(from), at(to)))
                .collect();
            let standard = limits(FatigueRules::Standard).unwrap();
            let reason = first_broken(&Worked::default(), &planned, standard, SYDNEY);
            reason.as_ref().map(Message::to_string)
        };
        assert_eq!(run(&[]), None);
        let rested = [("06:00", "11:15"), ("11:30", "13:45"), ("14:00", "15:30")];
        assert_eq!(run(&rested), None);
        let once = [("06:00", "11:15"), ("11:30", "15:30")];
        assert_eq!(
            run(&once).as_deref(),
            Some("In 8 hours, at most 7.5 hours of work.")
        );
        assert_eq!(
            run(&[("06:00", "15:30")]).as_deref(),
            Some("In 5.5 hours, at most 5.25 hours of work.")
        );
    }

    #[test]
    fn past_work_counts_by_the_begin_of_a_run() {
        let standard = limits(FatigueRules::Standard).unwrap();
        let tonight = worked(&[
            ("2026-05-14T10:00", "2026-05-14T15:00"),
            ("2026-05-14T15:30", "2026-05-14T20:00"),
        ]);
        let run = |from: &str, to: &str| {
            let planned = [Span::new(minute_of(from), minute_of(to))];
            first_broken(&tonight, &planned, standard, SYDNEY)
        };
        let late = run("2026-05-14T20:30", "2026-05-14T23:30").unwrap();
        assert_eq!(late, "In 24 hours, at most 12 hours of work.");
        let early = run("2026-05-15T05:00", "2026-05-15T09:00").unwrap();
        assert_eq!(early, "In 24 hours, at most 12 hours of work.");
        assert_eq!(run("2026-05-15T11:00", "2026-05-15T15:00"), None);
    }

    #[test]
    fn a_quarter_of_an_hour_gives_the_next_work() {
        let spans = [("2026-05-15T06:00", "2026-05-15T11:15")];
        let none = left_at(FatigueRules::Standard, &spans, "2026-05-15T11:20");
        assert_eq!(none.minutes, 0);
        assert_eq!(none.again, Some(minute_of("2026-05-15T11:35")));
        // 8 hours allow 7.5 hours of work: 5.25 are done, and the first minutes leave the period
        // only at 14:00.
        let more = left_at(FatigueRules::Standard, &spans, "2026-05-15T11:30");
        assert_eq!(more.minutes, 2 * HOUR + 15);
        assert_eq!(reason(&more), "In 8 hours, at most 7.5 hours of work.");
    }

    #[test]
    fn twelve_hours_end_the_day() {
        let spans = [
            ("2026-05-15T06:00", "2026-05-15T11:00"),
            ("2026-05-15T11:30", "2026-05-15T15:30"),
            ("2026-05-15T16:00", "2026-05-15T19:00"),
        ];
        let none = left_at(FatigueRules::Standard, &spans, "2026-05-15T19:15");
        assert_eq!(none.minutes, 0);
        assert_eq!(reason(&none), "In 24 hours, at most 12 hours of work.");
        // The rest of 7 hours alone is not enough: the first work leaves the day at 6:00.
        assert_eq!(none.again, Some(minute_of("2026-05-16T06:00")));
        // Basic fatigue management allows 14 hours.
        let basic = left_at(FatigueRules::Basic, &spans, "2026-05-15T19:15");
        assert_eq!(basic.minutes, 2 * HOUR);
    }

    #[test]
    fn a_day_has_seven_hours_of_rest_in_one_piece() {
        let spans = [
            ("2026-05-15T06:00", "2026-05-15T09:00"),
            ("2026-05-15T15:00", "2026-05-15T18:00"),
            ("2026-05-16T00:00", "2026-05-16T03:00"),
        ];
        let none = left_at(FatigueRules::Standard, &spans, "2026-05-16T05:50");
        assert!(none.minutes < 15, "{none:?}");
        assert_eq!(
            reason(&none),
            "In 24 hours, 7 hours of rest without a break."
        );
    }

    #[test]
    fn a_week_has_a_day_off() {
        let limits = limits(FatigueRules::Standard).unwrap();
        let five = days(4, 5, &[(6, 11), (12, 17)]);
        let sixth = left(&five, minute_of("2026-05-09T06:00"), limits, SYDNEY);
        assert_eq!(sixth.minutes, 5 * HOUR + 15);
        // Work on the seventh day leaves no rest of 24 hours in the week.
        let six = days(4, 6, &[(6, 11), (12, 17)]);
        let none = left(&six, minute_of("2026-05-10T06:00"), limits, SYDNEY);
        assert_eq!(none.minutes, 0);
        assert_eq!(
            reason(&none),
            "In 168 hours, 24 hours of rest without a break."
        );
    }

    #[test]
    fn seventy_two_hours_end_a_week() {
        let limits = limits(FatigueRules::Standard).unwrap();
        // Six days of 12 hours are 72 hours; the seventh day has none left.
        let long = days(4, 6, &[(5, 10), (11, 15), (16, 19)]);
        let none = left(&long, minute_of("2026-05-10T05:00"), limits, SYDNEY);
        assert_eq!(none.minutes, 0);
        assert_eq!(reason(&none), "In 168 hours, at most 72 hours of work.");
    }

    #[test]
    fn night_drivers_need_night_rests() {
        let limits = limits(FatigueRules::Standard).unwrap();
        let nights = |count: u32| {
            let night = |day: u32| {
                let next = day + 1;
                [
                    (
                        format!("2026-05-{day:02}T20:00"),
                        format!("2026-05-{next:02}T01:00"),
                    ),
                    (
                        format!("2026-05-{next:02}T01:30"),
                        format!("2026-05-{next:02}T05:00"),
                    ),
                ]
            };
            let spans = (1..1 + count).filter(|day| day % 7 != 0).flat_map(night);
            Worked::new(
                spans
                    .map(|(from, to)| Span::new(minute_of(&from), minute_of(&to)))
                    .collect(),
            )
        };
        // One night off a week: two rests in two weeks, not in a row.
        let none = left(&nights(15), minute_of("2026-05-16T20:00"), limits, SYDNEY);
        assert_eq!(none.minutes, 0);
        assert_eq!(
            reason(&none),
            "In 14 days, 4 night rests, two of them in a row."
        );
    }

    #[test]
    fn basic_fatigue_management_bounds_night_work() {
        let limits = limits(FatigueRules::Basic).unwrap();
        let nights = days(1, 6, &[(0, 6)]);
        let none = left(&nights, minute_of("2026-05-07T00:00"), limits, SYDNEY);
        assert_eq!(none.minutes, 0);
        assert_eq!(
            reason(&none),
            "In 7 days, at most 36 hours of long or night work."
        );
    }

    #[test]
    fn basic_fatigue_management_has_a_day_off_after_84_hours() {
        let limits = limits(FatigueRules::Basic).unwrap();
        let long = days(1, 7, &[(6, 12), (13, 18), (19, 20)]);
        let none = left(&long, minute_of("2026-05-08T06:00"), limits, SYDNEY);
        assert_eq!(none.minutes, 0);
        assert_eq!(reason(&none), "A rest of 24 hours after 84 hours of work.");
        assert_eq!(none.again, Some(minute_of("2026-05-08T20:00")));
    }
}
