//! Pins: tenants that stay at a version instead of following the active one.

use std::collections::BTreeMap;

use data::{
    Error, Refusal, Result, Scope,
    audit::{Entry, UPDATED},
    ids::TenantId,
    message,
};

use crate::{
    consents,
    installed::port::{Installed, PackagePort},
    settings,
};
use crate::{
    packages::{
        self,
        service::{PLATFORM, with_details},
        store::Package,
    },
    pins::{
        self,
        store::{self, Pin},
    },
};

const BUNDLED: Refusal = Refusal::new(
    718,
    "This plugin is built in and has one version for all tenants.",
);
const FAILED: Refusal = Refusal::new(719, "This version can't be called here.");
const HELD: Refusal = Refusal::new(
    726,
    "The active version needs more permissions than your company approved. Approve them to update the plugin.",
);

/// Pins the tenant to this version, or makes it follow again. Settings migrate on next use.
pub async fn set(scope: &mut Scope, plugin: &Installed, version: Option<&str>) -> Result<()> {
    let tenant = scope.tenant;
    let pin = store::find_pin(scope, &plugin.id, tenant).await?;
    let before = pin.as_ref().map(|pin| pin.version.clone());
    let mut is_forgotten = false;
    match version {
        None => {
            if let Some(pin) = pin.filter(|pin| !pin.is_held) {
                let at = packages::service::package(scope, pin.package_id).await?;
                let active = packages::service::installed(scope, &plugin.id)
                    .await?
                    .package_id;
                let active = packages::service::package(scope, active).await?;
                match pins::holds::may_follow(scope, &at, &active).await? {
                    true => store::unpin(scope, &plugin.id, tenant).await?,
                    // It follows after consent.
                    false => store::insert_pin(scope, &plugin.id, tenant, at.id, true).await?,
                }
            } else if before.is_some() {
                return Err(HELD.into());
            }
        }
        Some(_) if plugin.is_bundled => return Err(BUNDLED.into()),
        Some(version) => {
            let package = packages::store::by_version(scope, &plugin.id, version)
                .await?
                .ok_or_else(|| {
                    Error::invalid(
                        "version",
                        message!(
                            "the platform has no version {version} of {id}",
                            id = plugin.id
                        ),
                    )
                })?;
            check_callable(scope, plugin, &package).await?;
            let now = packages::store::by_version(scope, &plugin.id, &plugin.version).await?;
            is_forgotten = now.is_some_and(|now| now.signer != package.signer);
            store::insert_pin(scope, &plugin.id, tenant, package.id, false).await?;
        }
    }
    note(scope, &plugin.id, tenant, before.as_deref(), version);
    if is_forgotten {
        // Another signer's version needs new consents.
        consents::set_consents(scope, &plugin.id, &[]).await?;
    }
    scope.commit().await?;
    consents::clear_cache(scope.host(), tenant)?;
    follow_change(scope, &plugin.id).await
}

/// Removes a tenant's pin on behalf of the platform.
pub async fn lift(scope: &mut Scope, plugin: &str, tenant: TenantId) -> Result<()> {
    let pin = store::find_pin(scope, plugin, tenant)
        .await?
        .ok_or(Error::NotFound("The pin"))?;
    store::unpin(scope, plugin, tenant).await?;
    note(scope, plugin, tenant, Some(&pin.version), None);
    let is_foreign = is_foreign(scope, &pin).await?;
    scope.commit().await?;
    if is_foreign {
        pins::holds::revoke_consents(scope, tenant, plugin).await?;
    }
    follow_change(scope, plugin).await
}

/// True for another signer, and thus no consents.
pub(crate) async fn is_foreign(scope: &mut Scope, pin: &Pin) -> Result<bool> {
    let at = packages::store::by_id(scope, pin.package_id).await?;
    let installs = packages::store::installs(scope).await?;
    let Some(install) = installs.iter().find(|install| install.plugin == pin.plugin) else {
        return Ok(false);
    };
    let active = packages::store::by_id(scope, install.package_id).await?;
    Ok(at
        .zip(active)
        .is_some_and(|(at, active)| at.signer != active.signer))
}

/// Loads the version for a fast first call.
async fn check_callable(scope: &mut Scope, plugin: &Installed, package: &Package) -> Result<()> {
    if package.kind != plugin.kind {
        let (kind, plugin, wanted) = (&package.kind, &plugin.id, &plugin.kind);
        let error_message =
            message!("is of the kind {kind}; {plugin} is a plugin of the kind {wanted}");
        return Err(Error::invalid("version", error_message));
    }
    if packages::owners::find_revoked_signer(scope, package)
        .await?
        .is_some()
    {
        return Err(Error::invalid(
            "version",
            message!("was signed with a key that is trusted no more"),
        ));
    }
    // A version that was active before needs no check.
    if packages::store::installs(scope)
        .await?
        .iter()
        .all(|install| {
            install.plugin != plugin.id
                || ![Some(install.package_id), install.previous_id].contains(&Some(package.id))
        })
    {
        packages::owners::check_owner(scope, package, false).await?;
    }
    let port = scope.port::<dyn PackagePort>()?;
    if port.is_loaded(&plugin.id, &package.digest) {
        return Ok(());
    }
    // Compilation is slow: release the connection.
    scope.rollback();
    let bytes = scope
        .host()
        .files()
        .get(PLATFORM, &package.file_key)
        .await?;
    port.load(bytes)
        .await
        .map_err(|words| with_details(FAILED, words))
}

fn note(
    scope: &mut Scope,
    plugin: &str,
    tenant: TenantId,
    before: Option<&str>,
    after: Option<&str>,
) {
    if scope.tenant != PLATFORM {
        scope.record(
            Entry::new("PluginVersion", tenant, UPDATED)
                .with_name(plugin)
                .with_change("pinned", before, after),
        );
    }
}

/// This host follows at once, others within seconds.
pub(crate) async fn follow_change(scope: &Scope, plugin: &str) -> Result<()> {
    packages::sync::follow_plugin(scope.host(), plugin).await?;
    settings::clear_cache(scope.host())
}

pub(crate) fn versions(pins: &[Pin], plugin: &str) -> BTreeMap<TenantId, String> {
    let own = pins.iter().filter(|pin| pin.plugin == plugin);
    own.map(|pin| (pin.tenant, pin.version.clone())).collect()
}
