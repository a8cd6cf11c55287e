//! Timing of routes: the runs that follow from an order of stops.

use std::collections::BTreeMap;

use jobs::FreightJobId;
use rust_decimal::Decimal;
use solver::{Cause, PlannedRoute, Schedule, Step, StepKind, Violation, Visit, schedule};

use super::{Day, prepare::DayProblem, tasks::Task, vehicles::DayVehicle};
use crate::runs::model::{
    PlannedRun, RunLoad, RunPlace, RunStep, RunStepType, RunViolation, RunViolationCause,
};
use carriage::polyline;

/// An entry of a given route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Stop {
    Job(FreightJobId, RunStepType),
    /// A break by its place among the vehicle's.
    Break(usize),
}

/// Converts jobs in their order to stops. A job with two stops that is named twice has its pickup
/// first and its delivery second; named once, both follow each other. Jobs without a task are left
/// out.
pub(crate) fn to_stops(
    day: &Day,
    tasks: &BTreeMap<FreightJobId, Task>,
    order: &[FreightJobId],
) -> Vec<Stop> {
    let mut stops: Vec<Stop> = Vec::with_capacity(order.len());
    for (at, &id) in order.iter().enumerate() {
        let Some(task) = tasks.get(&id) else { continue };
        let kinds: Vec<RunStepType> = task.stops(day).iter().map(|stop| stop.kind).collect();
        let before = order[..at].iter().filter(|&&other| other == id).count();
        let is_named_again = order[at + 1..].contains(&id);
        match (kinds.as_slice(), before) {
            ([only], 0) => stops.push(Stop::Job(id, *only)),
            ([first, _], 0) if is_named_again => stops.push(Stop::Job(id, *first)),
            ([first, second], 0) => {
                stops.extend([Stop::Job(id, *first), Stop::Job(id, *second)]);
            }
            ([_, second], 1) => stops.push(Stop::Job(id, *second)),
            _ => {}
        }
    }
    stops
}

impl DayProblem {
    /// Times a route of a vehicle with the rests that it needs.
    pub fn time(&self, vehicle: usize, stops: &[Stop]) -> PlannedRun {
        let placed = |stop: &Stop| match *stop {
            Stop::Job(id, kind) => self.visit((id, kind)),
            Stop::Break(pause) => Some(Visit::Break(pause)),
        };
        let visits: Vec<Visit> = stops.iter().filter_map(placed).collect();
        let visits = self.with_rests(vehicle, &visits);
        let timed = self.schedule(vehicle, &visits);
        let mut steps: Vec<RunStep> = timed
            .steps
            .iter()
            .map(|step| self.step(vehicle, step))
            .collect();
        self.insert_unlocated(vehicle, stops, &mut steps);
        let run = &self.vehicles[vehicle];
        let (duration, distance) = prepend(&run.done, &mut steps);
        let locations = steps.iter().filter_map(|step| step.location);
        let points: Vec<polyline::Position> = locations
            .map(|place| place.map(|degrees| (degrees * 1e6).round() as i64))
            .collect();
        PlannedRun {
            geometry: (points.len() > 1).then(|| polyline::encode(points)),
            cost: Decimal::new(timed.cost, 2),
            duration: timed.duration + duration,
            service: timed.setup + timed.service,
            waiting: timed.waiting,
            distance: timed.distance + distance,
            lateness: steps.iter().map(|step| step.lateness).max().unwrap_or(0),
            violations: self.route_violations(vehicle, &timed, &steps),
            steps,
            ..empty_run(run)
        }
    }

    /// Times a route. Nothing begins before the shift or its window: what cannot be kept is late.
    fn schedule(&self, vehicle: usize, visits: &[Visit]) -> Schedule {
        let problem = &self.draft.problem;
        let mut planned = PlannedRoute::from(visits);
        let shift = i64::from(self.day.seconds(self.vehicles[vehicle].shift.from));
        planned.start.not_before = Some(shift);
        for planned in &mut planned.visits {
            let windows = match planned.visit {
                Visit::Task(task) => &problem.stop(task).windows,
                Visit::Break(pause) => &problem.vehicles[vehicle].breaks[pause].windows,
            };
            let opening = windows.first().map_or(0, |window| window.0);
            planned.bounds.not_before = Some(opening.max(shift));
        }
        schedule(problem, vehicle, &planned)
    }

    /// Replaces the rests of a route by those that it needs: it ends before the others are due. A
    /// rest that the route has stays where it is, and another is taken where it delays least.
    fn with_rests(&self, vehicle: usize, visits: &[Visit]) -> Vec<Visit> {
        let is_task = |visit: &Visit| matches!(visit, Visit::Task(_));
        let mut with: Vec<Visit> = visits.iter().copied().filter(is_task).collect();
        for (number, rest) in self.vehicles[vehicle].breaks.iter().enumerate() {
            let end = end_of(&self.schedule(vehicle, &with));
            if end <= i64::from(self.day.seconds(rest.to)) {
                break;
            }
            let pause = Visit::Break(number);
            let given = visits.iter().position(|visit| *visit == pause);
            let places = match given {
                Some(at) => {
                    let before = visits[..at].iter().filter(|visit| is_task(visit)).count();
                    let tasks = with.iter().enumerate().filter(|(_, visit)| is_task(visit));
                    let place = tasks.map(|(at, _)| at).nth(before).unwrap_or(with.len());
                    place..=place
                }
                None => 0..=with.len(),
            };
            let candidates = places.map(|at| {
                let mut with = with.clone();
                with.insert(at, pause);
                with
            });
            let best = candidates.min_by_key(|with| lateness_of(&self.schedule(vehicle, with)));
            with = best.unwrap_or(with);
        }
        with
    }

    fn step(&self, vehicle: usize, step: &Step) -> RunStep {
        let run = &self.vehicles[vehicle];
        let day = &self.day;
        let timed = RunStep {
            arrival: day.instant(step.arrival),
            service: step.setup + step.service,
            waiting: step.waiting,
            duration: step.duration,
            distance: step.distance,
            load: to_load(&step.load),
            violations: step.violations.iter().map(to_violation).collect(),
            ..RunStep::new(RunStepType::Job, day.begin)
        };
        match step.kind {
            StepKind::Start => RunStep {
                kind: RunStepType::Start,
                ..at_place(timed, run.start.as_ref())
            },
            StepKind::End => {
                let mut end = RunStep {
                    kind: RunStepType::End,
                    ..at_place(timed, run.end.as_ref())
                };
                if run.hours_end.is_some() {
                    name_hours(&mut end.violations);
                }
                end
            }
            StepKind::Visit(Visit::Break(_)) => RunStep {
                kind: RunStepType::Break,
                ..timed
            },
            StepKind::Visit(Visit::Task(number)) => {
                let (id, kind) = self.stop(number);
                self.job_step(id, kind, timed)
            }
        }
    }

    /// Completes the step of a job. Lateness counts by its own window, which the solver's may
    /// leave open.
    fn job_step(&self, id: FreightJobId, kind: RunStepType, timed: RunStep) -> RunStep {
        let mut step = RunStep {
            kind,
            jobid: Some(id),
            ..timed
        };
        let Some(task) = self.tasks.get(&id) else {
            return step;
        };
        step.jobno = Some(task.job.job_no.clone());
        let stops = task.stops(&self.day);
        let Some(stop) = stops.iter().find(|stop| stop.kind == kind) else {
            return step;
        };
        step.description = stop.place.map(|place| place.description.clone());
        step.location = stop.place.and_then(|place| place.position);
        (step.windowstart, step.windowend) = (stop.from, stop.to);
        let begin = step.arrival + chrono::TimeDelta::seconds(step.waiting);
        step.lateness = stop.to.map_or(0, |to| (begin - to).num_seconds().max(0));
        let is_delay = |violation: &RunViolation| violation.cause == RunViolationCause::Delay;
        step.violations.retain(|violation| !is_delay(violation));
        if step.lateness > 0 {
            step.violations.push(RunViolation {
                cause: RunViolationCause::Delay,
                duration: Some(step.lateness),
            });
        }
        step
    }

    /// Inserts stops without a position after the ones before them, without travel.
    fn insert_unlocated(&self, vehicle: usize, stops: &[Stop], steps: &mut Vec<RunStep>) {
        let mut before: Option<(FreightJobId, RunStepType)> = None;
        for stop in stops {
            let Stop::Job(id, kind) = *stop else { continue };
            if self.visit((id, kind)).is_none() {
                let found = steps
                    .iter()
                    .position(|step| step.jobid.map(|job| (job, step.kind)) == before)
                    .filter(|_| before.is_some());
                let at = match found {
                    Some(at) => at + 1,
                    None => steps
                        .iter()
                        .position(|step| step.kind != RunStepType::Start)
                        .unwrap_or(steps.len()),
                };
                let copied = at.checked_sub(1).map(|last| steps[last].clone());
                let timed = match copied {
                    Some(last) => RunStep {
                        arrival: last.arrival
                            + chrono::TimeDelta::seconds(last.waiting + last.service),
                        duration: last.duration,
                        distance: last.distance,
                        load: last.load,
                        ..RunStep::new(RunStepType::Job, self.day.begin)
                    },
                    None => RunStep {
                        arrival: self.vehicles[vehicle].shift.from,
                        ..RunStep::new(RunStepType::Job, self.day.begin)
                    },
                };
                let mut step = self.job_step(id, kind, timed);
                step.violations.push(RunViolation {
                    cause: RunViolationCause::UnknownPosition,
                    duration: None,
                });
                steps.insert(at, step);
            }
            before = Some((id, kind));
        }
    }

    /// Violations that no single step has.
    fn route_violations(
        &self,
        vehicle: usize,
        timed: &Schedule,
        steps: &[RunStep],
    ) -> Vec<RunViolation> {
        let of_steps: Vec<RunViolationCause> = steps
            .iter()
            .flat_map(|step| &step.violations)
            .map(|violation| violation.cause)
            .collect();
        let mut violations: Vec<RunViolation> = timed
            .violations
            .iter()
            .map(to_violation)
            .filter(|violation| {
                // Rests that are missing are those that the route does not need.
                let is_shown = !matches!(
                    violation.cause,
                    RunViolationCause::Delay | RunViolationCause::MissingBreak
                );
                is_shown && !of_steps.contains(&violation.cause)
            })
            .collect();
        // Without an end, the last stop shows that the driver's hours are exceeded.
        let hours_end = self.vehicles[vehicle].hours_end;
        if let (Some(end), Some(last)) = (hours_end, steps.last())
            && last.kind != RunStepType::End
        {
            let ends = last.arrival + chrono::TimeDelta::seconds(last.waiting + last.service);
            let over = (ends - end).num_seconds();
            if over > 0 {
                violations.push(RunViolation {
                    cause: RunViolationCause::HoursLeft,
                    duration: Some(over),
                });
            }
        }
        violations
    }
}

/// Puts the steps that have ended before the others, which then count on from them. Returns
/// seconds and metres so far.
fn prepend(done: &[RunStep], steps: &mut Vec<RunStep>) -> (i64, i64) {
    let Some(last) = done.last() else {
        return (0, 0);
    };
    let so_far = (last.duration, last.distance);
    steps.retain(|step| step.kind != RunStepType::Start);
    for step in steps.iter_mut() {
        step.duration += so_far.0;
        step.distance += so_far.1;
    }
    steps.splice(0..0, done.iter().cloned());
    so_far
}

/// The driver's hours are the end of the shift.
fn name_hours(violations: &mut [RunViolation]) {
    for violation in violations {
        if violation.cause == RunViolationCause::Delay {
            violation.cause = RunViolationCause::HoursLeft;
        }
    }
}

/// A run of a vehicle without stops.
pub(crate) fn empty_run(vehicle: &DayVehicle) -> PlannedRun {
    PlannedRun {
        runid: vehicle.run,
        driverid: Some(vehicle.vehicle.driver),
        vehicleid: vehicle.vehicle.id,
        start: vehicle.start.clone(),
        end: vehicle.end.clone(),
        shift: vehicle.shift,
        cost: Decimal::ZERO,
        duration: 0,
        service: 0,
        waiting: 0,
        distance: 0,
        lateness: 0,
        steps: Vec::new(),
        violations: Vec::new(),
        geometry: None,
    }
}

fn at_place(step: RunStep, place: Option<&RunPlace>) -> RunStep {
    RunStep {
        description: place.and_then(|place| place.description.clone()),
        location: place.map(|place| [place.longitude, place.latitude]),
        ..step
    }
}

/// Second at which a route ends.
fn end_of(timed: &Schedule) -> i64 {
    timed.steps.last().map_or(0, |last| {
        last.arrival + last.waiting + last.setup + last.service
    })
}

/// Seconds of all violations, then the end.
fn lateness_of(timed: &Schedule) -> (i64, i64) {
    let violations = timed.violations.iter();
    let late = violations.filter_map(|violation| violation.duration).sum();
    let end = timed.steps.last().map_or(0, |step| step.arrival);
    (late, end)
}

fn to_load(load: &[i64]) -> RunLoad {
    let at = |dimension: usize| load.get(dimension).copied().unwrap_or(0);
    RunLoad {
        weight: Decimal::new(at(0), 3).normalize(),
        volume: Decimal::new(at(1), 3).normalize(),
        pallets: at(2),
    }
}

fn to_violation(violation: &Violation) -> RunViolation {
    RunViolation {
        cause: match violation.cause {
            Cause::Delay => RunViolationCause::Delay,
            Cause::LeadTime => RunViolationCause::LeadTime,
            Cause::Load => RunViolationCause::Load,
            Cause::MaxTasks => RunViolationCause::MaxTasks,
            Cause::Skills => RunViolationCause::Skills,
            Cause::Precedence => RunViolationCause::Precedence,
            Cause::MissingBreak => RunViolationCause::MissingBreak,
            Cause::MaxTravelTime => RunViolationCause::MaxTravelTime,
            Cause::MaxDistance => RunViolationCause::MaxDistance,
            Cause::MaxLoad => RunViolationCause::MaxLoad,
        },
        duration: violation.duration,
    }
}
