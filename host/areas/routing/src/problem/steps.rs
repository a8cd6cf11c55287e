//! Given routes of vehicles.

use std::collections::{HashMap, HashSet};

use data::message;
use solver::{Bounds, PlannedRoute, PlannedVisit, Visit};

use super::Reader;
use crate::request::{RoutingGivenStep, RoutingStepType, RoutingVehicle};

/// Numbers of tasks by type and id.
type Tasks = HashMap<(RoutingStepType, u64), usize>;

pub(super) fn read(reader: &mut Reader<'_>) -> Vec<PlannedRoute> {
    let request = reader.request;
    let tasks: Tasks = (0..request.tasks())
        .map(|number| (request.task(number), number))
        .map(|(task, number)| ((task.kind, task.id), number))
        .collect();
    let mut planned = HashSet::new();
    let mut routes = Vec::with_capacity(request.vehicles.len());
    for (at, vehicle) in request.vehicles.iter().enumerate() {
        let mut route = PlannedRoute::default();
        let mut breaks = HashSet::new();
        for (step_at, step) in vehicle.steps.iter().enumerate() {
            let path = format!("vehicles[{at}].steps[{step_at}]");
            let visit = match step.kind {
                RoutingStepType::Start => {
                    let is_first = step_at == 0;
                    reader.require(is_first, path, message!("must be the first step"));
                    route.start = bounds(step);
                    continue;
                }
                RoutingStepType::End => {
                    let is_last = step_at + 1 == vehicle.steps.len();
                    reader.require(is_last, path, message!("must be the last step"));
                    route.end = bounds(step);
                    continue;
                }
                RoutingStepType::Break => find_break(reader, &path, vehicle, step),
                _ => find_task(reader, &path, &tasks, step),
            };
            let Some(visit) = visit else { continue };
            let is_new = match visit {
                Visit::Task(task) => planned.insert(task),
                Visit::Break(pause) => breaks.insert(pause),
            };
            reader.require(is_new, format!("{path}.id"), message!("is used twice"));
            route.visits.push(PlannedVisit {
                visit,
                bounds: bounds(step),
            });
        }
        routes.push(route);
    }
    routes
}

fn bounds(step: &RoutingGivenStep) -> Bounds {
    let at = step.service_at;
    Bounds {
        not_before: at.max(step.service_after).map(i64::from),
        not_after: match (at, step.service_before) {
            (Some(at), Some(before)) => Some(i64::from(at.min(before))),
            (at, before) => at.or(before).map(i64::from),
        },
    }
}

fn find_break(
    reader: &mut Reader<'_>,
    path: &str,
    vehicle: &RoutingVehicle,
    step: &RoutingGivenStep,
) -> Option<Visit> {
    let id = require_id(reader, path, step)?;
    let found = vehicle.breaks.iter().position(|pause| pause.id == id);
    if found.is_none() {
        let message = message!("must be the id of a break of the vehicle");
        reader.error(format!("{path}.id"), message);
    }
    found.map(Visit::Break)
}

fn find_task(
    reader: &mut Reader<'_>,
    path: &str,
    tasks: &Tasks,
    step: &RoutingGivenStep,
) -> Option<Visit> {
    let id = require_id(reader, path, step)?;
    let found = tasks.get(&(step.kind, id));
    if found.is_none() {
        let message = message!("must be the id of a task of this type");
        reader.error(format!("{path}.id"), message);
    }
    found.map(|&task| Visit::Task(task))
}

fn require_id(reader: &mut Reader<'_>, path: &str, step: &RoutingGivenStep) -> Option<u64> {
    if step.id.is_none() {
        reader.error(format!("{path}.id"), message!("is required"));
    }
    step.id
}
