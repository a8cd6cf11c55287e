//! Places of a problem: rows of its matrices.

use std::collections::HashMap;

use data::{FieldError, message};

pub(crate) use carriage::polyline::Position;

/// A distinct place.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// Row in the given matrices.
    pub index: Option<u32>,
    pub position: Option<Position>,
    /// Path of the first member that names it.
    pub member: String,
}

/// Distinct places in the order of their first use: by their row if matrices are given, otherwise
/// by their position.
#[derive(Debug, Default)]
pub(crate) struct Places {
    pub all: Vec<Place>,
    by_index: HashMap<u32, usize>,
    by_position: HashMap<Position, usize>,
}

/// Members that name a place: its coordinates and its row.
pub(crate) struct Named<'a> {
    /// Path of the object, such as `jobs[1]`.
    pub path: &'a str,
    /// Names of both members.
    pub members: [&'static str; 2],
    pub coordinates: Option<&'a [f64]>,
    pub index: Option<u32>,
}

impl Places {
    /// Returns the number of the place. Reports missing and wrong members.
    pub fn add(
        &mut self,
        named: &Named<'_>,
        has_matrices: bool,
        errors: &mut Vec<FieldError>,
    ) -> usize {
        let member = |at: usize| format!("{}.{}", named.path, named.members[at]);
        let position = named.coordinates.and_then(|coordinates| {
            let position = read_position(coordinates);
            if position.is_none() {
                errors.push(FieldError::new(
                    member(0),
                    message!("must be a longitude from -180 to 180 and a latitude from -90 to 90"),
                ));
            }
            position
        });
        let known = match (has_matrices, named.index, position) {
            (true, Some(index), _) => {
                let next = self.all.len();
                *self.by_index.entry(index).or_insert(next)
            }
            (true, None, _) => {
                let message = message!("is required where matrices are given");
                errors.push(FieldError::new(member(1), message));
                return 0;
            }
            (false, _, Some(position)) => {
                let next = self.all.len();
                *self.by_position.entry(position).or_insert(next)
            }
            (false, _, None) => {
                if named.coordinates.is_none() {
                    errors.push(FieldError::new(member(0), message!("is required")));
                }
                return 0;
            }
        };
        match self.all.get_mut(known) {
            Some(place) => place.position = place.position.or(position),
            None => self.all.push(Place {
                index: named.index.filter(|_| has_matrices),
                position,
                member: member(usize::from(has_matrices)),
            }),
        }
        known
    }

    /// Returns all positions, or the place without one.
    pub fn positions(&self) -> Result<Vec<Position>, &Place> {
        let positions = self.all.iter();
        positions.map(|place| place.position.ok_or(place)).collect()
    }
}

/// Rounds coordinates to six decimals. None if they are no place on the Earth.
pub(crate) fn read_position(coordinates: &[f64]) -> Option<Position> {
    let &[longitude, latitude, ..] = coordinates else {
        return None;
    };
    let is_place = longitude.abs() <= 180.0 && latitude.abs() <= 90.0;
    is_place.then(|| [longitude, latitude].map(|angle| (angle * 1e6).round() as i64))
}

/// Returns the degrees of a position.
pub(crate) fn degrees(position: Position) -> [f64; 2] {
    position.map(|angle| angle as f64 / 1e6)
}
