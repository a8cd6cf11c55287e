//! Routes of sample days over straight lines.

use std::collections::BTreeMap;

use chrono::{NaiveTime, TimeDelta};
use drivers::ShiftRest;
use jobs::{FreightJobId, JobType, RoutableJob};
use tenancy::RoadProfile;

use super::{
    evaluate::{Stop, to_stops},
    prepare::{DayProblem, Wishes},
    sample_day,
    tasks::{Task, tests::sample_job},
    vehicles::{DayVehicle, tests::sample_vehicle},
};
use crate::{
    roads::Roads,
    runs::model::{RunPlace, RunShift, RunStepType, RunViolationCause, StepOutcome},
};

fn tasks(jobs: impl IntoIterator<Item = RoutableJob>) -> BTreeMap<FreightJobId, Task> {
    let jobs = jobs.into_iter();
    jobs.map(|job| (job.id, Task::new(job).unwrap())).collect()
}

fn vehicle(id: i64) -> DayVehicle {
    let day = sample_day();
    let depot = RunPlace {
        latitude: -37.8,
        longitude: 145.0,
        description: Some("Depot".to_owned()),
    };
    DayVehicle {
        vehicle: sample_vehicle(id),
        run: None,
        start: Some(depot.clone()),
        end: Some(depot),
        shift: RunShift {
            from: day.instant(6 * 3600),
            to: day.instant(18 * 3600),
        },
        hours_end: None,
        breaks: Vec::new(),
        done: Vec::new(),
        begun: Vec::new(),
    }
}

async fn problem(
    tasks: BTreeMap<FreightJobId, Task>,
    vehicles: Vec<DayVehicle>,
    wishes: Wishes,
) -> DayProblem {
    let roads = Roads::Straight(vec![("car", RoadProfile::default())]);
    let problem = DayProblem::new(&roads, sample_day(), tasks, vehicles, &wishes).await;
    problem.unwrap_or_else(|failure| panic!("{failure:?}"))
}

fn order(ids: &[i64]) -> Vec<FreightJobId> {
    ids.iter().copied().map(FreightJobId).collect()
}

#[test]
fn a_job_named_twice_has_its_pickup_first() {
    let day = sample_day();
    let tasks = tasks([
        sample_job(1, JobType::PointToPoint),
        sample_job(2, JobType::Delivery),
    ]);
    let stops = |ids: &[i64]| to_stops(&day, &tasks, &order(ids));
    let stop = |id, kind| Stop::Job(FreightJobId(id), kind);
    use RunStepType::{Delivery, Pickup};
    assert_eq!(
        stops(&[1, 2, 1]),
        [stop(1, Pickup), stop(2, Delivery), stop(1, Delivery)]
    );
    assert_eq!(
        stops(&[2, 1]),
        [stop(2, Delivery), stop(1, Pickup), stop(1, Delivery)]
    );
    assert_eq!(stops(&[2, 2, 9, 2]), [stop(2, Delivery)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_route_has_times_loads_and_lateness() {
    let late = RoutableJob {
        slot: NaiveTime::from_hms_opt(6, 0, 0).zip(NaiveTime::from_hms_opt(6, 1, 0)),
        ..sample_job(9, JobType::Delivery)
    };
    let tasks = tasks([sample_job(3, JobType::Delivery), late]);
    let problem = problem(tasks, vec![vehicle(1)], Wishes::default()).await;
    let stops = to_stops(&problem.day, &problem.tasks, &order(&[3, 9]));
    let run = problem.time(0, &stops);
    let kinds: Vec<RunStepType> = run.steps.iter().map(|step| step.kind).collect();
    use RunStepType::{Delivery, End, Start};
    assert_eq!(kinds, [Start, Delivery, Delivery, End]);
    assert_eq!(run.steps[0].load.weight, 40.into());
    assert_eq!(run.steps[1].load.weight, 20.into());
    assert_eq!(run.steps[1].lateness, 0);
    assert!(run.steps[2].lateness > 0);
    assert_eq!(run.lateness, run.steps[2].lateness);
    let causes: Vec<_> = run.steps[2].violations.iter().map(|it| it.cause).collect();
    assert_eq!(causes, [RunViolationCause::Delay]);
    assert_eq!(run.service, 2 * 330);
    assert!(run.geometry.is_some() && run.cost > 0.into());
}

#[tokio::test(flavor = "multi_thread")]
async fn stops_without_a_position_keep_their_place() {
    let mut lost = sample_job(2, JobType::Delivery);
    lost.to.as_mut().unwrap().position = None;
    let tasks = tasks([
        sample_job(1, JobType::Delivery),
        lost,
        sample_job(3, JobType::Delivery),
    ]);
    let problem = problem(tasks, vec![vehicle(1)], Wishes::default()).await;
    let stops = to_stops(&problem.day, &problem.tasks, &order(&[1, 2, 3]));
    let run = problem.time(0, &stops);
    let jobs: Vec<i64> = run
        .steps
        .iter()
        .filter_map(|step| Some(step.jobid?.0))
        .collect();
    assert_eq!(jobs, [1, 2, 3]);
    let causes: Vec<_> = run.steps[2].violations.iter().map(|it| it.cause).collect();
    assert_eq!(causes, [RunViolationCause::UnknownPosition]);
    // Alone, there is nothing to time.
    let stops = to_stops(&problem.day, &problem.tasks, &order(&[2]));
    let run = problem.time(0, &stops);
    assert_eq!(run.steps.len(), 1);
    assert_eq!(run.steps[0].arrival, problem.vehicles[0].shift.from);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_without_any_position_is_timed_too() {
    let mut lost = sample_job(2, JobType::Delivery);
    lost.to = None;
    let problem = problem(tasks([lost]), vec![vehicle(1)], Wishes::default()).await;
    let stops = to_stops(&problem.day, &problem.tasks, &order(&[2]));
    assert_eq!(problem.time(0, &stops).steps.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rest_is_taken_where_it_delays_least() {
    let mut rested = vehicle(1);
    let shift = rested.shift;
    rested.breaks = vec![ShiftRest {
        from: shift.from + TimeDelta::minutes(5),
        to: shift.from + TimeDelta::minutes(20),
        seconds: 900,
    }];
    let tasks = tasks((1..=4).map(|id| sample_job(id, JobType::Delivery)));
    let problem = problem(tasks, vec![rested], Wishes::default()).await;
    let stops = to_stops(&problem.day, &problem.tasks, &order(&[1, 2, 3, 4]));
    let run = problem.time(0, &stops);
    let rests = run
        .steps
        .iter()
        .filter(|step| step.kind == RunStepType::Break);
    assert_eq!(rests.count(), 1);
    assert_eq!(run.violations, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_route_has_the_rests_of_its_length() {
    let mut truck = vehicle(1);
    let shift = truck.shift;
    // The rests of twelve hours.
    let rests = [(165, 315, 15), (330, 465, 15), (480, 630, 30)];
    truck.breaks = Vec::from(rests.map(|(from, to, minutes)| ShiftRest {
        from: shift.from + TimeDelta::minutes(from),
        to: shift.from + TimeDelta::minutes(to),
        seconds: minutes * 60,
    }));
    // Each stop takes 80 minutes.
    let mut jobs = Vec::from([1, 2, 3, 4, 5, 6].map(|id| sample_job(id, JobType::Delivery)));
    for job in &mut jobs {
        job.load.pieces = 300;
    }
    let problem = problem(tasks(jobs), vec![truck], Wishes::default()).await;
    let time = |stops: &[Stop]| {
        let run = problem.time(0, stops);
        assert_eq!(run.violations, [], "{run:?}");
        let steps = run
            .steps
            .iter()
            .filter(|step| step.kind == RunStepType::Break);
        let begins = steps.map(|step| step.arrival + TimeDelta::seconds(step.waiting));
        begins
            .map(|begin| (begin - shift.from).num_minutes())
            .collect()
    };
    let stops = to_stops(&problem.day, &problem.tasks, &order(&[1, 2, 3, 4, 5, 6]));
    let long: Vec<i64> = time(&stops);
    assert_eq!(long.len(), 2, "{long:?}");
    assert!(
        (165..=315).contains(&long[0]) && (330..=465).contains(&long[1]),
        "{long:?}"
    );
    assert_eq!(time(&stops[..3]), Vec::<i64>::new());
    // A search places all rests of the shift.
    let mut placed = stops.clone();
    for (at, rest) in [(3, 0), (6, 1), (8, 2)] {
        placed.insert(at, Stop::Break(rest));
    }
    let placed = time(&placed);
    assert_eq!(placed.len(), 2, "{placed:?}");
    let few = [
        stops[0],
        Stop::Break(0),
        stops[1],
        Stop::Break(1),
        Stop::Break(2),
    ];
    assert_eq!(time(&few), Vec::<i64>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_ended_stays_before_the_rest() {
    let tasks = tasks([
        sample_job(1, JobType::Delivery),
        sample_job(2, JobType::Delivery),
    ]);
    let first = problem(tasks.clone(), vec![vehicle(1)], Wishes::default()).await;
    let stops = to_stops(&first.day, &first.tasks, &order(&[1]));
    let mut done = first.time(0, &stops).steps;
    done.pop();
    done[1].outcome = StepOutcome::Done;
    let mut resumed = vehicle(1);
    resumed.done = done.clone();
    let problem = problem(tasks, vec![resumed], Wishes::default()).await;
    let stops = to_stops(&problem.day, &problem.tasks, &order(&[2]));
    let run = problem.time(0, &stops);
    assert_eq!(run.steps[..2], done[..]);
    assert_eq!(run.steps.len(), 4);
    assert!(run.steps[2].distance > done[1].distance);
    assert_eq!(run.distance, run.steps[3].distance);
}

#[tokio::test(flavor = "multi_thread")]
async fn long_pieces_and_locks_restrict_vehicles() {
    let mut long = sample_job(1, JobType::Delivery);
    long.load.longest_mm = 3500;
    let mut truck = vehicle(2);
    truck.vehicle.longest_mm = Some(6000);
    let tasks = tasks([long, sample_job(2, JobType::Delivery)]);
    let wishes = Wishes {
        locks: [(FreightJobId(2), 0)].into(),
        ..Wishes::default()
    };
    let problem = problem(tasks, vec![vehicle(1), truck], wishes).await;
    let options = solver::Options {
        iterations: Some(100),
        ..solver::Options::default()
    };
    let plan = solver::solve(&problem.draft.problem, &options, None).unwrap();
    let jobs = |at: usize| -> Vec<i64> {
        let visits = plan.routes[at].iter();
        visits
            .filter_map(|visit| match visit {
                solver::Visit::Task(number) => Some(problem.stop(*number).0.0),
                solver::Visit::Break(_) => None,
            })
            .collect()
    };
    assert_eq!((jobs(0), jobs(1)), (vec![2], vec![1]));
    // A planner may put it into the small vehicle; the plan shows the violation.
    let stops = to_stops(&problem.day, &problem.tasks, &order(&[1]));
    let run = problem.time(0, &stops);
    let causes = run.steps.iter().flat_map(|step| &step.violations);
    let causes: Vec<_> = causes.map(|violation| violation.cause).collect();
    assert_eq!(causes, [RunViolationCause::Skills]);
}
