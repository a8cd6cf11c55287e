//! Times without an offset: what clocks of a zone show, taken as the moments at which they show it.

use std::cell::Cell;

use chrono::{DateTime, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

thread_local! {
    static ZONE: Cell<Option<Tz>> = const { Cell::new(None) };
}

tokio::task_local! {
    static TASK_ZONE: Tz;
}

/// The name that chrono's reader of a date-time gives itself; `Reader` reads such values with [`read_moment`].
pub(super) const EXPECTED: &str = "an RFC 3339 formatted date and time string";

/// Forms of a date-time without an offset.
pub(super) const LOCAL_FORMS: [&str; 2] = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"];

/// The zone of the innermost [`in_zone`], else that of the [`zoned`] task: the tenant's, in calls and jobs.
pub fn current() -> Option<Tz> {
    ZONE.get().or_else(|| TASK_ZONE.try_get().ok())
}

/// Gives the zone back that was there before, also when reading ends badly.
struct Before(Option<Tz>);

impl Drop for Before {
    fn drop(&mut self) {
        ZONE.set(self.0);
    }
}

/// Reads date-times without an offset by the clocks of this zone.
pub fn in_zone<T>(zone: Tz, read: impl FnOnce() -> T) -> T {
    let _before = Before(ZONE.replace(Some(zone)));
    read()
}

/// Runs work that reads date-times without an offset by the clocks of this zone.
pub async fn zoned<F: Future>(zone: Tz, work: F) -> F::Output {
    TASK_ZONE.scope(zone, work).await
}

/// A date-time: RFC 3339, or without an offset the time that clocks of the [`current`] zone show.
pub fn read_moment(text: &str) -> Option<DateTime<Utc>> {
    read(text.trim(), current())
}

fn read(text: &str, zone: Option<Tz>) -> Option<DateTime<Utc>> {
    if let Ok(time) = text.parse::<DateTime<Utc>>() {
        return Some(time);
    }
    let text = text.replacen(' ', "T", 1);
    let local = LOCAL_FORMS
        .iter()
        .find_map(|format| NaiveDateTime::parse_from_str(&text, format).ok())?;
    zone.map(|zone| instant(local, zone))
}

/// The moment of a local time: the earlier one when the clock shows it twice, the next one when it skips it.
pub fn instant(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
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
        let told = |text: &str, zone| read(text, zone).map(|time| time.to_rfc3339());
        assert_eq!(
            told("2026-01-31T09:30", Some(MELBOURNE)),
            Some("2026-01-30T22:30:00+00:00".to_owned())
        );
        assert_eq!(
            told("2026-01-31 09:30:00", Some(MELBOURNE)),
            Some("2026-01-30T22:30:00+00:00".to_owned())
        );
        assert_eq!(
            told("2026-01-31T09:30:00Z", Some(MELBOURNE)),
            Some("2026-01-31T09:30:00+00:00".to_owned())
        );
        assert_eq!(told("2026-01-31T09:30", None), None);
        assert_eq!(told("next Tuesday", Some(MELBOURNE)), None);
    }

    #[test]
    fn where_clocks_change_the_earlier_or_the_next_moment_is_meant() {
        let told = |text| read(text, Some(MELBOURNE)).map(|time| time.to_rfc3339());
        // Put back at three: half past two is shown twice.
        assert_eq!(
            told("2026-04-05T02:30"),
            Some("2026-04-04T15:30:00+00:00".to_owned())
        );
        // Put forward at two: half past two is not shown, three is what follows.
        assert_eq!(
            told("2025-10-05T02:30"),
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
        let read = zoned(MELBOURNE, async {
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
