//! Dates sent by callers: from 2000 to 2100, as a date, an instant or a date-time without an
//! offset.

use chrono::{NaiveDate, NaiveDateTime};
use chrono_tz::Tz;
use serde::{Deserialize, Deserializer};

use super::{rejection, zone};
use crate::{message, message::Message};

pub const FIRST_YEAR: i32 = 2000;
pub const LAST_YEAR: i32 = 2100;

pub const FIRST_DAY: NaiveDate =
    NaiveDate::from_ymd_opt(FIRST_YEAR, 1, 1).expect("a day of the calendar");
pub const LAST_DAY: NaiveDate =
    NaiveDate::from_ymd_opt(LAST_YEAR, 12, 31).expect("a day of the calendar");

/// Expectation text of chrono's date parser; `Reader` passes such values to [`read_day`] instead.
pub(super) const EXPECTED: &str = "a formatted date string";

/// True for a day allowed in documents, entries and terms.
pub fn is_day(day: NaiveDate) -> bool {
    (FIRST_DAY..=LAST_DAY).contains(&day)
}

/// Reads a day in the current tenant's zone (see [`in_zone`](super::in_zone)).
pub fn read_day(text: &str) -> Result<NaiveDate, Message> {
    let day = parse(text.trim(), zone::current())
        .ok_or_else(|| message!("must be a date like 2026-01-31"))?;
    check_bounds(day)
}

fn check_bounds(day: NaiveDate) -> Result<NaiveDate, Message> {
    match is_day(day) {
        true => Ok(day),
        false => Err(message!(
            "must be a day from {first} to {last}",
            first = FIRST_YEAR,
            last = LAST_YEAR
        )),
    }
}

/// `#[serde(deserialize_with = "data::case::expiry")]`: null and 9999-12-31 mean no end.
pub fn expiry<'de, D: Deserializer<'de>>(source: D) -> Result<Option<NaiveDate>, D::Error> {
    let Some(text) = Option::<String>::deserialize(source)? else {
        return Ok(None);
    };
    read_expiry(&text).map_err(rejection)
}

/// Reads a last day; none for 9999-12-31.
pub fn read_expiry(text: &str) -> Result<Option<NaiveDate>, Message> {
    let is_open =
        text.trim().get(..10) == Some("9999-12-31") && parse(text.trim(), Some(Tz::UTC)).is_some();
    if is_open {
        Ok(None)
    } else {
        read_day(text).map(Some)
    }
}

fn parse(text: &str, zone: Option<Tz>) -> Option<NaiveDate> {
    if let Ok(day) = text.parse() {
        return Some(day);
    }
    if let Some(instant) = zone::read_instant(text) {
        return zone.map(|zone| instant.with_timezone(&zone).date_naive());
    }
    let text = text.replacen(' ', "T", 1);
    zone::LOCAL_FORMS
        .iter()
        .find_map(|form| NaiveDateTime::parse_from_str(&text, form).ok())
        .map(|local| local.date())
}

#[cfg(test)]
mod tests {
    use super::super::{from_json, from_query, in_zone};
    use super::*;

    #[derive(Debug, Default, Deserialize, PartialEq)]
    #[serde(rename_all = "camelCase", default)]
    struct Terms {
        first_day: Option<NaiveDate>,
        holidays: Vec<NaiveDate>,
        #[serde(deserialize_with = "super::expiry")]
        last_day: Option<NaiveDate>,
    }

    fn first(text: &str) -> Result<String, String> {
        let body = format!(r#"{{"firstDay": "{text}"}}"#);
        let read = in_zone(Tz::Australia__Melbourne, || {
            from_json::<Terms>(body.as_bytes())
        });
        read.map(|terms| terms.first_day.unwrap().to_string())
            .map_err(|invalid| invalid.to_string())
    }

    #[test]
    fn instants_are_days_of_the_zone_and_local_times_keep_their_day() {
        for (text, day) in [
            ("2026-11-28", "2026-11-28"),
            (" 2026-11-28 ", "2026-11-28"),
            ("2026-11-28T02:00:00.000Z", "2026-11-28"),
            ("2026-11-28T14:00:00Z", "2026-11-29"),
            ("2026-11-29T00:30:00+11:00", "2026-11-29"),
            ("2026-11-28T23:59:59", "2026-11-28"),
            ("2026-11-28 07:30", "2026-11-28"),
            ("2000-01-01", "2000-01-01"),
            ("2100-12-31", "2100-12-31"),
        ] {
            assert_eq!(first(text).as_deref(), Ok(day), "{text}");
        }
    }

    #[test]
    fn other_days_are_refused() {
        for text in [
            "1999-12-31",
            "2101-01-01",
            "-0001-01-01",
            "+12026-01-01",
            "9999-12-31",
            "1999-12-31T09:00:00Z",
        ] {
            assert_eq!(
                first(text).unwrap_err(),
                "firstDay must be a day from 2000 to 2100",
                "{text}"
            );
        }
        for text in [
            "",
            "31.12.2026",
            "2026-02-30",
            "next week",
            "2026-13-01T00:00:00Z",
        ] {
            assert_eq!(
                first(text).unwrap_err(),
                "firstDay must be a date like 2026-01-31",
                "{text}"
            );
        }
        let unzoned = from_json::<Terms>(br#"{"firstDay": "2026-11-28T02:00:00Z"}"#).unwrap_err();
        assert_eq!(unzoned.message, "must be a date like 2026-01-31");
        let list =
            from_json::<Terms>(br#"{"holidays": ["2026-01-01", "1066-01-01"]}"#).unwrap_err();
        assert_eq!(
            list.to_string(),
            "holidays[1] must be a day from 2000 to 2100"
        );
        let query = from_query::<Terms>("firstDay=1999-01-01").unwrap_err();
        assert_eq!(
            query.to_string(),
            "firstDay must be a day from 2000 to 2100"
        );
    }

    #[test]
    fn an_expiry_can_be_open() {
        let last = |value: &str| {
            let read = from_json::<Terms>(format!(r#"{{"lastDay": {value}}}"#).as_bytes());
            read.map(|terms| terms.last_day.map(|day| day.to_string()))
                .map_err(|invalid| invalid.to_string())
        };
        for open in [
            "null",
            r#""9999-12-31""#,
            r#""9999-12-31T00:00:00""#,
            r#""9999-12-31T23:59:59.999Z""#,
        ] {
            assert_eq!(last(open), Ok(None), "{open}");
        }
        assert_eq!(last(r#""2100-12-31""#), Ok(Some("2100-12-31".to_owned())));
        assert_eq!(
            last(r#""9999-12-30""#),
            Err("lastDay must be a day from 2000 to 2100".to_owned())
        );
        assert_eq!(
            last(r#""9999-12-31 or so""#),
            Err("lastDay must be a date like 2026-01-31".to_owned())
        );
        assert_eq!(
            last("7"),
            Err("lastDay must be text, not a number".to_owned())
        );
    }

    #[test]
    fn chrono_still_names_its_reader_so() {
        let error = serde_json::from_str::<NaiveDate>("7")
            .unwrap_err()
            .to_string();
        assert!(error.contains(EXPECTED), "{error}");
    }
}
