//! Times without an offset: what clocks of a zone show, taken as the moments at which they show it.

use std::cell::Cell;

use chrono::{DateTime, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use serde::{
    Deserialize, Deserializer,
    de::{Error, Unexpected},
};

thread_local! {
    static ZONE: Cell<Option<Tz>> = const { Cell::new(None) };
}

/// Gives the zone back that was there before, also when reading ends badly.
struct Before(Option<Tz>);

impl Drop for Before {
    fn drop(&mut self) {
        ZONE.set(self.0);
    }
}

/// Reads what [`moment`] reads with the clocks of this zone.
pub fn in_zone<T>(zone: Tz, read: impl FnOnce() -> T) -> T {
    let _before = Before(ZONE.replace(Some(zone)));
    read()
}

/// `#[serde(deserialize_with = "kernel::case::moment")]`: a date-time, without an offset only inside of [`in_zone`].
pub fn moment<'de, D: Deserializer<'de>>(source: D) -> Result<Option<DateTime<Utc>>, D::Error> {
    let Some(text) = Option::<String>::deserialize(source)? else { return Ok(None) };
    let wrong = || D::Error::invalid_value(Unexpected::Str(""), &"an RFC 3339 formatted date and time string");
    read(text.trim(), ZONE.get()).map(Some).ok_or_else(wrong)
}

fn read(text: &str, zone: Option<Tz>) -> Option<DateTime<Utc>> {
    if let Ok(time) = text.parse::<DateTime<Utc>>() {
        return Some(time);
    }
    let text = text.replacen(' ', "T", 1);
    let local = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"]
        .into_iter()
        .find_map(|format| NaiveDateTime::parse_from_str(&text, format).ok())?;
    zone.map(|zone| instant(local, zone))
}

/// The moment of a local time: the earlier one when the clock shows it twice, the next one when it skips it.
pub fn instant(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    (0..96)
        .find_map(|step| zone.from_local_datetime(&(local + TimeDelta::minutes(30 * step))).earliest())
        .map_or_else(|| local.and_utc(), |time| time.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MELBOURNE: Tz = Tz::Australia__Melbourne;

    #[test]
    fn the_zone_decides_where_there_is_no_offset() {
        let told = |text: &str, zone| read(text, zone).map(|time| time.to_rfc3339());
        assert_eq!(told("2026-01-31T09:30", Some(MELBOURNE)), Some("2026-01-30T22:30:00+00:00".to_owned()));
        assert_eq!(told("2026-01-31 09:30:00", Some(MELBOURNE)), Some("2026-01-30T22:30:00+00:00".to_owned()));
        assert_eq!(told("2026-01-31T09:30:00Z", Some(MELBOURNE)), Some("2026-01-31T09:30:00+00:00".to_owned()));
        assert_eq!(told("2026-01-31T09:30", None), None);
        assert_eq!(told("next Tuesday", Some(MELBOURNE)), None);
    }

    #[test]
    fn where_clocks_change_the_earlier_or_the_next_moment_is_meant() {
        let told = |text| read(text, Some(MELBOURNE)).map(|time| time.to_rfc3339());
        // Put back at three: half past two is shown twice.
        assert_eq!(told("2026-04-05T02:30"), Some("2026-04-04T15:30:00+00:00".to_owned()));
        // Put forward at two: half past two is not shown, three is what follows.
        assert_eq!(told("2025-10-05T02:30"), Some("2025-10-04T16:00:00+00:00".to_owned()));
    }

    #[test]
    fn the_zone_holds_for_one_reading() {
        assert_eq!(in_zone(MELBOURNE, || ZONE.get()), Some(MELBOURNE));
        assert_eq!(ZONE.get(), None);
    }
}
