//! Benchmark of the solver on published or seeded instances, in processor time of one thread,
//! against VROOM and PyVRP where their Python packages are.

#![allow(clippy::print_stdout)]

mod families;
mod peers;
mod quick;
mod readers;
mod seeded;

use std::path::PathBuf;
use std::time::Duration;

use families::{FAMILIES, Family, Library};
use peers::{PeerPlan, Peers};
use readers::{Best, Instance};
use solver::{Options, Solution, Tuning, Visit, check, schedule, solve};

struct Arguments {
    instances: Option<PathBuf>,
    /// Python with the packages of VROOM and PyVRP.
    python: Option<PathBuf>,
    only: Option<String>,
    all: bool,
    time: Option<f64>,
    /// Share of the times that the goals allow.
    part: f64,
    seed: u64,
    verbose: bool,
    tuning: Tuning,
}

/// A plan in the unit of the publisher.
#[derive(Clone, Copy)]
struct Figure {
    length: f64,
    vehicles: usize,
    unassigned: usize,
    seconds: f64,
}

/// Column of the table: a solver with its figures for each instance.
struct Column {
    name: &'static str,
    figures: Vec<Option<Figure>>,
}

fn main() {
    let arguments = arguments();
    let library = arguments.instances.as_deref().map(Library::open);
    let mut peers = match &arguments.python {
        Some(python) => Peers::start(python)
            .map_err(|error| println!("VROOM and PyVRP are not measured: {error}"))
            .ok(),
        None => {
            println!("VROOM and PyVRP are not measured: no Python with their packages is given");
            None
        }
    };
    let wanted = |key: &str| arguments.only.as_deref().is_none_or(|only| only == key);
    if wanted("quick") {
        quick::measure();
    }
    for family in FAMILIES.iter().filter(|family| wanted(family.key)) {
        run(family, &arguments, library.as_ref(), peers.as_mut());
    }
}

fn arguments() -> Arguments {
    let mut arguments = Arguments {
        instances: std::env::var_os("WAYBILL_ROUTING_INSTANCES").map(PathBuf::from),
        python: std::env::var_os("WAYBILL_ROUTING_PYTHON").map(PathBuf::from),
        only: None,
        all: false,
        time: None,
        part: 1.0,
        seed: 1,
        verbose: false,
        tuning: Tuning::default(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_default();
        match word.as_str() {
            "--instances" => arguments.instances = Some(value().into()),
            "--python" => arguments.python = Some(value().into()),
            "--only" => arguments.only = Some(value()),
            "--all" => arguments.all = true,
            "--time" => arguments.time = value().parse().ok(),
            "--part" => arguments.part = value().parse().unwrap_or(1.0),
            "--seed" => arguments.seed = value().parse().unwrap_or(1),
            "--set" => set(&mut arguments.tuning, &value()),
            "--verbose" => arguments.verbose = true,
            _ => (),
        }
    }
    arguments
}

/// Varies a constant of the search: `name=value`.
fn set(tuning: &mut Tuning, word: &str) {
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    let Ok(value) = value.parse::<f64>() else {
        panic!("{word} sets no number");
    };
    match name {
        "hot" => tuning.hot = value,
        "cold" => tuning.cold = value,
        "removed" => tuning.removed = value,
        "longest" => tuning.longest = value,
        "neighbours" => tuning.neighbours = value as usize,
        "fleet-share" => tuning.fleet_share = value,
        "fleet-heat" => tuning.fleet_heat = value,
        _ => panic!("{name} is no constant of the search"),
    }
}

fn run(
    family: &Family,
    arguments: &Arguments,
    library: Option<&Library>,
    mut peers: Option<&mut Peers>,
) {
    let instances = family.instances(library, arguments.all);
    let seconds = arguments.time.unwrap_or(family.seconds * arguments.part);
    let mut columns = [
        "this solver",
        "PyVRP",
        "VROOM",
        "this solver in VROOM's time",
    ]
    .map(|name| Column {
        name,
        figures: Vec::new(),
    });
    for instance in &instances {
        let mut figures = [Some(ours(instance, seconds, arguments)), None, None, None];
        if let Some(peers) = &mut peers {
            let mut ask = |name: &str| {
                let plan = peers.solve(name, instance, seconds);
                plan.map(|plan| judge(instance, &plan))
                    .map_err(|error| println!("{name} fails at {}: {error}", instance.name))
                    .ok()
            };
            figures[1] = ask("pyvrp");
            figures[2] = ask("vroom");
            figures[3] = figures[2].map(|vroom| ours(instance, vroom.seconds, arguments));
        }
        if arguments.verbose {
            let cells = figures.iter().flatten().map(|figure| {
                format!(
                    "{:>10.2} {:>3} vehicles {:>2} left {:>6.1} s",
                    figure.length, figure.vehicles, figure.unassigned, figure.seconds
                )
            });
            println!(
                "{:<12} {}   best known {:>10.2}",
                instance.name,
                cells.collect::<Vec<String>>().join(" |"),
                instance.best_known.map_or(0.0, |best| best.cost),
            );
        }
        for (column, figure) in columns.iter_mut().zip(figures) {
            column.figures.push(figure);
        }
    }
    let references = references(&instances, &columns);
    for column in &columns {
        if column.figures.iter().any(Option::is_some) {
            report(family, column, &references, seconds);
        }
    }
}

fn ours(instance: &Instance, seconds: f64, arguments: &Arguments) -> Figure {
    let options = Options {
        seed: arguments.seed,
        time: Some(Duration::from_secs_f64(seconds.max(0.001))),
        clock: processor_time,
        tuning: arguments.tuning,
        ..Options::default()
    };
    let started = processor_time();
    let plan = match solve(&instance.problem, &options, None) {
        Ok(plan) => plan,
        Err(error) => panic!("{} is rejected: {error:?}", instance.name),
    };
    let seconds = (processor_time() - started).as_secs_f64();
    let faults = check(&instance.problem, &plan);
    assert!(faults.is_empty(), "{}: {faults:?}", instance.name);
    if arguments.verbose {
        println!("{:<12} {} iterations", instance.name, plan.iterations);
    }
    figure(instance, &plan, seconds)
}

fn figure(instance: &Instance, plan: &Solution, seconds: f64) -> Figure {
    Figure {
        length: instance.length(&plan.routes),
        vehicles: plan.routes.iter().filter(|route| !route.is_empty()).count(),
        unassigned: plan.unassigned.len(),
        seconds,
    }
}

/// Figures of another solver's plan; a route that breaks a rule counts as not served.
fn judge(instance: &Instance, plan: &PeerPlan) -> Figure {
    let mut routes = plan.routes.clone();
    for (vehicle, route) in routes.iter_mut().enumerate() {
        let visits: &[Visit] = route;
        if !(schedule(&instance.problem, vehicle, &visits.into()).violations).is_empty() {
            route.clear();
        }
    }
    let served: usize = routes.iter().map(Vec::len).sum();
    Figure {
        length: instance.length(&routes),
        vehicles: routes.iter().filter(|route| !route.is_empty()).count(),
        unassigned: instance.problem.tasks() - served,
        seconds: plan.seconds,
    }
}

/// The best-known plan, or the best complete one of this run where that is better.
fn references(instances: &[Instance], columns: &[Column]) -> Vec<Best> {
    let better = |one: Best, other: Best| {
        let fewer = match (one.vehicles, other.vehicles) {
            (Some(one), Some(other)) => one.cmp(&other),
            _ => std::cmp::Ordering::Equal,
        };
        match fewer.then(one.cost.total_cmp(&other.cost)) {
            std::cmp::Ordering::Greater => other,
            _ => one,
        }
    };
    (instances.iter().enumerate())
        .map(|(index, instance)| {
            let first = instance.problem.shipments.first();
            let count = |vehicles: usize| first.map(|_| vehicles);
            let known = instance.best_known.map(|best| Best {
                vehicles: best.vehicles.and_then(count),
                ..best
            });
            let found = columns.iter().filter_map(|column| column.figures[index]);
            let complete = found.filter(|figure| figure.unassigned == 0);
            let found = complete.map(|figure| Best {
                cost: figure.length,
                vehicles: count(figure.vehicles),
            });
            let all = known.into_iter().chain(found);
            all.reduce(better).unwrap_or(Best {
                cost: f64::INFINITY,
                vehicles: None,
            })
        })
        .collect()
}

/// Prints a row: the mean gap of complete plans with no more vehicles than the reference where
/// vehicles count first, and how many others there are.
fn report(family: &Family, column: &Column, references: &[Best], seconds: f64) {
    let (mut gaps, mut missing, mut more, mut used) = (Vec::new(), 0, 0, 0.0);
    let mut failed = 0;
    for (figure, best) in column.figures.iter().zip(references) {
        let Some(figure) = figure else {
            failed += 1;
            continue;
        };
        used += figure.seconds;
        missing += figure.unassigned;
        let excess = (best.vehicles).map_or(0, |vehicles| figure.vehicles.saturating_sub(vehicles));
        more += excess;
        if figure.unassigned == 0 && excess == 0 {
            gaps.push((figure.length / best.cost - 1.0) * 100.0);
        }
    }
    let count = column.figures.len() - failed;
    let mean = gaps.iter().sum::<f64>() / gaps.len().max(1) as f64;
    let worst = gaps.iter().copied().fold(0.0, f64::max);
    let goal = match column.name {
        "this solver" => format!("{} %", family.goal),
        _ => "none".to_owned(),
    };
    let mut notes = format!(
        "{} of {count} instances, worst {worst:.2} %, {:.1} s of {seconds} s",
        gaps.len(),
        used / count.max(1) as f64,
    );
    if missing > 0 {
        notes += &format!(", {missing} unassigned");
    }
    if more > 0 {
        notes += &format!(", {more} vehicles more");
    }
    if failed > 0 {
        notes += &format!(", {failed} failed");
    }
    let title = format!("{}: {}", family.title, column.name);
    println!("{title:<56} {mean:>6.2} %   goal {goal}   ({notes})");
}

/// Processor time of this thread, so that other programs do not count.
pub fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
