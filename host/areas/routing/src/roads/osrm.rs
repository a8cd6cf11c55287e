//! Tables and routes of a server with the API of OSRM.

use serde::Deserialize;

use super::{Entry, no_road, server::Server};
use crate::{
    failure::Outcome,
    problem::places::{Position, degrees},
};
use carriage::polyline;

/// A server's default limit of a table is 100 places, sources and targets together.
pub(super) const MAX_PLACES: usize = 50;
/// Largest distance of a place from the nearest road, in metres.
const MAX_SNAP: u32 = 5000;

#[derive(Debug, Deserialize)]
struct Table {
    code: String,
    #[serde(default)]
    message: String,
    #[serde(default)]
    durations: Vec<Vec<Option<f64>>>,
    #[serde(default)]
    distances: Vec<Vec<Option<f64>>>,
}

#[derive(Debug, Deserialize)]
struct Routes {
    code: String,
    #[serde(default)]
    message: String,
    #[serde(default)]
    routes: Vec<Shape>,
}

#[derive(Debug, Deserialize)]
struct Shape {
    geometry: String,
}

pub(super) async fn table(
    server: &Server,
    profile: &str,
    sources: &[Position],
    targets: &[Position],
) -> Outcome<Vec<Entry>> {
    let places: Vec<Position> = sources.iter().chain(targets).copied().collect();
    let numbers = |from: usize, to: usize| {
        let numbers: Vec<String> = (from..to).map(|number| number.to_string()).collect();
        numbers.join(";")
    };
    let path = format!(
        "/table/v1/{profile}/{}?annotations=duration,distance&sources={}&destinations={}&{}",
        coordinates(&places),
        numbers(0, sources.len()),
        numbers(sources.len(), places.len()),
        radiuses(places.len()),
    );
    let table: Table = server.get(&path).await?;
    if table.code != "Ok" {
        return Err(rejected(server, &table.code, &table.message, &places));
    }
    let rows = [&table.durations, &table.distances];
    let is_whole = rows.iter().all(|rows| {
        rows.len() == sources.len() && rows.iter().all(|row| row.len() == targets.len())
    });
    if !is_whole {
        return Err(server.failed("its table has another size"));
    }
    let durations = table.durations.into_iter().flatten();
    let distances = table.distances.into_iter().flatten();
    Ok(durations.zip(distances).map(|(a, b)| a.zip(b)).collect())
}

pub(super) async fn shape(
    server: &Server,
    profile: &str,
    route: &[Position],
) -> Outcome<Vec<Position>> {
    let path = format!(
        "/route/v1/{profile}/{}?alternatives=false&steps=false&overview=full\
         &geometries=polyline&continue_straight=false&{}",
        coordinates(route),
        radiuses(route.len()),
    );
    let routes: Routes = server.get(&path).await?;
    if routes.code != "Ok" {
        return Err(rejected(server, &routes.code, &routes.message, route));
    }
    let shape = routes.routes.first();
    shape
        .and_then(|shape| polyline::decode(&shape.geometry, 5))
        .ok_or_else(|| server.failed("its route has no geometry"))
}

fn coordinates(places: &[Position]) -> String {
    let places = places.iter().map(|&place| {
        let [longitude, latitude] = degrees(place);
        format!("{longitude:.6},{latitude:.6}")
    });
    places.collect::<Vec<_>>().join(";")
}

fn radiuses(count: usize) -> String {
    format!("radiuses={}", vec![MAX_SNAP.to_string(); count].join(";"))
}

/// A place without a road is named; its number ends the message.
fn rejected(
    server: &Server,
    code: &str,
    message: &str,
    places: &[Position],
) -> crate::failure::Failure {
    let number = message
        .rsplit(' ')
        .next()
        .and_then(|word| word.parse::<usize>().ok());
    match (code, number.and_then(|number| places.get(number))) {
        ("NoSegment", Some(&place)) => no_road(place),
        ("NoRoute" | "NoSegment", None) => match places.first() {
            Some(&place) => no_road(place),
            None => server.failed(code),
        },
        _ => server.failed(&format!("{code}: {message}")),
    }
}
