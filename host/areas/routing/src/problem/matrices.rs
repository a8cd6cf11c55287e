//! Given matrices, reduced to the rows in use.

use std::collections::BTreeMap;

use data::{FieldError, message};

use super::places::Place;
use crate::request::{DEFAULT, RoutingCosts, RoutingMatrix, RoutingRequest, RoutingVehicle, Rows};

/// Profiles of the tenant.
pub(crate) const PROFILES: [&str; 3] = ["auto", "truck", "car"];

/// A profile in use, with its given travel. The tenant's roads complete it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Profile {
    pub name: String,
    pub durations: Option<Vec<u32>>,
    pub distances: Option<Vec<u32>>,
    pub costs: Option<Vec<u32>>,
    /// Set if a vehicle of the profile has a cost or a limit of distance.
    pub needs_distances: bool,
}

impl Profile {
    /// True if travel is to be loaded.
    pub fn is_incomplete(&self) -> bool {
        self.durations.is_none() || (self.distances.is_none() && self.needs_distances)
    }
}

/// Returns the profiles of the vehicles in the order of their first use.
pub(crate) fn names(request: &RoutingRequest) -> Vec<&str> {
    let mut names = Vec::new();
    for name in request.vehicles.iter().map(RoutingVehicle::profile) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Reads the profiles in use. Matrices of other profiles are checked too.
pub(crate) fn profiles(
    request: &RoutingRequest,
    places: &[Place],
    errors: &mut Vec<FieldError>,
) -> Vec<Profile> {
    let mut given: BTreeMap<&str, Profile> = BTreeMap::new();
    if let Some(durations) = &request.matrix
        && request.matrices.is_empty()
    {
        let profile = Profile {
            durations: reduce(durations, "matrix", places, errors),
            ..Profile::default()
        };
        given.insert(DEFAULT, profile);
    }
    for (name, matrix) in &request.matrices {
        given.insert(name, read(name, matrix, places, errors));
    }
    let mut profiles = Vec::new();
    for name in names(request) {
        let is_known = PROFILES.contains(&name) || has_durations(request, name);
        let mut profile = given.remove(name).unwrap_or_default();
        name.clone_into(&mut profile.name);
        for (at, vehicle) in request.vehicles.iter().enumerate() {
            if vehicle.profile() != name {
                continue;
            }
            if !is_known {
                errors.push(FieldError::new(
                    format!("vehicles[{at}].profile"),
                    message!("must be one of {known}", known = PROFILES.join(", ")),
                ));
            }
            let costs = &vehicle.costs;
            let has_cost = costs.per_km.is_some_and(|cost| cost > 0);
            profile.needs_distances |= has_cost || vehicle.max_distance.is_some();
            if profile.costs.is_some() {
                check_costs(at, vehicle, errors);
            }
        }
        profiles.push(profile);
    }
    profiles
}

fn has_durations(request: &RoutingRequest, name: &str) -> bool {
    match request.matrices.get(name) {
        Some(matrix) => matrix.durations.is_some(),
        None => name == DEFAULT && request.matrix.is_some() && request.matrices.is_empty(),
    }
}

/// Rejects costs that a given matrix replaces.
fn check_costs(at: usize, vehicle: &RoutingVehicle, errors: &mut Vec<FieldError>) {
    let RoutingCosts {
        per_hour, per_km, ..
    } = vehicle.costs;
    for (member, cost, default) in [("per_hour", per_hour, 3600), ("per_km", per_km, 0)] {
        if cost.is_some_and(|cost| cost != default) {
            errors.push(FieldError::new(
                format!("vehicles[{at}].costs.{member}"),
                message!("must be left out where a matrix of costs is given"),
            ));
        }
    }
}

fn read(
    name: &str,
    matrix: &RoutingMatrix,
    places: &[Place],
    errors: &mut Vec<FieldError>,
) -> Profile {
    let mut part = |member: &str, rows: &Option<Rows>| {
        let rows = rows.as_ref()?;
        reduce(rows, &format!("matrices.{name}.{member}"), places, errors)
    };
    let profile = Profile {
        durations: part("durations", &matrix.durations),
        distances: part("distances", &matrix.distances),
        costs: part("costs", &matrix.costs),
        ..Profile::default()
    };
    if matrix.distances.is_some() && matrix.durations.is_none() {
        errors.push(FieldError::new(
            format!("matrices.{name}.durations"),
            message!("is required where distances are given"),
        ));
    }
    profile
}

/// Takes the rows and columns in use from a matrix that is square.
fn reduce(
    rows: &Rows,
    member: &str,
    places: &[Place],
    errors: &mut Vec<FieldError>,
) -> Option<Vec<u32>> {
    if rows.is_empty() {
        errors.push(FieldError::new(
            member,
            message!("must have at least one row"),
        ));
        return None;
    }
    if let Some(at) = rows.iter().position(|row| row.len() != rows.len()) {
        errors.push(FieldError::new(
            format!("{member}[{at}]"),
            message!(
                "must have {count} columns, as many as there are rows",
                count = rows.len()
            ),
        ));
        return None;
    }
    let mut indexes = Vec::with_capacity(places.len());
    for place in places {
        let index = place.index? as usize;
        if index >= rows.len() {
            errors.push(FieldError::new(
                &place.member,
                message!(
                    "must be less than {count}, the number of rows of {matrix}",
                    count = rows.len(),
                    matrix = member
                ),
            ));
            return None;
        }
        indexes.push(index);
    }
    let reduced = indexes
        .iter()
        .flat_map(|&row| indexes.iter().map(move |&column| rows[row][column]));
    Some(reduced.collect())
}
