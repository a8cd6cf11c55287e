//! Vehicles of a problem.

use std::collections::HashSet;

use data::message;
use solver::{Break, Costs, Vehicle};

use super::{MAX_BREAKS, MAX_DIMENSIONS, Reader, places::Named};
use crate::request::RoutingVehicle;

pub(super) fn read(reader: &mut Reader<'_>) -> Vec<Vehicle> {
    let dimensions = reader.dimensions;
    reader.require(
        dimensions <= MAX_DIMENSIONS,
        "vehicles[0].capacity".to_owned(),
        message!("must be at most {max}", max = MAX_DIMENSIONS),
    );
    let vehicles = reader.request.vehicles.iter().enumerate();
    vehicles
        .map(|(at, vehicle)| read_vehicle(reader, &format!("vehicles[{at}]"), vehicle))
        .collect()
}

fn read_vehicle(reader: &mut Reader<'_>, path: &str, vehicle: &RoutingVehicle) -> Vehicle {
    let member = |name: &str| format!("{path}.{name}");
    let has_matrices = reader.request.has_matrices();
    let mut end = |members, coordinates: &Option<Vec<f64>>, index: Option<u32>| {
        let named = Named {
            path,
            members,
            coordinates: coordinates.as_deref(),
            index,
        };
        let is_named = named.coordinates.is_some() || index.is_some_and(|_| has_matrices);
        is_named.then(|| reader.places.add(&named, has_matrices, &mut reader.errors))
    };
    let start = end(
        ["start", "start_index"],
        &vehicle.start,
        vehicle.start_index,
    );
    let end = end(["end", "end_index"], &vehicle.end, vehicle.end_index);
    let speed = vehicle.speed_factor.unwrap_or(1.0);
    let speed_factor = (speed * 100.0).round();
    reader.require(
        speed <= 5.0 && speed_factor >= 1.0,
        member("speed_factor"),
        message!("must be at least 0.01 and at most 5"),
    );
    let costs = &vehicle.costs;
    let default = Costs::default();
    let cost = |cost: Option<u32>, default: i64| cost.map_or(default, i64::from);
    Vehicle {
        matrix: reader.profiles.get(vehicle.profile()).copied().unwrap_or(0),
        start,
        end,
        capacity: read_capacity(reader, member("capacity"), vehicle),
        skills: vehicle.skills.clone(),
        window: vehicle
            .time_window
            .as_ref()
            .map(|window| reader.window(|| member("time_window"), window)),
        breaks: read_breaks(reader, path, vehicle),
        speed_factor: speed_factor as u32,
        costs: Costs {
            fixed: cost(costs.fixed, default.fixed),
            per_hour: cost(costs.per_hour, default.per_hour),
            per_task_hour: cost(costs.per_task_hour, default.per_task_hour),
            per_km: cost(costs.per_km, default.per_km),
        },
        max_tasks: vehicle.max_tasks.map(|most| most as usize),
        max_travel_time: vehicle.max_travel_time.map(i64::from),
        max_distance: vehicle.max_distance.map(i64::from),
        kind: vehicle
            .kind
            .as_deref()
            .and_then(|kind| reader.kinds.get(kind).copied()),
    }
}

/// Without any capacity in the problem, loads are unlimited.
fn read_capacity(
    reader: &mut Reader<'_>,
    member: String,
    vehicle: &RoutingVehicle,
) -> Option<Vec<i64>> {
    if reader.dimensions == 0 && vehicle.capacity.is_none() {
        return None;
    }
    let capacity = vehicle.capacity.as_deref().unwrap_or_default();
    Some(reader.amount(member, Some(capacity)))
}

fn read_breaks(reader: &mut Reader<'_>, path: &str, vehicle: &RoutingVehicle) -> Vec<Break> {
    if vehicle.breaks.len() > MAX_BREAKS {
        let message = message!("must be at most {max}", max = MAX_BREAKS);
        reader.error(format!("{path}.breaks"), message);
        return Vec::new();
    }
    let mut ids = HashSet::new();
    let mut breaks = Vec::with_capacity(vehicle.breaks.len());
    for (at, pause) in vehicle.breaks.iter().enumerate() {
        let path = format!("{path}.breaks[{at}]");
        let is_new = ids.insert(pause.id);
        reader.require(is_new, format!("{path}.id"), message!("is used twice"));
        let max_load = pause.max_load.as_deref();
        breaks.push(Break {
            windows: reader.windows(&format!("{path}.time_windows"), &pause.time_windows),
            service: i64::from(pause.service.unwrap_or(0)),
            max_load: max_load.map(|load| reader.amount(format!("{path}.max_load"), Some(load))),
        });
    }
    breaks
}
