//! Times without an offset: local times of a zone, converted to instants.

use std::cell::Cell;

use chrono::{DateTime, Datelike, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

thread_local! {
    static ZONE: Cell<Option<Tz>> = const { Cell::new(None) };
}

tokio::task_local! {
    static TASK_ZONE: Tz;
}

/// Expectation text of chrono's date-time parser; `Reader` passes such values to [`read_moment`].
pub(super) const EXPECTED: &str = "an RFC 3339 formatted date and time string";

/// Formats of a date-time without an offset.
pub(super) const LOCAL_FORMS: [&str; 2] = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"];

pub fn current() -> Option<Tz> {
    ZONE.get().or_else(|| TASK_ZONE.try_get().ok())
}

/// Restores the previous zone on drop, also after a panic.
struct RestoreZone(Option<Tz>);

impl Drop for RestoreZone {
    fn drop(&mut self) {
        ZONE.set(self.0);
    }
}

/// Runs `read` with this zone for date-times without an offset.
pub fn in_zone<T>(zone: Tz, read: impl FnOnce() -> T) -> T {
    let _before = RestoreZone(ZONE.replace(Some(zone)));
    read()
}

pub async fn in_zone_async<F: Future>(zone: Tz, work: F) -> F::Output {
    TASK_ZONE.scope(zone, work).await
}

/// Reads a date-time: RFC 3339, or without an offset a local time in the [`current`] zone.
pub fn read_moment(text: &str) -> Option<DateTime<Utc>> {
    read(text.trim(), current())
}

/// Reads RFC 3339. Years with more than four digits have no local time everywhere, and PostgreSQL
/// stores few of them.
pub(super) fn read_instant(text: &str) -> Option<DateTime<Utc>> {
    let time: DateTime<Utc> = text.parse().ok()?;
    (1..=9999).contains(&time.year()).then_some(time)
}

fn read(text: &str, zone: Option<Tz>) -> Option<DateTime<Utc>> {
    if let Some(time) = read_instant(text) {
        return Some(time);
    }
    let text = text.replacen(' ', "T", 1);
    let local = LOCAL_FORMS
        .iter()
        .find_map(|format| NaiveDateTime::parse_from_str(&text, format).ok())
        .filter(|time| (1..=9999).contains(&time.year()))?;
    zone.map(|zone| to_instant(local, zone))
}

/// Converts a local time to an instant: the earlier of two when the clock repeats it, the next one
/// when the clock skips it.
pub fn to_instant(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    (0..96)
        .find_map(|step| {
            zone.from_local_datetime(&(local + TimeDelta::minutes(30 * step)))
                .earliest()
        })
        .map_or_else(|| local.and_utc(), |time| time.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MELBOURNE: Tz = Tz::Australia__Melbourne;

    #[test]
    fn the_zone_decides_where_there_is_no_offset() {
        let parse = |text: &str, zone| read(text, zone).map(|time| time.to_rfc3339());
        assert_eq!(
            parse("2026-01-31T09:30", Some(MELBOURNE)),
            Some("2026-01-30T22:30:00+00:00".to_owned())
        );
        assert_eq!(
            parse("2026-01-31 09:30:00", Some(MELBOURNE)),
            Some("2026-01-30T22:30:00+00:00".to_owned())
        );
        assert_eq!(
            parse("2026-01-31T09:30:00Z", Some(MELBOURNE)),
            Some("2026-01-31T09:30:00+00:00".to_owned())
        );
        assert_eq!(parse("2026-01-31T09:30", None), None);
        assert_eq!(parse("next Tuesday", Some(MELBOURNE)), None);
        for wild in [
            "+262142-12-31T23:59:59Z",
            "-4800-01-01T00:00:00Z",
            "+12026-01-31T09:30",
        ] {
            assert_eq!(parse(wild, Some(MELBOURNE)), None, "{wild}");
        }
    }

    #[test]
    fn where_clocks_change_the_earlier_or_the_next_moment_is_meant() {
        let parse = |text| read(text, Some(MELBOURNE)).map(|time| time.to_rfc3339());
        // The clock goes back at 03:00, so 02:30 occurs twice.
        assert_eq!(
            parse("2026-04-05T02:30"),
            Some("2026-04-04T15:30:00+00:00".to_owned())
        );
        // The clock goes forward at 02:00: 02:30 does not occur, 03:00 follows.
        assert_eq!(
            parse("2025-10-05T02:30"),
            Some("2025-10-04T16:00:00+00:00".to_owned())
        );
    }

    #[test]
    fn the_zone_holds_for_one_reading() {
        assert_eq!(in_zone(MELBOURNE, current), Some(MELBOURNE));
        assert_eq!(current(), None);
    }

    #[tokio::test]
    async fn a_task_keeps_its_zone_across_waits() {
        let read = in_zone_async(MELBOURNE, async {
            tokio::task::yield_now().await;
            (
                current(),
                in_zone(Tz::Asia__Tokyo, current),
                read_moment(" 2026-01-31 09:30 "),
            )
        });
        let (task, inner, time) = read.await;
        assert_eq!((task, inner), (Some(MELBOURNE), Some(Tz::Asia__Tokyo)));
        assert_eq!(
            time.map(|time| time.to_rfc3339()),
            Some("2026-01-30T22:30:00+00:00".to_owned())
        );
        assert_eq!(current(), None);
    }

    #[test]
    fn every_date_time_of_an_input_is_read_so() {
        #[derive(serde::Deserialize)]
        struct Input {
            at: DateTime<Utc>,
            later: Option<DateTime<Utc>>,
        }
        let read = |text: &str| super::super::from_json::<Input>(text.as_bytes());
        let zoned = in_zone(MELBOURNE, || {
            read(r#"{"at": "2026-01-31T09:30:00", "later": "2026-07-31 09:30"}"#)
        });
        let zoned = zoned.unwrap();
        assert_eq!(zoned.at.to_rfc3339(), "2026-01-30T22:30:00+00:00");
        assert_eq!(
            zoned.later.map(|time| time.to_rfc3339()),
            Some("2026-07-30T23:30:00+00:00".to_owned())
        );
        for wrong in [r#"{"at": "2026-01-31T09:30:00"}"#, r#"{"at": "soon"}"#] {
            assert_eq!(
                read(wrong).err().unwrap().to_string(),
                "at must be a date-time like 2026-01-31T09:30:00Z"
            );
        }
        let error = serde_json::from_str::<DateTime<Utc>>("7")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains(EXPECTED),
            "chrono names its reader otherwise: {error}"
        );
    }
}
