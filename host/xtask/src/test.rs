//! `cargo xtask test` and `cargo xtask check`: all checks, step by step, with a summary table.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

use crate::external::{self, External};
use crate::files::Stamp;
use crate::generate;
use crate::postgres::Cluster;
use crate::steps::{Outcome, Table};
use crate::temporary::Temporary;
use crate::test_build::Build;
use crate::test_programs::Program;
use crate::workspace::Workspace;
use crate::{
    browser, child, components, languages, run, test_build, test_programs, tidy, tools, web,
};

#[derive(Args)]
pub struct Options {
    /// Skip PostgreSQL, third-party clients, plugins in other languages and the end-to-end tests.
    #[arg(long)]
    quick: bool,
    /// Run the Rust tests on PostgreSQL even if no statement changed since they last passed there.
    #[arg(long)]
    all: bool,
    /// Print the 50 slowest Rust tests and end-to-end tests.
    #[arg(long)]
    timings: bool,
    /// Run only these steps and their builds, separated by commas.
    #[arg(long, value_delimiter = ',', value_enum)]
    only: Vec<Step>,
}

/// Steps in order: quick and often failing ones first.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Step {
    Layout,
    Tidiness,
    Clippy,
    Deny,
    Rust,
    Clients,
    Generated,
    WebLint,
    WebTypes,
    WebTests,
    EndToEnd,
}

impl Options {
    fn wants(&self, step: Step) -> bool {
        if self.only.is_empty() {
            !(self.quick && matches!(step, Step::EndToEnd | Step::Clients))
        } else {
            self.only.contains(&step)
        }
    }

    fn wants_any(&self, steps: &[Step]) -> bool {
        steps.iter().any(|step| self.wants(*step))
    }
}

pub fn test(workspace: &Workspace, options: &Options) -> Result<()> {
    let table = Table::start();
    let run = Run {
        workspace,
        options,
        table: &table,
        has_front_ends: options.wants(Step::Rust)
            && tools::need_node().is_ok()
            && tools::chromium().is_some(),
    };
    if options.wants(Step::Layout) {
        table.step("Rust layout", || layout(workspace));
    }
    if options.wants(Step::Tidiness) {
        table.step("Tidiness", || tidiness(workspace));
    }
    // Cargo leaves processors idle while it links, and the web's tools have one thread each.
    let (sender, web_built) = mpsc::channel();
    let is_ready = thread::scope(|scope| {
        let run = &run;
        scope.spawn(move || run.web_lane(&sender));
        run.rust_lane(&web_built)
    });
    // Alone: these keep all processors busy and have timeouts of a page.
    run.browser_steps(is_ready);
    conclude(&table)
}

/// A run of the tests: cargo and the web in two lanes, then the browser.
struct Run<'a> {
    workspace: &'a Workspace,
    options: &'a Options,
    table: &'a Table,
    /// Rust tests of front ends use a browser and the built web.
    has_front_ends: bool,
}

impl Run<'_> {
    /// Runs cargo and the Rust tests. Returns true if host, plugins and web are built.
    fn rust_lane(&self, web_built: &Receiver<bool>) -> bool {
        let Self {
            workspace,
            options,
            table,
            ..
        } = self;
        if options.wants(Step::Clippy) && !options.wants(Step::Rust) {
            table.step("Clippy", || clippy(workspace));
        }
        if options.wants(Step::Deny) {
            table.step("Dependencies", || dependencies(workspace));
        }
        let mut external = External::default();
        if options.wants_any(&[Step::Rust, Step::Clients]) {
            table.step("External programs", || external.gather(workspace));
        }
        let mut languages = None;
        if options.wants(Step::Rust) && !options.quick {
            table.step("Plugins in other languages", || {
                languages = Some(languages::build(workspace)?);
                passed()
            });
        }
        let mut are_plugins_built = false;
        if options.wants_any(&[Step::Rust, Step::Clients, Step::EndToEnd]) {
            are_plugins_built = table.step("Plugins built", || {
                components::build(workspace)?;
                if options.wants(Step::Rust) {
                    components::build_guests(workspace)?;
                }
                passed()
            });
        }
        let mut build = Build::default();
        let mut is_host_built = true;
        if options.wants(Step::Rust) {
            is_host_built = table.step("Host and tests built", || {
                build = test_build::build(workspace)?;
                Ok(Outcome::Passed(format!(
                    "{} programs",
                    build.programs.len()
                )))
            });
            if options.wants(Step::Clippy) {
                table.step("Clippy", || {
                    if is_host_built {
                        remaining_clippy(workspace, build.warnings)
                    } else {
                        needs("the host and the tests")
                    }
                });
            }
        } else if options.wants_any(&[Step::Generated, Step::Clients, Step::EndToEnd]) {
            is_host_built = table.step("Host built", || {
                run::build_host(workspace, false)?;
                passed()
            });
        }
        let mut is_assembled = false;
        let is_web_built = web_built.recv().unwrap_or(false);
        if are_plugins_built && is_host_built {
            is_assembled = table.step("Plugin folder", || {
                components::assemble(workspace, &workspace.plugin_folder())?;
                passed()
            });
        }
        if self.has_front_ends && is_web_built {
            external.add_front_ends();
        }
        if options.wants(Step::Generated) {
            table.step("Generated files", || {
                if !is_host_built {
                    return needs("the host");
                }
                generate::check(workspace)?;
                passed()
            });
        }
        if options.wants(Step::Rust) {
            table.step("Rust tests", || {
                if is_assembled {
                    rust(
                        workspace,
                        options,
                        &build.programs,
                        &external,
                        languages.as_deref(),
                    )
                } else {
                    needs("the host and the plugins")
                }
            });
        }
        is_assembled && is_web_built
    }

    /// Builds and tests the web; sends true once it is built.
    fn web_lane(&self, built: &Sender<bool>) {
        let Self {
            workspace,
            options,
            table,
            ..
        } = self;
        let mut is_installed = true;
        if self.has_front_ends
            || options.wants_any(&[
                Step::Generated,
                Step::WebLint,
                Step::WebTypes,
                Step::WebTests,
                Step::Clients,
                Step::EndToEnd,
            ])
        {
            is_installed = table.step("Web packages", || {
                web::install(workspace)?;
                passed()
            });
        }
        let mut is_web_built = true;
        if self.has_front_ends || options.wants_any(&[Step::Clients, Step::EndToEnd]) {
            is_web_built = table.step("Web built", || {
                if !is_installed {
                    return needs("the web's packages");
                }
                web::build(workspace)?;
                passed()
            });
        }
        // The other lane may have ended already.
        let _ = built.send(is_web_built);
        type Check = fn(&Workspace) -> Result<String>;
        let checks: [(Step, &'static str, Check); 3] = [
            (Step::WebLint, "Web lint", |workspace| {
                web::script(workspace, "format:check")?;
                web::script(workspace, "lint").map(|()| String::new())
            }),
            (Step::WebTypes, "Web types", |workspace| {
                web::script(workspace, "typecheck").map(|()| String::new())
            }),
            (Step::WebTests, "Web tests", web::tests),
        ];
        for (step, title, check) in checks {
            if options.wants(step) {
                table.step(title, || {
                    if is_installed {
                        check(workspace).map(Outcome::Passed)
                    } else {
                        needs("the web's packages")
                    }
                });
            }
        }
    }

    /// Runs what drives a browser or other clients against a host.
    fn browser_steps(&self, is_ready: bool) {
        let Self {
            workspace,
            options,
            table,
            ..
        } = self;
        if options.wants(Step::EndToEnd) {
            table.step("End-to-end tests in a browser", || {
                if !is_ready {
                    return needs("the host, the plugins and the web");
                }
                browser::end_to_end_tests(workspace, options.timings)
            });
        }
        if options.wants(Step::Clients) {
            table.step("Real clients", || {
                if !is_ready {
                    return needs("the host, the plugins and the web");
                }
                if tools::need_node().is_err() {
                    return Ok(Outcome::Absent(
                        "their packages are not installed: Node.js is missing".to_owned(),
                    ));
                }
                external::clients(workspace)
            });
        }
    }
}

pub fn check(workspace: &Workspace) -> Result<()> {
    let table = Table::start();
    table.step("Rust layout", || layout(workspace));
    table.step("Clippy", || clippy(workspace));
    table.step("Tidiness", || tidiness(workspace));
    table.step("Web layout, lint and types", || {
        web::install(workspace)?;
        web::script(workspace, "format:check")?;
        web::script(workspace, "lint")?;
        web::script(workspace, "typecheck")?;
        passed()
    });
    conclude(&table)
}

fn conclude(table: &Table) -> Result<()> {
    if !table.finish() {
        bail!("not everything passed; see the table above");
    }
    Ok(())
}

fn passed() -> Result<Outcome> {
    Ok(Outcome::Passed(String::new()))
}

fn needs(what: &str) -> Result<Outcome> {
    Ok(Outcome::Failed(format!(
        "not tried, since {what} could not be made"
    )))
}

fn layout(workspace: &Workspace) -> Result<Outcome> {
    child::run(&mut workspace.cargo(["fmt", "--all", "--check"]))?;
    passed()
}

fn tidiness(workspace: &Workspace) -> Result<Outcome> {
    Ok(Outcome::Passed(format!(
        "{} checks",
        tidy::check(&workspace.root)?
    )))
}

fn clippy(workspace: &Workspace) -> Result<Outcome> {
    lint(workspace, &["--workspace"])?;
    passed()
}

/// Lints the parts that the tests' build skips, and fails if that build had warnings.
fn remaining_clippy(workspace: &Workspace, warnings: usize) -> Result<Outcome> {
    lint(workspace, &["--package", "engine-guests"])?;
    Ok(match warnings {
        0 => Outcome::Passed("with the build of the tests".to_owned()),
        count => Outcome::Failed(format!(
            "{count} warnings, printed by the build of the tests"
        )),
    })
}

fn lint(workspace: &Workspace, packages: &[&str]) -> Result<()> {
    let mut cargo = workspace.cargo(["clippy"]);
    cargo.args(packages);
    child::run(cargo.args(["--all-targets", "--", "-D", "warnings"]))
}

fn dependencies(workspace: &Workspace) -> Result<Outcome> {
    if !tools::has_cargo_command(workspace, "deny") {
        return Ok(Outcome::Absent(
            "cargo-deny is not installed (`cargo install cargo-deny --locked`)".to_owned(),
        ));
    }
    child::run(&mut workspace.cargo(["deny", "check"]))?;
    passed()
}

/// Returns the files that SQL statements come from: stores, records and the data layer.
fn statement_sources(root: &Path) -> Result<Vec<PathBuf>> {
    fn add(folder: &Path, sources: &mut Vec<PathBuf>) -> Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                add(&path, sources)?;
            } else if path.ends_with("store.rs")
                || path.extension().is_some_and(|extension| extension == "rs")
                    && fs::read_to_string(&path)?.contains("Record")
            {
                sources.push(path);
            }
        }
        Ok(())
    }
    let mut sources = [
        "Cargo.lock",
        "migrations",
        "host/data",
        "host/work",
        "host/web",
        "host/testkit",
    ]
    .map(|part| root.join(part))
    .to_vec();
    let fixed = sources.len();
    add(&root.join("host/areas"), &mut sources)?;
    sources[fixed..].sort();
    Ok(sources)
}

/// Runs every Rust test on SQLite, and on PostgreSQL unless quick or proven there before.
fn rust(
    workspace: &Workspace,
    options: &Options,
    programs: &[Program],
    external: &External,
    languages: Option<&Path>,
) -> Result<Outcome> {
    let given = std::env::var("WAYBILL_TEST_POSTGRES")
        .ok()
        .filter(|url| !url.is_empty());
    let mut cluster = None;
    let statements = Stamp::from_inputs(
        &workspace.target,
        "postgres",
        &statement_sources(&workspace.root)?,
    )?;
    let skips_postgres = options.quick || !options.all && statements.is_fresh();
    let databases = if options.quick {
        println!("PostgreSQL is left out: --quick");
        "SQLite only (--quick)"
    } else if skips_postgres {
        println!("PostgreSQL: no statement changed since the tests passed there");
        "SQLite; PostgreSQL has the statements that passed before (--all runs them again)"
    } else if given.is_some() {
        println!("PostgreSQL: the one WAYBILL_TEST_POSTGRES names");
        "SQLite and PostgreSQL"
    } else if let Some(started) = Cluster::start()? {
        println!("PostgreSQL: a cluster of our own in a temporary folder");
        cluster = Some(started);
        "SQLite and PostgreSQL"
    } else {
        println!("PostgreSQL is not installed here (no initdb): the tests run on SQLite only");
        "SQLite only: PostgreSQL is not installed"
    };
    // Temporary files of the tests are removed with it.
    let aside = Temporary::new("tests")?;
    let tests = test_programs::run(programs, options.timings, |test| {
        test.env("TMPDIR", &*aside)
            .env(external::VARIABLE, external.value());
        test.env("CARGO_TARGET_DIR", &workspace.target)
            .env(components::VARIABLE, components::guest_folder(workspace));
        match languages {
            Some(folder) => test.env(languages::VARIABLE, folder),
            None => test.env_remove(languages::VARIABLE),
        };
        match (skips_postgres, &cluster) {
            (true, _) => test.env_remove("WAYBILL_TEST_POSTGRES"),
            (false, Some(cluster)) => test.env("WAYBILL_TEST_POSTGRES", cluster.url()),
            (false, None) => test,
        };
    })?;
    if !skips_postgres && (given.is_some() || cluster.is_some()) {
        statements.store()?;
    }
    let second_try = match &*tests.second_try {
        [] => String::new(),
        again => format!("; only at a second try: {}", again.join(", ")),
    };
    Ok(Outcome::Passed(format!(
        "{} tests, {databases}{second_try}",
        tests.passed
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_come_from_stores_records_and_the_data_layer() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let sources = statement_sources(&root).unwrap();
        let holds = |end: &str| sources.iter().any(|source| source.ends_with(end));
        assert!(holds("migrations") && holds("host/data"));
        assert!(holds("bookings/src/bookings/store.rs"));
        assert!(!holds("bookings/src/bookings/routes.rs"));
    }
}
