//! Synchronisation of a host with the stored plugin state: active versions, pins and canaries.

use std::collections::BTreeSet;

use data::{Host, Result, Scope, db::Mode};

use crate::{
    canaries,
    packages::{self, service::PLATFORM, store::Install},
    pins::{self, store::Pin},
};
use crate::{
    installed::port::{PackagePort, Routed},
    settings,
};

/// Also stops failed canaries. Returns the errors.
pub async fn follow(host: &Host) -> Result<Vec<String>> {
    canaries::service::stop_failed(host).await?;
    let mut scope = host.scope(PLATFORM, Mode::Read);
    let port = scope.port::<dyn PackagePort>()?;
    // Read before the database: an install commits before it activates, so a plugin that is active
    // here and not stored there was removed.
    let active = port.active();
    let installs = packages::store::installs(&mut scope).await?;
    let pins = pins::store::load_all(&mut scope).await?;
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

pub(crate) async fn follow_plugin(host: &Host, plugin: &str) -> Result<()> {
    let mut scope = host.scope(PLATFORM, Mode::Read);
    let installs = packages::store::installs(&mut scope).await?;
    let Some(install) = installs
        .iter()
        .find(|install| install.plugin == plugin && !install.is_suspended)
    else {
        return Ok(());
    };
    let pins = pins::store::load_all(&mut scope).await?;
    let mut troubles = Vec::new();
    route(&mut scope, install, &pins, &mut troubles).await?;
    troubles
        .iter()
        .for_each(|words| tracing::error!(words, "failed to load a plugin version"));
    Ok(())
}

/// Applies the pins before another version becomes active.
pub(crate) async fn apply_pins(host: &Host, plugin: &str) -> Result<()> {
    let mut scope = host.scope(PLATFORM, Mode::Read);
    let port = scope.port::<dyn PackagePort>()?;
    if port.active().contains_key(plugin) {
        let pins = crate::pins::service::versions(
            &crate::pins::store::load_all(&mut scope).await?,
            plugin,
        );
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
    let Some(package) = packages::store::by_id(scope, install.package_id).await? else {
        return Ok(());
    };
    let (host, port) = (scope.host().clone(), scope.port::<dyn PackagePort>()?);
    if active == Some(&package.digest)
        || port.active().get(&install.plugin) == Some(&package.digest)
    {
        return Ok(());
    }
    apply_pins(&host, &install.plugin).await?;
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
    settings::clear_cache(&host)
}

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
        let Some(package) = packages::store::by_id(scope, id).await? else {
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
        let loaded = async {
            let bytes = scope.host().files().get(PLATFORM, &package.file_key).await;
            port.load(bytes.map_err(|error| error.sentence())?).await
        };
        if let Err(words) = loaded.await {
            troubles.push(format!("{} {}: {words}", package.plugin, package.version));
        }
    }
    if port.route(
        plugin,
        Routed {
            pins: pins::service::versions(pins, plugin),
            canary,
        },
    ) {
        settings::clear_cache(scope.host())?;
    }
    Ok(())
}
