//! Conversion of solutions to the routes of a plan.

use std::collections::HashSet;

use solver::{Reason, Solution, Visit};

use super::model::{PlanResult, Unassigned, UnassignedCause};
use crate::{
    day::{
        evaluate::{Stop, empty_run},
        prepare::DayProblem,
    },
    roads::Roads,
    runs::model::RunStepType,
};

/// Returns the routes of a solution, or none, with the jobs that are in no route.
pub(crate) fn to_result(
    problem: &DayProblem,
    solution: Option<&Solution>,
    rejected: &[Unassigned],
) -> PlanResult {
    let mut routes = Vec::with_capacity(problem.vehicles.len());
    for (at, vehicle) in problem.vehicles.iter().enumerate() {
        let visits = solution.map_or(&[][..], |solution| solution.routes[at].as_slice());
        let stops: Vec<Stop> = visits
            .iter()
            .map(|visit| match *visit {
                Visit::Task(number) => {
                    let (job, kind) = problem.stop(number);
                    Stop::Job(job, kind)
                }
                Visit::Break(pause) => Stop::Break(pause),
            })
            .collect();
        routes.push(match stops.is_empty() && vehicle.done.is_empty() {
            true => empty_run(vehicle),
            false => problem.time(at, &stops),
        });
    }
    let mut unassigned = Vec::new();
    let mut seen = HashSet::new();
    let missing = solution.map_or(&[][..], |solution| solution.unassigned.as_slice());
    for &(number, reason) in missing {
        let (job, _) = problem.stop(number);
        if seen.insert(job)
            && let Some(task) = problem.tasks.get(&job)
        {
            unassigned.push(Unassigned {
                jobid: job,
                jobno: task.job.job_no.clone(),
                cause: match reason {
                    Reason::NoVehicle => UnassignedCause::NoVehicle,
                    Reason::Skills => UnassignedCause::Skills,
                    Reason::Capacity => UnassignedCause::Capacity,
                    Reason::Time => UnassignedCause::Time,
                    Reason::Fleet => UnassignedCause::Fleet,
                },
            });
        }
    }
    let unlocated = problem.tasks.values();
    let unlocated = unlocated.filter(|task| !task.is_located(&problem.day));
    unassigned.extend(unlocated.map(|task| Unassigned {
        jobid: task.job.id,
        jobno: task.job.job_no.clone(),
        cause: UnassignedCause::UnknownPosition,
    }));
    unassigned.extend_from_slice(rejected);
    PlanResult { routes, unassigned }
}

/// Replaces straight lines by the roads of a road server. One that fails leaves the lines.
pub(crate) async fn add_geometry(roads: &Roads, problem: &DayProblem, result: &mut PlanResult) {
    if roads.is_straight() {
        return;
    }
    for (at, run) in result.routes.iter_mut().enumerate() {
        let places = run.steps.iter().filter_map(|step| {
            let is_ahead = !step.outcome.has_ended() || step.kind == RunStepType::Start;
            step.location.filter(|_| is_ahead)
        });
        let places: Vec<_> = places
            .map(|place| place.map(|degrees| (degrees * 1e6).round() as i64))
            .collect();
        if places.len() < 2 {
            continue;
        }
        let profile = problem.request.vehicles[at].profile();
        match roads.geometry(profile, &places).await {
            Ok(shape) => run.geometry = Some(shape),
            Err(failure) => {
                tracing::info!(?failure, "a route has straight lines");
                return;
            }
        }
    }
}
