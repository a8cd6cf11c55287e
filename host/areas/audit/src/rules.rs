//! Conversion of days in a tenant's time zone to points in time.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeZone, Utc};
use chrono_tz::Tz;
use data::{Error, Result, message};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    From,
    To,
}

/// Parses a point in time, or a day as its first or last moment in this zone.
pub(crate) fn parse_time(member: &str, text: &str, zone: Tz, end: End) -> Result<DateTime<Utc>> {
    if let Some(time) = data::case::in_zone(zone, || data::case::read_moment(text)) {
        return Ok(time);
    }
    let day: Option<NaiveDate> = text.parse().ok();
    let day = match end {
        End::From => day,
        End::To => day.and_then(|day| day.checked_add_days(Days::new(1))),
    };
    let start = day.and_then(|day| {
        let midnight = day.and_time(NaiveTime::MIN);
        // If clocks skip midnight, the day begins an hour later.
        let later = midnight + chrono::TimeDelta::hours(1);
        zone.from_local_datetime(&midnight)
            .earliest()
            .or_else(|| zone.from_local_datetime(&later).earliest())
    });
    let start = start.ok_or_else(|| {
        Error::invalid(
            member,
            message!("must be a day like 2026-01-31 or a time like 2026-01-31T09:30:00Z"),
        )
    })?;
    let start = start.to_utc();
    Ok(if end == End::To {
        start - chrono::TimeDelta::microseconds(1)
    } else {
        start
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_the_tenants_own() {
        let sydney: Tz = "Australia/Sydney".parse().unwrap();
        let at = |text, end| parse_time("from", text, sydney, end).unwrap().to_rfc3339();
        assert_eq!(at("2026-01-31", End::From), "2026-01-30T13:00:00+00:00");
        assert_eq!(
            at("2026-01-31", End::To),
            "2026-01-31T12:59:59.999999+00:00"
        );
        assert_eq!(
            at("2026-01-31T10:00:00+10:00", End::To),
            "2026-01-31T00:00:00+00:00"
        );
        assert_eq!(
            at("2026-01-31T10:00", End::From),
            "2026-01-30T23:00:00+00:00"
        );
        // Clocks skip midnight in Havana, and the day begins at one.
        let havana: Tz = "America/Havana".parse().unwrap();
        assert!(parse_time("from", "2026-03-08", havana, End::From).is_ok());
        for wrong in ["yesterday", "2026-13-01", "", "262142-12-31"] {
            assert!(parse_time("to", wrong, sydney, End::To).is_err(), "{wrong}");
        }
    }
}
