//! `cargo xtask`: builds, runs, tests and grows Waybill; everything that is more than one plain cargo or npm command.
#![allow(
    clippy::print_stdout,
    reason = "a command line prints to standard output"
)]

mod bench;
mod bounded;
mod browser;
mod child;
mod components;
mod dist;
mod external;
mod files;
mod generate;
mod languages;
mod limits;
mod notices;
mod postgres;
mod run;
mod scaffold;
mod sdk;
mod steps;
mod temporary;
mod test;
mod test_programs;
mod tidy;
mod tools;
mod web;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::workspace::Workspace;

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
    /// The quick checks before a commit: formatting, lints, types, tidiness.
    Check,
    /// Write what is generated: the OpenAPI snapshot and the web's API types.
    Gen(generate::Options),
    /// Add an area: `cargo xtask new-area claims --layer 5`.
    NewArea(scaffold::AreaOptions),
    /// Add a plugin with a face: `cargo xtask new-plugin coastal-couriers --kind carrier`.
    NewPlugin(scaffold::PluginOptions),
    /// Measure, in release, and print one table.
    Bench(bench::Options),
    /// Assemble dist/: the program, its plugins, its web and the SDK for plugins, ready to run from any folder.
    Dist,
    /// Write only the SDK for plugins into a folder, `sdk/` and `wit/`, as dist/ has it beside the program.
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
    let workspace = Workspace::find()?;
    match cli.task {
        Task::Run(options) => run::run(&workspace, &options),
        Task::Test(options) => test::test(&workspace, &options),
        Task::Check => test::check(&workspace),
        Task::Gen(options) => generate::generate(&workspace, &options),
        Task::NewArea(options) => scaffold::new_area(&workspace, &options),
        Task::NewPlugin(options) => scaffold::new_plugin(&workspace, &options),
        Task::Bench(options) => bench::bench(&workspace, &options),
        Task::Dist => dist::dist(&workspace),
        Task::Sdk { folder } => sdk::lay_out(&workspace, &folder),
    }
}
