//! An independent check of plans: everything is recomputed from the problem as callers state it.

use crate::problem::{Problem, TaskKind, Vehicle, Window};
use crate::schedule::{PlannedRoute, StepKind, Visit, schedule};
use crate::solve::Solution;

/// Lists everything that is wrong with a plan, in words. Shares no code with the search.
pub fn check(problem: &Problem, solution: &Solution) -> Vec<String> {
    let mut faults = Vec::new();
    let mut served = vec![0; problem.tasks()];
    let mut cost = 0.0;
    for (index, route) in solution.routes.iter().enumerate() {
        for visit in route {
            if let Visit::Task(task) = visit {
                served[*task] += 1;
            }
        }
        if !route.is_empty() {
            cost += check_route(problem, index, route, &mut faults);
        }
    }
    for (task, &times) in served.iter().enumerate() {
        let missing = solution.unassigned.iter().any(|(other, _)| *other == task);
        if times + i32::from(missing) != 1 {
            faults.push(format!(
                "task {task} is served {times} times, missing: {missing}"
            ));
        }
    }
    if (cost - solution.cost as f64).abs() > 1.0 {
        faults.push(format!("the cost is {cost}, not {}", solution.cost));
    }
    faults
}

fn check_route(problem: &Problem, index: usize, route: &[Visit], faults: &mut Vec<String>) -> f64 {
    let vehicle = &problem.vehicles[index];
    let mut fail = |what: &str| faults.push(format!("vehicle {index}: {what} in {route:?}"));
    let tasks: Vec<usize> = (route.iter())
        .filter_map(|visit| match visit {
            Visit::Task(task) => Some(*task),
            Visit::Break(_) => None,
        })
        .collect();
    if vehicle.max_tasks.is_some_and(|most| tasks.len() > most) {
        fail("too many tasks");
    }
    for (at, &task) in tasks.iter().enumerate() {
        if problem
            .skills(task)
            .iter()
            .any(|skill| !vehicle.skills.contains(skill))
        {
            fail("a skill is missing");
        }
        let partner = problem.partner(task);
        let place = tasks.iter().position(|&other| Some(other) == partner);
        let ordered = match problem.kind(task) {
            TaskKind::Job => true,
            TaskKind::Pickup => place.is_some_and(|place| place > at),
            TaskKind::Delivery => place.is_some_and(|place| place < at),
        };
        if !ordered {
            fail("a shipment is torn");
        }
    }
    for pause in 0..vehicle.breaks.len() {
        if route
            .iter()
            .filter(|visit| **visit == Visit::Break(pause))
            .count()
            != 1
        {
            fail("a break is missing");
        }
    }
    if !fits(problem, vehicle, route, &tasks) {
        fail("an overload");
    }
    let times = schedule(problem, index, &PlannedRoute::from(route));
    if !times.violations.is_empty() {
        fail("a violation");
    }
    drive(problem, vehicle, &tasks, &times, &mut fail)
}

/// True if no load exceeds the capacity, nor a break's limit.
fn fits(problem: &Problem, vehicle: &Vehicle, route: &[Visit], tasks: &[usize]) -> bool {
    (0..problem.dimensions).all(|dim| {
        let capacity = vehicle
            .capacity
            .as_ref()
            .map_or(i64::MAX, |capacity| capacity[dim]);
        let jobs = tasks.iter().filter(|&&task| task < problem.jobs.len());
        let mut load: i64 = jobs.map(|&task| problem.jobs[task].delivery[dim]).sum();
        let mut fits = load <= capacity;
        for visit in route {
            match *visit {
                Visit::Break(pause) => {
                    let most = vehicle.breaks[pause].max_load.as_ref();
                    fits &= most.is_none_or(|most| load <= most[dim]);
                }
                Visit::Task(task) => {
                    load += match problem.kind(task) {
                        TaskKind::Job => {
                            problem.jobs[task].pickup[dim] - problem.jobs[task].delivery[dim]
                        }
                        kind => {
                            let shipment = (task - problem.jobs.len()) / 2;
                            let sign = if kind == TaskKind::Pickup { 1 } else { -1 };
                            sign * problem.shipments[shipment].amount[dim]
                        }
                    };
                    fits &= load <= capacity;
                }
            }
        }
        fits
    })
}

/// Drives the route by the schedule's times, and returns its cost.
fn drive(
    problem: &Problem,
    vehicle: &Vehicle,
    tasks: &[usize],
    times: &crate::schedule::Schedule,
    fail: &mut impl FnMut(&str),
) -> f64 {
    let matrix = &problem.matrices[vehicle.matrix];
    let speed = f64::from(vehicle.speed_factor) / 100.0;
    let mut places: Vec<usize> = tasks
        .iter()
        .map(|&task| problem.stop(task).location)
        .collect();
    places.splice(0..0, vehicle.start);
    places.extend(vehicle.end);
    let (mut travel, mut metres, mut cost) = (0.0, 0.0, vehicle.costs.fixed as f64);
    for pair in places.windows(2) {
        let entry = pair[0] * matrix.size + pair[1];
        let seconds = (100.0 / speed).round() / 100.0 * f64::from(matrix.durations[entry]);
        let far = matrix
            .distances
            .as_ref()
            .map_or(0.0, |values| f64::from(values[entry]));
        travel += seconds;
        metres += far;
        cost += match &matrix.costs {
            Some(costs) => f64::from(costs[entry]),
            None => {
                seconds * vehicle.costs.per_hour as f64 / 3600.0
                    + far * vehicle.costs.per_km as f64 / 1000.0
            }
        };
    }
    if vehicle
        .max_travel_time
        .is_some_and(|most| travel > most as f64 + 0.001)
    {
        fail("too long a way in time");
    }
    if vehicle
        .max_distance
        .is_some_and(|most| metres > most as f64 + 0.001)
    {
        fail("too long a way");
    }
    let within = |windows: &[Window], time: i64| {
        windows.is_empty()
            || windows
                .iter()
                .any(|window| time >= window.0 - 1 && time <= window.1)
    };
    // The schedule has no start or end where the vehicle has none.
    let mut last: Option<(i64, i64)> = None;
    for step in &times.steps {
        let begin = step.arrival + step.waiting;
        let windows = match step.kind {
            StepKind::Visit(Visit::Task(task)) => problem.stop(task).windows.as_slice(),
            StepKind::Visit(Visit::Break(pause)) => &vehicle.breaks[pause].windows,
            StepKind::Start | StepKind::End => vehicle.window.as_slice(),
        };
        if !within(windows, begin) || !within(vehicle.window.as_slice(), begin) {
            fail("a time outside of its window");
        }
        if let Some((ready, driven)) = last
            && (step.arrival - ready - (step.duration - driven)).abs() > 2
        {
            fail("an arrival that does not follow");
        }
        if let StepKind::Visit(Visit::Task(_)) = step.kind {
            let hours = (step.setup + step.service) as f64 / 3600.0;
            cost += hours * vehicle.costs.per_task_hour as f64;
        }
        last = Some((begin + step.setup + step.service, step.duration));
    }
    if (travel - times.duration as f64).abs() > 1.0 {
        fail("a wrong travel time");
    }
    cost
}
