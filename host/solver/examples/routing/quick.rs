//! Figures of a planner's day: a first plan, the check of a plan, cancellation, memory.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use solver::{Options, PlannedRoute, Problem, schedule, solve};

use crate::{processor_time, seeded};

const STOPS: usize = 200;
const VEHICLES: usize = 10;

pub fn measure() {
    first_plan();
    check();
    cancellation();
    memory();
}

fn print(name: &str, value: f64, unit: &str, goal: &str, note: &str) {
    println!("{name:<56} {value:>6.1} {unit}   goal {goal}   ({note})");
}

/// A day of stops for few vehicles, which all of them fill.
fn day() -> Problem {
    let mut problem = seeded::windows(1, STOPS).problem;
    problem.vehicles.truncate(VEHICLES);
    problem
}

fn first_plan() {
    let problem = day();
    let started = processor_time();
    let options = Options {
        iterations: Some(0),
        ..Options::default()
    };
    let Ok(first) = solve(&problem, &options, None) else {
        return println!("the day of {STOPS} stops is rejected");
    };
    let time = (processor_time() - started).as_secs_f64() * 1000.0;
    let options = Options {
        time: Some(Duration::from_millis(200)),
        clock: processor_time,
        ..Options::default()
    };
    let note = match solve(&problem, &options, None) {
        Ok(plan) => format!(
            "{} unassigned; {} after 200 ms, at a cost lower by {:.1} %",
            first.unassigned.len(),
            plan.unassigned.len(),
            (1.0 - plan.cost as f64 / first.cost as f64) * 100.0,
        ),
        Err(error) => format!("{error:?}"),
    };
    let name = format!("First plan, {STOPS} stops, {VEHICLES} vehicles");
    print(&name, time, "ms", "200 ms", &note);
}

fn check() {
    let problem = day();
    let options = Options {
        iterations: Some(100),
        ..Options::default()
    };
    let Ok(plan) = solve(&problem, &options, None) else {
        return;
    };
    let started = processor_time();
    let mut violations = 0;
    for (vehicle, route) in plan.routes.iter().enumerate() {
        let planned = PlannedRoute::from(route.as_slice());
        violations += schedule(&problem, vehicle, &planned).violations.len();
    }
    let time = (processor_time() - started).as_secs_f64() * 1000.0;
    let note = format!("{violations} violations");
    let name = format!("Check of a plan, {STOPS} stops, {VEHICLES} vehicles");
    print(&name, time, "ms", "100 ms", &note);
}

/// Longest wall-clock time from the order to stop until the plan is returned.
fn cancellation() {
    let problem = seeded::windows(0, 1000).problem;
    let mut longest: f64 = 0.0;
    for delay in [20, 100, 300, 1000, 2000] {
        let stop = AtomicBool::new(false);
        let options = Options {
            time: Some(Duration::from_secs(60)),
            ..Options::default()
        };
        std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                let _ = solve(&problem, &options, Some(&stop));
                Instant::now()
            });
            std::thread::sleep(Duration::from_millis(delay));
            let ordered = Instant::now();
            stop.store(true, Ordering::Relaxed);
            if let Ok(ended) = search.join() {
                let time = ended.saturating_duration_since(ordered);
                longest = longest.max(time.as_secs_f64() * 1000.0);
            }
        });
    }
    let note = "longest of 5, wall clock";
    print("Cancellation, 1,000 stops", longest, "ms", "100 ms", note);
}

/// Peak memory of the whole process while it solves, where the system reports it.
fn memory() {
    let problem = seeded::windows(0, 1000).problem;
    // Begins a new peak.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let options = Options {
        iterations: Some(2000),
        ..Options::default()
    };
    let Ok(plan) = solve(&problem, &options, None) else {
        return;
    };
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = (status.lines())
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|value| value.trim().trim_end_matches("kB").trim().parse().ok());
    let note = format!("{} unassigned, peak of the process", plan.unassigned.len());
    match peak {
        Some(peak) => {
            let peak: f64 = peak;
            print("Memory, 1,000 stops", peak / 1024.0, "MB", "200 MB", &note);
        }
        None => println!("this system tells no peak of memory"),
    }
}
