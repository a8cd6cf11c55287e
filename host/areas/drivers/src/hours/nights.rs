//! Night rests and night work, by the clock of the driver's base.

use chrono::{Days, NaiveDate, NaiveTime};
use chrono_tz::Tz;

use super::spans::{DAY, HOUR, Span, Worked, to_minute, to_time};

/// Continuous rest that makes a night rest.
const NIGHT_REST: i64 = 7 * HOUR;
/// Daily work beyond which it is long.
const LONG_DAY: i64 = 12 * HOUR;

/// Returns the span between two hours of the clock; the second may be on the next day.
fn clock(day: NaiveDate, from: u32, days_later: u64, to: u32, zone: Tz) -> Span {
    let minute_of = |day: NaiveDate, hour| {
        let time = NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or_default();
        to_minute(data::case::to_instant(day.and_time(time), zone))
    };
    Span::new(
        minute_of(day, from),
        minute_of(day + Days::new(days_later), to),
    )
}

/// Days of the clock that overlap a period.
fn days(period: Span, zone: Tz) -> impl Iterator<Item = NaiveDate> {
    let date = |minute| to_time(minute).with_timezone(&zone).date_naive();
    let last = date(period.to);
    let first = date(period.from) - Days::new(1);
    first.iter_days().take_while(move |day| *day <= last)
}

/// True for each night that lies in the period if the driver rested: 7 hours between 22:00 and
/// 8:00, or in a rest of 24 hours.
pub(super) fn night_rests(worked: &Worked, period: Span, zone: Tz) -> Vec<bool> {
    let rests = worked.rests_in(period);
    days(period, zone)
        .map(|day| clock(day, 22, 1, 8, zone))
        .filter(|night| night.within(period) >= NIGHT_REST)
        .map(|night| {
            rests.iter().any(|rest| {
                let is_day_off = rest.length() >= DAY && rest.from <= night.from;
                rest.within(night) >= NIGHT_REST || is_day_off && rest.to > night.from
            })
        })
        .collect()
}

/// Minutes of work between midnight and 6:00, and beyond 12 hours of a day.
pub(super) fn long_or_night_work(worked: &Worked, period: Span, zone: Tz) -> i64 {
    let of_day = |day: NaiveDate| {
        let cut = |span: Span| {
            let cut = Span::new(span.from.max(period.from), span.to.min(period.to));
            match cut.length() > 0 {
                true => worked.work_in(cut),
                false => 0,
            }
        };
        let night = cut(clock(day, 0, 0, 6, zone));
        night + (cut(clock(day, 0, 1, 0, zone)) - LONG_DAY).max(0)
    };
    days(period, zone).map(of_day).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYDNEY: Tz = Tz::Australia__Sydney;

    fn minute_of(text: &str) -> i64 {
        let local = format!("{text}:00").parse().unwrap();
        to_minute(data::case::to_instant(local, SYDNEY))
    }

    fn worked(spans: &[(&str, &str)]) -> Worked {
        Worked::new(
            spans
                .iter()
                .map(|(from, to)| Span::new(minute_of(from), minute_of(to)))
                .collect(),
        )
    }

    #[test]
    fn seven_hours_of_the_night_are_a_rest() {
        let period = Span::new(minute_of("2026-05-01T12:00"), minute_of("2026-05-03T12:00"));
        let early = worked(&[
            ("2026-05-02T05:00", "2026-05-02T15:00"),
            ("2026-05-03T04:59", "2026-05-03T08:00"),
        ]);
        assert_eq!(night_rests(&early, period, SYDNEY), [true, false]);
        assert_eq!(
            night_rests(&Worked::default(), period, SYDNEY),
            [true, true]
        );
    }

    #[test]
    fn a_day_off_counts_as_a_night_rest() {
        let period = Span::new(minute_of("2026-05-01T00:00"), minute_of("2026-05-03T12:00"));
        // From 5:00 to 5:00, so that no night has 7 hours of rest.
        let nights = worked(&[
            ("2026-05-01T00:00", "2026-05-01T03:00"),
            ("2026-05-01T04:00", "2026-05-01T05:00"),
            ("2026-05-02T05:00", "2026-05-02T08:00"),
            ("2026-05-02T22:00", "2026-05-03T08:00"),
        ]);
        assert_eq!(night_rests(&nights, period, SYDNEY), [false, true, false]);
    }

    #[test]
    fn work_after_midnight_and_beyond_twelve_hours_counts() {
        let week = Span::new(minute_of("2026-05-01T00:00"), minute_of("2026-05-08T00:00"));
        let work = worked(&[("2026-05-02T04:00", "2026-05-02T18:00")]);
        assert_eq!(long_or_night_work(&work, week, SYDNEY), 4 * HOUR);
        let day = worked(&[("2026-05-02T06:00", "2026-05-02T18:00")]);
        assert_eq!(long_or_night_work(&day, week, SYDNEY), 0);
    }
}
