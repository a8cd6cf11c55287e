//! The verbs of a plugin's author: a new project, its package, and whether that keeps the rules.

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
pub use replay::{Ends, ReplayOptions, replay};

use crate::ports::asks::asks;

/// Where lines for the person at the terminal go.
pub type Say<'a> = &'a (dyn Fn(&str) + Send + Sync);

#[derive(Args)]
pub struct CheckOptions {
    /// A package, the folder of a built plugin, or a project that was built.
    target: PathBuf,
    /// Answer in JSON: {plugin, version, kind, rows: [{mark: passed|failed|warned|not-tried, group, what, detail}]}.
    #[arg(long)]
    json: bool,
    /// Do not mind that nobody signed it.
    #[arg(long)]
    trust_unsigned: bool,
    /// Leave the face out: it is built and looked at elsewhere.
    #[arg(long)]
    no_web: bool,
    /// The browser to open the face in: Chromium or Chrome; left out: the one that CHROMIUM names, or one on the path.
    #[arg(long, conflicts_with = "no_browser")]
    browser: Option<PathBuf>,
    /// Open the face in no browser.
    #[arg(long)]
    no_browser: bool,
    /// The built web application, whose part `kit` opens faces; found beside the program unless given.
    #[arg(long, env = "WAYBILL_WEB")]
    web: Option<PathBuf>,
}

impl CheckOptions {
    fn opening(&self) -> Opening {
        if self.no_browser {
            return Opening::Not("left out, which was asked for".into());
        }
        let webs = self.web.clone().map_or_else(built_webs, |web| vec![web]);
        Opening::find(self.browser.clone(), &webs)
    }
}

/// Where a built web application may be: beside the program, or in the checkout that it stands in, works in or was
/// built from.
fn built_webs() -> Vec<PathBuf> {
    let program = std::env::current_exe().ok();
    let here = std::env::current_dir().ok();
    let beside = program
        .iter()
        .filter_map(|program| Some(program.parent()?.join("web")));
    let built_from = Path::new(env!("CARGO_MANIFEST_DIR"));
    let around = program
        .iter()
        .chain(&here)
        .flat_map(|place| place.ancestors())
        .chain(built_from.ancestors());
    beside
        .chain(around.map(|place| place.join("web/dist")))
        .collect()
}

/// Runs the conformance kit over a package; a row that failed is an error, after the table was said.
pub async fn check(options: CheckOptions, say: Say<'_>) -> anyhow::Result<()> {
    let how = conformance::Options {
        trust_unsigned: options.trust_unsigned,
        no_web: options.no_web,
        browser: options.opening(),
    };
    // Whoever gives up here ends the browser as well, which the terminal would not reach.
    let report = tokio::select! {
        report = conformance::check(&options.target, how) => report.map_err(|words| anyhow!(words))?,
        _ = tokio::signal::ctrl_c() => bail!("given up before the check was over"),
    };
    if options.json {
        say(&serde_json::to_string_pretty(&report)?);
    } else {
        tell_asks(&options.target, say);
        say(&report.to_string());
    }
    match report.failures() {
        0 => Ok(()),
        1 => bail!("one check failed"),
        many => bail!("{many} checks failed"),
    }
}

/// What whoever enables it will be asked to agree to. A package that can't be read is the report's matter.
fn tell_asks(target: &Path, say: Say<'_>) {
    let manifest = if target.is_dir() {
        let text = std::fs::read_to_string(target.join("plugin.toml")).unwrap_or_default();
        engine::Manifest::parse(&text).ok()
    } else {
        let package = std::fs::read(target)
            .ok()
            .and_then(|bytes| engine::package::Package::read(&bytes).ok());
        package.map(|package| package.manifest)
    };
    let asks = manifest.map(|manifest| asks(&manifest)).unwrap_or_default();
    if asks.is_empty() {
        return;
    }
    say("It asks to:");
    for ask in asks {
        say(&format!("  {:40} {}", ask.code, ask.words));
    }
    say("");
}
