//! Times and loads of a given route, with the constraints that it breaks.

use crate::class::time_factor;
use crate::exact::take_break;
use crate::model::{COST_SCALE, TIME_SCALE};
use crate::problem::{Break, Problem, TaskKind, Vehicle, Window};
use crate::soft::{Point, least_violation};

/// One visit of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    Task(usize),
    /// Index into the vehicle's breaks.
    Break(usize),
}

/// Hard limits of a begin, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    pub not_before: Option<i64>,
    pub not_after: Option<i64>,
}

impl Bounds {
    pub fn contains(&self, time: i64) -> bool {
        self.not_before.is_none_or(|limit| time >= limit)
            && self.not_after.is_none_or(|limit| time <= limit)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedVisit {
    pub visit: Visit,
    pub bounds: Bounds,
}

/// A given route, with limits of its times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlannedRoute {
    pub start: Bounds,
    pub visits: Vec<PlannedVisit>,
    pub end: Bounds,
}

impl From<&[Visit]> for PlannedRoute {
    fn from(visits: &[Visit]) -> Self {
        let planned = |&visit| PlannedVisit {
            visit,
            bounds: Bounds::default(),
        };
        Self {
            visits: visits.iter().map(planned).collect(),
            ..Self::default()
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    Delay,
    LeadTime,
    Load,
    MaxTasks,
    Skills,
    Precedence,
    MissingBreak,
    MaxTravelTime,
    MaxDistance,
    MaxLoad,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    pub cause: Cause,
    /// Seconds too early or too late.
    pub duration: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    Start,
    Visit(Visit),
    End,
}

/// A step of a route. Times are seconds, distances metres.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub kind: StepKind,
    pub location: Option<usize>,
    pub arrival: i64,
    /// Travel since the start.
    pub duration: i64,
    pub distance: i64,
    pub setup: i64,
    pub service: i64,
    pub waiting: i64,
    /// After the step.
    pub load: Vec<i64>,
    pub violations: Vec<Violation>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    pub steps: Vec<Step>,
    pub cost: i64,
    pub duration: i64,
    pub distance: i64,
    pub setup: i64,
    pub service: i64,
    pub waiting: i64,
    pub priority: i64,
    pub delivery: Vec<i64>,
    pub pickup: Vec<i64>,
    pub violations: Vec<Violation>,
    /// Set if hard limits of the given route contradict each other.
    pub exceeds_bounds: bool,
}

/// Chooses times for a route: the least total earliness and lateness, then the earliest end, then
/// the latest start. An unused vehicle has an empty schedule.
pub fn schedule(problem: &Problem, vehicle: usize, planned: &PlannedRoute) -> Schedule {
    let route = planned.visits.as_slice();
    if route.is_empty() {
        return Schedule::default();
    }
    let driver = &problem.vehicles[vehicle];
    let legs = legs(problem, driver, route);
    let points = points(problem, driver, planned, &legs);
    let begins = in_time(&points).unwrap_or_else(|| least_violation(&points));
    let mut schedule = Schedule::default();
    describe(
        problem,
        driver,
        route,
        &legs,
        &points,
        &begins,
        &mut schedule,
    );
    add_up(problem, driver, route, &mut schedule);
    let mut times = points.iter().zip(&begins);
    schedule.exceeds_bounds = times.any(|(point, &begin)| point.is_outside(begin));
    schedule
}

/// Travel before each visit and before the end, scaled, and metres; setup and service of each.
struct Leg {
    travel: i64,
    distance: i64,
    cost: i64,
    location: Option<usize>,
    setup: i64,
    service: i64,
}

fn legs(problem: &Problem, vehicle: &Vehicle, route: &[PlannedVisit]) -> Vec<Leg> {
    let matrix = &problem.matrices[vehicle.matrix];
    let factor = time_factor(vehicle.speed_factor);
    let mut at = vehicle.start;
    let mut legs = Vec::with_capacity(route.len() + 1);
    let ends = route
        .iter()
        .map(|planned| Some(planned.visit))
        .chain([None]);
    for visit in ends {
        let mut leg = Leg {
            travel: 0,
            distance: 0,
            cost: 0,
            location: None,
            setup: 0,
            service: 0,
        };
        let to = match visit {
            Some(Visit::Break(index)) => {
                leg.service = vehicle.breaks[index].service * TIME_SCALE;
                legs.push(leg);
                continue;
            }
            Some(Visit::Task(task)) => Some(problem.stop(task).location),
            None => vehicle.end,
        };
        if let (Some(from), Some(to)) = (at, to) {
            let entry = from * matrix.size + to;
            leg.travel = i64::from(matrix.durations[entry]) * factor;
            let distances = matrix.distances.as_ref();
            leg.distance = distances.map_or(0, |distances| i64::from(distances[entry]));
            leg.cost = match &matrix.costs {
                Some(costs) => i64::from(costs[entry]) * COST_SCALE,
                None => {
                    let metre = vehicle.costs.per_km * COST_SCALE / 1000;
                    leg.travel * vehicle.costs.per_hour + leg.distance * metre
                }
            };
        }
        if let Some(Visit::Task(task)) = visit {
            let stop = problem.stop(task);
            let own = |base: i64, kinds: &[(u32, i64)]| {
                let own = kinds.iter().find(|(kind, _)| Some(*kind) == vehicle.kind);
                own.map_or(base, |own| own.1) * TIME_SCALE
            };
            leg.service = own(stop.service, &stop.service_by_kind);
            if at != to {
                leg.setup = own(stop.setup, &stop.setup_by_kind);
            }
        }
        leg.location = to;
        legs.push(leg);
        if to.is_some() {
            at = to;
        }
    }
    legs
}

/// Windows and gaps of the start, the visits and the end. A break interrupts the leg around it:
/// the vehicle drives until the break may begin.
fn points(
    problem: &Problem,
    vehicle: &Vehicle,
    planned: &PlannedRoute,
    legs: &[Leg],
) -> Vec<Point> {
    let route = planned.visits.as_slice();
    let scaled = |windows: &[Window]| -> Vec<Window> {
        let scale = |&(open, close): &Window| (open * TIME_SCALE, close * TIME_SCALE);
        windows.iter().map(scale).collect()
    };
    let own: Vec<Window> = scaled(vehicle.window.as_slice());
    let start = Point::new(own.clone(), 0).within(planned.start);
    let mut time = start.begin(0);
    let mut points = vec![start];
    // Travel to the next place that is still to be driven.
    let mut rest: Option<i64> = None;
    let mut done = 0;
    for (index, leg) in legs.iter().enumerate() {
        let visit = route.get(index).map(|planned| planned.visit);
        let left = *rest.get_or_insert_with(|| {
            let place = (index..route.len())
                .find(|&at| matches!(route[at].visit, Visit::Task(_)))
                .unwrap_or(route.len());
            legs[place].travel
        });
        let (windows, driven) = match visit {
            Some(Visit::Break(pause)) => {
                let pause = &vehicle.breaks[pause];
                let pause = Break {
                    windows: scaled(&pause.windows),
                    service: 0,
                    max_load: None,
                };
                let (_, still) = take_break(&pause, time + done, left);
                rest = Some(still);
                (pause.windows, left - still)
            }
            Some(Visit::Task(task)) => {
                rest = None;
                (scaled(&problem.stop(task).windows), left)
            }
            None => (own.clone(), left),
        };
        let bounds = route.get(index).map_or(planned.end, |visit| visit.bounds);
        let point = Point::new(windows, done + driven).within(bounds);
        time = point.begin(time + point.gap);
        done = leg.setup + leg.service;
        points.push(point);
    }
    points
}

/// Times without any violation: the earliest end, then the latest start.
fn in_time(points: &[Point]) -> Option<Vec<i64>> {
    let forward = |start: i64| {
        let mut begins = Vec::with_capacity(points.len());
        let mut time = start;
        for point in points {
            time = point.first(time + point.gap)?;
            begins.push(time);
        }
        Some(begins)
    };
    let end = *forward(0)?.last()?;
    let mut by = end;
    for pair in points.windows(2).rev() {
        by = pair[0].last(by - pair[1].gap)?;
    }
    forward(by)
}

#[allow(clippy::too_many_arguments)]
fn describe(
    problem: &Problem,
    vehicle: &Vehicle,
    route: &[PlannedVisit],
    legs: &[Leg],
    points: &[Point],
    begins: &[i64],
    schedule: &mut Schedule,
) {
    let tasks = |kind: TaskKind| {
        route.iter().filter_map(move |planned| match planned.visit {
            Visit::Task(task) if problem.kind(task) == kind => Some(task),
            _ => None,
        })
    };
    let mut load = vec![0; problem.dimensions];
    for task in tasks(TaskKind::Job) {
        add(&mut load, &problem.jobs[task].delivery, 1);
    }
    let too_much = |load: &[i64]| {
        let capacity = vehicle.capacity.as_deref().unwrap_or(&[]);
        load.iter()
            .zip(capacity)
            .any(|(load, capacity)| load > capacity)
    };
    let mut step = Step {
        kind: StepKind::Start,
        location: vehicle.start,
        arrival: begins[0] / TIME_SCALE,
        duration: 0,
        distance: 0,
        setup: 0,
        service: 0,
        waiting: 0,
        load: load.clone(),
        violations: points[0].violation(begins[0]).into_iter().collect(),
    };
    if too_much(&load) {
        step.violations.push(plain(Cause::Load));
    }
    schedule.steps.push(step);
    let (mut travel, mut driven, mut distance) = (0, 0, 0);
    let mut done = 0;
    for (index, leg) in legs.iter().enumerate() {
        let (point, begin) = (&points[index + 1], begins[index + 1]);
        let arrival = begins[index] + point.gap;
        driven += point.gap - done;
        distance += leg.distance;
        travel += leg.travel;
        schedule.cost += leg.cost;
        done = leg.setup + leg.service;
        let mut violations: Vec<Violation> = point.violation(begin).into_iter().collect();
        let visit = route.get(index).map(|planned| planned.visit);
        match visit {
            Some(Visit::Task(task)) => {
                schedule.cost += done * vehicle.costs.per_task_hour;
                let before = route[..index].iter().map(|planned| planned.visit);
                let after = route[index..].iter().map(|planned| planned.visit);
                violations.extend(check_task(problem, vehicle, task, before, after));
                carry(problem, task, &mut load);
            }
            Some(Visit::Break(pause)) => {
                let most = vehicle.breaks[pause].max_load.as_deref().unwrap_or(&[]);
                if load.iter().zip(most).any(|(load, most)| load > most) {
                    violations.push(plain(Cause::MaxLoad));
                }
            }
            None => (),
        }
        if too_much(&load) && !matches!(visit, Some(Visit::Break(_))) {
            violations.push(plain(Cause::Load));
        }
        violations.sort_by_key(|violation| violation.cause);
        schedule.steps.push(Step {
            kind: visit.map_or(StepKind::End, StepKind::Visit),
            location: leg.location,
            arrival: arrival / TIME_SCALE,
            duration: driven / TIME_SCALE,
            distance,
            setup: leg.setup / TIME_SCALE,
            service: leg.service / TIME_SCALE,
            waiting: (begin - arrival) / TIME_SCALE,
            load: load.iter().map(|&load| load.max(0)).collect(),
            violations,
        });
    }
    schedule.duration = travel / TIME_SCALE;
    schedule.distance = distance;
    schedule.cost += vehicle.costs.fixed * COST_SCALE;
    schedule.cost = (schedule.cost + COST_SCALE / 2) / COST_SCALE;
    let limit = |most: Option<i64>, value: i64| most.is_some_and(|most| value > most);
    if limit(
        vehicle.max_travel_time.map(|most| most * TIME_SCALE),
        travel,
    ) {
        schedule.violations.push(plain(Cause::MaxTravelTime));
    }
    if limit(vehicle.max_distance, distance) {
        schedule.violations.push(plain(Cause::MaxDistance));
    }
}

fn check_task(
    problem: &Problem,
    vehicle: &Vehicle,
    task: usize,
    mut before: impl Iterator<Item = Visit>,
    mut after: impl Iterator<Item = Visit>,
) -> impl Iterator<Item = Violation> {
    let skilled = problem
        .skills(task)
        .iter()
        .all(|skill| vehicle.skills.contains(skill));
    let partner = problem.partner(task).map(Visit::Task);
    let paired = match problem.kind(task) {
        TaskKind::Job => true,
        TaskKind::Pickup => after.any(|visit| Some(visit) == partner),
        TaskKind::Delivery => before.any(|visit| Some(visit) == partner),
    };
    let skills = (!skilled).then(|| plain(Cause::Skills));
    skills
        .into_iter()
        .chain((!paired).then(|| plain(Cause::Precedence)))
}

/// Totals of the steps, and the violations of the route as a whole.
fn add_up(problem: &Problem, vehicle: &Vehicle, route: &[PlannedVisit], schedule: &mut Schedule) {
    schedule.delivery = vec![0; problem.dimensions];
    schedule.pickup = vec![0; problem.dimensions];
    let mut tasks = 0;
    for planned in route {
        let Visit::Task(task) = planned.visit else {
            continue;
        };
        tasks += 1;
        schedule.priority += i64::from(problem.priority(task));
        let shipment = task.checked_sub(problem.jobs.len()).map(|rest| rest / 2);
        match (problem.kind(task), shipment) {
            (TaskKind::Pickup, Some(at)) => {
                add(&mut schedule.pickup, &problem.shipments[at].amount, 1);
            }
            (TaskKind::Delivery, Some(at)) => {
                add(&mut schedule.delivery, &problem.shipments[at].amount, 1);
            }
            _ => {
                add(&mut schedule.delivery, &problem.jobs[task].delivery, 1);
                add(&mut schedule.pickup, &problem.jobs[task].pickup, 1);
            }
        }
    }
    for step in &schedule.steps {
        schedule.setup += step.setup;
        schedule.service += step.service;
        schedule.waiting += step.waiting;
    }
    if vehicle.max_tasks.is_some_and(|most| tasks > most) {
        schedule.violations.push(plain(Cause::MaxTasks));
    }
    let taken = |index: usize| {
        route
            .iter()
            .any(|planned| planned.visit == Visit::Break(index))
    };
    if (0..vehicle.breaks.len()).any(|index| !taken(index)) {
        schedule.violations.push(plain(Cause::MissingBreak));
    }
    for violation in schedule.steps.iter().flat_map(|step| &step.violations) {
        let same = (schedule.violations.iter_mut()).find(|other| other.cause == violation.cause);
        match same {
            Some(sum) => sum.duration = sum.duration.zip(violation.duration).map(|(a, b)| a + b),
            None => schedule.violations.push(*violation),
        }
    }
    schedule.violations.sort_by_key(|violation| violation.cause);
    schedule.steps.retain(|step| match step.kind {
        StepKind::Start => vehicle.start.is_some(),
        StepKind::End => vehicle.end.is_some(),
        StepKind::Visit(_) => true,
    });
}

fn carry(problem: &Problem, task: usize, load: &mut [i64]) {
    let shipment = task.checked_sub(problem.jobs.len()).map(|rest| rest / 2);
    match (problem.kind(task), shipment) {
        (TaskKind::Pickup, Some(at)) => add(load, &problem.shipments[at].amount, 1),
        (TaskKind::Delivery, Some(at)) => add(load, &problem.shipments[at].amount, -1),
        _ => {
            add(load, &problem.jobs[task].delivery, -1);
            add(load, &problem.jobs[task].pickup, 1);
        }
    }
}

fn add(sum: &mut [i64], amount: &[i64], sign: i64) {
    for (sum, amount) in sum.iter_mut().zip(amount) {
        *sum += sign * amount;
    }
}

fn plain(cause: Cause) -> Violation {
    Violation {
        cause,
        duration: None,
    }
}
