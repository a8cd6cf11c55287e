//! `cargo xtask bench`: release benchmarks of engine, host, jobs, search, rate cards, prices,
//! carrier invoices, finance, bulk bookings, freight, places and plans of routes, as one table.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::postgres::Cluster;
use crate::steps::{bold, step};
use crate::workspace::Workspace;
use crate::{child, components, python};

#[derive(Args)]
pub struct Options {
    /// Only `engine` (plugin calls), `host` (the running program), `jobs` (background jobs),
    /// `search` (a million bookings), `rates` (cards of a million prices), `pricing` (markups of
    /// ten thousand customers), `reconciliation` (an invoice of 100,000 lines), `finance` (a run
    /// over 100,000 bookings, statements, ageing, invoices as PDF, killed hosts), `bookings` (500
    /// labels as one file), `freight` (a million jobs, allocation, scans), `places` (a million
    /// addresses) or `plans` (routes of published or seeded instances, an hour and a half; only if
    /// it is named).
    #[arg(long, value_enum)]
    only: Option<Bench>,
    /// Folder of published instances for `plans`, with their best-known costs; without it, plans
    /// are made for seeded instances.
    #[arg(long)]
    instances: Option<PathBuf>,
    /// Share of the times that the goals of `plans` allow, such as 0.25.
    #[arg(long, default_value_t = 1.0)]
    part: f64,
    /// Plan all instances of the folder, which takes many hours.
    #[arg(long)]
    all: bool,
    /// Also measure calls through Extism, which takes minutes to build the first time.
    #[arg(long)]
    extism: bool,
}

/// Each prints a line `what   measured   goal …` for every figure.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Bench {
    Engine,
    Host,
    Jobs,
    Search,
    Rates,
    Pricing,
    Reconciliation,
    Finance,
    Bookings,
    Freight,
    Places,
    Plans,
}

impl Bench {
    fn title(self) -> &'static str {
        match self {
            Self::Engine => "Bench of the plugin engine",
            Self::Host => "Bench of the running program",
            Self::Jobs => "Bench of background jobs",
            Self::Search => "Bench of search",
            Self::Rates => "Bench of rate cards",
            Self::Pricing => "Bench of selling prices",
            Self::Reconciliation => "Bench of carriers' invoices",
            Self::Finance => "Bench of finance",
            Self::Bookings => "Bench of many bookings at once",
            Self::Freight => "Bench of drivers' jobs",
            Self::Places => "Bench of places",
            Self::Plans => "Bench of route plans",
        }
    }

    /// True if it runs no host, and needs neither plugins nor a database. It runs only by name.
    fn is_alone(self) -> bool {
        self == Self::Plans
    }

    fn command(self, workspace: &Workspace, options: &Options) -> Command {
        match self {
            Self::Engine => workspace.cargo(["bench", "-p", "engine", "--bench", "calls"]),
            Self::Host => {
                workspace.cargo(["run", "--release", "-p", "testkit", "--example", "bench"])
            }
            Self::Jobs => {
                workspace.cargo(["run", "--release", "-p", "testkit", "--example", "jobs"])
            }
            Self::Search => {
                workspace.cargo(["run", "--release", "-p", "testkit", "--example", "search"])
            }
            Self::Rates => {
                workspace.cargo(["run", "--release", "-p", "testkit", "--example", "rates"])
            }
            Self::Pricing => {
                workspace.cargo(["run", "--release", "-p", "testkit", "--example", "pricing"])
            }
            Self::Reconciliation => workspace.cargo([
                "run",
                "--release",
                "-p",
                "testkit",
                "--example",
                "reconciliation",
            ]),
            Self::Finance => {
                workspace.cargo(["run", "--release", "-p", "testkit", "--example", "finance"])
            }
            Self::Bookings => {
                workspace.cargo(["run", "--release", "-p", "testkit", "--example", "bookings"])
            }
            Self::Freight => {
                workspace.cargo(["run", "--release", "-p", "testkit", "--example", "freight"])
            }
            Self::Places => {
                workspace.cargo(["run", "--release", "-p", "testkit", "--example", "places"])
            }
            Self::Plans => plans(workspace, options),
        }
    }
}

pub fn bench(workspace: &Workspace, options: &Options) -> Result<()> {
    let is_alone = options.only.is_some_and(Bench::is_alone);
    if !is_alone {
        step("Plugins (WebAssembly components)", || {
            components::build(workspace)
        })?;
        components::assemble(workspace, &workspace.plugin_folder())?;
    }
    // Without a configured server the lists use a temporary one, or SQLite alone.
    let cluster = if is_alone || std::env::var_os("WAYBILL_TEST_POSTGRES").is_some() {
        None
    } else {
        Cluster::start()?
    };
    let mut figures = Vec::new();
    for bench in Bench::value_variants().iter().copied() {
        if options.only.map_or(!bench.is_alone(), |only| only == bench) {
            step(bench.title(), || {
                if bench == Bench::Finance {
                    // It kills programs, which must be separate processes.
                    child::run(&mut workspace.cargo(["build", "--release", "-p", "waybill"]))?;
                }
                let mut cargo = bench.command(workspace, options);
                cargo
                    .env("WAYBILL_PLUGINS", workspace.plugin_folder())
                    .env("WAYBILL_WEB", workspace.web_folder());
                if let Some(cluster) = &cluster {
                    cargo.env("WAYBILL_TEST_POSTGRES", cluster.url());
                }
                child::run_and_see(&mut cargo, |line| {
                    figures.extend(is_figure(line).then(|| line.to_owned()))
                })
            })?;
        }
    }
    if options.extism {
        step("Bench of Extism", || extism(workspace, &mut figures))?;
    }
    println!("\n{}", bold("== Benches"));
    for figure in figures {
        println!("{figure}");
    }
    Ok(())
}

/// Plans routes, also with VROOM and PyVRP if their Python packages can be installed.
fn plans(workspace: &Workspace, options: &Options) -> Command {
    let mut cargo = workspace.cargo(["run", "--release", "-p", "solver", "--example", "routing"]);
    cargo.arg("--");
    let requirements = workspace
        .root
        .join("host/solver/examples/routing/requirements.txt");
    match python::environment(workspace, "waybill-plans", &requirements) {
        Ok(programs) => {
            cargo.arg("--python").arg(programs.join("python"));
        }
        Err(error) => println!("VROOM and PyVRP are not measured: {error:#}"),
    }
    if let Some(instances) = &options.instances {
        let path = std::path::absolute(instances).unwrap_or_else(|_| instances.clone());
        cargo.arg("--instances").arg(path);
    }
    cargo.arg("--part").arg(options.part.to_string());
    if options.all {
        cargo.arg("--all");
    }
    cargo
}

/// Outside of the workspace, so other builds don't include a second engine.
fn extism(workspace: &Workspace, figures: &mut Vec<String>) -> Result<()> {
    const PACKAGES: &str = "host/engine/benches/extism/Cargo.toml";
    const TARGET: &str = "wasm32-unknown-unknown";
    let target = workspace.target.join("extism");
    let cargo = |arguments: &[&str]| {
        let mut cargo = workspace.cargo(arguments.iter().copied());
        cargo
            .args(["--locked", "--manifest-path", PACKAGES])
            .env("CARGO_TARGET_DIR", &target);
        cargo
    };
    child::run(&mut cargo(&[
        "build",
        "-p",
        "extism-guest",
        "--target",
        TARGET,
        "--profile",
        "plugin",
    ]))?;
    let guest = target.join(TARGET).join("plugin").join("extism_guest.wasm");
    let mut run = cargo(&["run", "--release", "-p", "extism-bench"]);
    run.arg("--").arg(guest);
    child::run_and_see(&mut run, |line| {
        figures.extend(is_figure(line).then(|| line.to_owned()))
    })
}

fn is_figure(line: &str) -> bool {
    line.contains("   goal ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_figures_go_into_the_table() {
        assert!(is_figure(
            "a quote over ten accounts          41.2 ms   goal 100 ms"
        ));
        assert!(!is_figure("warming up: the goal is a full cache"));
    }
}
