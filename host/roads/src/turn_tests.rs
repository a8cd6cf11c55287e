//! Tests of turns at a crossing, and over a grid with many restrictions.

use super::*;
use crate::{
    extract::Restriction,
    tags::Turn,
    turns::{head, tail},
};

const ROAD: &[(&str, &str)] = &[("highway", "tertiary")];
const METRES: f64 = SIDE * 111_195.0;

impl Town {
    fn restrict(&mut self, from: u32, via: u32, to: u32, tags: &[(&str, &str)]) {
        let mut all = vec![("type", "restriction")];
        all.extend(tags);
        self.extract.restrictions.push(Restriction {
            from,
            via,
            to,
            turns: Profile::ALL.map(|profile| Tags(&all).turn(profile)),
        });
    }

    /// Arms to the south, west, north and east of a node, whose ends a ring joins.
    fn crossing() -> (Self, u32) {
        let mut town = Self::default();
        let centre = town.node([0.0, 0.0]);
        let ends = [[0.0, -SIDE], [-SIDE, 0.0], [0.0, SIDE], [SIDE, 0.0]];
        let ends = ends.map(|end| town.node(end));
        for end in ends {
            town.way(&[end, centre], ROAD);
        }
        for at in 0..4 {
            town.way(&[ends[at], ends[(at + 1) % 4]], ROAD);
        }
        (town, centre)
    }
}

const SOUTH: u32 = 0;
const WEST: u32 = 1;
const NORTH: u32 = 2;
const EAST: u32 = 3;

/// The middle of an arm.
fn middle(arm: u32) -> Place {
    [[0.0, -0.5], [-0.5, 0.0], [0.0, 0.5], [0.5, 0.0]][arm as usize].map(|share| share * SIDE)
}

/// Sides of the crossing between the middles of two arms.
fn sides(graph: &RoadGraph, profile: Profile, from: u32, to: u32) -> f64 {
    let places = [middle(from), middle(to)];
    let Table(entries) = graph.table(profile, &places[..1], &places[1..]).unwrap();
    let (_, length) = entries[0].unwrap();
    let points = graph.route(profile, &places).unwrap().unwrap();
    let walked: f64 = points.windows(2).map(|pair| metres(pair[0], pair[1])).sum();
    assert!((walked - length).abs() < 2.0, "{walked} {length}");
    (length / METRES * 100.0).round() / 100.0
}

#[test]
fn a_forbidden_turn_is_driven_around() {
    let (mut town, centre) = Town::crossing();
    town.restrict(SOUTH, centre, WEST, &[("restriction", "no_left_turn")]);
    let graph = town.graph();
    for profile in Profile::ALL {
        assert_eq!(sides(&graph, profile, SOUTH, WEST), 2.41);
        for (from, to) in [(SOUTH, NORTH), (SOUTH, EAST), (WEST, SOUTH), (NORTH, WEST)] {
            assert_eq!(sides(&graph, profile, from, to), 1.0, "{from} {to}");
        }
    }
}

#[test]
fn a_prescribed_turn_forbids_the_others() {
    let (mut town, centre) = Town::crossing();
    let only = [("restriction:hgv", "only_straight_on")];
    town.restrict(SOUTH, centre, NORTH, &only);
    let graph = town.graph();
    for (to, expected) in [(NORTH, 1.0), (WEST, 2.41), (EAST, 2.41)] {
        assert_eq!(sides(&graph, Profile::Truck, SOUTH, to), expected);
        assert_eq!(sides(&graph, Profile::Car, SOUTH, to), 1.0);
    }
    assert_eq!(sides(&graph, Profile::Truck, WEST, EAST), 1.0);
}

#[test]
fn a_restriction_that_leads_nowhere_is_left_out() {
    let (mut town, centre) = Town::crossing();
    // A road that does not touch the node, and one closed to trucks.
    town.restrict(SOUTH, centre, 5, &[("restriction", "only_right_turn")]);
    let pier = town.node([SIDE, SIDE]);
    town.way(&[centre, pier], &[("highway", "tertiary"), ("hgv", "no")]);
    town.restrict(SOUTH, centre, 8, &[("restriction", "only_straight_on")]);
    let graph = town.graph();
    assert_eq!(sides(&graph, Profile::Truck, SOUTH, WEST), 1.0);
    assert!(sides(&graph, Profile::Car, SOUTH, WEST) > 1.0);
}

#[test]
fn a_place_at_the_junction_is_reached_and_left_by_all_roads() {
    let (mut town, centre) = Town::crossing();
    town.restrict(SOUTH, centre, WEST, &[("restriction", "no_left_turn")]);
    let graph = town.graph();
    let here = [0.0, 0.0];
    for arm in [SOUTH, WEST, NORTH, EAST] {
        let there = middle(arm);
        let Table(entries) = graph
            .table(Profile::Car, &[here, there], &[here, there])
            .unwrap();
        for (at, expected) in [(1, 0.5), (2, 0.5)] {
            let length = entries[at].unwrap().1;
            assert!((length - expected * METRES).abs() < 2.0, "{arm} {length}");
        }
    }
}

/// A grid of streets between all neighbours, with restrictions of about half of its junctions.
fn restricted_grid() -> Town {
    let mut town = Town::default();
    let mut nodes = Vec::new();
    for row in 0..SIZE {
        for column in 0..SIZE {
            nodes.push(town.node([column as f64 * SIDE, row as f64 * SIDE]));
        }
    }
    let mut ways: Vec<[u32; 2]> = Vec::new();
    for at in 0..SIZE * SIZE {
        let east = (at % SIZE + 1 < SIZE).then(|| nodes[at + 1]);
        let north = nodes.get(at + SIZE).copied();
        for to in [east, north].into_iter().flatten() {
            let oneway = if ways.len() % 7 == 3 { "yes" } else { "no" };
            town.way(
                &[nodes[at], to],
                &[("highway", "tertiary"), ("oneway", oneway)],
            );
            ways.push([nodes[at], to]);
        }
    }
    let mut seed = 7_u64;
    let mut random = |count: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % count
    };
    for _ in 0..60 {
        let from = random(ways.len());
        let via = ways[from][random(2)];
        let others: Vec<usize> = (0..ways.len())
            .filter(|to| ways[*to].contains(&via))
            .collect();
        let to = others[random(others.len())];
        let tags = [
            [("restriction", "no_left_turn")],
            [("restriction", "no_u_turn")],
            [("restriction", "only_straight_on")],
            [("restriction:hgv", "no_right_turn")],
        ][random(4)];
        town.restrict(from as u32, via, to as u32, &tags);
    }
    town
}

/// Fastest times between the middles of edges, from step to step.
fn slow_times(town: &Town, graph: &RoadGraph, profile: Profile) -> Vec<Vec<f64>> {
    let usage = graph.usage(profile);
    let edges = &graph.edges;
    let count = edges.len();
    let time = |step: u32| {
        let times = if step.is_multiple_of(2) {
            &usage.forward
        } else {
            &usage.backward
        };
        match times[step as usize / 2] {
            CLOSED => f64::INFINITY,
            time => f64::from(time),
        }
    };
    // Each way is one edge with the same number, and nodes are numbered like vertices.
    let mut vertices = std::collections::HashMap::new();
    for edge in 0..count {
        let way = &town.extract.ways[edge];
        vertices.insert(way.nodes[0], edges.from[edge]);
        vertices.insert(way.nodes[1], edges.to[edge]);
    }
    let step_at = |way: u32, vertex: u32| {
        let mut steps = [way * 2, way * 2 + 1].into_iter();
        steps.find(|step| tail(edges, *step) == vertex).unwrap()
    };
    let rules: Vec<(u32, u32, Turn)> = (town.extract.restrictions.iter())
        .filter_map(|it| {
            let vertex = vertices[&it.via];
            let (arrival, departure) = (step_at(it.from, vertex) ^ 1, step_at(it.to, vertex));
            let is_open = time(arrival).is_finite() && time(departure).is_finite();
            it.turns[profile as usize]
                .filter(|_| is_open)
                .map(|turn| (arrival, departure, turn))
        })
        .collect();
    let allows = |from: u32, to: u32| {
        let own = rules.iter().filter(|(arrival, ..)| *arrival == from);
        let (only, no): (Vec<_>, Vec<_>) = own.partition(|(.., turn)| *turn == Turn::Only);
        head(edges, from) == tail(edges, to)
            && !no.iter().any(|(_, departure, _)| *departure == to)
            && (only.is_empty() || only.iter().any(|(_, departure, _)| *departure == to))
    };
    let steps = count as u32 * 2;
    let pairs: Vec<(u32, u32)> = (0..steps)
        .flat_map(|from| (0..steps).map(move |to| (from, to)))
        .filter(|(from, to)| allows(*from, *to))
        .collect();
    let from_edge = |edge: u32| {
        let mut reached = vec![f64::INFINITY; steps as usize];
        for step in [edge * 2, edge * 2 + 1] {
            reached[step as usize] = time(step) / 2.0;
        }
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for (from, to) in &pairs {
                let new = reached[*from as usize] + time(*to);
                if new < reached[*to as usize] {
                    reached[*to as usize] = new;
                    has_changed = true;
                }
            }
        }
        let mut row = vec![f64::INFINITY; count];
        for (from, to) in &pairs {
            let new = reached[*from as usize] + time(*to) / 2.0;
            let best = &mut row[*to as usize / 2];
            *best = best.min(new);
        }
        row[edge as usize] = 0.0;
        row
    };
    (0..count as u32).map(from_edge).collect()
}

#[test]
fn a_table_has_the_fastest_times_that_the_turns_allow() {
    let town = restricted_grid();
    let graph = town.graph();
    let places: Vec<Place> = (0..graph.edges.len() as u32)
        .map(|edge| {
            let points: Vec<Place> = graph.edges.line(edge).points().collect();
            [0, 1].map(|axis| (points[0][axis] + points[1][axis]) / 2.0)
        })
        .collect();
    for profile in Profile::ALL {
        assert!(graph.usage(profile).turns.len() > 20);
        let expected = slow_times(&town, &graph, profile);
        let Table(entries) = graph.table(profile, &places, &places).unwrap();
        for (number, entry) in entries.iter().enumerate() {
            let (from, to) = (number / places.len(), number % places.len());
            let expected = expected[from][to];
            let tenths = entry.map_or(f64::INFINITY, |(seconds, _)| seconds * 10.0);
            let is_equal = tenths == expected || (tenths - expected).abs() <= 2.0;
            assert!(is_equal, "{profile:?} {from} {to}: {tenths} {expected}");
        }
    }
}

#[test]
fn a_file_keeps_the_turns() {
    let graph = restricted_grid().graph();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("graph");
    graph.write(&file).unwrap();
    assert_eq!(RoadGraph::read(&file).unwrap(), graph);
}
