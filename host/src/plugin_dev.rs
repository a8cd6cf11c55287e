//! `waybill plugin dev`: a plugin on a host for development, which changes as soon as it is built anew.

use std::{
    collections::BTreeMap,
    future::Future,
    path::{Path, PathBuf},
    pin::pin,
    time::{Duration, SystemTime},
};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use engine::{Manifest, package};
use kernel::{Scope, db::Mode, ids::TenantId};
use plugins::registry;

use crate::{boot::App, packages::told, plugin_cli::Say};

/// How often the folder is looked at; a build is taken when nothing changed between two looks.
const EVERY: Duration = Duration::from_millis(500);
/// More files than a package may have are no plugin's folder.
const MOST_FILES: usize = 1000;

#[derive(Args)]
pub struct DevOptions {
    /// The project's folder, or a folder with plugin.toml, component.wasm and web/.
    #[arg(default_value = ".")]
    folder: PathBuf,
}

impl DevOptions {
    pub fn of(folder: PathBuf) -> Self {
        Self { folder }
    }
}

/// Installs what is built in the folder, and again whenever it changes, until `stop`.
pub async fn develop(
    app: &App,
    options: &DevOptions,
    say: Say<'_>,
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
    let mut taken = None;
    let mut before = None;
    loop {
        let now = looked_at(&folder);
        if now.is_some() && now == before && now != taken {
            match install(app, &folder).await {
                Ok(words) => say(&words),
                Err(error) => say(&format!("Not taken: {error:#}")),
            }
            // What was refused is tried again when it is another.
            taken.clone_from(&now);
        }
        before = now;
        tokio::select! {
            () = &mut stop => break,
            () = tokio::time::sleep(EVERY) => {}
        }
    }
    say(
        "The last build stays active; `waybill plugin rollback ID` goes back, `waybill plugin remove ID` takes it off.",
    );
    Ok(())
}

/// Where `waybill plugin build` lays the project out, or the folder itself where a plugin is laid out in it.
fn built_folder(folder: &Path) -> anyhow::Result<PathBuf> {
    let manifest = folder.join("plugin.toml");
    let text = std::fs::read_to_string(&manifest).with_context(|| {
        format!(
            "{} has no plugin.toml: is it a plugin's project?",
            folder.display()
        )
    })?;
    let manifest = Manifest::parse(&text).map_err(|words| anyhow!(words))?;
    let laid_out = folder.join("target/waybill").join(&manifest.id);
    let is_project = ["Cargo.toml", "package.json", "build.py"]
        .iter()
        .any(|file| folder.join(file).is_file());
    if laid_out.is_dir() || is_project {
        return Ok(laid_out);
    }
    Ok(folder.to_owned())
}

/// Every file with its size and its time; none while there is no plugin in the folder.
fn looked_at(folder: &Path) -> Option<BTreeMap<PathBuf, (u64, SystemTime)>> {
    let mut seen = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).ok()? {
            let entry = entry.ok()?;
            let about = entry.metadata().ok()?;
            if about.is_dir() {
                open.push(entry.path());
            } else {
                seen.insert(entry.path(), (about.len(), about.modified().ok()?));
            }
            if seen.len() + open.len() > MOST_FILES {
                return None;
            }
        }
    }
    let is_there = |file: &str| seen.contains_key(&folder.join(file));
    (is_there("plugin.toml") && is_there("component.wasm")).then_some(seen)
}

/// Makes what is in the folder the active version, under a version of its own.
async fn install(app: &App, folder: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(folder.join("plugin.toml"))?;
    let manifest = Manifest::parse(&text).map_err(|words| anyhow!(words))?;
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
        .map_err(told)?;
    let mut words = format!("{} {} is active.", uploaded.plugin, uploaded.version);
    for warning in &uploaded.warnings {
        words.push_str(&format!("\nWarning: {warning}."));
    }
    let pins = registry::pins(&mut app.host().scope(TenantId(0), Mode::Read)).await?;
    for pin in pins.iter().filter(|pin| pin.plugin == uploaded.plugin) {
        let why = if pin.is_held {
            "until it agrees to what this build asks for"
        } else {
            "by its own choice"
        };
        words.push_str(&format!(
            "\n{} stays at {} {why}.",
            pin.tenant_name, pin.version
        ));
    }
    Ok(words)
}
