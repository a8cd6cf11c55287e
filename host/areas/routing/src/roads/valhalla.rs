//! Tables and routes of a server with the API of Valhalla.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Entry, no_road, server::Server};
use crate::{
    failure::{Failure, Outcome},
    problem::places::{Position, degrees},
};
use carriage::polyline;

/// Below a server's default limits: 50 places of a table, 20 of a route.
pub(super) const MAX_PLACES: usize = 20;
/// Largest distance of a place from the nearest road, in metres.
const MAX_SNAP: u32 = 5000;
/// Error codes of places and pairs without a road.
const NO_EDGE: i64 = 171;
const NO_PATH: i64 = 442;

#[derive(Debug, Deserialize)]
struct Table {
    #[serde(default)]
    sources_to_targets: Vec<Vec<Pair>>,
    error: Option<String>,
    error_code: Option<i64>,
}

#[derive(Debug, Deserialize)]
struct Pair {
    /// Seconds.
    time: Option<f64>,
    /// Kilometres.
    distance: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct Route {
    trip: Option<Trip>,
    error: Option<String>,
    error_code: Option<i64>,
}

#[derive(Debug, Deserialize)]
struct Trip {
    #[serde(default)]
    legs: Vec<Leg>,
}

#[derive(Debug, Deserialize)]
struct Leg {
    shape: String,
}

pub(super) async fn table(
    server: &Server,
    profile: &str,
    sources: &[Position],
    targets: &[Position],
) -> Outcome<Vec<Entry>> {
    let body = json!({
        "sources": locations(sources),
        "targets": locations(targets),
        "costing": costing(profile),
        "units": "kilometers",
    });
    let table: Table = server.post("/sources_to_targets", &body).await?;
    if table.error.is_some() {
        return Err(rejected(server, table.error_code, table.error, sources));
    }
    let rows = table.sources_to_targets;
    let is_whole = rows.len() == sources.len() && rows.iter().all(|row| row.len() == targets.len());
    if !is_whole {
        return Err(server.failed("its table has another size"));
    }
    let pairs = rows.into_iter().flatten();
    Ok(pairs
        .map(|pair| {
            pair.time
                .zip(pair.distance.map(|distance| distance * 1000.0))
        })
        .collect())
}

pub(super) async fn shape(
    server: &Server,
    profile: &str,
    route: &[Position],
) -> Outcome<Vec<Position>> {
    let body = json!({
        "locations": locations(route),
        "costing": costing(profile),
        "units": "kilometers",
        "directions_type": "none",
    });
    let route_found: Route = server.post("/route", &body).await?;
    if route_found.error.is_some() {
        return Err(rejected(
            server,
            route_found.error_code,
            route_found.error,
            route,
        ));
    }
    let legs = route_found.trip.map(|trip| trip.legs).unwrap_or_default();
    let mut points = Vec::new();
    for leg in &legs {
        let shape = polyline::decode(&leg.shape, 6);
        points.extend(shape.ok_or_else(|| server.failed("its route has no geometry"))?);
    }
    match points.is_empty() {
        true => Err(server.failed("its route has no geometry")),
        false => Ok(points),
    }
}

/// The server's name of a profile.
fn costing(profile: &str) -> &'static str {
    match profile {
        "truck" => "truck",
        _ => "auto",
    }
}

fn locations(places: &[Position]) -> Vec<Value> {
    let location = |&place: &Position| {
        let [longitude, latitude] = degrees(place);
        json!({"lon": longitude, "lat": latitude, "type": "break", "search_cutoff": MAX_SNAP})
    };
    places.iter().map(location).collect()
}

fn rejected(
    server: &Server,
    code: Option<i64>,
    error: Option<String>,
    places: &[Position],
) -> Failure {
    match (code, places.first()) {
        (Some(NO_EDGE | NO_PATH), Some(&place)) => no_road(place),
        _ => server.failed(&error.unwrap_or_default()),
    }
}
