//! A road graph of an OpenStreetMap extract: travel between places by car, van and truck.
//!
//! Terms: a *vertex* is a junction or an end of a road; an *edge* is the road between two of them,
//! with the points of its line; an *arc* is a step of the prepared hierarchy, an edge in one
//! direction or a shortcut over several.
//!
//! Invariants:
//!
//! - Times are those of the fastest way, distances are those of the same way.
//! - A place is moved to the nearest road that its profile may use, at most five kilometres away.
//! - Islands of a few roads, such as a closed yard, are left out: no way leads from them.
//! - Restrictions of turns at a junction are followed; those along a road between two junctions,
//!   and those of some hours only, are not.
//! - A file is checked when it is read, so a search never leaves its arrays.

mod build;
mod extract;
mod file;
mod geometry;
mod hierarchy;
mod profile;
mod search;
mod snap;
mod tags;
mod turns;

pub use build::{Limits, build};
pub use profile::Profile;
pub use search::{OffRoad, Table};

use geometry::Line;
use hierarchy::Hierarchy;
use snap::Grid;
use turns::Turns;

/// Longitude and latitude in degrees.
pub type Place = [f64; 2];

/// Roads of an extract, prepared for each profile.
#[derive(Debug, PartialEq)]
pub struct RoadGraph {
    pub(crate) edges: Edges,
    pub(crate) grid: Grid,
    pub(crate) profiles: [Usage; Profile::COUNT],
}

/// Roads between vertices.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Edges {
    pub vertices: u32,
    pub from: Vec<u32>,
    pub to: Vec<u32>,
    /// Decimetres.
    pub length: Vec<u32>,
    /// First point of each edge; one more entry than edges.
    pub first_point: Vec<u32>,
    /// Ten-millionths of a degree.
    pub longitudes: Vec<i32>,
    pub latitudes: Vec<i32>,
}

/// A profile's times on edges, and its hierarchy.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Usage {
    /// Tenths of a second along an edge; [`CLOSED`] if it may not be used.
    pub forward: Vec<u32>,
    /// Tenths of a second against it.
    pub backward: Vec<u32>,
    pub turns: Turns,
    /// Of vertices, and of copies of junctions after them.
    pub hierarchy: Hierarchy,
}

/// Time on an edge that a profile may not use.
pub(crate) const CLOSED: u32 = u32::MAX;

impl Edges {
    pub fn len(&self) -> usize {
        self.from.len()
    }

    pub fn line(&self, edge: u32) -> Line<'_> {
        let edge = edge as usize;
        let points = self.first_point[edge] as usize..self.first_point[edge + 1] as usize;
        Line {
            longitudes: &self.longitudes[points.clone()],
            latitudes: &self.latitudes[points],
        }
    }
}

impl Usage {
    pub fn is_open(&self, edge: u32) -> bool {
        let edge = edge as usize;
        self.forward[edge] != CLOSED || self.backward[edge] != CLOSED
    }
}

impl RoadGraph {
    pub(crate) fn usage(&self, profile: Profile) -> &Usage {
        &self.profiles[profile as usize]
    }
}
