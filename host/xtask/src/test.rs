//! `cargo xtask test` and `cargo xtask check`: all checks, step by step, with a summary table.

use std::path::Path;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

use crate::external::{self, External};
use crate::generate;
use crate::postgres::Cluster;
use crate::steps::{Outcome, Table};
use crate::temporary::Temporary;
use crate::workspace::Workspace;
use crate::{browser, child, components, languages, run, test_programs, tidy, tools, web};

#[derive(Args)]
pub struct Options {
    /// Skip PostgreSQL, third-party clients, plugins in other languages and the end-to-end tests.
    #[arg(long)]
    quick: bool,
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
    let mut table = Table::default();
    if options.wants(Step::Layout) {
        table.step("Rust layout", || layout(workspace));
    }
    if options.wants(Step::Tidiness) {
        table.step("Tidiness", || tidiness(workspace));
    }
    if options.wants(Step::Clippy) {
        table.step("Clippy", || clippy(workspace));
    }
    if options.wants(Step::Deny) {
        table.step("Dependencies", || dependencies(workspace));
    }

    let mut built = true;
    if options.wants_any(&[Step::Rust, Step::Clients, Step::EndToEnd]) {
        built = table.step("Plugins built", || {
            components::build(workspace)?;
            components::assemble(workspace, &workspace.plugin_folder())?;
            if options.wants(Step::Rust) {
                components::build_guests(workspace)?;
            }
            passed()
        });
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
    let mut installed = true;
    // Front-end tests use a browser and the built web.
    let faces =
        options.wants(Step::Rust) && tools::need_node().is_ok() && tools::chromium().is_some();
    if faces
        || options.wants_any(&[
            Step::Generated,
            Step::WebLint,
            Step::WebTypes,
            Step::WebTests,
            Step::Clients,
            Step::EndToEnd,
        ])
    {
        installed = table.step("Web packages", || {
            web::install(workspace)?;
            passed()
        });
    }
    let mut web_built = true;
    if faces || options.wants_any(&[Step::Clients, Step::EndToEnd]) {
        web_built = table.step("Web built", || {
            if !installed {
                return needs("the web's packages");
            }
            web::build(workspace)?;
            passed()
        });
    }
    if faces && web_built {
        external.add_front_ends();
    }
    if options.wants(Step::Rust) {
        table.step("Rust tests", || match built {
            true => rust(workspace, options, &external, languages.as_deref()),
            false => needs("the plugins"),
        });
    }

    if options.wants(Step::Generated) {
        table.step("Generated files", || {
            generate::generate(workspace, &generate::Options { check: true })?;
            passed()
        });
    }
    type Check = fn(&Workspace) -> Result<String>;
    let of_the_web: [(Step, &'static str, Check); 3] = [
        (Step::WebLint, "Web lint", |workspace| {
            web::script(workspace, "format:check")?;
            web::script(workspace, "lint").map(|()| String::new())
        }),
        (Step::WebTypes, "Web types", |workspace| {
            web::script(workspace, "typecheck").map(|()| String::new())
        }),
        (Step::WebTests, "Web tests", web::tests),
    ];
    for (step, title, check) in of_the_web {
        if options.wants(step) {
            table.step(title, || {
                if installed {
                    check(workspace).map(Outcome::Passed)
                } else {
                    needs("the web's packages")
                }
            });
        }
    }
    if options.wants(Step::EndToEnd) {
        table.step("End-to-end tests in a browser", || {
            if !built || !web_built {
                return needs("the plugins and the web");
            }
            run::build_host(workspace, false)?;
            components::assemble(workspace, &workspace.plugin_folder())?;
            browser::end_to_end_tests(workspace, options.timings)
        });
    }
    if options.wants(Step::Clients) {
        table.step("Real clients", || {
            if !built || !web_built {
                return needs("the plugins and the web");
            }
            if !external.has_clients() {
                return Ok(Outcome::Absent(
                    "their packages are not installed: Node.js is missing".to_owned(),
                ));
            }
            run::build_host(workspace, false)?;
            components::assemble(workspace, &workspace.plugin_folder())?;
            external::clients(workspace)
        });
    }
    conclude(&table)
}

pub fn check(workspace: &Workspace) -> Result<()> {
    let mut table = Table::default();
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
    child::run(&mut workspace.cargo([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    passed()
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

/// Runs every Rust test on SQLite and, unless quick, PostgreSQL.
fn rust(
    workspace: &Workspace,
    options: &Options,
    external: &External,
    languages: Option<&Path>,
) -> Result<Outcome> {
    let given = std::env::var("WAYBILL_TEST_POSTGRES")
        .ok()
        .filter(|url| !url.is_empty());
    let mut cluster = None;
    let quick = options.quick;
    let databases = if quick {
        println!("PostgreSQL is left out: --quick");
        "SQLite only (--quick)"
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
    let tests = test_programs::run(workspace, options.timings, |test| {
        test.env("TMPDIR", &*aside)
            .env(external::VARIABLE, external.value());
        test.env("CARGO_TARGET_DIR", &workspace.target)
            .env(components::VARIABLE, components::guest_folder(workspace));
        match languages {
            Some(folder) => test.env(languages::VARIABLE, folder),
            None => test.env_remove(languages::VARIABLE),
        };
        match (quick, &cluster) {
            (true, _) => test.env_remove("WAYBILL_TEST_POSTGRES"),
            (false, Some(cluster)) => test.env("WAYBILL_TEST_POSTGRES", cluster.url()),
            (false, None) => test,
        };
    })?;
    let second_try = match &*tests.second_try {
        [] => String::new(),
        again => format!("; only at a second try: {}", again.join(", ")),
    };
    Ok(Outcome::Passed(format!(
        "{} tests, {databases}{second_try}",
        tests.passed
    )))
}
