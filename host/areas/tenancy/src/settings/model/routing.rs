//! Settings of route planning: the source of travel times, and the time that a plan may take.

use data::TextEnum;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Settings of route planning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "RoutingSettings")]
pub struct Routing {
    /// Source of travel times and distances: `straightLine`, `osrm`, `valhalla` or `own`.
    pub source: RoadSource,
    /// Address of the road server, such as `https://roads.example.com`.
    pub server: String,
    /// Straight lines, by profile of the vehicle.
    pub profiles: RoadProfiles,
    /// Milliseconds of search for a plan, 100 to 30000.
    pub time_budget: u32,
    /// Costs, times at stops and hours of runs.
    pub runs: RunSettings,
}

impl Default for Routing {
    fn default() -> Self {
        Self {
            source: RoadSource::StraightLine,
            server: String::new(),
            profiles: RoadProfiles::default(),
            time_budget: 2000,
            runs: RunSettings::default(),
        }
    }
}

/// Costs, times at stops and hours of runs.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RunSettings {
    /// Cost of a vehicle's run, at most 10000, in the tenant's currency.
    pub cost_per_run: Decimal,
    /// Cost of an hour of driving and of work at stops.
    pub cost_per_hour: Decimal,
    /// Cost of a driven kilometre.
    pub cost_per_km: Decimal,
    /// Seconds at a stop, without its pieces, at most 7200.
    pub stop_seconds: u32,
    /// Seconds for each piece at a stop, at most 600.
    pub piece_seconds: u32,
    /// Begin of the drivers' shift in minutes after midnight.
    pub shift_start: u32,
    /// End of the shift in minutes after midnight, at most 2880.
    pub shift_end: u32,
}

impl Default for RunSettings {
    fn default() -> Self {
        Self {
            cost_per_run: Decimal::ZERO,
            cost_per_hour: Decimal::from(45),
            cost_per_km: Decimal::ONE,
            stop_seconds: 300,
            piece_seconds: 15,
            shift_start: 6 * 60,
            shift_end: 18 * 60,
        }
    }
}

/// Source of travel times and distances.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, TextEnum)]
pub enum RoadSource {
    /// The straight line between two places, longer by the profile's detour.
    #[default]
    #[text_enum(name = "straightLine")]
    StraightLine,
    /// A server with the API of OSRM.
    #[text_enum(name = "osrm")]
    Osrm,
    /// A server with the API of Valhalla.
    #[text_enum(name = "valhalla")]
    Valhalla,
    /// The road graph that the operator built from an extract of OpenStreetMap.
    #[text_enum(name = "own")]
    Own,
}

/// Straight lines of each profile.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RoadProfiles {
    pub auto: RoadProfile,
    pub truck: RoadProfile,
    pub car: RoadProfile,
}

impl RoadProfiles {
    /// Returns the profiles with their names.
    pub fn by_name(&self) -> [(&'static str, RoadProfile); 3] {
        [
            ("auto", self.auto),
            ("truck", self.truck),
            ("car", self.car),
        ]
    }
}

/// Conversion of a straight line to a road.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RoadProfile {
    /// Length of the road in percent of the straight line, 100 to 300.
    pub detour_percent: u32,
    /// Average speed in km/h, 5 to 130.
    pub speed: u32,
}

impl Default for RoadProfile {
    fn default() -> Self {
        Self {
            detour_percent: 130,
            speed: 50,
        }
    }
}
