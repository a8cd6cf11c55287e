//! `cargo xtask bench`: the benches of the engine and of the host, in release, as one table.

use std::process::Command;

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::house::House;
use crate::postgres::Cluster;
use crate::steps::{bold, step};
use crate::{child, components};

#[derive(Args)]
pub struct Options {
    /// Only `engine` (what a call of a plugin costs) or `host` (the running program).
    #[arg(long, value_enum)]
    only: Option<Bench>,
}

/// Each prints a line `what   measured   goal …` for every figure.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Bench {
    Engine,
    Host,
}

impl Bench {
    fn title(self) -> &'static str {
        match self {
            Self::Engine => "Bench of the plugin engine",
            Self::Host => "Bench of the running program",
        }
    }

    fn command(self, house: &House) -> Command {
        match self {
            Self::Engine => house.cargo(["bench", "-p", "engine", "--bench", "calls"]),
            Self::Host => house.cargo(["run", "--release", "-p", "testkit", "--example", "bench"]),
        }
    }
}

pub fn bench(house: &House, options: &Options) -> Result<()> {
    step("Plugins (WebAssembly components)", || components::build(house))?;
    components::assemble(house, &house.plugin_folder())?;
    // Without a server of one's own the lists are measured on one of ours, or on SQLite alone.
    let cluster = if std::env::var_os("WAYBILL_TEST_POSTGRES").is_some() { None } else { Cluster::start()? };
    let mut figures = Vec::new();
    for bench in [Bench::Engine, Bench::Host] {
        if options.only.is_none_or(|only| only == bench) {
            step(bench.title(), || {
                let mut cargo = bench.command(house);
                cargo.env("WAYBILL_PLUGINS", house.plugin_folder()).env("WAYBILL_WEB", house.web_folder());
                if let Some(cluster) = &cluster {
                    cargo.env("WAYBILL_TEST_POSTGRES", cluster.url());
                }
                child::run_and_see(&mut cargo, |line| figures.extend(is_figure(line).then(|| line.to_owned())))
            })?;
        }
    }
    println!("\n{}", bold("== Benches"));
    for figure in figures {
        println!("{figure}");
    }
    Ok(())
}

fn is_figure(line: &str) -> bool {
    line.contains("   goal ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_figures_go_into_the_table() {
        assert!(is_figure("a quote over ten accounts          41.2 ms   goal 100 ms"));
        assert!(!is_figure("warming up: the goal is a full cache"));
    }
}
