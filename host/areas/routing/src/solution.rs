//! Conversion of schedules to the response.

use solver::{Cause, Reason, Schedule, Step, StepKind, Violation, Visit};

use crate::{
    problem::{
        Draft,
        places::{Position, degrees, read_position},
    },
    request::{RoutingRequest, RoutingStepType},
    response::{
        RoutingCause, RoutingReason, RoutingResponse, RoutingRoute, RoutingStep, RoutingSummary,
        RoutingUnassigned, RoutingViolation,
    },
};

/// A plan of the solver.
pub(crate) struct Plan {
    /// By vehicle; without steps where it is not used.
    pub schedules: Vec<Schedule>,
    /// Tasks without a route; the reason is known after a search.
    pub unassigned: Vec<(usize, Option<Reason>)>,
}

/// Returns the response, without geometry and computing times.
pub(crate) fn response(request: &RoutingRequest, draft: &Draft, plan: &Plan) -> RoutingResponse {
    let used = plan.schedules.iter().enumerate();
    let used = used.filter(|(_, schedule)| !schedule.steps.is_empty());
    let routes: Vec<RoutingRoute> = used
        .map(|(vehicle, schedule)| route(request, draft, vehicle, schedule))
        .collect();
    let unassigned = plan.unassigned.iter();
    RoutingResponse {
        code: 0,
        summary: summary(draft, &routes, plan),
        unassigned: unassigned
            .map(|&(task, reason)| unassigned_task(request, task, reason))
            .collect(),
        routes,
    }
}

/// Positions of a route's places, in order.
pub(crate) fn positions(draft: &Draft, schedule: &Schedule) -> Vec<Position> {
    let places = schedule.steps.iter().filter_map(|step| step.location);
    places
        .filter_map(|place| draft.places.all[place].position)
        .collect()
}

fn summary(draft: &Draft, routes: &[RoutingRoute], plan: &Plan) -> RoutingSummary {
    let dimensions = draft.problem.dimensions;
    let mut summary = RoutingSummary {
        routes: routes.len(),
        unassigned: plan.unassigned.len(),
        delivery: vec![0; dimensions],
        pickup: vec![0; dimensions],
        distance: has_distances(draft).then_some(0),
        ..RoutingSummary::default()
    };
    for route in routes {
        summary.cost += route.cost;
        summary.setup += route.setup;
        summary.service += route.service;
        summary.duration += route.duration;
        summary.waiting_time += route.waiting_time;
        summary.priority += route.priority;
        summary.distance = summary.distance.zip(route.distance).map(|(a, b)| a + b);
        let amounts = [
            (&mut summary.delivery, &route.delivery),
            (&mut summary.pickup, &route.pickup),
        ];
        for (sum, amount) in amounts {
            sum.iter_mut()
                .zip(amount)
                .for_each(|(sum, amount)| *sum += amount);
        }
        for violation in &route.violations {
            let known = summary.violations.iter_mut();
            match known
                .into_iter()
                .find(|known| known.cause == violation.cause)
            {
                Some(known) => {
                    known.duration = known.duration.zip(violation.duration).map(|(a, b)| a + b);
                }
                None => summary.violations.push(violation.clone()),
            }
        }
    }
    summary.amount = summary.delivery.clone();
    summary
}

/// True if all profiles have distances: they are reported for all routes or none.
fn has_distances(draft: &Draft) -> bool {
    let matrices = &draft.problem.matrices;
    matrices.iter().all(|matrix| matrix.distances.is_some())
}

fn route(
    request: &RoutingRequest,
    draft: &Draft,
    vehicle: usize,
    schedule: &Schedule,
) -> RoutingRoute {
    let driver = &request.vehicles[vehicle];
    let has_distances = has_distances(draft);
    let steps = schedule.steps.iter();
    RoutingRoute {
        vehicle: driver.id,
        cost: schedule.cost,
        description: text(driver.description.as_deref()),
        delivery: schedule.delivery.clone(),
        amount: schedule.delivery.clone(),
        pickup: schedule.pickup.clone(),
        setup: schedule.setup,
        service: schedule.service,
        duration: schedule.duration,
        durations: schedule.duration,
        waiting_time: schedule.waiting,
        priority: schedule.priority,
        distance: has_distances.then_some(schedule.distance),
        steps: steps
            .map(|step| route_step(request, vehicle, step, has_distances))
            .collect(),
        violations: violations(&schedule.violations),
        geometry: None,
    }
}

fn route_step(
    request: &RoutingRequest,
    vehicle: usize,
    step: &Step,
    has_distances: bool,
) -> RoutingStep {
    let driver = &request.vehicles[vehicle];
    let timed = RoutingStep {
        kind: RoutingStepType::Start,
        description: None,
        location: None,
        location_index: None,
        id: None,
        job: None,
        jobid: None,
        jobno: None,
        setup: step.setup,
        service: step.service,
        waiting_time: step.waiting,
        load: step.load.clone(),
        arrival: step.arrival,
        duration: step.duration,
        violations: violations(&step.violations),
        distance: has_distances.then_some(step.distance),
    };
    match step.kind {
        StepKind::Start => RoutingStep {
            description: text(driver.start_description.as_deref()),
            location: location(driver.start.as_deref()),
            location_index: driver.start_index,
            ..timed
        },
        StepKind::End => RoutingStep {
            kind: RoutingStepType::End,
            description: text(driver.end_description.as_deref()),
            location: location(driver.end.as_deref()),
            location_index: driver.end_index,
            ..timed
        },
        StepKind::Visit(Visit::Break(pause)) => RoutingStep {
            kind: RoutingStepType::Break,
            description: text(driver.breaks[pause].description.as_deref()),
            id: Some(driver.breaks[pause].id),
            ..timed
        },
        StepKind::Visit(Visit::Task(task)) => {
            let task = request.task(task);
            RoutingStep {
                kind: task.kind,
                description: text(task.description),
                location: location(task.location),
                location_index: task.location_index,
                id: Some(task.id),
                job: Some(task.id),
                jobid: task.jobid,
                jobno: text(task.jobno),
                ..timed
            }
        }
    }
}

fn unassigned_task(
    request: &RoutingRequest,
    task: usize,
    reason: Option<Reason>,
) -> RoutingUnassigned {
    let task = request.task(task);
    RoutingUnassigned {
        id: task.id,
        location: location(task.location),
        location_index: task.location_index,
        kind: task.kind,
        description: text(task.description),
        jobid: task.jobid,
        jobno: text(task.jobno),
        reason: reason.map(|reason| match reason {
            Reason::NoVehicle => RoutingReason::NoVehicle,
            Reason::Skills => RoutingReason::Skills,
            Reason::Capacity => RoutingReason::Capacity,
            Reason::Time => RoutingReason::Time,
            Reason::Fleet => RoutingReason::Fleet,
        }),
    }
}

fn text(text: Option<&str>) -> Option<String> {
    text.filter(|text| !text.is_empty()).map(str::to_owned)
}

fn location(coordinates: Option<&[f64]>) -> Option<[f64; 2]> {
    coordinates.and_then(read_position).map(degrees)
}

fn violations(violations: &[Violation]) -> Vec<RoutingViolation> {
    let violation = |violation: &Violation| RoutingViolation {
        cause: match violation.cause {
            Cause::Delay => RoutingCause::Delay,
            Cause::LeadTime => RoutingCause::LeadTime,
            Cause::Load => RoutingCause::Load,
            Cause::MaxTasks => RoutingCause::MaxTasks,
            Cause::Skills => RoutingCause::Skills,
            Cause::Precedence => RoutingCause::Precedence,
            Cause::MissingBreak => RoutingCause::MissingBreak,
            Cause::MaxTravelTime => RoutingCause::MaxTravelTime,
            Cause::MaxDistance => RoutingCause::MaxDistance,
            Cause::MaxLoad => RoutingCause::MaxLoad,
        },
        duration: violation.duration,
    };
    violations.iter().map(violation).collect()
}
