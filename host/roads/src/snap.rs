//! The road nearest to a place.

use crate::{Edges, Place, Usage, geometry::to_degrees};

/// Largest distance of a place from the nearest road, in metres.
const MAX_DISTANCE: f64 = 5_000.0;
/// Cells in a degree.
const CELLS: f64 = 100.0;
const COLUMNS: u32 = 36_000;
const ROWS: u32 = 18_000;
const CELL_METRES: f64 = 111_195.0 / CELLS;
const MAX_RINGS: u32 = 24;

/// Edges by the squares that they touch.
#[derive(Debug, Default, PartialEq)]
pub struct Grid {
    /// Sorted; one entry for each edge in a cell.
    pub cells: Vec<u32>,
    pub edges: Vec<u32>,
}

/// A place on an edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Snap {
    pub edge: u32,
    /// Part of the edge before the place, 0 to 1.
    pub share: f64,
    pub distance: f64,
}

fn column(longitude: f64) -> u32 {
    let column = ((longitude + 180.0) * CELLS).floor() as i64;
    column.rem_euclid(i64::from(COLUMNS)) as u32
}

fn row(latitude: f64) -> u32 {
    let row = ((latitude + 90.0) * CELLS).floor() as i64;
    row.clamp(0, i64::from(ROWS) - 1) as u32
}

fn cell(column: u32, row: u32) -> u32 {
    row * COLUMNS + column
}

impl Grid {
    pub fn new(edges: &Edges) -> Self {
        let mut all: Vec<(u32, u32)> = Vec::new();
        for edge in 0..edges.len() as u32 {
            let line = edges.line(edge);
            let corners = line.longitudes.windows(2).zip(line.latitudes.windows(2));
            for (longitudes, latitudes) in corners {
                let span = |parts: &[i32]| {
                    let (one, other) = (to_degrees(parts[0]), to_degrees(parts[1]));
                    (one.min(other), one.max(other))
                };
                let (west, east) = span(longitudes);
                let (south, north) = span(latitudes);
                // A road over the date line runs around the globe; its ends are enough.
                let columns = match east - west > 180.0 {
                    true => vec![column(west), column(east)],
                    false => (column(west)..=column(east)).collect(),
                };
                for column in columns {
                    all.extend((row(south)..=row(north)).map(|row| (cell(column, row), edge)));
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        let (cells, edges) = all.into_iter().unzip();
        Self { cells, edges }
    }

    fn edges_in(&self, cell: u32) -> &[u32] {
        let from = self.cells.partition_point(|known| *known < cell);
        let to = self.cells.partition_point(|known| *known <= cell);
        &self.edges[from..to]
    }

    /// Returns the nearest edge that a profile may use.
    pub fn snap(&self, edges: &Edges, usage: &Usage, place: Place) -> Option<Snap> {
        let (column, row) = (column(place[0]), row(place[1]));
        // Cells are narrower away from the equator.
        let side = CELL_METRES * place[1].to_radians().cos().max(0.05);
        let mut best: Option<Snap> = None;
        for ring in 0..MAX_RINGS {
            let seen = f64::from(ring.saturating_sub(1)) * side;
            let is_found = best.is_some_and(|best| best.distance <= seen);
            if is_found || seen > MAX_DISTANCE {
                break;
            }
            for cell in ring_cells(column, row, ring) {
                for &edge in self.edges_in(cell) {
                    if !usage.is_open(edge) {
                        continue;
                    }
                    let nearest = edges.line(edge).nearest(place);
                    if best.is_none_or(|best| nearest.distance < best.distance) {
                        let length = f64::from(edges.length[edge as usize]) / 10.0;
                        best = Some(Snap {
                            edge,
                            share: (nearest.along / length).clamp(0.0, 1.0),
                            distance: nearest.distance,
                        });
                    }
                }
            }
        }
        best.filter(|best| best.distance <= MAX_DISTANCE)
    }
}

/// Returns the cells at a distance from one, counted in cells.
fn ring_cells(column: u32, row: u32, ring: u32) -> impl Iterator<Item = u32> {
    let (column, row, ring) = (i64::from(column), i64::from(row), i64::from(ring));
    let around = move |across: i64| {
        let step = match across.abs() == ring {
            true => 1,
            false => (2 * ring).max(1),
        };
        (-ring..=ring)
            .step_by(step as usize)
            .map(move |down| (across, down))
    };
    (-ring..=ring)
        .flat_map(around)
        .filter_map(move |(across, down)| {
            let row = row + down;
            let column = (column + across).rem_euclid(i64::from(COLUMNS));
            let is_on_globe = (0..i64::from(ROWS)).contains(&row);
            is_on_globe.then(|| cell(column as u32, row as u32))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_have_each_cell_once() {
        for (ring, count) in [(0, 1), (1, 8), (2, 16), (3, 24)] {
            let mut cells: Vec<u32> = ring_cells(500, 500, ring).collect();
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len(), count);
        }
        assert!(ring_cells(0, 0, 1).all(|cell| cell < COLUMNS * ROWS));
    }
}
