//! Which positions are accepted.

use chrono::{DateTime, TimeDelta, Utc};
use data::{FieldError, message};
use rust_decimal::Decimal;

use super::model::{Waypoint, WaypointView, to_parts};

pub(super) const MAX_WAYPOINTS: usize = 1000;
/// A device's clock may be ahead by this much.
pub(crate) const MAX_AHEAD: TimeDelta = TimeDelta::minutes(5);
/// Positions kept on a device without a network are accepted this long.
const MAX_AGE: TimeDelta = TimeDelta::days(14);
/// Metres; less accurate positions are of no use on a map.
const MAX_ACCURACY: i64 = 500;
const MAX_SPEED: i64 = 150;
const MAX_ALTITUDE: i64 = 10_000;
const MAX_PROVIDER_LENGTH: usize = 64;

/// Checks a position and converts it to a row; errors name the members.
pub(super) fn read(sent: WaypointView, now: DateTime<Utc>) -> Result<Waypoint, Vec<FieldError>> {
    let mut errors = Vec::new();
    let latitude = within(&mut errors, "latitude", sent.latitude, -90, 90);
    let longitude = within(&mut errors, "longitude", sent.longitude, -180, 180);
    if latitude == Some(Decimal::ZERO) && longitude == Some(Decimal::ZERO) {
        errors.push(FieldError::new(
            "latitude",
            message!("must be a position: 0, 0 is what devices send without one"),
        ));
    }
    for (member, value, min, max) in [
        ("accuracy", sent.accuracy, 0, MAX_ACCURACY),
        ("altitude", sent.altitude, -500, MAX_ALTITUDE),
        ("altitudeAccuracy", sent.altitude_accuracy, 0, MAX_ALTITUDE),
        ("heading", sent.heading, 0, 360),
        ("speed", sent.speed, 0, MAX_SPEED),
    ] {
        if value.is_some() {
            within(&mut errors, member, value, min, max);
        }
    }
    if let Some(provider) = &sent.provider
        && provider.chars().count() > MAX_PROVIDER_LENGTH
    {
        errors.push(FieldError::new(
            "provider",
            message!(
                "must be at most {max} characters",
                max = MAX_PROVIDER_LENGTH
            ),
        ));
    }
    let creation_time = check_time(sent.creation_time, now, &mut errors);
    match (latitude, longitude, creation_time) {
        (Some(latitude), Some(longitude), Some(creation_time)) if errors.is_empty() => {
            Ok(Waypoint {
                driver_id: sent.driver_id,
                latitude: to_parts(latitude),
                longitude: to_parts(longitude),
                accuracy: sent.accuracy,
                altitude: sent.altitude,
                altitude_accuracy: sent.altitude_accuracy,
                heading: sent.heading,
                speed: sent.speed,
                provider: sent.provider,
                creation_time,
                ..Waypoint::default()
            })
        }
        _ => Err(errors),
    }
}

fn within(
    errors: &mut Vec<FieldError>,
    member: &str,
    value: Option<Decimal>,
    min: i64,
    max: i64,
) -> Option<Decimal> {
    let Some(value) = value else {
        errors.push(FieldError::new(member, message!("is required")));
        return None;
    };
    if (Decimal::from(min)..=Decimal::from(max)).contains(&value) {
        return Some(value);
    }
    errors.push(FieldError::new(
        member,
        message!("must be from {min} to {max}", min = min, max = max),
    ));
    None
}

fn check_time(
    time: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
    errors: &mut Vec<FieldError>,
) -> Option<DateTime<Utc>> {
    let problem = match time {
        None => message!("is required"),
        Some(time) if time > now + MAX_AHEAD => {
            message!("is in the future: the device's clock is ahead")
        }
        Some(time) if time < now - MAX_AGE => {
            message!("is more than {days} days ago", days = MAX_AGE.num_days())
        }
        Some(time) => return Some(time),
    };
    errors.push(FieldError::new("creationTime", problem));
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(latitude: &str, longitude: &str, seconds_ago: i64) -> WaypointView {
        WaypointView {
            latitude: latitude.parse().ok(),
            longitude: longitude.parse().ok(),
            creation_time: Some(now() - TimeDelta::seconds(seconds_ago)),
            ..WaypointView::default()
        }
    }

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    fn members(sent: WaypointView) -> Vec<String> {
        match read(sent, now()) {
            Ok(_) => Vec::new(),
            Err(errors) => errors.into_iter().map(|error| error.member).collect(),
        }
    }

    #[test]
    fn positions_are_on_earth_and_timely() {
        assert_eq!(
            members(position("-33.86", "151.2", 0)),
            Vec::<String>::new()
        );
        assert_eq!(
            members(position("-90.1", "180.1", 0)),
            ["latitude", "longitude"]
        );
        assert_eq!(members(position("0", "0", 0)), ["latitude"]);
        assert_eq!(members(position("1", "1", -301)), ["creationTime"]);
        assert_eq!(members(position("1", "1", 15 * 86_400)), ["creationTime"]);
        assert_eq!(
            members(WaypointView::default()),
            ["latitude", "longitude", "creationTime"]
        );
    }

    #[test]
    fn measures_are_bounded() {
        let sent = WaypointView {
            accuracy: Some(501.into()),
            heading: Some((-1).into()),
            speed: Some(151.into()),
            provider: Some("x".repeat(65)),
            ..position("1", "1", 0)
        };
        assert_eq!(members(sent), ["accuracy", "heading", "speed", "provider"]);
    }
}
