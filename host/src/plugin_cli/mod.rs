//! Commands of plugin authors: new project, package, conformance check.

mod build;
mod call;
mod credentials;
mod new;
mod registry;
mod replay;

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;
use conformance::Opening;

pub use build::{BuildOptions, build};
pub use call::{CallOptions, call};
pub use new::{NewOptions, new};
pub use registry::{PullOptions, PushOptions, pull, push};
pub use replay::{ExitWith, ReplayOptions, replay};

use crate::ports::asks::requested_permissions;

pub type Print<'a> = &'a (dyn Fn(&str) + Send + Sync);

#[derive(Args)]
pub struct CheckOptions {
    /// A package, the folder of a built plugin, or a built project.
    target: PathBuf,
    /// Print JSON: {plugin, version, kind, rows: [{mark: passed|failed|warned|not-tried, group,
    /// what, detail}]}.
    #[arg(long)]
    json: bool,
    /// Accept an unsigned package.
    #[arg(long)]
    trust_unsigned: bool,
    /// Skip the front end.
    #[arg(long)]
    no_web: bool,
    /// Chromium or Chrome for the front end; defaults to CHROMIUM, then the path.
    #[arg(long, conflicts_with = "no_browser")]
    browser: Option<PathBuf>,
    /// Don't open the front end in a browser.
    #[arg(long)]
    no_browser: bool,
    /// The built web application with the `kit` page; defaults to the one shipped with the program.
    #[arg(long, env = "WAYBILL_WEB")]
    web: Option<PathBuf>,
}

impl CheckOptions {
    fn opening(&self) -> Opening {
        if self.no_browser {
            return Opening::Not("left out, which was asked for".into());
        }
        let webs = self.web.clone().map_or_else(web_folders, |web| vec![web]);
        Opening::find(self.browser.clone(), &webs)
    }
}

/// Next to the program, or in its checkout.
fn web_folders() -> Vec<PathBuf> {
    let program = std::env::current_exe().ok();
    let here = std::env::current_dir().ok();
    let shipped = program
        .iter()
        .filter_map(|program| Some(program.parent()?.join("web")));
    let built_from = Path::new(env!("CARGO_MANIFEST_DIR"));
    let around = program
        .iter()
        .chain(&here)
        .flat_map(|place| place.ancestors())
        .chain(built_from.ancestors());
    shipped
        .chain(around.map(|place| place.join("web/dist")))
        .collect()
}

/// Runs the conformance kit. Fails if a row failed.
pub async fn check(options: CheckOptions, say: Print<'_>) -> anyhow::Result<()> {
    let check_options = conformance::Options {
        trust_unsigned: options.trust_unsigned,
        no_web: options.no_web,
        browser: options.opening(),
    };
    // Ctrl-C also ends the browser.
    let report = tokio::select! {
        report = conformance::check(&options.target, check_options) => report.map_err(|words| anyhow!(words))?,
        _ = tokio::signal::ctrl_c() => bail!("given up before the check was over"),
    };
    if options.json {
        say(&serde_json::to_string_pretty(&report)?);
    } else {
        print_permissions(&options.target, say);
        say(&report.to_string());
    }
    match report.failures() {
        0 => Ok(()),
        1 => bail!("one check failed"),
        many => bail!("{many} checks failed"),
    }
}

/// An unreadable package is reported elsewhere.
fn print_permissions(target: &Path, say: Print<'_>) {
    let manifest = if target.is_dir() {
        let text = std::fs::read_to_string(target.join("plugin.toml")).unwrap_or_default();
        engine::Manifest::parse(&text).ok()
    } else {
        let package = std::fs::read(target)
            .ok()
            .and_then(|bytes| engine::package::Package::read(&bytes).ok());
        package.map(|package| package.manifest)
    };
    let permissions = manifest
        .map(|manifest| requested_permissions(&manifest))
        .unwrap_or_default();
    if permissions.is_empty() {
        return;
    }
    say("It asks to:");
    for ask in permissions {
        say(&format!("  {:40} {}", ask.code, ask.words));
    }
    say("");
}
