//! The graph as a file: arrays of numbers in little-endian order, each after its length.

use std::{
    fs::{self, File},
    io::{BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail, ensure};

use crate::{
    Edges, RoadGraph, Usage,
    hierarchy::{Arcs, Hierarchy, NONE},
    snap::Grid,
    turns::Turns,
};

/// Name and version of the format.
const MAGIC: &[u8; 8] = b"WBROADS2";
const WIDTH: u64 = 4;

impl RoadGraph {
    /// Writes the graph into the target's folder, then replaces the target.
    pub fn write(&self, target: &Path) -> anyhow::Result<()> {
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut new = target.as_os_str().to_owned();
        new.push(format!(".{}.new", std::process::id()));
        let new = PathBuf::from(new);
        let file =
            File::create(&new).with_context(|| format!("cannot create {}", new.display()))?;
        let mut writer = Writer(BufWriter::with_capacity(1 << 20, file));
        writer.0.write_all(MAGIC)?;
        writer.graph(self)?;
        writer.0.into_inner()?.sync_all()?;
        fs::rename(&new, target)?;
        Ok(())
    }

    /// Reads a graph and checks that its numbers lead nowhere else.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let at = || format!("cannot read the road graph {}", file.display());
        let opened = File::open(file).with_context(at)?;
        let remaining = opened.metadata()?.len();
        let mut reader = Reader {
            source: BufReader::with_capacity(1 << 20, opened),
            remaining,
        };
        let graph = reader.graph().with_context(at)?;
        check(&graph).with_context(at)?;
        Ok(graph)
    }
}

struct Writer<W: Write>(W);

impl<W: Write> Writer<W> {
    fn numbers(&mut self, numbers: impl ExactSizeIterator<Item = [u8; 4]>) -> anyhow::Result<()> {
        self.0.write_all(&(numbers.len() as u64).to_le_bytes())?;
        for number in numbers {
            self.0.write_all(&number)?;
        }
        Ok(())
    }

    fn array(&mut self, numbers: &[u32]) -> anyhow::Result<()> {
        self.numbers(numbers.iter().map(|number| number.to_le_bytes()))
    }

    fn signed(&mut self, numbers: &[i32]) -> anyhow::Result<()> {
        self.numbers(numbers.iter().map(|number| number.to_le_bytes()))
    }

    fn arcs(&mut self, arcs: &Arcs) -> anyhow::Result<()> {
        for array in [
            &arcs.first,
            &arcs.to,
            &arcs.time,
            &arcs.length,
            &arcs.begin,
            &arcs.end,
        ] {
            self.array(array)?;
        }
        Ok(())
    }

    fn graph(&mut self, graph: &RoadGraph) -> anyhow::Result<()> {
        let RoadGraph {
            edges,
            grid,
            profiles,
        } = graph;
        self.array(&[edges.vertices])?;
        for array in [&edges.from, &edges.to, &edges.length, &edges.first_point] {
            self.array(array)?;
        }
        self.signed(&edges.longitudes)?;
        self.signed(&edges.latitudes)?;
        self.array(&grid.cells)?;
        self.array(&grid.edges)?;
        for usage in profiles {
            self.array(&usage.forward)?;
            self.array(&usage.backward)?;
            let turns = &usage.turns;
            for array in [&turns.vertex, &turns.arrival, &turns.first, &turns.closed] {
                self.array(array)?;
            }
            self.array(&usage.hierarchy.rank)?;
            self.arcs(&usage.hierarchy.up)?;
            self.arcs(&usage.hierarchy.down)?;
        }
        Ok(())
    }
}

struct Reader<R: Read> {
    source: R,
    remaining: u64,
}

impl<R: Read> Reader<R> {
    fn bytes<const N: usize>(&mut self) -> anyhow::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.source.read_exact(&mut bytes)?;
        self.remaining = self.remaining.saturating_sub(N as u64);
        Ok(bytes)
    }

    fn numbers<T>(&mut self, read: fn([u8; 4]) -> T) -> anyhow::Result<Vec<T>> {
        let count = u64::from_le_bytes(self.bytes()?);
        let fits = count
            .checked_mul(WIDTH)
            .is_some_and(|size| size <= self.remaining);
        ensure!(fits, "the file ends early");
        let mut numbers = Vec::with_capacity(count as usize);
        for _ in 0..count {
            numbers.push(read(self.bytes()?));
        }
        Ok(numbers)
    }

    fn array(&mut self) -> anyhow::Result<Vec<u32>> {
        self.numbers(u32::from_le_bytes)
    }

    fn arcs(&mut self) -> anyhow::Result<Arcs> {
        Ok(Arcs {
            first: self.array()?,
            to: self.array()?,
            time: self.array()?,
            length: self.array()?,
            begin: self.array()?,
            end: self.array()?,
        })
    }

    fn usage(&mut self) -> anyhow::Result<Usage> {
        Ok(Usage {
            forward: self.array()?,
            backward: self.array()?,
            turns: Turns {
                vertex: self.array()?,
                arrival: self.array()?,
                first: self.array()?,
                closed: self.array()?,
            },
            hierarchy: Hierarchy {
                rank: self.array()?,
                up: self.arcs()?,
                down: self.arcs()?,
            },
        })
    }

    fn graph(&mut self) -> anyhow::Result<RoadGraph> {
        if self.bytes()? != *MAGIC {
            bail!("it is no road graph of this version: build it again");
        }
        let vertices = self.array()?;
        Ok(RoadGraph {
            edges: Edges {
                vertices: vertices.first().copied().context("it has no vertices")?,
                from: self.array()?,
                to: self.array()?,
                length: self.array()?,
                first_point: self.array()?,
                longitudes: self.numbers(i32::from_le_bytes)?,
                latitudes: self.numbers(i32::from_le_bytes)?,
            },
            grid: Grid {
                cells: self.array()?,
                edges: self.array()?,
            },
            profiles: [self.usage()?, self.usage()?, self.usage()?],
        })
    }
}

fn check(graph: &RoadGraph) -> anyhow::Result<()> {
    let RoadGraph {
        edges,
        grid,
        profiles,
    } = graph;
    let count = edges.len();
    ensure!(count < NONE as usize / 2, "it has too many edges");
    let ends = edges.from.iter().chain(&edges.to);
    ensure!(
        edges.to.len() == count
            && edges.length.len() == count
            && ends.into_iter().all(|end| *end < edges.vertices)
            && edges.length.iter().all(|length| *length > 0),
        "an edge has no end"
    );
    let points = edges.longitudes.len();
    ensure!(
        edges.latitudes.len() == points
            && is_index(&edges.first_point, count, points)
            && edges
                .first_point
                .windows(2)
                .all(|pair| pair[1] - pair[0] >= 2),
        "an edge has no line"
    );
    ensure!(
        grid.cells.len() == grid.edges.len()
            && grid.cells.is_sorted()
            && grid.edges.iter().all(|edge| (*edge as usize) < count),
        "the squares name other edges"
    );
    for usage in profiles {
        let Hierarchy { rank, up, down } = &usage.hierarchy;
        let ranks = up.first.len().saturating_sub(1);
        ensure!(
            usage.forward.len() == count
                && usage.backward.len() == count
                && usage.turns.is_valid(edges)
                && rank.len() == edges.vertices as usize + usage.turns.len()
                && down.first.len() == up.first.len()
                && rank
                    .iter()
                    .all(|rank| *rank == NONE || (*rank as usize) < ranks),
            "a profile has other edges"
        );
        for arcs in [up, down] {
            check_arcs(arcs, [up, down], count)?;
        }
    }
    Ok(())
}

/// True if the numbers rise from zero to a length.
fn is_index(first: &[u32], count: usize, length: usize) -> bool {
    first.len() == count + 1
        && first.first() == Some(&0)
        && first.is_sorted()
        && first.last().is_some_and(|last| *last as usize == length)
}

/// Arcs lead up, and parts of a shortcut belong to a lower rank: so no search and no unpacking
/// runs in a circle.
fn check_arcs(arcs: &Arcs, [up, down]: [&Arcs; 2], edges: usize) -> anyhow::Result<()> {
    let count = arcs.to.len();
    let ranks = arcs.first.len().saturating_sub(1);
    let arrays = [&arcs.time, &arcs.length, &arcs.begin, &arcs.end];
    ensure!(
        is_index(&arcs.first, ranks, count) && arrays.iter().all(|array| array.len() == count),
        "the arcs are incomplete"
    );
    for rank in 0..ranks {
        for at in arcs.range(rank as u32) {
            let to = arcs.to[at] as usize;
            let (begin, end) = (arcs.begin[at], arcs.end[at]);
            let is_step = match end {
                NONE => (begin as usize) < edges * 2,
                _ => begin < down.first[rank] && end < up.first[rank],
            };
            ensure!(to > rank && to < ranks && is_step, "an arc leads nowhere");
        }
    }
    Ok(())
}
