//! Collections: when a carrier can come, and what may be done with a collection that is booked.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Timelike, Utc};
use chrono_tz::Tz;
use kernel::Words;

use super::{dates::is_working, status::Status};

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

/// Why a collection is on another day than it was wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum Moved {
    /// The account's cut-off has passed.
    CutOff,
    /// The sender closes before the goods are ready.
    Closed,
    /// Nobody comes at a weekend or on the tenant's holidays.
    DayOff,
}

/// A day and times of the tenant's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub day: NaiveDate,
    pub ready: NaiveTime,
    pub closes: NaiveTime,
    /// The first reason.
    pub moved: Option<Moved>,
}

/// When a sender wants the carrier to come.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted {
    /// As soon as possible when left out.
    pub ready: Option<DateTime<Utc>>,
    /// The close of business when left out.
    pub closing: Option<DateTime<Utc>>,
}

/// What decides whether the carrier comes on a day.
#[derive(Debug, Clone, Copy)]
pub struct Calendar<'a> {
    pub zone: Tz,
    /// The account's: what is booked later goes out another day.
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

/// No calendar has so many days off in a row.
const MAX_DAYS_OFF: usize = 366;

/// The first window in which the carrier can come.
pub fn window(wanted: Wanted, now: DateTime<Utc>, calendar: Calendar<'_>) -> Window {
    let today = now.with_timezone(&calendar.zone);
    let start = wanted.ready.map_or(now, |ready| ready.max(now)).with_timezone(&calendar.zone);
    let closes = wanted.closing.map_or(CLOSES, |closing| minute(closing.with_timezone(&calendar.zone).time()));
    let (mut day, mut ready, mut moved) = (start.date_naive(), minute(start.time()), None);
    let is_cut_off = calendar.cut_off.is_some_and(|cut_off| today.time() > cut_off);
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
    Window { day, ready, closes, moved }
}

/// From when to when all of these can be collected at once: once the last is ready, before the first sender closes, or
/// where that leaves no time, before the last does.
pub fn together(windows: impl Iterator<Item = Window> + Clone) -> Option<(NaiveTime, NaiveTime)> {
    let ready = windows.clone().map(|window| window.ready).max()?;
    let first = windows.clone().map(|window| window.closes).min()?;
    let last = windows.map(|window| window.closes).max()?;
    Some((ready, if first > ready { first } else { last }))
}

fn after(day: NaiveDate) -> NaiveDate {
    day.checked_add_days(Days::new(1)).unwrap_or(NaiveDate::MAX)
}

/// The time without its seconds.
fn minute(time: NaiveTime) -> NaiveTime {
    NaiveTime::from_hms_opt(time.hour(), time.minute(), 0).unwrap_or(time)
}

/// A cut-off as accounts write it: `16:30`. What is no time is none.
pub fn cut_off(text: Option<&str>) -> Option<NaiveTime> {
    NaiveTime::parse_from_str(text?.trim(), "%H:%M").ok()
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
    matches!(status, Status::Manifested | Status::PickupBooked | Status::FailedPickup | Status::Cancelled)
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    const MELBOURNE: Tz = Tz::Australia__Melbourne;

    fn at(text: &str) -> DateTime<Utc> {
        let local = chrono::NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap();
        MELBOURNE.from_local_datetime(&local).unwrap().to_utc()
    }

    fn told(now: &str, ready: Option<&str>, closing: Option<&str>) -> String {
        let holidays = ["2026-01-26".parse().unwrap()];
        let calendar = Calendar { zone: MELBOURNE, cut_off: cut_off(Some("16:00")), holidays: &holidays };
        let found = window(Wanted { ready: ready.map(at), closing: closing.map(at) }, at(now), calendar);
        let moved = found.moved.map_or("", Moved::word);
        format!("{} {}-{} {moved}", found.day, found.ready.format("%H:%M"), found.closes.format("%H:%M"))
    }

    #[test]
    fn a_carrier_comes_today_until_the_cut_off() {
        assert_eq!(told("2026-01-20 10:15", None, None), "2026-01-20 10:15-17:00 ");
        assert_eq!(told("2026-01-20 16:00", None, None), "2026-01-20 16:00-17:00 ");
        assert_eq!(told("2026-01-20 16:01", None, None), "2026-01-21 09:00-17:00 CutOff");
        // What is wanted another day has time.
        assert_eq!(told("2026-01-20 16:01", Some("2026-01-22 11:00"), None), "2026-01-22 11:00-17:00 ");
    }

    #[test]
    fn weekends_and_holidays_are_passed_over() {
        // Friday after the cut-off, and Monday is a holiday.
        assert_eq!(told("2026-01-23 16:30", None, None), "2026-01-27 09:00-17:00 CutOff");
        assert_eq!(told("2026-01-20 10:00", Some("2026-01-24 10:30"), None), "2026-01-27 09:00-17:00 DayOff");
        assert_eq!(told("2026-01-26 08:00", None, None), "2026-01-27 09:00-17:00 DayOff");
    }

    #[test]
    fn goods_that_are_ready_after_closing_wait() {
        let window = told("2026-01-20 10:00", Some("2026-01-20 15:30"), Some("2026-01-20 15:00"));
        assert_eq!(window, "2026-01-21 09:00-15:00 Closed");
        let early = told("2026-01-20 10:00", Some("2026-01-20 09:00"), Some("2026-01-20 08:30"));
        assert_eq!(early, "2026-01-21 08:30-08:30 Closed");
    }

    #[test]
    fn what_is_collected_together_is_ready_before_anybody_closes() {
        let day = "2026-01-20".parse().unwrap();
        let window = |ready, closes| Window { day, ready: time(ready), closes: time(closes), moved: None };
        let found = |windows: &[Window]| together(windows.iter().copied());
        assert_eq!(found(&[window(9, 15), window(11, 17)]), Some((time(11), time(15))));
        assert_eq!(found(&[window(9, 11), window(12, 17)]), Some((time(12), time(17))));
        assert_eq!(found(&[]), None);
    }

    #[test]
    fn the_tenants_clock_decides_which_day_it_is() {
        // Half past eleven in the evening of the 19th in UTC.
        assert_eq!(told("2026-01-20 10:30", None, None), "2026-01-20 10:30-17:00 ");
        // The day the clocks go back is a Sunday.
        assert_eq!(told("2026-04-05 12:00", None, None), "2026-04-06 09:00-17:00 DayOff");
    }

    #[test]
    fn an_endless_holiday_ends() {
        let first: NaiveDate = "2026-01-01".parse().unwrap();
        let holidays: Vec<NaiveDate> = first.iter_days().take(1000).collect();
        let calendar = Calendar { zone: MELBOURNE, cut_off: None, holidays: &holidays };
        assert!(window(Wanted::default(), at("2026-01-20 10:00"), calendar).moved.is_some());
    }

    #[test]
    fn every_status_after_booking_and_cancelling() {
        for status in Status::ALL.iter().copied() {
            let booked = once_booked(status);
            assert_eq!(booked != status, matches!(status, Status::Manifested | Status::FailedPickup), "{status}");
            let cancelled = once_cancelled(status);
            assert_eq!(cancelled != status, status == Status::PickupBooked, "{status}");
            assert!(!(may_cancel(status) && status.group() == crate::rules::status::Group::InTransit), "{status}");
        }
    }

    #[test]
    fn a_cut_off_is_a_time_of_day() {
        assert_eq!(cut_off(Some("16:30")), NaiveTime::from_hms_opt(16, 30, 0));
        assert_eq!((cut_off(Some("4pm")), cut_off(None)), (None, None));
    }
}
