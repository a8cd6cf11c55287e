//! Travel between places: straight lines, a road server's answers, or the program's road graph.

mod osrm;
mod own;
mod server;
mod straight;
mod valhalla;

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use carriage::polyline;
use data::{Host, Scope, blocking, cache::Cache, message};
use futures_util::{StreamExt, TryStreamExt, stream};
use tenancy::{RoadProfile, RoadSource, Routing};

use crate::{
    failure::{Failure, NO_ROAD, Outcome, ROADS_FAILED},
    problem::{
        matrices::PROFILES,
        places::{Position, degrees},
    },
};
use own::OwnRoads;
pub use own::{BuiltRoads, RoadGraphs, build_roads};
use server::Server;

/// Largest table of a road server, in places.
pub(crate) const MAX_ROAD_PLACES: usize = 500;
/// Requests to a road server at a time.
const MAX_CONCURRENT_REQUESTS: usize = 4;
/// Longest time for all requests of a plan.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Lifetime and total size in bytes of the kept tables.
const TRAVEL_LIFETIME: Duration = Duration::from_secs(30 * 60);
const MAX_TRAVEL_BYTES: u64 = 64 << 20;

/// Server, profile and places of a table.
type TravelKey = (String, String, Vec<Position>);

static TRAVEL: LazyLock<Cache<TravelKey, Arc<Travel>>> = LazyLock::new(|| {
    Cache::builder()
        .max_capacity(MAX_TRAVEL_BYTES)
        .weigher(|(_, _, places): &TravelKey, _| {
            let bytes = places.len() * (8 * places.len() + 16);
            u32::try_from(bytes).unwrap_or(u32::MAX)
        })
        .time_to_live(TRAVEL_LIFETIME)
        .build()
});

/// Seconds and metres between places, row by row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Travel {
    pub durations: Vec<u32>,
    pub distances: Vec<u32>,
}

/// A part of a table: `None` where no road leads.
type Entry = Option<(f64, f64)>;

/// The tenant's source of travel times.
pub(crate) enum Roads {
    Straight(Vec<(&'static str, RoadProfile)>),
    Osrm(Server),
    Valhalla(Server),
    Own(OwnRoads),
}

impl Roads {
    pub fn new(host: &Host, settings: &Routing) -> Outcome<Self> {
        Ok(match settings.source {
            RoadSource::StraightLine => Self::Straight(settings.profiles.by_name().to_vec()),
            RoadSource::Osrm => Self::Osrm(Server::new(host, &settings.server)?),
            RoadSource::Valhalla => Self::Valhalla(Server::new(host, &settings.server)?),
            RoadSource::Own => Self::Own(host.port::<RoadGraphs>()?.open(host)?),
        })
    }

    /// Returns the source that the tenant has set.
    pub async fn of_tenant(scope: &Scope) -> Outcome<Self> {
        let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
        Self::new(scope.host(), &settings.routing)
    }

    pub fn is_straight(&self) -> bool {
        matches!(self, Self::Straight(_))
    }

    /// Returns travel between all places with one of the tenant's profiles. Answers of a road
    /// server are cached, as a plan is checked many times.
    pub async fn travel(&self, profile: &str, places: &[Position]) -> Outcome<Travel> {
        let Some(address) = self.address() else {
            return self.load_travel(profile, places).await;
        };
        let key = (address, profile.to_owned(), places.to_vec());
        if let Some(travel) = TRAVEL.get(&key) {
            return Ok(Travel::clone(&travel));
        }
        let travel = self.load_travel(profile, places).await?;
        TRAVEL.insert(key, Arc::new(travel.clone()));
        Ok(travel)
    }

    /// Kind and address of the road server.
    fn address(&self) -> Option<String> {
        match self {
            Self::Straight(_) => None,
            Self::Osrm(server) => Some(format!("osrm {}", server.address())),
            Self::Valhalla(server) => Some(format!("valhalla {}", server.address())),
            Self::Own(roads) => Some(format!("own {}", roads.version())),
        }
    }

    async fn load_travel(&self, profile: &str, places: &[Position]) -> Outcome<Travel> {
        if let Self::Straight(profiles) = self {
            let profile = straight_profile(profiles, profile);
            return Ok(blocking::run(|| straight::travel(profile, places)));
        }
        let max = match self {
            Self::Own(_) => own::MAX_PLACES,
            _ => MAX_ROAD_PLACES,
        };
        if places.len() > max {
            return Err(Failure::TooLarge(data::FieldError::new(
                "jobs",
                message!(
                    "must name at most {max} places where a road server is used; {count} were sent",
                    max = max,
                    count = places.len()
                ),
            )));
        }
        in_time(self.tables(profile, places)).await
    }

    /// Returns the polyline of a route, with five decimals. The roads of a profile that only the
    /// input knows are straight.
    pub async fn geometry(&self, profile: &str, route: &[Position]) -> Outcome<String> {
        let is_straight = matches!(self, Self::Straight(_)) || !PROFILES.contains(&profile);
        if route.len() < 2 || is_straight {
            return Ok(polyline::encode(route.iter().copied()));
        }
        in_time(self.shape(profile, route)).await
    }

    /// Loads a table in blocks, as servers limit the size of one.
    async fn tables(&self, profile: &str, places: &[Position]) -> Outcome<Travel> {
        let count = places.len();
        let size = self.block();
        let starts = || (0..count).step_by(size);
        let blocks = starts().flat_map(|row| starts().map(move |column| (row, column)));
        let requests = blocks.map(|(row, column)| async move {
            let sources = &places[row..count.min(row + size)];
            let targets = &places[column..count.min(column + size)];
            let entries = match self {
                Self::Straight(_) => Vec::new(),
                Self::Osrm(server) => osrm::table(server, profile, sources, targets).await?,
                Self::Valhalla(server) => {
                    valhalla::table(server, profile, sources, targets).await?
                }
                Self::Own(roads) => roads.table(profile, sources, targets)?,
            };
            Ok::<_, Failure>((row, column, targets.len(), entries))
        });
        let requests: Vec<_> = requests.collect();
        let blocks: Vec<_> = stream::iter(requests)
            .buffer_unordered(MAX_CONCURRENT_REQUESTS)
            .try_collect()
            .await?;
        let mut travel = Travel {
            durations: vec![0; count * count],
            distances: vec![0; count * count],
        };
        let mut missing = vec![0_usize; count];
        for (row, column, width, entries) in blocks {
            for (at, entry) in entries.into_iter().enumerate() {
                let (from, to) = (row + at / width, column + at % width);
                match entry {
                    Some((seconds, metres)) => {
                        travel.durations[from * count + to] = to_whole(seconds);
                        travel.distances[from * count + to] = to_whole(metres);
                    }
                    None if from != to => {
                        missing[from] += 1;
                        missing[to] += 1;
                    }
                    None => {}
                }
            }
        }
        let worst = (0..count).max_by_key(|&place| missing[place]);
        match worst.filter(|&place| missing[place] > 0) {
            Some(place) => Err(no_road(places[place])),
            None => Ok(travel),
        }
    }

    /// Loads a route in parts that overlap by a place.
    async fn shape(&self, profile: &str, route: &[Position]) -> Outcome<String> {
        let size = self.block();
        let mut points: Vec<Position> = Vec::new();
        let mut first = 0;
        while first + 1 < route.len() {
            let last = route.len().min(first + size);
            let part = &route[first..last];
            let shape = match self {
                Self::Straight(_) => part.to_vec(),
                Self::Osrm(server) => osrm::shape(server, profile, part).await?,
                Self::Valhalla(server) => valhalla::shape(server, profile, part).await?,
                Self::Own(roads) => roads.shape(profile, part)?,
            };
            points.extend(shape);
            points.dedup();
            first = last - 1;
        }
        Ok(polyline::encode(points))
    }

    /// Largest number of sources, targets or stops of one request, below the servers' defaults.
    fn block(&self) -> usize {
        match self {
            Self::Straight(_) | Self::Osrm(_) => osrm::MAX_PLACES,
            Self::Valhalla(_) => valhalla::MAX_PLACES,
            Self::Own(_) => own::MAX_PLACES,
        }
    }
}

fn straight_profile(profiles: &[(&'static str, RoadProfile)], name: &str) -> RoadProfile {
    let found = profiles.iter().find(|(known, _)| *known == name);
    found.map_or_else(RoadProfile::default, |(_, profile)| *profile)
}

async fn in_time<T>(work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    match tokio::time::timeout(TIMEOUT, work).await {
        Ok(done) => done,
        Err(_) => Err(Failure::Roads(
            ROADS_FAILED,
            message!("The road server has not answered in time."),
        )),
    }
}

fn no_road(place: Position) -> Failure {
    let [longitude, latitude] = degrees(place);
    Failure::Roads(
        NO_ROAD,
        message!(
            "No road leads to the location {location}.",
            location = format!("[{longitude},{latitude}]")
        ),
    )
}

/// Rounds a figure of a server; what does not fit is the largest one.
fn to_whole(figure: f64) -> u32 {
    figure.round().clamp(0.0, f64::from(u32::MAX)) as u32
}
