//! Roads of an extract in OpenStreetMap's PBF, and the nodes that they use.

use std::path::Path;

use anyhow::Context;
use osmpbf::{Element, ElementReader};

use crate::{build::Limits, geometry::to_parts, profile::Profile, tags::Tags};

/// Speeds of a profile along and against a road; none where it is closed.
pub type Speeds = [Option<f64>; 2];

/// A way that some profile may use.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// Numbers of its nodes.
    pub nodes: Vec<u32>,
    pub speeds: [Speeds; Profile::COUNT],
}

/// A node of a road. Its position is none if the extract lacks it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Node {
    /// Longitude and latitude in ten-millionths of a degree.
    pub position: Option<(i32, i32)>,
    pub is_barrier: bool,
    /// Two or more: roads meet or end there.
    pub uses: u8,
}

#[derive(Debug, Default, PartialEq)]
pub struct Extract {
    pub ways: Vec<Way>,
    pub nodes: Vec<Node>,
}

/// Reads the roads first and their nodes after them.
pub fn read(file: &Path, limits: Limits) -> anyhow::Result<Extract> {
    let open = || {
        let reader = ElementReader::from_path(file);
        reader.with_context(|| format!("cannot read {}", file.display()))
    };
    let mut ways: Vec<(Vec<i64>, [Speeds; Profile::COUNT])> = Vec::new();
    open()?.for_each(|element| {
        if let Element::Way(way) = element {
            let tags: Vec<(&str, &str)> = way.tags().collect();
            if let Some(speeds) = read_speeds(&Tags(&tags), limits) {
                ways.push((way.refs().collect(), speeds));
            }
        }
    })?;
    let mut ids: Vec<i64> = ways
        .iter()
        .flat_map(|(refs, _)| refs.iter().copied())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let count = u32::try_from(ids.len()).context("the extract has too many nodes of roads")?;
    let number = |id: i64| ids.binary_search(&id).ok();
    let mut nodes = vec![Node::default(); count as usize];
    let ways: Vec<Way> = (ways.into_iter())
        .map(|(refs, speeds)| {
            let numbers = refs.iter().filter_map(|id| number(*id)).map(|at| at as u32);
            let way = Way {
                nodes: numbers.collect(),
                speeds,
            };
            let ends = [way.nodes.first(), way.nodes.last()];
            for at in way.nodes.iter().chain(ends.into_iter().flatten()) {
                let uses = &mut nodes[*at as usize].uses;
                *uses = uses.saturating_add(1);
            }
            way
        })
        .collect();
    let mut place = |id: i64, position: (i32, i32), tags: &[(&str, &str)]| {
        if let Some(at) = number(id) {
            nodes[at].position = Some(position);
            nodes[at].is_barrier = Tags(tags).is_barrier();
        }
    };
    open()?.for_each(|element| match element {
        Element::Node(node) => {
            let tags: Vec<(&str, &str)> = node.tags().collect();
            place(
                node.id(),
                (to_parts(node.lon()), to_parts(node.lat())),
                &tags,
            );
        }
        Element::DenseNode(node) => {
            let tags: Vec<(&str, &str)> = node.tags().collect();
            place(
                node.id(),
                (to_parts(node.lon()), to_parts(node.lat())),
                &tags,
            );
        }
        _ => {}
    })?;
    Ok(Extract { ways, nodes })
}

fn read_speeds(tags: &Tags<'_>, limits: Limits) -> Option<[Speeds; Profile::COUNT]> {
    if !tags.is_road() {
        return None;
    }
    let speeds = Profile::ALL.map(|profile| tags.speeds(profile, limits));
    let is_open = speeds.iter().flatten().any(Option::is_some);
    is_open.then_some(speeds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roads_and_their_nodes_are_read() {
        let mut extract = stand_ins::osm::Extract::default();
        let nodes = [[144.9, -37.8], [144.91, -37.8], [144.92, -37.8]]
            .map(|place| extract.node(place, &[]));
        let gate = extract.node([144.91, -37.81], &[("barrier", "bollard")]);
        let street: &[(&str, &str)] = &[("highway", "residential"), ("oneway", "yes")];
        extract.way(&nodes, street);
        extract.way(&[nodes[1], gate, 9_999], &[("highway", "service")]);
        extract.way(&nodes, &[("highway", "footway")]);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("town.osm.pbf");
        std::fs::write(&file, extract.to_pbf()).unwrap();
        let read = read(&file, Limits::default()).unwrap();
        assert_eq!(read.ways.len(), 2);
        assert_eq!(
            read.ways[0].speeds[Profile::Car as usize],
            [Some(30.0), None]
        );
        let position = |at: usize| read.nodes[at].position;
        assert_eq!(position(1), Some((1_449_100_000, -378_000_000)));
        let uses: Vec<u8> = read.nodes.iter().map(|node| node.uses).collect();
        assert_eq!(uses, [2, 3, 2, 1, 2]);
        assert!(read.nodes[3].is_barrier && !read.nodes[1].is_barrier);
        assert_eq!(position(4), None, "the extract ends before it");
        std::fs::write(&file, b"no extract").unwrap();
        assert!(super::read(&file, Limits::default()).is_err());
    }
}
