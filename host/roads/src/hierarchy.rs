//! Contraction hierarchy of a profile. Arcs lead to vertices of a higher rank.

use std::collections::HashMap;

use fast_paths::{FastGraph, InputGraph};
use serde::Deserialize;

use crate::{CLOSED, Edges, turns::Turns};

/// In place of a number.
pub const NONE: u32 = u32::MAX;

/// Arcs by the rank of their lower vertex.
#[derive(Debug, Default, PartialEq)]
pub struct Arcs {
    /// First arc of each rank; one more entry than ranks.
    pub first: Vec<u32>,
    /// Rank of the higher vertex.
    pub to: Vec<u32>,
    /// Tenths of a second.
    pub time: Vec<u32>,
    /// Decimetres.
    pub length: Vec<u32>,
    /// Of a shortcut, the arc of `down` that it begins with. Otherwise twice the edge's number, and
    /// one more against it.
    pub begin: Vec<u32>,
    /// Of a shortcut, the arc of `up` that it ends with; otherwise [`NONE`].
    pub end: Vec<u32>,
}

impl Arcs {
    /// Returns the positions of a vertex's arcs.
    pub fn range(&self, rank: u32) -> std::ops::Range<usize> {
        self.first[rank as usize] as usize..self.first[rank as usize + 1] as usize
    }
}

#[derive(Debug, Default, PartialEq)]
pub struct Hierarchy {
    /// By vertex and copy; [`NONE`] for one without roads.
    pub rank: Vec<u32>,
    /// From the lower vertex to the higher.
    pub up: Arcs,
    /// From the higher vertex to the lower.
    pub down: Arcs,
}

/// The prepared graph, as `fast_paths` serializes it.
#[derive(Deserialize)]
struct Prepared {
    nodes: u64,
    ranks: Vec<u64>,
    edges_up: Vec<PreparedEdge>,
    first_up: Vec<u64>,
    edges_down: Vec<PreparedEdge>,
    first_down: Vec<u64>,
}

#[derive(Deserialize)]
struct PreparedEdge {
    base: u64,
    to: u64,
    weight: u64,
    begin: u64,
    end: u64,
}

/// The fastest step between two vertices or copies.
type Fastest = HashMap<(u32, u32), (u32, u32)>;

impl Hierarchy {
    pub fn prepare(edges: &Edges, turns: &Turns, forward: &[u32], backward: &[u32]) -> Self {
        let mut graph = InputGraph::new();
        let mut fastest = Fastest::new();
        let mut add = |time: u32, step: u32| {
            if time == CLOSED {
                return;
            }
            let to = turns.arrive(edges, step);
            for from in turns.leave(edges, step).filter(|from| *from != to) {
                let known = fastest.entry((from, to)).or_insert((time, step));
                if time < known.0 {
                    *known = (time, step);
                }
            }
        };
        for at in 0..edges.len() {
            add(forward[at], at as u32 * 2);
            add(backward[at], at as u32 * 2 + 1);
        }
        let nodes = edges.vertices as usize + turns.len();
        for ((from, to), (time, _)) in &fastest {
            graph.add_edge(*from as usize, *to as usize, *time as usize);
        }
        graph.freeze();
        let prepared = match fastest.is_empty() {
            true => None,
            false => read_prepared(&fast_paths::prepare(&graph)),
        };
        match prepared {
            Some(prepared) => Self::from_prepared(&prepared, nodes, edges, &fastest),
            None => Self::without_roads(nodes),
        }
    }

    fn without_roads(nodes: usize) -> Self {
        let arcs = || Arcs {
            first: vec![0],
            ..Arcs::default()
        };
        Self {
            rank: vec![NONE; nodes],
            up: arcs(),
            down: arcs(),
        }
    }

    fn from_prepared(prepared: &Prepared, nodes: usize, edges: &Edges, fastest: &Fastest) -> Self {
        let mut rank = vec![NONE; nodes];
        for (vertex, own) in prepared.ranks.iter().enumerate() {
            rank[vertex] = *own as u32;
        }
        let first = |all: &[u64]| all.iter().map(|at| *at as u32).collect::<Vec<u32>>();
        let (mut up, mut down) = (Arcs::default(), Arcs::default());
        up.first = first(&prepared.first_up);
        down.first = first(&prepared.first_down);
        // Parts of a shortcut belong to a lower rank, so their lengths are known.
        for own in 0..prepared.nodes as u32 {
            for at in up.range(own) {
                let edge = &prepared.edges_up[at];
                let between = (edge.base as u32, edge.to as u32);
                let (length, begin, end) = measure(edge, between, &up, &down, edges, fastest);
                push(&mut up, edge, &rank, (length, begin, end));
            }
            for at in down.range(own) {
                let edge = &prepared.edges_down[at];
                let between = (edge.to as u32, edge.base as u32);
                let (length, begin, end) = measure(edge, between, &up, &down, edges, fastest);
                push(&mut down, edge, &rank, (length, begin, end));
            }
        }
        Self { rank, up, down }
    }
}

fn push(arcs: &mut Arcs, edge: &PreparedEdge, rank: &[u32], (length, begin, end): (u32, u32, u32)) {
    arcs.to.push(rank[edge.to as usize]);
    arcs.time.push(u32::try_from(edge.weight).unwrap_or(CLOSED));
    arcs.length.push(length);
    arcs.begin.push(begin);
    arcs.end.push(end);
}

/// Returns length, begin and end of an arc.
fn measure(
    edge: &PreparedEdge,
    between: (u32, u32),
    up: &Arcs,
    down: &Arcs,
    edges: &Edges,
    fastest: &Fastest,
) -> (u32, u32, u32) {
    if edge.begin == u64::MAX {
        let step = fastest.get(&between).map_or(0, |(_, step)| *step);
        return (edges.length[step as usize / 2], step, NONE);
    }
    let (begin, end) = (edge.begin as usize, edge.end as usize);
    let length = down.length[begin].saturating_add(up.length[end]);
    (length, begin as u32, end as u32)
}

/// Reads the graph by the order of its members, which are private there.
fn read_prepared(graph: &FastGraph) -> Option<Prepared> {
    let bytes = postcard::to_stdvec(graph).ok()?;
    postcard::from_bytes(&bytes).ok()
}
