//! `cargo xtask`: builds, runs, tests and scaffolds Waybill.
#![allow(
    clippy::print_stdout,
    reason = "a command line prints to standard output"
)]

mod api_client;
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
mod life_cycle;
mod notices;
mod postgres;
mod python;
mod run;
mod scaffold;
mod sdk;
mod steps;
mod temporary;
mod test;
mod test_build;
mod test_programs;
mod tidy;
mod timings;
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
    /// Run every test: Rust on both databases, the web, end-to-end tests in a browser.
    Test(test::Options),
    /// Run the quick checks before a commit: formatting, lints, types, tidiness.
    Check,
    /// Generate the OpenAPI snapshot, the web's API types and the tests' typed client.
    Gen(generate::Options),
    /// Add an area: `cargo xtask new-area claims --layer 5`.
    NewArea(scaffold::AreaOptions),
    /// Add a plugin with a front end: `cargo xtask new-plugin coastal-couriers --kind carrier`.
    NewPlugin(scaffold::PluginOptions),
    /// Run the benchmarks in release mode and print one table.
    Bench(bench::Options),
    /// Assemble dist/: program, plugins, web and plugin SDK, ready to run from any folder.
    Dist,
    /// Write only the plugin SDK, `sdk/` and `wit/`, into a folder.
    Sdk { folder: std::path::PathBuf },
}

fn main() -> ExitCode {
    match run_task(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\n{}: {error:#}", steps::red("failed"));
            ExitCode::FAILURE
        }
    }
}

fn run_task(cli: Cli) -> Result<()> {
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
        Task::Sdk { folder } => sdk::write_sdk(&workspace, &folder),
    }
}
