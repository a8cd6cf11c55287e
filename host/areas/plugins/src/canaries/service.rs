//! Canaries: versions with a share of the calls until promoted, stopped, or rolled back for more
//! faults than the active one.

use data::{
    Error, Host, Refusal, Result, Scope,
    audit::{Entry, UPDATED},
    db::Mode,
    message,
};

use crate::installed::port::{MAX_SHARE, PackagePort};
use crate::{
    packages::{
        self,
        service::{PLATFORM, with_details},
        store::{Canary, EndedCanary, Install, Package},
    },
    pins,
};

const IS_ACTIVE: Refusal = Refusal::new(
    720,
    "This package is already active; there is nothing to try out.",
);
const IS_SUSPENDED: Refusal = Refusal::new(
    721,
    "The plugin is suspended. Resume it before you try a version out.",
);
const INCOMPATIBLE: Refusal = Refusal::new(
    722,
    "This version can't run as a trial. You can activate it for all calls.",
);
const NO_CANARY: Refusal = Refusal::new(723, "No version of this plugin is being tried out.");

/// Routes this percentage of the following tenants' calls.
pub async fn start(scope: &mut Scope, package: i64, share: i64) -> Result<()> {
    if !(1..=i64::from(MAX_SHARE)).contains(&share) {
        return Err(Error::invalid(
            "share",
            message!("must be 1 to {max} percent", max = MAX_SHARE),
        ));
    }
    let package = packages::service::package(scope, package).await?;
    check(
        &packages::service::installed(scope, &package.plugin).await?,
        &package,
    )?;
    packages::owners::check_signer(scope, &package).await?;
    // Tenants must not get another signer's version without consent.
    packages::owners::check_owner(scope, &package, false).await?;
    let port = scope.port::<dyn PackagePort>()?;
    let file = package.file_key.clone();
    // Compilation is slow: release the connection.
    scope.rollback();
    let bytes = scope.host().files().get(PLATFORM, &file).await?;
    port.check_canary(bytes)
        .await
        .map_err(|words| with_details(INCOMPATIBLE, words))?;
    // Reload: another administrator may have changed it during compilation.
    let mut install = packages::service::installed(scope, &package.plugin).await?;
    check(&install, &package)?;
    packages::owners::check_signer(scope, &package).await?;
    packages::owners::check_owner(scope, &package, false).await?;
    let now = scope.now();
    let before = version(scope, install.canary.as_ref()).await?;
    if install
        .canary
        .as_ref()
        .is_some_and(|running| running.package_id != package.id)
    {
        install.ended = ended_canary(
            scope,
            &install,
            "stopped",
            Some(format!("{} took its place.", package.version)),
        )
        .await?;
    }
    install.canary = Some(Canary {
        package_id: package.id,
        share,
        by: scope.caller.name().to_owned(),
        at: now,
    });
    packages::store::put_install(scope, &install).await?;
    note(
        scope,
        &install,
        before.as_deref(),
        Some(format!("{} for {share} %", package.version)),
    );
    scope.commit().await?;
    packages::sync::follow_plugin(scope.host(), &install.plugin).await
}

fn check(install: &Install, package: &Package) -> Result<()> {
    if install.is_suspended {
        return Err(IS_SUSPENDED.into());
    }
    match install.package_id == package.id {
        true => Err(IS_ACTIVE.into()),
        false => Ok(()),
    }
}

/// Activates the canary; the previous version becomes the rollback target.
pub async fn promote(scope: &mut Scope, plugin: &str) -> Result<()> {
    let install = packages::service::installed(scope, plugin).await?;
    let running = install.canary.as_ref().ok_or(NO_CANARY)?;
    let package = packages::service::package(scope, running.package_id).await?;
    let previous = Some(install.package_id);
    let ended = ended_canary(scope, &install, "promoted", None).await?;
    note(
        scope,
        &install,
        Some(&package.version),
        Some("promoted".to_owned()),
    );
    packages::owners::check_signer(scope, &package).await?;
    packages::owners::check_owner(scope, &package, false).await?;
    let active = packages::service::package(scope, install.package_id).await?;
    pins::holds::hold_tenants(scope, &active, &package).await?;
    packages::service::set_active(scope, &package, previous, false, ended).await
}

pub async fn stop(scope: &mut Scope, plugin: &str) -> Result<()> {
    let mut install = packages::service::installed(scope, plugin).await?;
    let before = version(scope, Some(install.canary.as_ref().ok_or(NO_CANARY)?)).await?;
    install.ended = ended_canary(scope, &install, "stopped", None).await?;
    install.canary = None;
    packages::store::put_install(scope, &install).await?;
    note(scope, &install, before.as_deref(), None);
    scope.commit().await?;
    packages::sync::follow_plugin(scope.host(), plugin).await
}

/// Stops canaries that failed in this process; other hosts follow.
pub(crate) async fn stop_failed(host: &Host) -> Result<()> {
    let port = host.port::<dyn PackagePort>()?;
    let mut reading = host.scope(PLATFORM, Mode::Read);
    let installs = packages::store::installs(&mut reading).await?;
    drop(reading);
    for install in installs.iter().filter(|install| install.canary.is_some()) {
        let Some(failure) = port
            .canary(&install.plugin)
            .and_then(|state| state.failure.map(|why| (state.version, why)))
        else {
            continue;
        };
        let (failed, why) = failure;
        // Recorded in the platform tenant, if it exists.
        let platform = tenancy::platform_tenant(host).await?.unwrap_or(PLATFORM);
        let mut scope = host.scope(platform, Mode::Write);
        let Some(mut end) =
            ended_canary(&mut scope, install, "rolledBack", Some(why.clone())).await?
        else {
            continue;
        };
        // The statistics may belong to an earlier canary.
        if end.version != failed {
            continue;
        }
        end.by = None;
        if packages::store::end_canary(&mut scope, install, &end).await? {
            tracing::warn!(
                plugin = install.plugin,
                version = failed,
                why,
                "a canary was rolled back"
            );
            note(
                &mut scope,
                install,
                Some(&failed),
                Some(format!("rolled back: {why}")),
            );
            scope.commit().await?;
        }
    }
    Ok(())
}

pub(crate) async fn ended_canary(
    scope: &mut Scope,
    install: &Install,
    how: &str,
    why: Option<String>,
) -> Result<Option<EndedCanary>> {
    let Some(running) = &install.canary else {
        return Ok(install.ended.clone());
    };
    Ok(Some(EndedCanary {
        package_id: running.package_id,
        version: version(scope, Some(running)).await?.unwrap_or_default(),
        share: running.share,
        begun_by: running.by.clone(),
        begun_at: running.at,
        how: how.to_owned(),
        by: Some(scope.caller.name().to_owned()),
        at: scope.now(),
        why,
    }))
}

async fn version(scope: &mut Scope, canary: Option<&Canary>) -> Result<Option<String>> {
    match canary {
        None => Ok(None),
        Some(canary) => Ok(packages::store::by_id(scope, canary.package_id)
            .await?
            .map(|package| package.version)),
    }
}

fn note(scope: &mut Scope, install: &Install, before: Option<&str>, after: Option<String>) {
    if scope.tenant != PLATFORM {
        let entry =
            Entry::new("PluginVersion", install.package_id, UPDATED).with_name(&install.plugin);
        scope.record(entry.with_change("canary", before, after));
    }
}
