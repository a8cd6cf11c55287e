//! `cargo xtask`: builds, runs, tests and grows Waybill; everything that is more than one plain cargo or npm command.
#![allow(clippy::print_stdout, reason = "a command line talks on standard output")]

mod bench;
mod browser;
mod child;
mod components;
mod dist;
mod generate;
mod house;
mod mirror;
mod neighbours;
mod postgres;
mod run;
mod scaffold;
mod sdk;
mod steps;
mod temporary;
mod test;
mod tongues;
mod tools;
mod web;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::house::House;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Builds, runs, tests and grows Waybill.")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build everything and serve it with a demo tenant.
    Run(run::Options),
    /// Run every test there is: Rust on both databases, the web, journeys in a browser.
    Test(test::Options),
    /// The quick look before a commit: layout, lints, types, tidiness.
    Check,
    /// Write what is generated: the OpenAPI snapshot and the web's API types.
    Gen(generate::Options),
    /// Add a room to the house: `cargo xtask new-area claims --floor 5`.
    NewArea(scaffold::AreaOptions),
    /// Add a plugin with a face: `cargo xtask new-plugin coastal-couriers --kind carrier`.
    NewPlugin(scaffold::PluginOptions),
    /// Measure, in release, and print one table.
    Bench(bench::Options),
    /// Assemble dist/: the program, its plugins, its web and the SDK for plugins, ready to run from any folder.
    Dist,
    /// Lay out the SDK for plugins alone in a folder, `sdk/` and `wit/`, as dist/ has it beside the program.
    Sdk { folder: std::path::PathBuf },
}

fn main() -> ExitCode {
    match work(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\n{}: {error:#}", steps::red("failed"));
            ExitCode::FAILURE
        }
    }
}

fn work(cli: Cli) -> Result<()> {
    let house = House::find()?;
    match cli.task {
        Task::Run(options) => run::run(&house, &options),
        Task::Test(options) => test::test(&house, &options),
        Task::Check => test::check(&house),
        Task::Gen(options) => generate::generate(&house, &options),
        Task::NewArea(options) => scaffold::new_area(&house, &options),
        Task::NewPlugin(options) => scaffold::new_plugin(&house, &options),
        Task::Bench(options) => bench::bench(&house, &options),
        Task::Dist => dist::dist(&house),
        Task::Sdk { folder } => sdk::lay_out(&house, &folder),
    }
}
