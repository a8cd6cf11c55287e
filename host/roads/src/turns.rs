//! Restrictions of turns, as copies of junctions.
//!
//! A road with a restriction arrives at a copy of its junction, from which only the allowed roads
//! lead. All others arrive at the junction itself. A *step* is twice an edge's number, and one more
//! against it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::{CLOSED, Edges, extract::Restriction, profile::Profile, tags::Turn};

/// Copies of junctions for one profile. The number of a copy follows those of the vertices.
#[derive(Debug, Default, PartialEq)]
pub struct Turns {
    /// The junction of each copy; sorted.
    pub vertex: Vec<u32>,
    /// The step that arrives at the copy.
    pub arrival: Vec<u32>,
    /// First closed step of each copy; one more entry than copies. Empty without copies.
    pub first: Vec<u32>,
    /// Steps by which a copy cannot be left.
    pub closed: Vec<u32>,
}

/// Returns the vertex at which a step begins.
pub fn tail(edges: &Edges, step: u32) -> u32 {
    let edge = step as usize / 2;
    match step % 2 {
        0 => edges.from[edge],
        _ => edges.to[edge],
    }
}

/// Returns the vertex at which a step ends.
pub fn head(edges: &Edges, step: u32) -> u32 {
    tail(edges, step ^ 1)
}

impl Turns {
    /// Makes the copies of restricted junctions. `times` are those along and against the edges;
    /// `way_edges` has the first edge of each way, `vertices` those of nodes.
    pub fn new(
        edges: &Edges,
        [forward, backward]: [&[u32]; 2],
        restrictions: &[Restriction],
        profile: Profile,
        way_edges: &[u32],
        vertices: &HashMap<u32, u32>,
    ) -> Self {
        let is_open = |step: u32| {
            let edge = step as usize / 2;
            let times = if step.is_multiple_of(2) {
                forward
            } else {
                backward
            };
            times[edge] != CLOSED
        };
        // The only step of a way that begins at a vertex; none if the way passes through it.
        let find_departure = |way: u32, vertex: u32| {
            let way = way as usize;
            let own = way_edges[way]..way_edges[way + 1];
            let steps = own.flat_map(|edge| [edge * 2, edge * 2 + 1]);
            let mut steps = steps.filter(|step| tail(edges, *step) == vertex);
            let first = steps.next()?;
            steps.next().is_none().then_some(first)
        };
        // Forbidden and prescribed departures by junction and arrival.
        let mut found: BTreeMap<(u32, u32), [BTreeSet<u32>; 2]> = BTreeMap::new();
        for restriction in restrictions {
            let turn = restriction.turns[profile as usize];
            let (Some(turn), Some(vertex)) = (turn, vertices.get(&restriction.via)) else {
                continue;
            };
            let arrival = find_departure(restriction.from, *vertex).map(|step| step ^ 1);
            let departure = find_departure(restriction.to, *vertex);
            let (Some(arrival), Some(departure)) = (arrival, departure) else {
                continue;
            };
            if is_open(arrival) && is_open(departure) {
                let of_arrival = found.entry((*vertex, arrival)).or_default();
                of_arrival[usize::from(turn == Turn::Only)].insert(departure);
            }
        }
        let departures = list_departures(edges, &found, is_open);
        let mut turns = Self::default();
        for ((vertex, arrival), [forbidden, only]) in found {
            if turns.first.is_empty() {
                turns.first.push(0);
            }
            turns.vertex.push(vertex);
            turns.arrival.push(arrival);
            let all = departures.get(&vertex).into_iter().flatten().copied();
            turns.closed.extend(all.filter(|step| {
                forbidden.contains(step) || !only.is_empty() && !only.contains(step)
            }));
            turns.first.push(turns.closed.len() as u32);
        }
        turns
    }

    /// Number of copies.
    pub fn len(&self) -> usize {
        self.vertex.len()
    }

    /// Returns the positions of a vertex's copies.
    fn copies(&self, vertex: u32) -> std::ops::Range<usize> {
        let from = self.vertex.partition_point(|known| *known < vertex);
        let to = self.vertex.partition_point(|known| *known <= vertex);
        from..to
    }

    fn is_closed(&self, copy: usize, step: u32) -> bool {
        let closed = self.first[copy] as usize..self.first[copy + 1] as usize;
        self.closed[closed].contains(&step)
    }

    /// Returns the vertex or the copy at which a step arrives.
    pub fn arrive(&self, edges: &Edges, step: u32) -> u32 {
        let vertex = head(edges, step);
        let mut copies = self.copies(vertex);
        match copies.find(|copy| self.arrival[*copy] == step) {
            Some(copy) => edges.vertices + copy as u32,
            None => vertex,
        }
    }

    /// Returns the vertex and those of its copies that a step may leave.
    pub fn leave(&self, edges: &Edges, step: u32) -> impl Iterator<Item = u32> {
        let vertex = tail(edges, step);
        let open = self
            .copies(vertex)
            .filter(move |copy| !self.is_closed(*copy, step));
        let first = edges.vertices;
        std::iter::once(vertex).chain(open.map(move |copy| first + copy as u32))
    }

    /// Returns a vertex and all of its copies.
    pub fn all(&self, edges: &Edges, vertex: u32) -> impl Iterator<Item = u32> {
        let first = edges.vertices;
        let copies = self.copies(vertex).map(move |copy| first + copy as u32);
        std::iter::once(vertex).chain(copies)
    }

    /// True if all numbers lead to edges and vertices.
    pub fn is_valid(&self, edges: &Edges) -> bool {
        let steps = edges.len() * 2;
        let is_step = |step: &u32| (*step as usize) < steps;
        let index = match self.len() {
            0 => self.first.is_empty() && self.closed.is_empty(),
            count => {
                self.first.len() == count + 1
                    && self.first[0] == 0
                    && self.first.is_sorted()
                    && self.first[count] as usize == self.closed.len()
            }
        };
        index
            && self.vertex.is_sorted()
            && self.vertex.iter().all(|vertex| *vertex < edges.vertices)
            && self.arrival.len() == self.len()
            && self.arrival.iter().chain(&self.closed).all(is_step)
    }
}

/// Lists the open steps that begin at junctions with restrictions.
fn list_departures(
    edges: &Edges,
    found: &BTreeMap<(u32, u32), [BTreeSet<u32>; 2]>,
    is_open: impl Fn(u32) -> bool,
) -> HashMap<u32, Vec<u32>> {
    let junctions: HashSet<u32> = found.keys().map(|(vertex, _)| *vertex).collect();
    let mut departures: HashMap<u32, Vec<u32>> = HashMap::new();
    if junctions.is_empty() {
        return departures;
    }
    for step in 0..edges.len() as u32 * 2 {
        let vertex = tail(edges, step);
        if junctions.contains(&vertex) && is_open(step) {
            departures.entry(vertex).or_default().push(step);
        }
    }
    departures
}
