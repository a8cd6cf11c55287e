//! Searches: tables of times and distances, and the line of a route.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use crate::{
    CLOSED, Place, RoadGraph, Usage,
    hierarchy::{Arcs, NONE},
    profile::Profile,
    snap::Snap,
};

/// A place this near to a junction is at it, in metres.
const AT_JUNCTION: f64 = 1.0;

/// The number of a place without a road nearby.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OffRoad(pub usize);

/// Seconds and metres from each source to each target, row by row; none where no way leads.
#[derive(Debug, Clone, PartialEq)]
pub struct Table(pub Vec<Option<(f64, f64)>>);

/// Time and length of the way to a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Reach {
    /// Tenths of a second.
    time: u32,
    /// Decimetres.
    length: u32,
}

impl Reach {
    fn plus(self, other: Self) -> Self {
        Self {
            time: self.time.saturating_add(other.time),
            length: self.length.saturating_add(other.length),
        }
    }

    fn in_units(self) -> (f64, f64) {
        (f64::from(self.time) / 10.0, f64::from(self.length) / 10.0)
    }
}

/// A reached vertex, and the arc that led there: [`NONE`] at the place itself.
#[derive(Debug, Clone, Copy)]
struct Label {
    reach: Reach,
    arc: u32,
    before: u32,
}

/// A vertex next to a place.
#[derive(Debug, Clone, Copy)]
struct Seed {
    rank: u32,
    reach: Reach,
}

/// Direction of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Towards {
    /// From the sources up.
    Up,
    /// From the targets, against the arcs.
    Down,
}

impl RoadGraph {
    /// Returns travel from each source to each target.
    pub fn table(
        &self,
        profile: Profile,
        sources: &[Place],
        targets: &[Place],
    ) -> Result<Table, OffRoad> {
        let usage = self.usage(profile);
        let from = self.snap_all(usage, sources, 0)?;
        let to = self.snap_all(usage, targets, sources.len())?;
        // Vertices that the targets are reached from, by rank.
        let mut reaching: Vec<(u32, u32, Reach)> = Vec::new();
        for (target, snap) in to.iter().enumerate() {
            let labels = search(
                usage,
                &self.seeds(usage, *snap, Towards::Down),
                Towards::Down,
            );
            reaching.extend(
                labels
                    .iter()
                    .map(|(rank, label)| (*rank, target as u32, label.reach)),
            );
        }
        reaching.sort_unstable();
        let mut entries = Vec::with_capacity(from.len() * to.len());
        for source in &from {
            let mut row: Vec<Option<Reach>> = (to.iter())
                .map(|target| self.direct(usage, *source, *target))
                .collect();
            let labels = search(usage, &self.seeds(usage, *source, Towards::Up), Towards::Up);
            for (rank, label) in &labels {
                let begin = reaching.partition_point(|(known, ..)| known < rank);
                let met = reaching[begin..]
                    .iter()
                    .take_while(|(known, ..)| known == rank);
                for (_, target, reach) in met {
                    let whole = label.reach.plus(*reach);
                    let best = &mut row[*target as usize];
                    if best.is_none_or(|best| whole < best) {
                        *best = Some(whole);
                    }
                }
            }
            entries.extend(row.into_iter().map(|best| best.map(Reach::in_units)));
        }
        Ok(Table(entries))
    }

    /// Returns the points of the fastest way through all places; none where no way leads.
    pub fn route(&self, profile: Profile, places: &[Place]) -> Result<Option<Vec<Place>>, OffRoad> {
        let usage = self.usage(profile);
        let snaps = self.snap_all(usage, places, 0)?;
        let mut points: Vec<Place> = Vec::new();
        for pair in snaps.windows(2) {
            let Some(leg) = self.leg(usage, pair[0], pair[1]) else {
                return Ok(None);
            };
            points.extend(leg);
            points.dedup();
        }
        Ok(Some(points))
    }

    fn snap_all(
        &self,
        usage: &Usage,
        places: &[Place],
        begin: usize,
    ) -> Result<Vec<Snap>, OffRoad> {
        let snap = |(at, place): (usize, &Place)| {
            let snap = self.grid.snap(&self.edges, usage, *place);
            snap.ok_or(OffRoad(begin + at))
        };
        places.iter().enumerate().map(snap).collect()
    }

    /// Part of an edge in a direction.
    fn part(&self, edge: u32, time: u32, share: f64) -> Reach {
        let length = self.edges.length[edge as usize];
        Reach {
            time: (f64::from(time) * share).round() as u32,
            length: (f64::from(length) * share).round() as u32,
        }
    }

    /// Returns the vertices that are reached from a place, or that it is reached from.
    fn seeds(&self, usage: &Usage, snap: Snap, towards: Towards) -> Vec<Seed> {
        let edge = snap.edge as usize;
        let (from, to) = (self.edges.from[edge], self.edges.to[edge]);
        let (before, after) = (snap.share, 1.0 - snap.share);
        let (along, against) = (snap.edge * 2, snap.edge * 2 + 1);
        let steps = match towards {
            Towards::Up => [
                (along, usage.forward[edge], after),
                (against, usage.backward[edge], before),
            ],
            Towards::Down => [
                (along, usage.forward[edge], before),
                (against, usage.backward[edge], after),
            ],
        };
        let turns = &usage.turns;
        let ends = steps.into_iter().flat_map(|(step, time, share)| {
            let nodes: Vec<u32> = match towards {
                Towards::Up => vec![turns.arrive(&self.edges, step)],
                Towards::Down => turns.leave(&self.edges, step).collect(),
            };
            nodes.into_iter().map(move |node| (node, time, share))
        });
        let seed = |(node, time, share): (u32, u32, f64)| {
            let rank = usage.hierarchy.rank[node as usize];
            (time != CLOSED && rank != NONE).then(|| Seed {
                rank,
                reach: self.part(snap.edge, time, share),
            })
        };
        // At a junction all of its roads are near, not only the one that was found.
        let length = self.length(snap.edge);
        let junctions = [(from, before), (to, after)];
        let near = junctions
            .into_iter()
            .filter(|(_, share)| share * length < AT_JUNCTION);
        let near = near.flat_map(|(vertex, _)| {
            // A way begins at the junction itself, and may end after any turn.
            let nodes = turns.all(&self.edges, vertex);
            let count = if towards == Towards::Up {
                1
            } else {
                usize::MAX
            };
            nodes.take(count).map(|node| (node, 0, 0.0))
        });
        ends.chain(near).filter_map(seed).collect()
    }

    /// Returns the way along one edge that both places are on.
    fn direct(&self, usage: &Usage, from: Snap, to: Snap) -> Option<Reach> {
        if from.edge != to.edge {
            return None;
        }
        let edge = from.edge as usize;
        let time = match from.share <= to.share {
            true => usage.forward[edge],
            false => usage.backward[edge],
        };
        let share = (to.share - from.share).abs();
        if share == 0.0 {
            return Some(Reach { time: 0, length: 0 });
        }
        (time != CLOSED).then(|| self.part(from.edge, time, share))
    }

    fn leg(&self, usage: &Usage, from: Snap, to: Snap) -> Option<Vec<Place>> {
        let direct = self.direct(usage, from, to);
        let ups = search(usage, &self.seeds(usage, from, Towards::Up), Towards::Up);
        let downs = search(usage, &self.seeds(usage, to, Towards::Down), Towards::Down);
        let meetings = ups.iter().filter_map(|(rank, up)| {
            let down = downs.get(rank)?;
            Some((up.reach.plus(down.reach), *rank))
        });
        let best = meetings.min();
        let meeting = match (direct, best) {
            (None, None) => return None,
            (Some(direct), Some((whole, _))) if direct <= whole => None,
            (_, best) => best.map(|(_, rank)| rank),
        };
        Some(match meeting {
            None => {
                let line = self.edges.line(from.edge);
                line.part(self.along(from), self.along(to))
            }
            Some(rank) => self.points(usage, from, to, &steps(usage, &ups, &downs, rank)),
        })
    }

    fn length(&self, edge: u32) -> f64 {
        f64::from(self.edges.length[edge as usize]) / 10.0
    }

    fn along(&self, snap: Snap) -> f64 {
        snap.share * self.length(snap.edge)
    }

    /// Returns the line from a place over whole edges to another place.
    fn points(&self, usage: &Usage, from: Snap, to: Snap, steps: &Steps) -> Vec<Place> {
        // Metres along the edge of the vertex by which it is left or entered.
        let end = |edge: u32, rank: u32| {
            let vertex = self.edges.to[edge as usize];
            let mut nodes = usage.turns.all(&self.edges, vertex);
            match nodes.any(|node| usage.hierarchy.rank[node as usize] == rank) {
                true => self.length(edge),
                false => 0.0,
            }
        };
        let begin = self.edges.line(from.edge);
        let mut points = begin.part(self.along(from), end(from.edge, steps.first));
        for step in &steps.edges {
            let line = self.edges.line(step / 2);
            match step % 2 {
                0 => points.extend(line.points()),
                _ => points.extend(line.points().rev()),
            }
        }
        let last = self.edges.line(to.edge);
        points.extend(last.part(end(to.edge, steps.last), self.along(to)));
        points.dedup();
        points
    }
}

/// Edges of a way between two vertices, twice their number, and one more against the edge.
struct Steps {
    /// Rank of the first vertex.
    first: u32,
    /// Rank of the last vertex.
    last: u32,
    edges: Vec<u32>,
}

type Labels = HashMap<u32, Label>;

/// Reaches all vertices above the seeds.
fn search(usage: &Usage, seeds: &[Seed], towards: Towards) -> Labels {
    let arcs: &Arcs = match towards {
        Towards::Up => &usage.hierarchy.up,
        Towards::Down => &usage.hierarchy.down,
    };
    let mut labels = Labels::new();
    let mut queue: BinaryHeap<Reverse<(Reach, u32)>> = BinaryHeap::new();
    let improve = |labels: &mut Labels, rank: u32, label: Label| {
        let is_better = labels
            .get(&rank)
            .is_none_or(|known| label.reach < known.reach);
        if is_better {
            labels.insert(rank, label);
        }
        is_better
    };
    for seed in seeds {
        let label = Label {
            reach: seed.reach,
            arc: NONE,
            before: seed.rank,
        };
        if improve(&mut labels, seed.rank, label) {
            queue.push(Reverse((seed.reach, seed.rank)));
        }
    }
    while let Some(Reverse((reach, rank))) = queue.pop() {
        if labels[&rank].reach < reach {
            continue;
        }
        for at in arcs.range(rank) {
            let arc = Reach {
                time: arcs.time[at],
                length: arcs.length[at],
            };
            let label = Label {
                reach: reach.plus(arc),
                arc: at as u32,
                before: rank,
            };
            if improve(&mut labels, arcs.to[at], label) {
                queue.push(Reverse((label.reach, arcs.to[at])));
            }
        }
    }
    labels
}

fn steps(usage: &Usage, ups: &Labels, downs: &Labels, meeting: u32) -> Steps {
    let mut before: Vec<u32> = Vec::new();
    let mut first = meeting;
    while let Some(label) = ups.get(&first).filter(|label| label.arc != NONE) {
        before.push(label.arc);
        first = label.before;
    }
    let mut edges = Vec::new();
    for arc in before.into_iter().rev() {
        unpack(usage, arc, Towards::Up, &mut edges);
    }
    let mut last = meeting;
    while let Some(label) = downs.get(&last).filter(|label| label.arc != NONE) {
        unpack(usage, label.arc, Towards::Down, &mut edges);
        last = label.before;
    }
    Steps { first, last, edges }
}

/// Replaces shortcuts by the edges they contain, in the order of the way.
fn unpack(usage: &Usage, arc: u32, towards: Towards, edges: &mut Vec<u32>) {
    let mut pending = vec![(arc, towards)];
    while let Some((arc, towards)) = pending.pop() {
        let arcs = match towards {
            Towards::Up => &usage.hierarchy.up,
            Towards::Down => &usage.hierarchy.down,
        };
        let (begin, end) = (arcs.begin[arc as usize], arcs.end[arc as usize]);
        if end == NONE {
            edges.push(begin);
        } else {
            pending.push((end, Towards::Up));
            pending.push((begin, Towards::Down));
        }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
