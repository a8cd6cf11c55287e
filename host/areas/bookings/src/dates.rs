//! Days and times in the tenant's zone.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use data::{Message, case::to_instant, message};

/// Time of day at which goods are due.
const CLOSE_OF_BUSINESS: NaiveTime = match NaiveTime::from_hms_opt(17, 0, 0) {
    Some(time) => time,
    None => NaiveTime::MIN,
};

/// A time this far ahead counts as now.
const CLOCK_SKEW: TimeDelta = TimeDelta::minutes(1);

pub fn close_of_business(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    to_instant(day.and_time(CLOSE_OF_BUSINESS), zone)
}

pub fn start_of_day(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    to_instant(day.and_time(NaiveTime::MIN), zone)
}

/// Parses a time with offset, or a day.
pub fn parse_eta(text: &str, zone: Tz) -> Option<DateTime<Utc>> {
    let text = text.trim();
    DateTime::parse_from_rfc3339(text)
        .map(|time| time.with_timezone(&Utc))
        .ok()
        .or_else(|| {
            text.parse::<NaiveDate>()
                .ok()
                .map(|day| close_of_business(day, zone))
        })
}

/// The instant and the local time at the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScanTime {
    pub at: DateTime<Utc>,
    pub local: String,
}

/// Parses RFC 3339, or local time in the tenant's zone. Default: now. Rejects future times.
pub fn parse_scan_time(
    text: Option<&str>,
    zone: Tz,
    now: DateTime<Utc>,
) -> Result<ScanTime, Message> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    let scan_time = match text {
        None => in_zone(now, zone),
        Some(text) => match DateTime::parse_from_rfc3339(text) {
            Ok(time) => ScanTime {
                at: time.with_timezone(&Utc),
                local: time.to_rfc3339(),
            },
            Err(_) => {
                let time = data::case::in_zone(zone, || data::case::read_moment(text));
                in_zone(
                    time.ok_or(message!("must be a time like 2026-01-31T14:05:00+11:00"))?,
                    zone,
                )
            }
        },
    };
    if scan_time.at > now + CLOCK_SKEW {
        return Err(message!("must not be in the future"));
    }
    Ok(scan_time)
}

fn in_zone(at: DateTime<Utc>, zone: Tz) -> ScanTime {
    ScanTime {
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
            start_of_day(day("2026-01-31"), MELBOURNE).to_rfc3339(),
            "2026-01-30T13:00:00+00:00"
        );
        assert_eq!(
            start_of_day(day("2026-06-30"), MELBOURNE).to_rfc3339(),
            "2026-06-29T14:00:00+00:00"
        );
    }

    #[test]
    fn an_eta_is_a_time_or_a_day() {
        assert_eq!(
            parse_eta("2026-01-31T14:00:00+11:00", MELBOURNE)
                .unwrap()
                .to_rfc3339(),
            "2026-01-31T03:00:00+00:00"
        );
        assert_eq!(
            parse_eta("2026-01-31", MELBOURNE).unwrap().to_rfc3339(),
            "2026-01-31T06:00:00+00:00"
        );
        assert_eq!(parse_eta("soon", MELBOURNE), None);
    }

    #[test]
    fn a_scan_keeps_its_own_clock() {
        let now = Utc.with_ymd_and_hms(2026, 1, 31, 6, 0, 0).unwrap();
        let perth = parse_scan_time(Some("2026-01-31T13:00:00+08:00"), MELBOURNE, now).unwrap();
        assert_eq!(
            (perth.at.to_rfc3339().as_str(), perth.local.as_str()),
            ("2026-01-31T05:00:00+00:00", "2026-01-31T13:00:00+08:00")
        );
        let plain = parse_scan_time(Some("2026-01-31 16:30"), MELBOURNE, now).unwrap();
        assert_eq!(plain.at.to_rfc3339(), "2026-01-31T05:30:00+00:00");
        assert_eq!(parse_scan_time(None, MELBOURNE, now).unwrap().at, now);
        // 02:30 does not exist when daylight saving starts.
        assert!(parse_scan_time(Some("2025-10-05T02:30"), MELBOURNE, now).is_ok());
    }

    #[test]
    fn nothing_is_seen_in_the_future() {
        let now = Utc.with_ymd_and_hms(2026, 1, 31, 6, 0, 0).unwrap();
        // 16:00 in Perth is later than 17:00 in Melbourne: the offset decides.
        assert!(parse_scan_time(Some("2026-01-31T16:00:00+08:00"), MELBOURNE, now).is_err());
        assert!(parse_scan_time(Some("2026-01-31T16:59:00+11:00"), MELBOURNE, now).is_ok());
        assert!(parse_scan_time(Some("yesterday"), MELBOURNE, now).is_err());
    }
}
