//! Benchmark of the solver on published or seeded instances, in processor time of one thread.

#![allow(clippy::print_stdout)]

mod families;
mod readers;

use std::path::PathBuf;
use std::time::Duration;

use families::{FAMILIES, Family};
use solver::{Options, solve};

struct Arguments {
    instances: Option<PathBuf>,
    only: Option<String>,
    all: bool,
    time: Option<f64>,
    seed: u64,
    verbose: bool,
    heat: (f64, f64),
}

fn main() {
    let arguments = arguments();
    for family in FAMILIES {
        if arguments
            .only
            .as_deref()
            .is_none_or(|only| only == family.key)
        {
            run(family, &arguments);
        }
    }
}

fn arguments() -> Arguments {
    let mut arguments = Arguments {
        instances: std::env::var_os("WAYBILL_ROUTING_INSTANCES").map(PathBuf::from),
        only: None,
        all: false,
        time: None,
        seed: 1,
        verbose: false,
        heat: Options::default().heat,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_default();
        match word.as_str() {
            "--instances" => arguments.instances = Some(value().into()),
            "--only" => arguments.only = Some(value()),
            "--all" => arguments.all = true,
            "--time" => arguments.time = value().parse().ok(),
            "--seed" => arguments.seed = value().parse().unwrap_or(1),
            "--hot" => arguments.heat.0 = value().parse().unwrap_or(1.0),
            "--cold" => arguments.heat.1 = value().parse().unwrap_or(0.01),
            "--verbose" => arguments.verbose = true,
            _ => (),
        }
    }
    arguments
}

fn run(family: &Family, arguments: &Arguments) {
    let instances = family.instances(arguments.instances.as_deref(), arguments.all);
    let seconds = arguments.time.unwrap_or(family.seconds);
    let mut gaps = Vec::new();
    for instance in &instances {
        let options = Options {
            seed: arguments.seed,
            time: Some(Duration::from_secs_f64(seconds)),
            clock: processor_time,
            heat: arguments.heat,
            ..Options::default()
        };
        let Ok(plan) = solve(&instance.problem, &options, None) else {
            println!("{} is rejected", instance.name);
            continue;
        };
        let length = instance.length(&plan.routes);
        let used = plan.routes.iter().filter(|route| !route.is_empty()).count();
        let gap = instance
            .best_known
            .map(|best| (length / best - 1.0) * 100.0);
        gaps.extend(gap);
        if arguments.verbose {
            println!(
                "{:<14} {length:>10.2} {used:>4} vehicles {:>3} unassigned {:>9} iterations {}",
                instance.name,
                plan.unassigned.len(),
                plan.iterations,
                gap.map_or(String::new(), |gap| format!("{gap:+.2} %")),
            );
        }
    }
    let mean = gaps.iter().sum::<f64>() / gaps.len().max(1) as f64;
    println!(
        "routing {:<24} {mean:>6.2} % over {} at {seconds} s   goal {} %",
        family.title,
        gaps.len(),
        family.goal,
    );
}

/// Processor time of this thread, so that other programs do not count.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
