//! Days and times of the tenant's calendar: when goods should arrive, and when something was seen.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use kernel::{Message, case::instant, message};

/// Goods that are due on a day are due by its close of business.
const CLOSE_OF_BUSINESS: NaiveTime = match NaiveTime::from_hms_opt(17, 0, 0) {
    Some(time) => time,
    None => NaiveTime::MIN,
};

/// Clocks differ a little: what is this far ahead counts as now.
const SKEW: TimeDelta = TimeDelta::minutes(1);

/// The close of business on a day, as a time of the world.
pub fn close_of(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    instant(day.and_time(CLOSE_OF_BUSINESS), zone)
}

/// The moment at which a day begins.
pub fn begin_of(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    instant(day.and_time(NaiveTime::MIN), zone)
}

/// A carrier's word for when goods arrive: a time with its offset, or a day.
pub fn eta(text: &str, zone: Tz) -> Option<DateTime<Utc>> {
    let text = text.trim();
    DateTime::parse_from_rfc3339(text)
        .map(|time| time.with_timezone(&Utc))
        .ok()
        .or_else(|| {
            text.parse::<NaiveDate>()
                .ok()
                .map(|day| close_of(day, zone))
        })
}

/// When something was seen: the moment, and how the place's own clock showed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub at: DateTime<Utc>,
    pub local: String,
}

/// Reads the time of a scan: RFC 3339, or a time of the tenant's zone; now when it is left out. Nothing is seen in the future.
pub fn seen(text: Option<&str>, zone: Tz, now: DateTime<Utc>) -> Result<Seen, Message> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    let seen = match text {
        None => in_zone(now, zone),
        Some(text) => match DateTime::parse_from_rfc3339(text) {
            Ok(time) => Seen {
                at: time.with_timezone(&Utc),
                local: time.to_rfc3339(),
            },
            Err(_) => {
                let time = kernel::case::in_zone(zone, || kernel::case::read_moment(text));
                in_zone(
                    time.ok_or(message!("must be a time like 2026-01-31T14:05:00+11:00"))?,
                    zone,
                )
            }
        },
    };
    if seen.at > now + SKEW {
        return Err(message!("must not be in the future"));
    }
    Ok(seen)
}

fn in_zone(at: DateTime<Utc>, zone: Tz) -> Seen {
    Seen {
        at,
        local: at.with_timezone(&zone).to_rfc3339(),
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    const MELBOURNE: Tz = Tz::Australia__Melbourne;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_day_begins_by_the_clock_of_the_place() {
        assert_eq!(
            begin_of(day("2026-01-31"), MELBOURNE).to_rfc3339(),
            "2026-01-30T13:00:00+00:00"
        );
        assert_eq!(
            begin_of(day("2026-06-30"), MELBOURNE).to_rfc3339(),
            "2026-06-29T14:00:00+00:00"
        );
    }

    #[test]
    fn an_eta_is_a_time_or_a_day() {
        assert_eq!(
            eta("2026-01-31T14:00:00+11:00", MELBOURNE)
                .unwrap()
                .to_rfc3339(),
            "2026-01-31T03:00:00+00:00"
        );
        assert_eq!(
            eta("2026-01-31", MELBOURNE).unwrap().to_rfc3339(),
            "2026-01-31T06:00:00+00:00"
        );
        assert_eq!(eta("soon", MELBOURNE), None);
    }

    #[test]
    fn a_scan_keeps_its_own_clock() {
        let now = Utc.with_ymd_and_hms(2026, 1, 31, 6, 0, 0).unwrap();
        let perth = seen(Some("2026-01-31T13:00:00+08:00"), MELBOURNE, now).unwrap();
        assert_eq!(
            (perth.at.to_rfc3339().as_str(), perth.local.as_str()),
            ("2026-01-31T05:00:00+00:00", "2026-01-31T13:00:00+08:00")
        );
        let plain = seen(Some("2026-01-31 16:30"), MELBOURNE, now).unwrap();
        assert_eq!(plain.at.to_rfc3339(), "2026-01-31T05:30:00+00:00");
        assert_eq!(seen(None, MELBOURNE, now).unwrap().at, now);
        // Half past two does not exist on the day the clocks go forward.
        assert!(seen(Some("2025-10-05T02:30"), MELBOURNE, now).is_ok());
    }

    #[test]
    fn nothing_is_seen_in_the_future() {
        let now = Utc.with_ymd_and_hms(2026, 1, 31, 6, 0, 0).unwrap();
        // Four in the afternoon in Perth is later than five in Melbourne: the offset decides, not the digits.
        assert!(seen(Some("2026-01-31T16:00:00+08:00"), MELBOURNE, now).is_err());
        assert!(seen(Some("2026-01-31T16:59:00+11:00"), MELBOURNE, now).is_ok());
        assert!(seen(Some("yesterday"), MELBOURNE, now).is_err());
    }
}
