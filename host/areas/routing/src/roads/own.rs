//! The road graph of the program, which the operator builds from an extract of OpenStreetMap.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use carriage::polyline::Position;
use data::{Host, blocking, message};
use roads::{Limits, OffRoad, Place, Profile, RoadGraph, Table};

use super::{Entry, no_road};
use crate::{
    failure::{Failure, NO_ROAD, Outcome, ROADS_FAILED},
    problem::places::degrees,
};

/// Largest table, in places.
pub(super) const MAX_PLACES: usize = 1_000;

/// The opened graph, read again once the file is replaced.
#[derive(Default)]
pub struct RoadGraphs(Mutex<Option<Opened>>);

#[derive(Clone)]
struct Opened {
    changed: SystemTime,
    graph: Arc<RoadGraph>,
}

/// The program's graph.
pub(crate) struct OwnRoads {
    graph: Arc<RoadGraph>,
    /// Differs once the graph is replaced.
    version: String,
}

fn file(host: &Host) -> PathBuf {
    host.config().data.join("roads").join("graph")
}

impl RoadGraphs {
    /// Reads the graph when it is first used, and after each change of the file.
    pub(super) fn open(&self, host: &Host) -> Outcome<OwnRoads> {
        let file = file(host);
        let changed = std::fs::metadata(&file).and_then(|it| it.modified());
        let Ok(changed) = changed else {
            return Err(Failure::Roads(
                ROADS_FAILED,
                message!("The program has no road graph. The operator builds it."),
            ));
        };
        let mut opened = self.lock();
        let current = opened.as_ref().filter(|known| known.changed == changed);
        let graph = match current {
            Some(known) => known.graph.clone(),
            None => {
                let read = blocking::run(|| RoadGraph::read(&file));
                let graph = Arc::new(read.map_err(|error| {
                    tracing::error!(error = format!("{error:#}"), "the road graph is not read");
                    Failure::Roads(
                        ROADS_FAILED,
                        message!("The program's road graph cannot be read."),
                    )
                })?);
                *opened = Some(Opened {
                    changed,
                    graph: graph.clone(),
                });
                graph
            }
        };
        Ok(OwnRoads {
            graph,
            version: format!("{changed:?}"),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Option<Opened>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OwnRoads {
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns travel from each source to each target, row by row.
    pub fn table(
        &self,
        profile: &str,
        sources: &[Position],
        targets: &[Position],
    ) -> Outcome<Vec<Entry>> {
        let (from, to) = (to_places(sources), to_places(targets));
        let found = blocking::run(|| self.graph.table(to_profile(profile), &from, &to));
        match found {
            Ok(Table(entries)) => Ok(entries),
            Err(OffRoad(at)) => Err(no_road(match sources.get(at) {
                Some(&source) => source,
                None => targets[at - sources.len()],
            })),
        }
    }

    /// Returns the points of a route.
    pub fn shape(&self, profile: &str, route: &[Position]) -> Outcome<Vec<Position>> {
        let places = to_places(route);
        let found = blocking::run(|| self.graph.route(to_profile(profile), &places));
        match found {
            Ok(Some(points)) => Ok(points.into_iter().map(to_position).collect()),
            Ok(None) => Err(Failure::Roads(
                NO_ROAD,
                message!("No road leads to every stop of the route."),
            )),
            Err(OffRoad(at)) => Err(no_road(route[at])),
        }
    }
}

fn to_profile(name: &str) -> Profile {
    Profile::from_name(name).unwrap_or(Profile::Car)
}

fn to_places(positions: &[Position]) -> Vec<Place> {
    positions
        .iter()
        .map(|&position| degrees(position))
        .collect()
}

fn to_position(place: Place) -> Position {
    place.map(|angle| (angle * 1e6).round() as i64)
}

/// A built graph.
pub struct BuiltRoads(PathBuf);

impl fmt::Display for BuiltRoads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The road graph is written to {}.", self.0.display())
    }
}

/// Builds the road graph of an extract in OpenStreetMap's PBF for trucks of a height in metres and
/// a weight in tonnes. Default target: the program's own graph.
pub fn build_roads(
    host: &Host,
    extract: &Path,
    target: Option<PathBuf>,
    height: f64,
    weight: f64,
) -> anyhow::Result<BuiltRoads> {
    let target = target.unwrap_or_else(|| file(host));
    blocking::run(|| {
        let graph = roads::build(extract, Limits { height, weight })?;
        graph.write(&target)
    })?;
    Ok(BuiltRoads(target))
}
