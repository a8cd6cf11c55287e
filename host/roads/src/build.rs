//! Builds the graph of an extract: edges between junctions, and a hierarchy for each profile.

use std::{collections::HashMap, path::Path};

use anyhow::{Context, ensure};

use crate::{
    CLOSED, Edges, RoadGraph, Usage,
    extract::{self, Extract, Node, Speeds, Way},
    geometry::Line,
    hierarchy::Hierarchy,
    profile::Profile,
    snap::Grid,
    turns::Turns,
};

/// Smaller groups of roads without a connection to others are left out.
const MIN_VERTICES: usize = 30;

/// Size of the trucks that the graph is built for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Metres.
    pub height: f64,
    /// Tonnes.
    pub weight: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            height: 4.3,
            weight: 22.5,
        }
    }
}

/// Builds the graph of a file of OpenStreetMap's PBF.
pub fn build(file: &Path, limits: Limits) -> anyhow::Result<RoadGraph> {
    let extract = extract::read(file, limits)?;
    let graph = from_extract(&extract)?;
    ensure!(graph.edges.len() > 0, "{} has no roads", file.display());
    Ok(graph)
}

pub(crate) fn from_extract(extract: &Extract) -> anyhow::Result<RoadGraph> {
    let mut builder = Builder::default();
    builder.edges.first_point.push(0);
    // First edge of each way; one more entry than ways.
    let mut way_edges = vec![0];
    for way in &extract.ways {
        builder.add_way(way, &extract.nodes)?;
        let count = u32::try_from(builder.edges.len());
        way_edges.push(count.context("the extract has too many roads")?);
    }
    let Builder {
        edges,
        mut times,
        vertices,
    } = builder;
    for times in &mut times {
        close_islands(&edges, times);
    }
    let mut rest = Profile::ALL.into_iter().zip(times);
    let mut prepare = || {
        let (profile, [forward, backward]) = rest.next().context("a profile has no times")?;
        let turns = Turns::new(
            &edges,
            [&forward, &backward],
            &extract.restrictions,
            profile,
            &way_edges,
            &vertices,
        );
        anyhow::Ok(Usage {
            hierarchy: Hierarchy::prepare(&edges, &turns, &forward, &backward),
            turns,
            forward,
            backward,
        })
    };
    let profiles = [prepare()?, prepare()?, prepare()?];
    Ok(RoadGraph {
        grid: Grid::new(&edges),
        edges,
        profiles,
    })
}

/// Times of a profile along and against each edge.
type Times = [Vec<u32>; 2];

#[derive(Default)]
struct Builder {
    edges: Edges,
    times: [Times; Profile::COUNT],
    vertices: HashMap<u32, u32>,
}

impl Builder {
    /// Splits a way at junctions, barriers and nodes that the extract lacks.
    fn add_way(&mut self, way: &Way, nodes: &[Node]) -> anyhow::Result<()> {
        let mut part: Vec<(u32, (i32, i32))> = Vec::new();
        for &at in &way.nodes {
            let node = &nodes[at as usize];
            let Some(position) = node.position else {
                self.add_edge(&part, nodes, &way.speeds)?;
                part.clear();
                continue;
            };
            if part.last().is_some_and(|(last, _)| *last == at) {
                continue;
            }
            part.push((at, position));
            if node.is_barrier || node.uses > 1 {
                self.add_edge(&part, nodes, &way.speeds)?;
                part.clear();
                part.push((at, position));
            }
        }
        self.add_edge(&part, nodes, &way.speeds)
    }

    fn add_edge(
        &mut self,
        part: &[(u32, (i32, i32))],
        nodes: &[Node],
        speeds: &[Speeds; Profile::COUNT],
    ) -> anyhow::Result<()> {
        let [(first, _), .., (last, _)] = part else {
            return Ok(());
        };
        let from = self.vertex(*first, nodes)?;
        let to = self.vertex(*last, nodes)?;
        let edges = &mut self.edges;
        edges.from.push(from);
        edges.to.push(to);
        for (_, (longitude, latitude)) in part {
            edges.longitudes.push(*longitude);
            edges.latitudes.push(*latitude);
        }
        let points = u32::try_from(edges.longitudes.len());
        let points = points.context("the extract has too many points")?;
        edges.first_point.push(points);
        let length = Line {
            longitudes: &edges.longitudes[edges.longitudes.len() - part.len()..],
            latitudes: &edges.latitudes[edges.latitudes.len() - part.len()..],
        }
        .length();
        edges.length.push((length * 10.0).round().max(1.0) as u32);
        for (times, speeds) in self.times.iter_mut().zip(speeds) {
            for (times, speed) in times.iter_mut().zip(speeds) {
                times.push(speed.map_or(CLOSED, |speed| tenths(length, speed)));
            }
        }
        Ok(())
    }

    /// Returns a node's vertex. Roads that end at a barrier share no vertex there.
    fn vertex(&mut self, node: u32, nodes: &[Node]) -> anyhow::Result<u32> {
        let known = match nodes[node as usize].is_barrier {
            true => None,
            false => self.vertices.get(&node),
        };
        if let Some(known) = known {
            return Ok(*known);
        }
        let new = self.edges.vertices;
        self.edges.vertices = new.checked_add(1).context("there are too many junctions")?;
        if !nodes[node as usize].is_barrier {
            self.vertices.insert(node, new);
        }
        Ok(new)
    }
}

/// Tenths of a second for metres at a speed in km/h.
fn tenths(metres: f64, speed: f64) -> u32 {
    (metres / speed * 36.0).round().max(1.0) as u32
}

/// Closes small groups of roads that no way connects with the others.
fn close_islands(edges: &Edges, [forward, backward]: &mut Times) {
    let is_open = |at: usize, forward: &[u32], backward: &[u32]| {
        forward[at] != CLOSED || backward[at] != CLOSED
    };
    let mut parents: Vec<u32> = (0..edges.vertices).collect();
    for at in 0..edges.len() {
        if is_open(at, forward, backward) {
            let (one, other) = (
                root(&mut parents, edges.from[at]),
                root(&mut parents, edges.to[at]),
            );
            parents[one as usize] = other;
        }
    }
    let mut sizes = vec![0_usize; parents.len()];
    for vertex in 0..edges.vertices {
        sizes[root(&mut parents, vertex) as usize] += 1;
    }
    let largest = sizes.iter().copied().max().unwrap_or_default();
    for at in 0..edges.len() {
        let size = sizes[root(&mut parents, edges.from[at]) as usize];
        if size < largest.min(MIN_VERTICES) {
            (forward[at], backward[at]) = (CLOSED, CLOSED);
        }
    }
}

fn root(parents: &mut [u32], vertex: u32) -> u32 {
    let mut at = vertex;
    while parents[at as usize] != at {
        let above = parents[parents[at as usize] as usize];
        parents[at as usize] = above;
        at = above;
    }
    at
}
