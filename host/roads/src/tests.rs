//! Tests over a small town: a grid of streets with a motorway, a low bridge and an island.

use super::*;
use crate::{
    Limits,
    build::from_extract,
    extract::{Extract, Node, Way},
    geometry::{metres, to_parts},
    tags::Tags,
};

const SIDE: f64 = 0.01;
const SIZE: usize = 6;

/// Builds ways over nodes with positions.
#[derive(Default)]
struct Town {
    extract: Extract,
}

impl Town {
    fn node(&mut self, place: Place) -> u32 {
        self.extract.nodes.push(Node {
            position: Some((to_parts(place[0]), to_parts(place[1]))),
            ..Node::default()
        });
        self.extract.nodes.len() as u32 - 1
    }

    fn way(&mut self, nodes: &[u32], tags: &[(&str, &str)]) {
        let tags = Tags(tags);
        let speeds = Profile::ALL.map(|profile| tags.speeds(profile, Limits::default()));
        let ends = [nodes.first(), nodes.last()];
        for at in nodes.iter().chain(ends.into_iter().flatten()) {
            self.extract.nodes[*at as usize].uses += 1;
        }
        self.extract.ways.push(Way {
            nodes: nodes.to_vec(),
            speeds,
        });
    }

    /// Streets along and across, one way where the row is odd.
    fn grid() -> (Self, Vec<Vec<u32>>) {
        let mut town = Self::default();
        let mut nodes = Vec::new();
        for row in 0..SIZE {
            let row: Vec<u32> = (0..SIZE)
                .map(|column| town.node([column as f64 * SIDE, row as f64 * SIDE]))
                .collect();
            nodes.push(row);
        }
        for (at, row) in nodes.iter().enumerate() {
            let oneway = if at % 2 == 1 { "yes" } else { "no" };
            town.way(row, &[("highway", "residential"), ("oneway", oneway)]);
        }
        for column in 0..SIZE {
            let street: Vec<u32> = nodes.iter().map(|row| row[column]).collect();
            town.way(&street, &[("highway", "secondary")]);
        }
        (town, nodes)
    }

    fn graph(&self) -> RoadGraph {
        from_extract(&self.extract).unwrap()
    }
}

fn place(column: f64, row: f64) -> Place {
    [column * SIDE, row * SIDE]
}

/// Fastest times between vertices by Bellman and Ford, to compare with.
fn slow_table(graph: &RoadGraph, profile: Profile) -> Vec<Vec<u32>> {
    let usage = graph.usage(profile);
    let count = graph.edges.vertices as usize;
    let mut times = vec![vec![CLOSED; count]; count];
    for (from, row) in times.iter_mut().enumerate() {
        row[from] = 0;
        loop {
            let mut has_changed = false;
            for edge in 0..graph.edges.len() {
                let ends = [graph.edges.from[edge], graph.edges.to[edge]].map(|it| it as usize);
                for ([from, to], time) in [
                    (ends, usage.forward[edge]),
                    ([ends[1], ends[0]], usage.backward[edge]),
                ] {
                    if time != CLOSED && row[from] != CLOSED && row[from] + time < row[to] {
                        row[to] = row[from] + time;
                        has_changed = true;
                    }
                }
            }
            if !has_changed {
                break;
            }
        }
    }
    times
}

#[test]
fn a_table_has_the_fastest_times() {
    let (mut town, nodes) = Town::grid();
    let far = [nodes[0][0], nodes[SIZE - 1][SIZE - 1]];
    town.way(&far, &[("highway", "motorway"), ("oneway", "yes")]);
    let graph = town.graph();
    let mut places = vec![[0.0; 2]; graph.edges.vertices as usize];
    for edge in 0..graph.edges.len() as u32 {
        let points: Vec<Place> = graph.edges.line(edge).points().collect();
        places[graph.edges.from[edge as usize] as usize] = points[0];
        places[graph.edges.to[edge as usize] as usize] = points[points.len() - 1];
    }
    for profile in Profile::ALL {
        let expected = slow_table(&graph, profile);
        let Table(entries) = graph.table(profile, &places, &places).unwrap();
        for (number, entry) in entries.iter().enumerate() {
            let expected = expected[number / places.len()][number % places.len()];
            let (seconds, _) = entry.unwrap();
            let tenths = (seconds * 10.0).round() as i64;
            assert!(
                (tenths - i64::from(expected)).abs() <= 1,
                "{tenths} {expected}"
            );
        }
    }
}

#[test]
fn distances_and_points_are_those_of_the_fastest_way() {
    let (town, _) = Town::grid();
    let graph = town.graph();
    let (from, to) = (place(0.25, 0.0), place(3.0, 4.5));
    let Table(entries) = graph.table(Profile::Car, &[from], &[to]).unwrap();
    let (seconds, length) = entries[0].unwrap();
    let points = graph.route(Profile::Car, &[from, to]).unwrap().unwrap();
    assert!(metres(points[0], from) < 1.0 && metres(points[points.len() - 1], to) < 1.0);
    let walked: f64 = points.windows(2).map(|pair| metres(pair[0], pair[1])).sum();
    assert!((walked - length).abs() < 2.0, "{walked} {length}");
    let straight = 2.75 * SIDE * 111_195.0 + 4.5 * SIDE * 111_195.0;
    assert!((length - straight).abs() < 20.0, "{length} {straight}");
    assert!(seconds > length / (60.0 / 3.6));
    // Along one street, there and back.
    let pair = [place(2.2, 2.0), place(2.7, 2.0)];
    let Table(entries) = graph.table(Profile::Car, &pair, &pair).unwrap();
    let lengths: Vec<f64> = entries.iter().map(|entry| entry.unwrap().1).collect();
    assert!(
        lengths[0] == 0.0 && (lengths[1] - lengths[2]).abs() < 0.2,
        "{lengths:?}"
    );
    assert!((lengths[1] - 0.5 * SIDE * 111_195.0).abs() < 2.0);
    // Against a one-way street the way leads around the block.
    let pair = [place(2.7, 1.0), place(2.2, 1.0)];
    let Table(entries) = graph.table(Profile::Car, &pair[..1], &pair[1..]).unwrap();
    assert!(entries[0].unwrap().1 > 2.0 * SIDE * 111_195.0);
}

#[test]
fn trucks_avoid_a_low_bridge_and_islands_are_left_out() {
    let (mut town, nodes) = Town::grid();
    let bridge = [nodes[0][0], nodes[5][5]];
    town.way(&bridge, &[("highway", "trunk"), ("maxheight", "3.2")]);
    let yard = [town.node(place(2.5, 2.4)), town.node(place(2.6, 2.4))];
    town.way(&yard, &[("highway", "service")]);
    let graph = town.graph();
    let seconds = |profile| {
        let Table(entries) = graph
            .table(profile, &[place(0.0, 0.0)], &[place(5.0, 5.0)])
            .unwrap();
        entries[0].unwrap().0
    };
    assert!(seconds(Profile::Truck) > 1.2 * seconds(Profile::Car));
    let inside = place(2.55, 2.4);
    let points = graph
        .route(Profile::Car, &[inside, place(0.0, 0.0)])
        .unwrap();
    let begun = points.unwrap()[0];
    assert!(metres(begun, place(2.55, 2.0)) < 60.0 || metres(begun, place(3.0, 2.4)) < 600.0);
    let sea = graph.table(Profile::Car, &[place(0.0, 0.0)], &[[10.0, 10.0]]);
    assert_eq!(sea, Err(OffRoad(1)));
}

#[test]
fn a_barrier_ends_roads_on_both_sides() {
    let mut town = Town::default();
    let street: Vec<u32> = (0..3)
        .map(|at| town.node([f64::from(at) * SIDE, 0.0]))
        .collect();
    let around: Vec<u32> = (0..2)
        .map(|at| town.node([f64::from(at) * 2.0 * SIDE, SIDE]))
        .collect();
    town.way(&street, &[("highway", "residential")]);
    town.way(
        &[street[0], around[0], around[1], street[2]],
        &[("highway", "residential")],
    );
    town.extract.nodes[street[1] as usize].is_barrier = true;
    let graph = town.graph();
    let places = [place(0.9, 0.0), place(1.1, 0.0)];
    let Table(entries) = graph
        .table(Profile::Car, &places[..1], &places[1..])
        .unwrap();
    let (_, length) = entries[0].unwrap();
    let around = 5.8 * SIDE * 111_195.0;
    assert!((length - around).abs() < 20.0, "{length} {around}");
}

#[test]
fn a_file_keeps_the_graph_and_damage_is_noticed() {
    let (town, _) = Town::grid();
    let graph = town.graph();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("roads/graph");
    graph.write(&file).unwrap();
    assert_eq!(RoadGraph::read(&file).unwrap(), graph);
    let whole = std::fs::read(&file).unwrap();
    for end in [0, 7, 9, 20, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&file, &whole[..end]).unwrap();
        assert!(RoadGraph::read(&file).is_err(), "{end}");
    }
    // A changed number is refused, or leads to another valid graph: a search never panics.
    for at in (8..whole.len()).step_by(97) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        std::fs::write(&file, &damaged).unwrap();
        if let Ok(graph) = RoadGraph::read(&file) {
            let places = [[0.0, 0.0], [0.03, 0.03]];
            let _ = graph.table(Profile::Car, &places, &places);
            let _ = graph.route(Profile::Car, &places);
        }
    }
}

#[path = "turn_tests.rs"]
mod turns;
