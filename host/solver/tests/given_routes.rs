//! Times and violations of given routes, by VROOM's description of its plan mode.

use solver::{
    Bounds, Break, Cause, Job, Matrix, PlannedRoute, PlannedVisit, Problem, Schedule, Shipment,
    Stop, Vehicle, Visit, schedule,
};

/// Places on a line, a hundred seconds and a kilometre apart.
fn line() -> Matrix {
    let steps = |from: u32, to: u32| from.abs_diff(to);
    let all = || (0..6_u32).flat_map(|from| (0..6_u32).map(move |to| (from, to)));
    Matrix {
        size: 6,
        durations: all().map(|(from, to)| steps(from, to) * 100).collect(),
        distances: Some(all().map(|(from, to)| steps(from, to) * 1000).collect()),
        costs: None,
    }
}

fn job(location: usize) -> Job {
    Job {
        stop: Stop {
            location,
            service: 10,
            ..Stop::default()
        },
        delivery: vec![2],
        pickup: vec![0],
        ..Job::default()
    }
}

fn vehicle() -> Vehicle {
    Vehicle {
        start: Some(0),
        end: Some(0),
        capacity: Some(vec![10]),
        ..Vehicle::default()
    }
}

fn problem(vehicle: Vehicle, jobs: Vec<Job>) -> Problem {
    Problem {
        matrices: vec![line()],
        vehicles: vec![vehicle],
        jobs,
        shipments: Vec::new(),
        dimensions: 1,
    }
}

fn follow(problem: &Problem, visits: &[Visit]) -> Schedule {
    schedule(problem, 0, &PlannedRoute::from(visits))
}

/// Causes at the steps of a route, and those of the route.
fn causes(schedule: &Schedule) -> (Vec<Vec<Cause>>, Vec<Cause>) {
    let of = |violations: &[solver::Violation]| -> Vec<Cause> {
        violations.iter().map(|violation| violation.cause).collect()
    };
    let steps = schedule.steps.iter().map(|step| of(&step.violations));
    (steps.collect(), of(&schedule.violations))
}

const BOTH: [Visit; 2] = [Visit::Task(0), Visit::Task(1)];

#[test]
fn a_route_without_violations_has_its_times() {
    let schedule = follow(&problem(vehicle(), vec![job(1), job(3)]), &BOTH);
    assert_eq!(causes(&schedule).1, []);
    let arrivals: Vec<i64> = schedule.steps.iter().map(|step| step.arrival).collect();
    assert_eq!(arrivals, [0, 100, 310, 620]);
    let loads: Vec<i64> = schedule.steps.iter().map(|step| step.load[0]).collect();
    assert_eq!(loads, [4, 2, 0, 0]);
    let totals = (
        schedule.duration,
        schedule.distance,
        schedule.service,
        schedule.cost,
    );
    assert_eq!(totals, (600, 6000, 20, 600));
    assert_eq!((schedule.delivery, schedule.pickup), (vec![4], vec![0]));
}

#[test]
fn delay_and_lead_time_are_as_small_as_can_be() {
    let mut late = job(3);
    late.stop.windows = vec![(0, 250)];
    let timed = Vehicle {
        window: Some((100, 5000)),
        ..vehicle()
    };
    let problem = problem(timed, vec![job(1), late]);
    // A second earlier at the start is a second less late at the job: the end decides.
    let schedule = follow(&problem, &BOTH);
    let total = |cause: Cause| {
        let violations = schedule.violations.iter();
        let found = violations.filter(|violation| violation.cause == cause);
        found
            .filter_map(|violation| violation.duration)
            .sum::<i64>()
    };
    assert_eq!(total(Cause::Delay) + total(Cause::LeadTime), 160);
    let limited = PlannedRoute {
        start: Bounds {
            not_before: Some(60),
            not_after: None,
        },
        ..PlannedRoute::from(BOTH.as_slice())
    };
    let schedule = solver::schedule(&problem, 0, &limited);
    let first = &schedule.steps[0];
    assert_eq!(first.arrival, 60);
    assert_eq!(first.violations[0].cause, Cause::LeadTime);
    assert_eq!(first.violations[0].duration, Some(40));
    let violations = schedule.steps[2].violations[0];
    assert_eq!(
        (violations.cause, violations.duration),
        (Cause::Delay, Some(120))
    );
}

#[test]
fn times_of_service_are_kept() {
    let problem = problem(vehicle(), vec![job(1), job(3)]);
    let at = |visit: Visit, from: Option<i64>, to: Option<i64>| PlannedVisit {
        visit,
        bounds: Bounds {
            not_before: from,
            not_after: to,
        },
    };
    let route = PlannedRoute {
        visits: vec![
            at(Visit::Task(0), Some(500), Some(500)),
            at(Visit::Task(1), Some(900), None),
        ],
        end: Bounds {
            not_before: Some(2000),
            not_after: None,
        },
        ..PlannedRoute::default()
    };
    let schedule = solver::schedule(&problem, 0, &route);
    assert_eq!(causes(&schedule).1, []);
    let begins = schedule
        .steps
        .iter()
        .map(|step| step.arrival + step.waiting);
    let begins: Vec<i64> = begins.collect();
    assert_eq!(begins[1], 500);
    assert!(begins[2] >= 900, "{begins:?}");
    assert_eq!(begins[3], 2000);
}

#[test]
fn loads_above_the_capacity_are_named_where_they_are() {
    let small = Vehicle {
        capacity: Some(vec![3]),
        ..vehicle()
    };
    let schedule = follow(&problem(small, vec![job(1), job(3)]), &BOTH);
    let (steps, route) = causes(&schedule);
    assert_eq!(steps, [vec![Cause::Load], vec![], vec![], vec![]]);
    assert_eq!(route, [Cause::Load]);
}

#[test]
fn limits_of_a_route_are_named_for_the_route() {
    let limited = Vehicle {
        max_tasks: Some(1),
        max_travel_time: Some(599),
        max_distance: Some(5999),
        breaks: vec![Break::default()],
        ..vehicle()
    };
    let schedule = follow(&problem(limited, vec![job(1), job(3)]), &BOTH);
    let (steps, route) = causes(&schedule);
    assert!(steps.iter().all(Vec::is_empty), "{steps:?}");
    let expected = [
        Cause::MaxTasks,
        Cause::MissingBreak,
        Cause::MaxTravelTime,
        Cause::MaxDistance,
    ];
    assert_eq!(route, expected);
}

#[test]
fn skills_are_checked_for_each_task() {
    let mut skilled = job(3);
    skilled.skills = vec![1, 2];
    let trained = Vehicle {
        skills: vec![1],
        ..vehicle()
    };
    let schedule = follow(&problem(trained, vec![job(1), skilled]), &BOTH);
    assert_eq!(
        causes(&schedule).0,
        [vec![], vec![], vec![Cause::Skills], vec![]]
    );
}

#[test]
fn shipments_are_picked_up_before_they_are_delivered() {
    let place = |location| Stop {
        location,
        ..Stop::default()
    };
    let mut problem = problem(vehicle(), vec![job(1)]);
    problem.shipments = vec![Shipment {
        pickup: place(2),
        delivery: place(4),
        amount: vec![3],
        ..Shipment::default()
    }];
    let violations = |visits: &[Visit]| causes(&follow(&problem, visits)).0;
    let (first, second) = (Visit::Task(1), Visit::Task(2));
    assert!(violations(&[first, second]).iter().all(Vec::is_empty));
    let torn = vec![Cause::Precedence];
    assert_eq!(
        violations(&[second, first]),
        [vec![], torn.clone(), torn.clone(), vec![]]
    );
    assert_eq!(violations(&[first]), [vec![], torn.clone(), vec![]]);
    assert_eq!(violations(&[second]), [vec![], torn, vec![]]);
}

#[test]
fn a_break_with_too_much_load_is_named() {
    let rested = Vehicle {
        breaks: vec![Break {
            service: 60,
            max_load: Some(vec![3]),
            ..Break::default()
        }],
        ..vehicle()
    };
    let problem = problem(rested, vec![job(1), job(3)]);
    let pause = Visit::Break(0);
    let early = causes(&follow(&problem, &[pause, BOTH[0], BOTH[1]]));
    assert_eq!(early.1, [Cause::MaxLoad]);
    assert_eq!(early.0[1], [Cause::MaxLoad]);
    let later = causes(&follow(&problem, &[BOTH[0], pause, BOTH[1]]));
    assert_eq!(later.1, []);
}

#[test]
fn a_break_has_its_window() {
    let rested = Vehicle {
        window: Some((0, 5000)),
        breaks: vec![Break {
            windows: vec![(150, 150)],
            service: 60,
            max_load: None,
        }],
        ..vehicle()
    };
    let problem = problem(rested, vec![job(1), job(3)]);
    let schedule = follow(&problem, &[BOTH[0], Visit::Break(0), BOTH[1]]);
    assert_eq!(causes(&schedule).1, []);
    let begins = schedule
        .steps
        .iter()
        .map(|step| step.arrival + step.waiting);
    assert_eq!(begins.collect::<Vec<i64>>(), [0, 100, 150, 370, 680]);
    let late = follow(&problem, &[BOTH[0], BOTH[1], Visit::Break(0)]);
    assert_eq!(causes(&late).1, [Cause::Delay]);
}
