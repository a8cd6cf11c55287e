//! `waybill plugin dev`: installs a plugin on a development host after every build.

use std::{
    collections::BTreeMap,
    future::Future,
    path::{Path, PathBuf},
    pin::pin,
    time::{Duration, SystemTime},
};

use anyhow::{Context, bail};
use clap::Args;
use data::{Scope, db::Mode, ids::TenantId};
use engine::{Manifest, package};
use plugins::packages as registry;

use crate::{boot::App, packages::format_rejection, plugin_cli::Print};

/// Poll interval. A build is installed once two polls see the same files.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// Maximum files of a plugin folder, as of a package.
const MAX_FILES: usize = 1000;

#[derive(Args)]
pub struct DevOptions {
    /// The project folder, or a folder with plugin.toml, component.wasm and web/.
    #[arg(default_value = ".")]
    folder: PathBuf,
}

impl DevOptions {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }
}

/// Installs the folder's build, again after every change, until `stop`.
pub async fn develop(
    app: &App,
    options: &DevOptions,
    say: Print<'_>,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    if !app.host().config().plugin_allow_unsigned {
        bail!(
            "this host takes signed packages alone, and what is under development is not signed. On a host for \
             development, set WAYBILL_PLUGIN_ALLOW_UNSIGNED=true (plugin_allow_unsigned = true in waybill.toml), for the \
             host that serves and for this command"
        );
    }
    let folder = built_folder(&options.folder)?;
    say(&format!("Watching {}; Ctrl-C ends it.", folder.display()));
    let mut stop = pin!(stop);
    let mut installed = None;
    let mut previous = None;
    loop {
        let current = scan_folder(&folder);
        if current.is_some() && current == previous && current != installed {
            match install(app, &folder).await {
                Ok(words) => say(&words),
                Err(error) => say(&format!("Not taken: {error:#}")),
            }
            installed.clone_from(&current);
        }
        previous = current;
        tokio::select! {
            () = &mut stop => break,
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
    }
    say(
        "The last build stays active; `waybill plugin rollback ID` goes back, `waybill plugin remove ID` takes it off.",
    );
    Ok(())
}

/// Output folder of `waybill plugin build`, or the folder itself.
fn built_folder(folder: &Path) -> anyhow::Result<PathBuf> {
    let manifest = folder.join("plugin.toml");
    let text = std::fs::read_to_string(&manifest).with_context(|| {
        format!(
            "{} has no plugin.toml: is it a plugin's project?",
            folder.display()
        )
    })?;
    let manifest = Manifest::parse(&text)?;
    let laid_out = folder.join("target/waybill").join(&manifest.id);
    let is_project = ["Cargo.toml", "package.json", "build.py"]
        .iter()
        .any(|file| folder.join(file).is_file());
    if laid_out.is_dir() || is_project {
        return Ok(laid_out);
    }
    Ok(folder.to_owned())
}

/// `None` if the folder holds no plugin.
fn scan_folder(folder: &Path) -> Option<BTreeMap<PathBuf, (u64, SystemTime)>> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).ok()? {
            let entry = entry.ok()?;
            let metadata = entry.metadata().ok()?;
            if metadata.is_dir() {
                open.push(entry.path());
            } else {
                files.insert(entry.path(), (metadata.len(), metadata.modified().ok()?));
            }
            if files.len() + open.len() > MAX_FILES {
                return None;
            }
        }
    }
    let is_there = |file: &str| files.contains_key(&folder.join(file));
    (is_there("plugin.toml") && is_there("component.wasm")).then_some(files)
}

/// Activates the folder's plugin under a unique version.
async fn install(app: &App, folder: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(folder.join("plugin.toml"))?;
    let manifest = Manifest::parse(&text)?;
    let version = registry::development_version(
        &manifest.version,
        app.host().clock().now().timestamp_millis(),
    );
    let from = folder.to_owned();
    let packed = tokio::task::spawn_blocking(move || package::pack_as(&from, &version)).await??;
    let platform = tenancy::platform_tenant(app.host())
        .await?
        .unwrap_or(TenantId(0));
    let mut scope: Scope = app.host().scope(platform, Mode::Write);
    let uploaded = registry::develop(&mut scope, packed.into())
        .await
        .map_err(format_rejection)?;
    let mut message = format!("{} {} is active.", uploaded.plugin, uploaded.version);
    for warning in &uploaded.warnings {
        message.push_str(&format!("\nWarning: {warning}."));
    }
    let pins = registry::pins(&mut app.host().scope(TenantId(0), Mode::Read)).await?;
    for pin in pins.iter().filter(|pin| pin.plugin == uploaded.plugin) {
        let why = if pin.is_held {
            "until it agrees to what this build asks for"
        } else {
            "by its own choice"
        };
        message.push_str(&format!(
            "\n{} stays at {} {why}.",
            pin.tenant_name, pin.version
        ));
    }
    Ok(message)
}
