//! Stand-in for road servers: the tables and routes of OSRM and of Valhalla.
//!
//! Roads run along parallels and meridians, 100 km a degree. Cars drive 20 m/s, trucks 10 m/s.
//! There are no roads south of 50° south, and none across the meridian of 170° east.

use axum::response::Response;
use serde_json::{Value, json};

use crate::{
    cards::{self, Fault},
    loopback::{Call, Loopback},
};

const METRES_PER_DEGREE: f64 = 100_000.0;
const LAST_SOUTH: f64 = -50.0;
const BARRIER_EAST: f64 = 170.0;
/// Default limits of both servers.
const MAX_OSRM_TABLE: usize = 100;
const MAX_VALHALLA_TABLE: usize = 50;
const MAX_VALHALLA_ROUTE: usize = 20;

/// Longitude and latitude.
type Place = [f64; 2];
type Reply = (u16, Value);

/// A running stand-in. Clones share one server.
#[derive(Debug, Clone)]
pub struct RoadServer(Loopback);

impl RoadServer {
    /// `127.0.0.1:0` takes a free port.
    pub async fn start(address: &str) -> anyhow::Result<Self> {
        Ok(Self(Loopback::start(address, respond).await?))
    }

    pub fn origin(&self) -> String {
        self.0.origin()
    }

    /// Returns the paths called so far.
    pub fn calls(&self) -> Vec<String> {
        self.0.calls()
    }

    /// Injects a fault into the next call whose path has the word.
    pub fn fail(&self, word: &'static str, fault: Fault) {
        self.0.fail(word, fault);
    }
}

fn respond(call: &Call) -> Response {
    let segments: Vec<&str> = call.path.trim_matches('/').split('/').collect();
    cards::json(match segments.as_slice() {
        ["table", "v1", profile, places] => osrm_table(profile, places, &call.query),
        ["route", "v1", _, places] => osrm_route(places),
        ["sources_to_targets"] => valhalla_table(&read(&call.body)),
        ["route"] => valhalla_route(&read(&call.body)),
        _ => (
            404,
            json!({"code": "InvalidUrl", "message": "URL string malformed"}),
        ),
    })
}

fn read(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap_or_default()
}

fn is_off_road(place: &Place) -> bool {
    place[1] < LAST_SOUTH
}

/// Metres between two places, if a road leads from one to the other.
fn metres(from: &Place, to: &Place) -> Option<f64> {
    let is_apart = (from[0] < BARRIER_EAST) != (to[0] < BARRIER_EAST);
    let degrees = (from[0] - to[0]).abs() + (from[1] - to[1]).abs();
    (!is_apart).then_some(degrees * METRES_PER_DEGREE)
}

fn speed(profile: &str) -> f64 {
    if profile == "truck" { 10.0 } else { 20.0 }
}

fn osrm_places(text: &str) -> Result<Vec<Place>, Reply> {
    let invalid = || {
        (
            400,
            json!({"code": "InvalidUrl", "message": "URL string malformed"}),
        )
    };
    let mut places = Vec::new();
    for pair in text.split(';') {
        let (longitude, latitude) = pair.split_once(',').ok_or_else(invalid)?;
        let angle = |text: &str| text.parse::<f64>().map_err(|_| invalid());
        places.push([angle(longitude)?, angle(latitude)?]);
    }
    match places.iter().position(is_off_road) {
        None => Ok(places),
        Some(at) => {
            let message = format!("Could not find a matching segment for coordinate {at}");
            Err((400, json!({"code": "NoSegment", "message": message})))
        }
    }
}

fn osrm_table(profile: &str, places: &str, query: &[(String, String)]) -> Reply {
    let places = match osrm_places(places) {
        Ok(places) => places,
        Err(reply) => return reply,
    };
    if places.len() > MAX_OSRM_TABLE {
        return (
            400,
            json!({"code": "TooBig", "message": "Too many table coordinates"}),
        );
    }
    let chosen = |name: &str| -> Vec<Place> {
        let numbers = query.iter().find(|(known, _)| known == name);
        let numbers = numbers
            .map(|(_, numbers)| numbers.as_str())
            .unwrap_or_default();
        let numbers = numbers
            .split(';')
            .filter_map(|number| number.parse::<usize>().ok());
        numbers
            .filter_map(|number| places.get(number).copied())
            .collect()
    };
    let (sources, targets) = (chosen("sources"), chosen("destinations"));
    let rows = |unit: f64| -> Vec<Vec<Option<f64>>> {
        let row = |from: &Place| {
            targets
                .iter()
                .map(|to| Some(metres(from, to)? / unit))
                .collect()
        };
        sources.iter().map(row).collect()
    };
    let reply = json!({"code": "Ok", "durations": rows(speed(profile)), "distances": rows(1.0)});
    (200, reply)
}

fn osrm_route(places: &str) -> Reply {
    match osrm_places(places) {
        Err(reply) => reply,
        Ok(places) if !is_connected(&places) => (
            400,
            json!({"code": "NoRoute", "message": "No route found between points"}),
        ),
        Ok(places) => {
            let geometry = polyline(&corners(&places), 1e5);
            (
                200,
                json!({"code": "Ok", "routes": [{"geometry": geometry}]}),
            )
        }
    }
}

fn valhalla_places(value: &Value) -> Vec<Place> {
    let places = value.as_array().into_iter().flatten();
    let angle = |place: &Value, name: &str| place[name].as_f64().unwrap_or_default();
    places
        .map(|place| [angle(place, "lon"), angle(place, "lat")])
        .collect()
}

fn valhalla_error(code: u16, error: &str) -> Reply {
    let reply =
        json!({"error_code": code, "error": error, "status_code": 400, "status": "Bad Request"});
    (400, reply)
}

fn valhalla_table(body: &Value) -> Reply {
    let (sources, targets) = (
        valhalla_places(&body["sources"]),
        valhalla_places(&body["targets"]),
    );
    if sources.len().max(targets.len()) > MAX_VALHALLA_TABLE {
        return valhalla_error(150, "Exceeded max locations");
    }
    if sources.iter().chain(&targets).any(is_off_road) {
        return valhalla_error(171, "No suitable edges near location");
    }
    let speed = speed(body["costing"].as_str().unwrap_or_default());
    let pair = |from: &Place, to: &Place| {
        let metres = metres(from, to);
        json!({
            "time": metres.map(|metres| (metres / speed).round() as u64),
            "distance": metres.map(|metres| metres / 1000.0),
        })
    };
    let row = |from: &Place| targets.iter().map(|to| pair(from, to)).collect();
    let rows: Vec<Value> = sources.iter().map(row).collect();
    (
        200,
        json!({"sources_to_targets": rows, "units": "kilometers"}),
    )
}

fn valhalla_route(body: &Value) -> Reply {
    let places = valhalla_places(&body["locations"]);
    if places.len() > MAX_VALHALLA_ROUTE {
        return valhalla_error(150, "Exceeded max locations");
    }
    if places.iter().any(is_off_road) {
        return valhalla_error(171, "No suitable edges near location");
    }
    if !is_connected(&places) {
        return valhalla_error(442, "No path could be found for input");
    }
    let leg = |pair: &[Place]| json!({"shape": polyline(&corners(pair), 1e6)});
    let legs: Vec<Value> = places.windows(2).map(leg).collect();
    (200, json!({"trip": {"status": 0, "legs": legs}}))
}

fn is_connected(places: &[Place]) -> bool {
    places
        .windows(2)
        .all(|pair| metres(&pair[0], &pair[1]).is_some())
}

/// Drives along the parallel first, then along the meridian.
fn corners(places: &[Place]) -> Vec<Place> {
    let mut points: Vec<Place> = places.iter().take(1).copied().collect();
    for pair in places.windows(2) {
        points.extend([[pair[1][0], pair[0][1]], pair[1]]);
    }
    points
}

fn polyline(points: &[Place], factor: f64) -> String {
    let mut text = String::new();
    let mut last = [0_i64; 2];
    for &[longitude, latitude] in points {
        let point = [latitude, longitude].map(|angle| (angle * factor).round() as i64);
        for (value, last) in point.into_iter().zip(last) {
            let difference = value - last;
            let mut rest = (difference << 1) ^ (difference >> 63);
            while rest >= 0x20 {
                text.push(char::from(63 + (0x20 | (rest & 0x1f)) as u8));
                rest >>= 5;
            }
            text.push(char::from(63 + rest as u8));
        }
        last = point;
    }
    text
}
