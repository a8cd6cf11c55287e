//! Roads of an extract in OpenStreetMap's PBF, the nodes that they use, and restrictions of turns.

use std::path::Path;

use anyhow::{Context, ensure};
use osmpbf::{Element, ElementReader, RelMemberType, Relation};

use crate::{
    build::Limits,
    geometry::to_parts,
    profile::Profile,
    tags::{Tags, Turn},
};

/// Restrictions of an extract; the planet has two million.
const MAX_RESTRICTIONS: usize = 20_000_000;
/// Ways of one role in a restriction.
const MAX_MEMBERS: usize = 20;

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

/// A restriction of the turn from one way to another at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Restriction {
    /// Numbers of the ways.
    pub from: u32,
    pub to: u32,
    /// Number of the node.
    pub via: u32,
    pub turns: [Option<Turn>; Profile::COUNT],
}

#[derive(Debug, Default, PartialEq)]
pub struct Extract {
    pub ways: Vec<Way>,
    pub nodes: Vec<Node>,
    pub restrictions: Vec<Restriction>,
}

/// Reads the roads first and their nodes after them.
pub fn read(file: &Path, limits: Limits) -> anyhow::Result<Extract> {
    let open = || {
        let reader = ElementReader::from_path(file);
        reader.with_context(|| format!("cannot read {}", file.display()))
    };
    let mut ways: Vec<(Vec<i64>, [Speeds; Profile::COUNT])> = Vec::new();
    // Ids of the ways with their numbers.
    let mut way_ids: Vec<(i64, u32)> = Vec::new();
    let mut named: Vec<Named> = Vec::new();
    open()?.for_each(|element| match element {
        Element::Way(way) => {
            let tags: Vec<(&str, &str)> = way.tags().collect();
            if let Some(speeds) = read_speeds(&Tags(&tags), limits) {
                way_ids.push((way.id(), ways.len() as u32));
                ways.push((way.refs().collect(), speeds));
            }
        }
        Element::Relation(relation) if named.len() <= MAX_RESTRICTIONS => {
            read_restriction(&relation, &mut named);
        }
        _ => {}
    })?;
    ensure!(
        named.len() <= MAX_RESTRICTIONS,
        "the extract has too many restrictions of turns"
    );
    way_ids.sort_unstable();
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
    let find_way = |id: i64| {
        let at = way_ids
            .binary_search_by_key(&id, |(known, _)| *known)
            .ok()?;
        Some(way_ids[at].1)
    };
    let restrictions = named.into_iter().filter_map(|named| {
        Some(Restriction {
            from: find_way(named.from)?,
            to: find_way(named.to)?,
            via: number(named.via)? as u32,
            turns: named.turns,
        })
    });
    let restrictions = restrictions.collect();
    Ok(Extract {
        ways,
        nodes,
        restrictions,
    })
}

/// A restriction by the ids of its members.
struct Named {
    from: i64,
    to: i64,
    via: i64,
    turns: [Option<Turn>; Profile::COUNT],
}

/// Reads a restriction at a node. Those by way of other ways are left out.
fn read_restriction(relation: &Relation<'_>, named: &mut Vec<Named>) {
    let tags: Vec<(&str, &str)> = relation.tags().collect();
    let turns = Profile::ALL.map(|profile| Tags(&tags).turn(profile));
    if turns.iter().all(Option::is_none) {
        return;
    }
    let members = |role: &str, kind: RelMemberType| -> Vec<i64> {
        let members = relation.members();
        let own = members.filter(|it| it.member_type == kind && it.role().ok() == Some(role));
        own.map(|it| it.member_id).take(MAX_MEMBERS + 1).collect()
    };
    let from = members("from", RelMemberType::Way);
    let to = members("to", RelMemberType::Way);
    let [via] = members("via", RelMemberType::Node)[..] else {
        return;
    };
    if !members("via", RelMemberType::Way).is_empty() || from.len().max(to.len()) > MAX_MEMBERS {
        return;
    }
    // Entries and exits that are closed have several.
    for from in from {
        named.extend(to.iter().map(|to| Named {
            from,
            to: *to,
            via,
            turns,
        }));
    }
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
    use stand_ins::osm::Member;

    use super::*;

    #[test]
    fn roads_and_their_nodes_are_read() {
        let mut extract = stand_ins::osm::Extract::default();
        let nodes = [[144.9, -37.8], [144.91, -37.8], [144.92, -37.8]]
            .map(|place| extract.node(place, &[]));
        let gate = extract.node([144.91, -37.81], &[("barrier", "bollard")]);
        let street: &[(&str, &str)] = &[("highway", "residential"), ("oneway", "yes")];
        let way = extract.way(&nodes, street);
        let lane = extract.way(&[nodes[1], gate, 9_999], &[("highway", "service")]);
        let members = |to| {
            [
                ("from", Member::Way(way)),
                ("via", Member::Node(nodes[1])),
                ("to", Member::Way(to)),
            ]
        };
        let no_left: &[(&str, &str)] = &[("type", "restriction"), ("restriction", "no_left_turn")];
        extract.relation(&members(lane), no_left);
        extract.relation(&members(7_777), no_left);
        extract.relation(&members(lane), &[("type", "route")]);
        extract.relation(
            &[("from", Member::Way(way)), ("to", Member::Way(lane))],
            no_left,
        );
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
        let expected = Restriction {
            from: 0,
            to: 1,
            via: 1,
            turns: [Some(Turn::No); Profile::COUNT],
        };
        assert_eq!(read.restrictions, [expected]);
        assert!(read.nodes[3].is_barrier && !read.nodes[1].is_barrier);
        assert_eq!(position(4), None, "the extract ends before it");
        std::fs::write(&file, b"no extract").unwrap();
        assert!(super::read(&file, Limits::default()).is_err());
    }
}
