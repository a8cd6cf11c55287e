//! `cargo xtask test` and `cargo xtask check`: everything that has to hold, step by step, and a table of it.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

use crate::generate;
use crate::house::House;
use crate::neighbours::{self, Neighbours};
use crate::postgres::Cluster;
use crate::steps::{End, Table};
use crate::temporary::Temporary;
use crate::{browser, child, components, run, tongues, tools, web};

#[derive(Args)]
pub struct Options {
    /// Leave out PostgreSQL, the clients of others, plugins in other languages and the journeys in a browser.
    #[arg(long)]
    quick: bool,
    /// Only these steps (and what they need built), separated by commas.
    #[arg(long, value_delimiter = ',', value_enum)]
    only: Vec<Step>,
}

/// The steps in the order they are done: what is quick and fails often comes first.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Step {
    Layout,
    Clippy,
    Deny,
    Rust,
    Clients,
    Generated,
    WebLint,
    WebTypes,
    WebTests,
    Journeys,
}

impl Options {
    fn wants(&self, step: Step) -> bool {
        if self.only.is_empty() {
            !(self.quick && matches!(step, Step::Journeys | Step::Clients))
        } else {
            self.only.contains(&step)
        }
    }

    fn wants_any(&self, steps: &[Step]) -> bool {
        steps.iter().any(|step| self.wants(*step))
    }
}

pub fn test(house: &House, options: &Options) -> Result<()> {
    let mut table = Table::default();
    if options.wants(Step::Layout) {
        table.step("Rust layout", || layout(house));
    }
    if options.wants(Step::Clippy) {
        table.step("Clippy", || clippy(house));
    }
    if options.wants(Step::Deny) {
        table.step("Dependencies", || dependencies(house));
    }

    let mut built = true;
    if options.wants_any(&[Step::Rust, Step::Clients, Step::Journeys]) {
        built = table.step("Plugins built", || {
            components::build(house)?;
            components::assemble(house, &house.plugin_folder())?;
            passed()
        });
    }
    let mut neighbours = Neighbours::default();
    if options.wants_any(&[Step::Rust, Step::Clients]) {
        table.step("Neighbours", || neighbours.gather(house));
    }
    let mut tongues = None;
    if options.wants(Step::Rust) && !options.quick {
        table.step("Other languages", || {
            tongues = Some(tongues::build(house)?);
            passed()
        });
    }
    let mut installed = true;
    // Faces are opened in a browser, so their tests need the web's build where there is one.
    let faces = options.wants(Step::Rust) && tools::need_node().is_ok() && tools::chromium().is_some();
    if faces
        || options.wants_any(&[
            Step::Generated,
            Step::WebLint,
            Step::WebTypes,
            Step::WebTests,
            Step::Clients,
            Step::Journeys,
        ])
    {
        installed = table.step("Web packages", || {
            web::install(house)?;
            passed()
        });
    }
    let mut web_built = true;
    if faces || options.wants_any(&[Step::Clients, Step::Journeys]) {
        web_built = table.step("Web built", || {
            if !installed {
                return needs("the web's packages");
            }
            web::build(house)?;
            passed()
        });
    }
    if faces && web_built {
        neighbours.add_faces();
    }
    if options.wants(Step::Rust) {
        table.step("Rust tests", || match built {
            true => rust(house, options.quick, &neighbours, tongues.as_deref()),
            false => needs("the plugins"),
        });
    }

    if options.wants(Step::Generated) {
        table.step("Generated files", || {
            generate::generate(house, &generate::Options { check: true })?;
            passed()
        });
    }
    type Check = fn(&House) -> Result<String>;
    let of_the_web: [(Step, &'static str, Check); 3] = [
        (Step::WebLint, "Web lint", |house| web::script(house, "lint").map(|()| String::new())),
        (Step::WebTypes, "Web types", |house| web::script(house, "typecheck").map(|()| String::new())),
        (Step::WebTests, "Web tests", web::tests),
    ];
    for (step, title, check) in of_the_web {
        if options.wants(step) {
            table.step(title, || if installed { check(house).map(End::Passed) } else { needs("the web's packages") });
        }
    }
    if options.wants(Step::Journeys) {
        table.step("Journeys in a browser", || {
            if !built || !web_built {
                return needs("the plugins and the web");
            }
            run::build_host(house, false)?;
            components::assemble(house, &house.plugin_folder())?;
            browser::journeys(house)
        });
    }
    if options.wants(Step::Clients) {
        table.step("Real clients", || {
            if !built || !web_built {
                return needs("the plugins and the web");
            }
            if !neighbours.have_clients() {
                return Ok(End::Absent("their packages are not installed: Node.js is missing".to_owned()));
            }
            run::build_host(house, false)?;
            components::assemble(house, &house.plugin_folder())?;
            neighbours::clients(house)
        });
    }
    conclude(&table)
}

pub fn check(house: &House) -> Result<()> {
    let mut table = Table::default();
    table.step("Rust layout", || layout(house));
    table.step("Clippy", || clippy(house));
    table.step("Tidiness", || {
        child::run(&mut house.cargo(["test", "-p", "waybill", "--test", "tidy"]))?;
        passed()
    });
    table.step("Web types", || {
        web::install(house)?;
        web::script(house, "typecheck")?;
        passed()
    });
    conclude(&table)
}

fn conclude(table: &Table) -> Result<()> {
    if !table.finish() {
        bail!("not everything holds; the table above tells what");
    }
    Ok(())
}

fn passed() -> Result<End> {
    Ok(End::Passed(String::new()))
}

fn needs(what: &str) -> Result<End> {
    Ok(End::Failed(format!("not tried, since {what} could not be made")))
}

fn layout(house: &House) -> Result<End> {
    child::run(&mut house.cargo(["fmt", "--all", "--check"]))?;
    passed()
}

fn clippy(house: &House) -> Result<End> {
    child::run(&mut house.cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    passed()
}

fn dependencies(house: &House) -> Result<End> {
    if !tools::has_cargo_command(house, "deny") {
        return Ok(End::Absent("cargo-deny is not installed (`cargo install cargo-deny --locked`)".to_owned()));
    }
    child::run(&mut house.cargo(["deny", "check"]))?;
    passed()
}

/// Every Rust test, on SQLite and, unless it is to be quick, on a PostgreSQL cluster of our own as well.
fn rust(house: &House, quick: bool, neighbours: &Neighbours, tongues: Option<&Path>) -> Result<End> {
    let given = std::env::var("WAYBILL_TEST_POSTGRES").ok().filter(|url| !url.is_empty());
    let mut own = None;
    let databases = if quick {
        println!("PostgreSQL is left out: --quick");
        "SQLite only (--quick)"
    } else if given.is_some() {
        println!("PostgreSQL: the one WAYBILL_TEST_POSTGRES names");
        "SQLite and PostgreSQL"
    } else if let Some(cluster) = Cluster::start()? {
        println!("PostgreSQL: a cluster of our own in a temporary folder");
        own = Some(cluster);
        "SQLite and PostgreSQL"
    } else {
        println!("PostgreSQL is not installed here (no initdb): the tests run on SQLite only");
        "SQLite only: PostgreSQL is not installed"
    };
    // What the tests leave in their temporary folder goes with it.
    let aside = Temporary::new("tests")?;
    // The engine's guests are components and nothing else; its tests build them for their own target.
    let mut cargo = house.cargo(["test", "--workspace", "--exclude", "engine-guests", "--no-fail-fast"]);
    cargo.env("TMPDIR", &*aside).env(neighbours::TOLD_TO_TESTS, neighbours.told());
    match tongues {
        Some(folder) => cargo.env(tongues::TOLD_TO_TESTS, folder),
        None => cargo.env_remove(tongues::TOLD_TO_TESTS),
    };
    match (quick, &own) {
        (true, _) => {
            cargo.env_remove("WAYBILL_TEST_POSTGRES");
        }
        (false, Some(cluster)) => {
            cargo.env("WAYBILL_TEST_POSTGRES", cluster.url());
        }
        (false, None) => {}
    }
    count_tests(&mut cargo, databases)
}

/// Runs cargo test, its lines as they are, and adds its counts up.
fn count_tests(cargo: &mut Command, databases: &str) -> Result<End> {
    let (mut passed, mut ignored) = (0, 0);
    let outcome = child::run_and_see(cargo, |line| {
        passed += count(line, "passed");
        ignored += count(line, "ignored");
    });
    println!("{passed} tests passed");
    outcome?;
    if ignored > 0 {
        bail!("{ignored} tests are ignored; a test runs or is not there");
    }
    Ok(End::Passed(format!("{passed} tests, {databases}")))
}

/// The number before a word in a line `test result: ok. 12 passed; 0 failed; …`.
fn count(line: &str, word: &str) -> usize {
    let Some(result) = line.strip_prefix("test result:") else {
        return 0;
    };
    result.split([';', '.']).filter_map(|part| part.trim().strip_suffix(word)?.trim().parse::<usize>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargos_counts_are_read() {
        let line = "test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 1 filtered out; finished in 0.05s";
        assert_eq!((count(line, "passed"), count(line, "ignored")), (12, 3));
        assert_eq!(count("7 passed; said by a test", "passed"), 0);
    }
}
