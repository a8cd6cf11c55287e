//! Plans of random problems, against the independent check and against every plan there is.

use proptest::prelude::*;
use solver::{
    Break, Costs, Job, Matrix, Options, Problem, ProblemError, Progress, Reason, Shipment, Stop,
    Vehicle, Visit, check, solve, solve_observed,
};

const DAY: i64 = 8 * 3600;

fn iterations(count: u64) -> Options {
    Options {
        iterations: Some(count),
        ..Options::default()
    }
}

/// Points on a plane, a metre a second.
fn matrix(points: &[(u32, u32)]) -> Matrix {
    let far = |from: &(u32, u32), to: &(u32, u32)| {
        let (x, y) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        f64::from(x).hypot(f64::from(y)).round() as u32
    };
    let all = points
        .iter()
        .flat_map(|from| points.iter().map(move |to| far(from, to)))
        .collect::<Vec<u32>>();
    Matrix {
        size: points.len(),
        durations: all.clone(),
        distances: Some(all),
        costs: None,
    }
}

fn stop(location: usize, service: i64, window: Option<(i64, i64)>) -> Stop {
    Stop {
        location,
        service,
        windows: window.into_iter().collect(),
        ..Stop::default()
    }
}

fn job(location: usize, amount: i64) -> Job {
    Job {
        stop: stop(location, 0, None),
        delivery: vec![amount],
        pickup: vec![0],
        ..Job::default()
    }
}

fn vehicle(capacity: i64) -> Vehicle {
    Vehicle {
        start: Some(0),
        end: Some(0),
        capacity: Some(vec![capacity]),
        window: Some((0, DAY)),
        ..Vehicle::default()
    }
}

type JobSeed = (i64, i64, Option<(i64, i64)>, bool, bool);

fn problems() -> impl Strategy<Value = Problem> {
    let points = prop::collection::vec((0..2000_u32, 0..2000_u32), 12);
    let window =
        prop::option::of((0..DAY / 2, 600..DAY / 2).prop_map(|(from, by)| (from, from + by)));
    let jobs = prop::collection::vec(
        (0..6_i64, 0..900_i64, window, any::<bool>(), any::<bool>()),
        0..7,
    );
    let shipments = prop::collection::vec((1..4_i64, 0..300_i64), 0..3);
    let fleet = prop::collection::vec(
        (
            4..14_i64,
            any::<bool>(),
            any::<bool>(),
            prop::option::of(1..5_usize),
        ),
        1..4,
    );
    (points, jobs, shipments, fleet).prop_map(|(points, jobs, shipments, fleet)| {
        let to_job =
            |(at, (amount, service, window, is_pickup, is_skilled)): (usize, JobSeed)| Job {
                stop: stop(1 + at, service, window),
                delivery: vec![if is_pickup { 0 } else { amount }],
                pickup: vec![if is_pickup { amount } else { 0 }],
                skills: is_skilled.then_some(1).into_iter().collect(),
                priority: 0,
            };
        let to_shipment = |(at, (amount, service)): (usize, (i64, i64))| Shipment {
            pickup: stop(8 + at, service, None),
            delivery: stop(10 + at, service, None),
            amount: vec![amount],
            ..Shipment::default()
        };
        let to_vehicle =
            |(capacity, is_skilled, pauses, max_tasks): (i64, bool, bool, Option<usize>)| Vehicle {
                skills: is_skilled.then_some(1).into_iter().collect(),
                breaks: pauses
                    .then(|| Break {
                        windows: vec![(DAY / 3, DAY / 2)],
                        service: 1800,
                        max_load: None,
                    })
                    .into_iter()
                    .collect(),
                max_tasks,
                costs: Costs {
                    fixed: 100,
                    ..Costs::default()
                },
                ..vehicle(capacity)
            };
        Problem {
            matrices: vec![matrix(&points)],
            vehicles: fleet.into_iter().map(to_vehicle).collect(),
            jobs: jobs.into_iter().enumerate().map(to_job).collect(),
            shipments: shipments.into_iter().enumerate().map(to_shipment).collect(),
            dimensions: 1,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn every_plan_keeps_every_rule(problem in problems()) {
        let plan = solve(&problem, &iterations(300), None).unwrap();
        prop_assert_eq!(check(&problem, &plan), Vec::<String>::new());
    }

    #[test]
    fn a_seed_gives_one_plan(problem in problems(), seed in any::<u64>()) {
        let options = Options { seed, ..iterations(100) };
        let plan = solve(&problem, &options, None).unwrap();
        prop_assert_eq!(&solve(&problem, &options, None).unwrap(), &plan);
        let several = Options { threads: 3, ..options };
        let best = solve(&problem, &several, None).unwrap();
        prop_assert_eq!(&solve(&problem, &several, None).unwrap(), &best);
        prop_assert!(best.unassigned.len() <= plan.unassigned.len());
    }

    /// One vehicle and up to six stops: no order is shorter.
    #[test]
    fn the_shortest_tour_is_found(points in prop::collection::vec((0..500_u32, 0..500_u32), 2..8)) {
        let matrix = matrix(&points);
        let count = points.len() - 1;
        let length = |order: &[usize]| {
            let mut at = 0;
            let mut sum = 0;
            for &next in order.iter().chain(&[0]) {
                sum += i64::from(matrix.durations[at * matrix.size + next]);
                at = next;
            }
            sum
        };
        let mut order: Vec<usize> = (1..=count).collect();
        let mut shortest = i64::MAX;
        permute(&mut order, 0, &mut |order| shortest = shortest.min(length(order)));
        let problem = Problem {
            vehicles: vec![vehicle(count as i64)],
            jobs: (1..=count).map(|location| job(location, 1)).collect(),
            matrices: vec![matrix.clone()],
            shipments: Vec::new(),
            dimensions: 1,
        };
        let plan = solve(&problem, &iterations(2000), None).unwrap();
        prop_assert_eq!(plan.cost, shortest);
        prop_assert_eq!(check(&problem, &plan), Vec::<String>::new());
    }
}

fn permute(order: &mut [usize], at: usize, visit: &mut impl FnMut(&[usize])) {
    if at == order.len() {
        return visit(order);
    }
    for other in at..order.len() {
        order.swap(at, other);
        permute(order, at + 1, visit);
        order.swap(at, other);
    }
}

fn line(vehicles: Vec<Vehicle>, jobs: Vec<Job>) -> Problem {
    let points: Vec<(u32, u32)> = (0..10).map(|at| (at * 100, 0)).collect();
    Problem {
        matrices: vec![matrix(&points)],
        vehicles,
        jobs,
        shipments: Vec::new(),
        dimensions: 1,
    }
}

#[test]
fn what_stays_has_its_reason() {
    let reason = |vehicles: Vec<Vehicle>, job: Job| {
        let plan = solve(&line(vehicles, vec![job]), &iterations(50), None).unwrap();
        plan.unassigned.first().map(|(_, reason)| *reason)
    };
    assert_eq!(reason(vec![vehicle(5)], job(1, 5)), None);
    assert_eq!(reason(Vec::new(), job(1, 5)), Some(Reason::NoVehicle));
    assert_eq!(reason(vec![vehicle(5)], job(1, 6)), Some(Reason::Capacity));
    let skilled = Job {
        skills: vec![7],
        ..job(1, 1)
    };
    assert_eq!(reason(vec![vehicle(5)], skilled), Some(Reason::Skills));
    let late = Job {
        stop: stop(9, 0, Some((0, 899))),
        ..job(9, 1)
    };
    assert_eq!(reason(vec![vehicle(5)], late), Some(Reason::Time));
    let both = line(vec![vehicle(5)], vec![job(1, 3), job(2, 3)]);
    let plan = solve(&both, &iterations(50), None).unwrap();
    assert!(matches!(plan.unassigned[..], [(_, Reason::Fleet)]));
}

#[test]
fn priority_decides_who_stays() {
    let urgent = Job {
        priority: 100,
        ..job(9, 3)
    };
    let problem = line(vec![vehicle(3)], vec![job(1, 3), urgent]);
    let plan = solve(&problem, &iterations(200), None).unwrap();
    assert_eq!(plan.unassigned, [(0, Reason::Fleet)]);
}

#[test]
fn a_fixed_cost_saves_vehicles() {
    let used = |fixed: i64| {
        let vehicle = Vehicle {
            start: Some(5),
            end: Some(5),
            costs: Costs {
                fixed,
                ..Costs::default()
            },
            ..vehicle(10)
        };
        // Two vehicles can take all, if both serve both sides of their depot.
        let jobs = vec![job(9, 6), job(9, 5), job(1, 5), job(1, 4)];
        let problem = line(vec![vehicle; 4], jobs);
        let plan = solve(&problem, &iterations(500), None).unwrap();
        assert_eq!(check(&problem, &plan), Vec::<String>::new());
        plan.routes.iter().filter(|route| !route.is_empty()).count()
    };
    assert_eq!((used(0), used(100_000)), (3, 2));
}

#[test]
fn a_search_stopped_at_once_names_a_reason_for_each_task() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let problem = line(vec![vehicle(9)], (1..10).map(|at| job(at, 1)).collect());
    let plan = solve(&problem, &iterations(10), Some(&stop)).unwrap();
    let all = (0..9).map(|task| (task, Reason::Fleet));
    assert_eq!(plan.unassigned, all.collect::<Vec<_>>());
}

#[test]
fn a_break_is_taken_between_stops() {
    let rested = Vehicle {
        breaks: vec![Break {
            windows: vec![(0, 3600)],
            service: 900,
            max_load: Some(vec![0]),
        }],
        ..vehicle(5)
    };
    let problem = line(vec![rested], vec![job(3, 5)]);
    let plan = solve(&problem, &iterations(50), None).unwrap();
    assert_eq!(plan.routes, [[Visit::Task(0), Visit::Break(0)]]);
    assert_eq!(check(&problem, &plan), Vec::<String>::new());
}

#[test]
fn a_problem_that_is_none_is_refused() {
    let refuse = |change: &dyn Fn(&mut Problem)| {
        let mut problem = line(vec![vehicle(5)], vec![job(1, 1)]);
        change(&mut problem);
        solve(&problem, &iterations(1), None).unwrap_err()
    };
    assert_eq!(
        refuse(&|problem| problem.matrices[0].durations.truncate(99)),
        ProblemError::Matrix { matrix: 0 }
    );
    assert_eq!(
        refuse(&|problem| problem.jobs[0].stop.location = 10),
        ProblemError::Location { location: 10 }
    );
    assert_eq!(
        refuse(&|problem| problem.jobs[0].stop.windows = vec![(20, 10)]),
        ProblemError::Window
    );
    assert_eq!(
        refuse(&|problem| problem.jobs[0].stop.service = -1),
        ProblemError::Value
    );
    assert_eq!(
        refuse(&|problem| problem.vehicles[0].speed_factor = 501),
        ProblemError::Speed { vehicle: 0 }
    );
    assert_eq!(
        refuse(&|problem| problem.vehicles[0].matrix = 1),
        ProblemError::Profile { vehicle: 0 }
    );
    assert_eq!(
        refuse(&|problem| problem.jobs[0].delivery = vec![1, 2]),
        ProblemError::Dimensions
    );
}

#[test]
fn a_stopped_search_returns_its_plan() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let problem = line(vec![vehicle(9)], (1..10).map(|at| job(at, 1)).collect());
    let plan = solve(&problem, &iterations(u64::MAX), Some(&stop)).unwrap();
    assert_eq!(check(&problem, &plan), Vec::<String>::new());
}

#[test]
fn kept_tasks_stay_the_first_of_their_vehicles() {
    let jobs = (1..10).map(|at| job(at, 1)).collect();
    let problem = line(vec![vehicle(9), vehicle(9)], jobs);
    let options = Options {
        kept: vec![vec![8, 1], vec![4]],
        ..iterations(300)
    };
    let plan = solve(&problem, &options, None).unwrap();
    assert_eq!(plan.routes[0][..2], [Visit::Task(8), Visit::Task(1)]);
    assert_eq!(plan.routes[1][0], Visit::Task(4));
    assert_eq!(plan.unassigned, []);
    assert_eq!(check(&problem, &plan), Vec::<String>::new());
}

#[test]
fn the_delivery_of_a_kept_pickup_stays_with_it() {
    let mut problem = line(
        vec![vehicle(9), vehicle(9)],
        (1..6).map(|at| job(at, 1)).collect(),
    );
    problem.shipments = vec![Shipment {
        pickup: stop(9, 0, None),
        delivery: stop(2, 0, None),
        amount: vec![1],
        ..Shipment::default()
    }];
    let options = Options {
        kept: vec![Vec::new(), vec![5]],
        ..iterations(300)
    };
    let plan = solve(&problem, &options, None).unwrap();
    assert_eq!(plan.routes[1][0], Visit::Task(5));
    assert!(plan.routes[1].contains(&Visit::Task(6)));
    assert_eq!(check(&problem, &plan), Vec::<String>::new());
}

#[test]
fn kept_tasks_that_cannot_be_served_are_rejected() {
    let mut problem = line(vec![vehicle(9)], vec![job(1, 1), job(2, 1)]);
    problem.jobs[1].stop.windows = vec![(0, 1)];
    let kept = |tasks: Vec<usize>| Options {
        kept: vec![tasks],
        ..iterations(10)
    };
    assert_eq!(
        solve(&problem, &kept(vec![0, 1]), None).unwrap_err(),
        ProblemError::Infeasible { vehicle: 0 }
    );
    assert_eq!(
        solve(&problem, &kept(vec![7]), None).unwrap_err(),
        ProblemError::Steps { vehicle: 0 }
    );
}

#[test]
fn an_observer_sees_progress_and_changes_nothing() {
    let problem = line(vec![vehicle(9)], (1..10).map(|at| job(at, 1)).collect());
    let seen = std::sync::Mutex::new(Vec::new());
    let observer = |progress: Progress| seen.lock().unwrap().push(progress);
    let observed = solve_observed(&problem, &iterations(200), None, Some(&observer)).unwrap();
    assert_eq!(observed, solve(&problem, &iterations(200), None).unwrap());
    let seen = seen.lock().unwrap();
    let first = seen[0].best.as_ref().unwrap();
    assert_eq!(check(&problem, first), Vec::<String>::new());
}
