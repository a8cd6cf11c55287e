//! A stored position, and its form on the wire.

use chrono::{DateTime, Utc};
use data::{Record, ids::DriverId};
use rust_decimal::{Decimal, RoundingStrategy, prelude::ToPrimitive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

data::id! { WaypointId }

/// Millionths of a degree in a degree; one is about 11 cm.
const PARTS: i64 = 1_000_000;

/// A driver's position. Coordinates are millionths of a degree.
#[derive(Debug, Clone, Default, Record)]
#[record(table = "waypoints", name = "The waypoint", unrecorded)]
pub(crate) struct Waypoint {
    #[record(filtered)]
    pub id: WaypointId,
    pub row_version: i64,
    #[record(filtered, driver)]
    pub driver_id: DriverId,
    pub latitude: i64,
    pub longitude: i64,
    #[record(filtered)]
    pub accuracy: Option<Decimal>,
    pub altitude: Option<Decimal>,
    pub altitude_accuracy: Option<Decimal>,
    pub heading: Option<Decimal>,
    #[record(filtered)]
    pub speed: Option<Decimal>,
    #[record(filtered)]
    pub provider: Option<String>,
    #[record(filtered)]
    pub creation_time: DateTime<Utc>,
}

/// A position of a driver.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "Waypoint")]
pub(crate) struct WaypointView {
    /// Set by the server.
    pub id: WaypointId,
    /// A driver's user may omit it.
    pub driver_id: DriverId,
    /// Degrees, -90 to 90.
    pub latitude: Option<Decimal>,
    /// Degrees, -180 to 180.
    pub longitude: Option<Decimal>,
    /// Metres.
    pub accuracy: Option<Decimal>,
    /// Metres above sea level.
    pub altitude: Option<Decimal>,
    /// Metres.
    pub altitude_accuracy: Option<Decimal>,
    /// Degrees clockwise from north.
    pub heading: Option<Decimal>,
    /// Metres a second.
    pub speed: Option<Decimal>,
    pub provider: Option<String>,
    /// Moment of the position, by the device.
    pub creation_time: Option<DateTime<Utc>>,
}

pub(crate) fn to_parts(degrees: Decimal) -> i64 {
    (degrees * Decimal::from(PARTS))
        .round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero)
        .to_i64()
        .unwrap_or_default()
}

fn to_degrees(parts: i64) -> Decimal {
    (Decimal::from(parts) / Decimal::from(PARTS)).normalize()
}

impl From<Waypoint> for WaypointView {
    fn from(stored: Waypoint) -> Self {
        Self {
            id: stored.id,
            driver_id: stored.driver_id,
            latitude: Some(to_degrees(stored.latitude)),
            longitude: Some(to_degrees(stored.longitude)),
            accuracy: stored.accuracy,
            altitude: stored.altitude,
            altitude_accuracy: stored.altitude_accuracy,
            heading: stored.heading,
            speed: stored.speed,
            provider: stored.provider,
            creation_time: Some(stored.creation_time),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_exact_to_a_millionth() {
        for (degrees, parts) in [("-33.8688197", -33_868_820), ("151.2093", 151_209_300)] {
            assert_eq!(to_parts(degrees.parse().unwrap()), parts);
        }
        assert_eq!(to_degrees(151_209_300).to_string(), "151.2093");
    }
}
