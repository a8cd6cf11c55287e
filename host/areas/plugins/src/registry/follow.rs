//! How a host follows what the database says of plugins: what is active, who is pinned to what, what is tried out.

use std::collections::BTreeSet;

use kernel::{Host, Result, Scope, db::Mode};

use super::{
    canary, pins,
    pins::Pin,
    service::PLATFORM,
    store::{self, Install},
};
use crate::{
    port::{PackagePort, Routed},
    settings,
};

/// Brings this host to what the database says, and ends canaries that have failed here. Tells what could not be
/// followed.
pub async fn follow(host: &Host) -> Result<Vec<String>> {
    canary::judge(host).await?;
    let mut scope = host.scope(PLATFORM, Mode::Read);
    let port = scope.port::<dyn PackagePort>()?;
    // Asked before the database: an install is committed before it is active, so what is active here and not installed
    // there was removed, never installed in between.
    let active = port.active();
    let installs = store::installs(&mut scope).await?;
    let pins = pins::all(&mut scope).await?;
    let mut troubles = Vec::new();
    for install in installs.iter().filter(|install| !install.is_suspended) {
        activate(
            &mut scope,
            install,
            active.get(&install.plugin),
            &mut troubles,
        )
        .await?;
        route(&mut scope, install, &pins, &mut troubles).await?;
    }
    for plugin in active.keys() {
        if !installs
            .iter()
            .any(|install| install.plugin == *plugin && !install.is_suspended)
        {
            port.remove(plugin);
        }
    }
    Ok(troubles)
}

/// The same for the versions beside the active one of one plugin, where something has just changed here.
pub(super) async fn plugin(host: &Host, plugin: &str) -> Result<()> {
    let mut scope = host.scope(PLATFORM, Mode::Read);
    let installs = store::installs(&mut scope).await?;
    let Some(install) = installs
        .iter()
        .find(|install| install.plugin == plugin && !install.is_suspended)
    else {
        return Ok(());
    };
    let pins = pins::all(&mut scope).await?;
    let mut troubles = Vec::new();
    route(&mut scope, install, &pins, &mut troubles).await?;
    troubles
        .iter()
        .for_each(|words| tracing::error!(words, "a version of a plugin is not loaded here"));
    Ok(())
}

/// Tells the engine who stays at which version, before another one becomes active.
pub(super) async fn stay(host: &Host, plugin: &str) -> Result<()> {
    let mut scope = host.scope(PLATFORM, Mode::Read);
    let port = scope.port::<dyn PackagePort>()?;
    if port.active().contains_key(plugin) {
        let pins = super::pins::versions(&super::pins::all(&mut scope).await?, plugin);
        port.route(plugin, Routed { pins, canary: None });
    }
    Ok(())
}

async fn activate(
    scope: &mut Scope,
    install: &Install,
    active: Option<&String>,
    troubles: &mut Vec<String>,
) -> Result<()> {
    let Some(package) = store::by_id(scope, install.package_id).await? else {
        return Ok(());
    };
    let (host, port) = (scope.host().clone(), scope.port::<dyn PackagePort>()?);
    if active == Some(&package.digest)
        || port.active().get(&install.plugin) == Some(&package.digest)
    {
        return Ok(());
    }
    stay(&host, &install.plugin).await?;
    let followed = async {
        let bytes = host
            .files()
            .get(PLATFORM, &package.file_key)
            .await
            .map_err(|error| error.sentence())?;
        port.activate(bytes).await
    };
    if let Err(words) = followed.await {
        troubles.push(format!("{} {}: {words}", package.plugin, package.version));
    }
    settings::forget_all(&host)
}

/// Loads what is needed beside the active version, and says which calls go there.
async fn route(
    scope: &mut Scope,
    install: &Install,
    pins: &[Pin],
    troubles: &mut Vec<String>,
) -> Result<()> {
    let port = scope.port::<dyn PackagePort>()?;
    let plugin = &install.plugin;
    let mut needed: BTreeSet<i64> = pins
        .iter()
        .filter(|pin| pin.plugin == *plugin)
        .map(|pin| pin.package_id)
        .collect();
    needed.extend(install.canary.as_ref().map(|canary| canary.package_id));
    let mut canary = None;
    for id in needed {
        let Some(package) = store::by_id(scope, id).await? else {
            continue;
        };
        if let Some(running) = install
            .canary
            .as_ref()
            .filter(|canary| canary.package_id == id)
        {
            canary = Some((
                package.version.clone(),
                u32::try_from(running.share).unwrap_or(0),
            ));
        }
        if port.is_loaded(plugin, &package.digest) {
            continue;
        }
        let held = async {
            let bytes = scope.host().files().get(PLATFORM, &package.file_key).await;
            port.hold(bytes.map_err(|error| error.sentence())?).await
        };
        if let Err(words) = held.await {
            troubles.push(format!("{} {}: {words}", package.plugin, package.version));
        }
    }
    if port.route(
        plugin,
        Routed {
            pins: pins::versions(pins, plugin),
            canary,
        },
    ) {
        settings::forget_all(scope.host())?;
    }
    Ok(())
}
