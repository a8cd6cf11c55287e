//! Working days and first pickup days, shared by quotes, bookings and pickups.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, Timelike, Utc, Weekday};
use chrono_tz::Tz;
use data::TextEnum;

/// Carrier attribute.
pub const CUT_OFF: &str = "cutOff";

/// True from Monday to Friday, except the tenant's holidays.
pub fn is_working(day: NaiveDate, holidays: &[NaiveDate]) -> bool {
    !matches!(day.weekday(), Weekday::Sat | Weekday::Sun) && !holidays.contains(&day)
}

pub fn working_days_after(day: NaiveDate, count: u32, holidays: &[NaiveDate]) -> NaiveDate {
    let mut day = day;
    let mut remaining = count.min(365);
    while remaining > 0 {
        let Some(next) = day.checked_add_days(Days::new(1)) else {
            break;
        };
        day = next;
        if is_working(day, holidays) {
            remaining -= 1;
        }
    }
    day
}

/// Reason that a pickup is on another day than requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum Moved {
    /// The account's cut-off has passed.
    CutOff,
    /// The sender closes before the goods are ready.
    Closed,
    /// A weekend or a holiday of the tenant.
    DayOff,
}

/// Times in the tenant's zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub day: NaiveDate,
    pub ready: NaiveTime,
    pub closes: NaiveTime,
    /// The first reason that applies.
    pub moved: Option<Moved>,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct RequestedPickup {
    /// Default: as soon as possible.
    pub ready: Option<DateTime<Utc>>,
    /// Default: close of business.
    pub closing: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Copy)]
pub struct Calendar<'a> {
    pub zone: Tz,
    /// Later bookings leave on another day.
    pub cut_off: Option<NaiveTime>,
    pub holidays: &'a [NaiveDate],
}

const OPENS: NaiveTime = time(9);
const CLOSES: NaiveTime = time(17);

const fn time(hour: u32) -> NaiveTime {
    match NaiveTime::from_hms_opt(hour, 0, 0) {
        Some(time) => time,
        None => NaiveTime::MIN,
    }
}

const MAX_DAYS_OFF: usize = 366;

/// Finds the first pickup window. Carrier requests have its day, and arrival counts from it.
pub fn window(requested: RequestedPickup, now: DateTime<Utc>, calendar: Calendar<'_>) -> Window {
    let today = now.with_timezone(&calendar.zone);
    let start = requested
        .ready
        .map_or(now, |ready| ready.max(now))
        .with_timezone(&calendar.zone);
    let closes = requested.closing.map_or(CLOSES, |closing| {
        minute(closing.with_timezone(&calendar.zone).time())
    });
    let (mut day, mut ready, mut moved) = (start.date_naive(), minute(start.time()), None);
    let is_cut_off = calendar
        .cut_off
        .is_some_and(|cut_off| today.time() > cut_off);
    if !is_working(day, calendar.holidays) {
        moved = Some(Moved::DayOff);
    } else if day == today.date_naive() && is_cut_off {
        (day, ready, moved) = (after(day), OPENS.min(closes), Some(Moved::CutOff));
    } else if ready >= closes {
        (day, ready, moved) = (after(day), OPENS.min(closes), Some(Moved::Closed));
    }
    for _ in 0..MAX_DAYS_OFF {
        if is_working(day, calendar.holidays) {
            break;
        }
        (day, ready) = (after(day), OPENS.min(closes));
    }
    Window {
        day,
        ready,
        closes,
        moved,
    }
}

fn after(day: NaiveDate) -> NaiveDate {
    day.checked_add_days(Days::new(1)).unwrap_or(NaiveDate::MAX)
}

fn minute(time: NaiveTime) -> NaiveTime {
    NaiveTime::from_hms_opt(time.hour(), time.minute(), 0).unwrap_or(time)
}

pub fn window_of(
    settings: &BTreeMap<String, String>,
    requested: RequestedPickup,
    now: DateTime<Utc>,
    zone: Tz,
    holidays: &[NaiveDate],
) -> Window {
    window(
        requested,
        now,
        Calendar {
            zone,
            cut_off: cut_off(settings.get(CUT_OFF).map(String::as_str)),
            holidays,
        },
    )
}

/// Parses a cut-off such as `16:30`.
pub fn cut_off(text: Option<&str>) -> Option<NaiveTime> {
    NaiveTime::parse_from_str(text?.trim(), "%H:%M").ok()
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    const MELBOURNE: Tz = Tz::Australia__Melbourne;

    fn instant_of(text: &str) -> DateTime<Utc> {
        let local = chrono::NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap();
        MELBOURNE.from_local_datetime(&local).unwrap().to_utc()
    }

    fn window_text(now: &str, ready: Option<&str>, closing: Option<&str>) -> String {
        let holidays = ["2026-01-26".parse().unwrap()];
        let calendar = Calendar {
            zone: MELBOURNE,
            cut_off: cut_off(Some("16:00")),
            holidays: &holidays,
        };
        let result = window(
            RequestedPickup {
                ready: ready.map(instant_of),
                closing: closing.map(instant_of),
            },
            instant_of(now),
            calendar,
        );
        let moved = result.moved.map_or("", Moved::as_str);
        format!(
            "{} {}-{} {moved}",
            result.day,
            result.ready.format("%H:%M"),
            result.closes.format("%H:%M")
        )
    }

    #[test]
    fn a_carrier_comes_today_until_the_cut_off() {
        assert_eq!(
            window_text("2026-01-20 10:15", None, None),
            "2026-01-20 10:15-17:00 "
        );
        assert_eq!(
            window_text("2026-01-20 16:00", None, None),
            "2026-01-20 16:00-17:00 "
        );
        assert_eq!(
            window_text("2026-01-20 16:01", None, None),
            "2026-01-21 09:00-17:00 CutOff"
        );
        assert_eq!(
            window_text("2026-01-20 16:01", Some("2026-01-22 11:00"), None),
            "2026-01-22 11:00-17:00 "
        );
    }

    #[test]
    fn weekends_and_holidays_are_passed_over() {
        // Friday after the cut-off; Monday is a holiday.
        assert_eq!(
            window_text("2026-01-23 16:30", None, None),
            "2026-01-27 09:00-17:00 CutOff"
        );
        assert_eq!(
            window_text("2026-01-20 10:00", Some("2026-01-24 10:30"), None),
            "2026-01-27 09:00-17:00 DayOff"
        );
        assert_eq!(
            window_text("2026-01-26 08:00", None, None),
            "2026-01-27 09:00-17:00 DayOff"
        );
    }

    #[test]
    fn goods_that_are_ready_after_closing_wait() {
        let window = window_text(
            "2026-01-20 10:00",
            Some("2026-01-20 15:30"),
            Some("2026-01-20 15:00"),
        );
        assert_eq!(window, "2026-01-21 09:00-15:00 Closed");
        let early = window_text(
            "2026-01-20 10:00",
            Some("2026-01-20 09:00"),
            Some("2026-01-20 08:30"),
        );
        assert_eq!(early, "2026-01-21 08:30-08:30 Closed");
    }

    #[test]
    fn the_tenants_clock_decides_which_day_it_is() {
        // 23:30 on the 19th in UTC.
        assert_eq!(
            window_text("2026-01-20 10:30", None, None),
            "2026-01-20 10:30-17:00 "
        );
        // Daylight saving ends on a Sunday.
        assert_eq!(
            window_text("2026-04-05 12:00", None, None),
            "2026-04-06 09:00-17:00 DayOff"
        );
    }

    #[test]
    fn goods_arrive_working_days_after_the_day_on_which_they_leave() {
        let arrives = |now: &str, ready: Option<&str>, days: u32| {
            let holidays = [day("2026-01-26")];
            let settings = BTreeMap::from([(CUT_OFF.to_owned(), "16:00".to_owned())]);
            let requested = RequestedPickup {
                ready: ready.map(instant_of),
                closing: None,
            };
            let leaves = window_of(&settings, requested, instant_of(now), MELBOURNE, &holidays).day;
            working_days_after(leaves, days, &holidays).to_string()
        };
        // Saturday, Friday after the cut-off, holiday: all leave on Tuesday.
        for now in ["2026-01-24 10:00", "2026-01-23 16:30", "2026-01-26 09:00"] {
            assert_eq!(
                (arrives(now, None, 0), arrives(now, None, 1)),
                ("2026-01-27".into(), "2026-01-28".into())
            );
        }
        assert_eq!(
            arrives("2026-01-20 10:00", Some("2026-01-24 10:00"), 2),
            "2026-01-29"
        );
        assert_eq!(arrives("2026-01-20 10:00", None, 1), "2026-01-21");
    }

    #[test]
    fn an_endless_holiday_ends() {
        let first: NaiveDate = "2026-01-01".parse().unwrap();
        let holidays: Vec<NaiveDate> = first.iter_days().take(1000).collect();
        let calendar = Calendar {
            zone: MELBOURNE,
            cut_off: None,
            holidays: &holidays,
        };
        assert!(
            window(
                RequestedPickup::default(),
                instant_of("2026-01-20 10:00"),
                calendar
            )
            .moved
            .is_some()
        );
    }

    #[test]
    fn weekends_do_not_count() {
        assert_eq!(
            working_days_after(day("2026-01-30"), 0, &[]),
            day("2026-01-30")
        );
        assert_eq!(
            working_days_after(day("2026-01-30"), 1, &[]),
            day("2026-02-02")
        );
        assert_eq!(
            working_days_after(day("2026-01-31"), 2, &[]),
            day("2026-02-03")
        );
        assert_eq!(working_days_after(NaiveDate::MAX, 2, &[]), NaiveDate::MAX);
    }

    #[test]
    fn holidays_do_not_count() {
        let australia_day = [day("2026-01-26")];
        assert_eq!(
            working_days_after(day("2026-01-23"), 1, &australia_day),
            day("2026-01-27")
        );
        assert_eq!(
            working_days_after(day("2026-01-23"), 2, &australia_day),
            day("2026-01-28")
        );
        // The start day may be a holiday.
        assert_eq!(
            working_days_after(day("2026-01-26"), 1, &australia_day),
            day("2026-01-27")
        );
    }

    #[test]
    fn a_cut_off_is_a_time_of_day() {
        assert_eq!(cut_off(Some("16:30")), NaiveTime::from_hms_opt(16, 30, 0));
        assert_eq!((cut_off(Some("4pm")), cut_off(None)), (None, None));
    }
}
