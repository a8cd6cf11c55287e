//! Calls about positions.

use chrono::{DateTime, NaiveDate, Utc};
use data::{
    ById, Empty, Error, ListQuery, Needs, PageOf, Result, Scope, case::OneOrMany, ids::DriverId,
    message,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw, Routes,
    http::{self, Method, Response},
};

use super::{
    model::{WaypointId, WaypointView},
    service,
};
use crate::{
    access::{DRIVER_TRACKING, DRIVERS},
    availability::DriverParameter,
};

const MAX_BODY_BYTES: usize = 1 << 20;

pub(crate) fn table() -> Routes {
    let needs = Needs::DriverOr(DRIVER_TRACKING);
    Routes::new("/api/drivers/waypoint")
        .feature(DRIVERS)
        .list("current-waypoints", needs, current)
        .get("waypoint", needs, get)
        .list("waypoints-for-driver", needs, of_driver)
        .post("waypoint", needs, save)
        .with_body_limit(MAX_BODY_BYTES)
        .list("active-drivers", needs, active)
        .raw(Method::GET, "{driverId}/polyline", needs, 0, polyline)
        .describe_query::<Between>()
        .describe_response::<Track>()
}

/// A single position.
#[derive(Serialize, JsonSchema)]
struct OneWaypoint {
    waypoint: WaypointView,
}

#[derive(Deserialize, JsonSchema)]
struct SaveWaypoints {
    /// At most 1,000; a single one may stand without the list.
    waypoint: OneOrMany<WaypointView>,
}

/// Result of sent positions.
#[derive(Serialize, JsonSchema)]
pub(super) struct SavedWaypoints {
    pub accepted: usize,
    /// Positions that the server has already: the same driver and moment.
    pub duplicates: usize,
    pub rejected: Vec<RejectedWaypoint>,
    /// The position, if a single one was sent.
    pub waypoint: Option<WaypointView>,
}

/// A position that is not stored.
#[derive(Serialize, JsonSchema)]
pub(super) struct RejectedWaypoint {
    /// Its place in the list, from 0.
    pub index: usize,
    /// Why, as a sentence.
    #[serde(rename = "errorInfo")]
    pub error_info: String,
}

/// From one day to another in the tenant's time zone; today if omitted.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Between {
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
}

/// A driver's track.
#[derive(Serialize, JsonSchema)]
pub(super) struct Track {
    /// Encoded lines of precision 5; a new one after ten minutes without a position.
    pub polylines: Vec<String>,
    pub points: Vec<TrackPoint>,
}

/// A position of a track.
#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrackPoint {
    pub latitude: rust_decimal::Decimal,
    pub longitude: rust_decimal::Decimal,
    pub creation_time: DateTime<Utc>,
}

/// A driver who sent positions.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ActiveDriver {
    pub driver_id: DriverId,
    pub name: String,
    /// Number of positions between the days.
    pub waypoints: i64,
    pub first_time: DateTime<Utc>,
    pub last_time: DateTime<Utc>,
}

async fn current(scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<WaypointView>> {
    service::current(scope, query).await
}

async fn get(mut scope: Scope, ById { id }: ById<WaypointId>) -> Result<OneWaypoint> {
    let found: super::Waypoint = scope.find(id).await?;
    Ok(OneWaypoint {
        waypoint: found.into(),
    })
}

async fn of_driver(
    mut scope: Scope,
    DriverParameter { driver_id }: DriverParameter,
    query: ListQuery,
) -> Result<PageOf<WaypointView>> {
    let driver = crate::availability::resolve(&mut scope, driver_id).await?;
    service::history(&mut scope, driver.id, &query).await
}

async fn save(scope: Scope, SaveWaypoints { waypoint }: SaveWaypoints) -> Result<SavedWaypoints> {
    service::save(scope, waypoint).await
}

async fn active(
    mut scope: Scope,
    between: Between,
    query: ListQuery,
) -> Result<PageOf<ActiveDriver>> {
    let all = service::active(&mut scope, &between).await?;
    PageOf::from_rows(&query, all)
}

async fn polyline(mut scope: Scope, raw: Raw) -> Result<Response> {
    let between: Between = raw.query()?;
    let driver = raw
        .params
        .first()
        .and_then(|id| id.parse().ok())
        .map(DriverId)
        .ok_or_else(|| Error::invalid("driverId", message!("must be a whole number")))?;
    let driver = crate::availability::resolve(&mut scope, Some(driver)).await?;
    let track = service::track(&mut scope, driver.id, &between).await?;
    http::json_response(&track)
}
