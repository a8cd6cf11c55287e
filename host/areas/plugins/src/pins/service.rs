//! Pins: tenants that stay at a version instead of following the active one.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kernel::{
    Error, Refusal, Result, Scope,
    audit::{Entry, UPDATED},
    db::{Col, PlatformSql, Val},
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
    pins,
};

const BUNDLED: Refusal = Refusal::new(
    718,
    "This plugin belongs to the program and has one version, which everybody follows.",
);
const FAILED: Refusal = Refusal::new(719, "This version can't be called here.");
const HELD: Refusal = Refusal::new(
    726,
    "The active version needs more permissions than your company approved. Approve them to update the plugin.",
);

const PINS: PlatformSql = PlatformSql(
    "SELECT pin.plugin, pin.for_tenant, pin.package_id, package.version, package.digest, pin.pinned_by, pin.pinned_at,
       tenant.name, pin.is_held
     FROM plugin_pins pin
     JOIN plugin_packages package ON package.id = pin.package_id
     JOIN tenants tenant ON tenant.id = pin.for_tenant
     ORDER BY pin.plugin, pin.for_tenant",
);
const PIN: PlatformSql = PlatformSql(
    "INSERT INTO plugin_pins (plugin, for_tenant, package_id, pinned_by, pinned_at, is_held)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (plugin, for_tenant) DO UPDATE SET package_id = excluded.package_id, pinned_by = excluded.pinned_by,
       pinned_at = excluded.pinned_at, is_held = excluded.is_held",
);
const UNPIN: PlatformSql =
    PlatformSql("DELETE FROM plugin_pins WHERE plugin = $1 AND for_tenant = $2 RETURNING plugin");
const COUNT: PlatformSql = PlatformSql("SELECT COUNT(*) FROM plugin_pins WHERE package_id = $1");
const LIFT_ALL: PlatformSql = PlatformSql("DELETE FROM plugin_pins WHERE package_id = $1");

/// A tenant's pin.
#[derive(Debug, Clone)]
pub struct Pin {
    pub plugin: String,
    pub tenant: TenantId,
    pub tenant_name: String,
    pub package_id: i64,
    pub version: String,
    pub digest: String,
    pub by: String,
    pub at: DateTime<Utc>,
    /// True if held: the tenant stays until it approves the active version's requests.
    pub is_held: bool,
}

/// Returns all pins of all plugins.
pub async fn load_all(scope: &mut Scope) -> Result<Vec<Pin>> {
    let rows = scope.platform(PINS, Vec::new()).await?;
    let read = |row: &kernel::db::Row| -> Result<Pin> {
        Ok(Pin {
            plugin: row.get(0)?,
            tenant: row.get(1)?,
            package_id: row.get(2)?,
            version: row.get(3)?,
            digest: row.get(4)?,
            by: row.get(5)?,
            at: row.get(6)?,
            tenant_name: row.get(7)?,
            is_held: row.get(8)?,
        })
    };
    rows.iter().map(read).collect()
}

/// Counts the tenants pinned to the package.
pub(crate) async fn count(scope: &mut Scope, package: i64) -> Result<i64> {
    Ok(scope.platform(COUNT, vec![package.val()]).await?[0].get(0)?)
}

/// Removes every pin to the package. The caller commits and follows.
pub(crate) async fn lift_all(scope: &mut Scope, package: i64) -> Result<()> {
    scope.platform(LIFT_ALL, vec![package.val()]).await?;
    Ok(())
}

/// Pins the scope's tenant to this version, or makes it follow again. Settings migrate on next use,
/// as in an upgrade.
pub async fn set(scope: &mut Scope, plugin: &Installed, version: Option<&str>) -> Result<()> {
    let tenant = scope.tenant;
    let pin = find_pin(scope, &plugin.id, tenant).await?;
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
                    true => unpin(scope, &plugin.id, tenant).await?,
                    // It follows after consent.
                    false => insert_pin(scope, &plugin.id, tenant, at.id, true).await?,
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
            insert_pin(scope, &plugin.id, tenant, package.id, false).await?;
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

/// Stores the pin. The caller commits.
pub(crate) async fn insert_pin(
    scope: &mut Scope,
    plugin: &str,
    tenant: TenantId,
    package: i64,
    is_held: bool,
) -> Result<()> {
    let (by, now) = (scope.caller.name().to_owned(), scope.now());
    let values = vec![
        Val::Text(plugin.to_owned()),
        tenant.val(),
        package.val(),
        by.val(),
        now.val(),
        is_held.val(),
    ];
    scope.platform(PIN, values).await?;
    Ok(())
}

/// Removes the tenant's pin, if any. The caller commits.
pub(crate) async fn unpin(scope: &mut Scope, plugin: &str, tenant: TenantId) -> Result<()> {
    scope
        .platform(UNPIN, vec![Val::Text(plugin.to_owned()), tenant.val()])
        .await?;
    Ok(())
}

/// Removes a tenant's pin on behalf of the platform, for a version that must not be called.
pub async fn lift(scope: &mut Scope, plugin: &str, tenant: TenantId) -> Result<()> {
    let pin = find_pin(scope, plugin, tenant)
        .await?
        .ok_or(Error::NotFound("The pin"))?;
    unpin(scope, plugin, tenant).await?;
    note(scope, plugin, tenant, Some(&pin.version), None);
    let is_foreign = is_foreign(scope, &pin).await?;
    scope.commit().await?;
    if is_foreign {
        pins::holds::revoke_consents(scope, tenant, plugin).await?;
    }
    follow_change(scope, plugin).await
}

/// True if the active version has another signer than the pinned one, and thus no consents.
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

/// Checks that the version can be called here and loads it for a fast first call.
async fn check_callable(scope: &mut Scope, plugin: &Installed, package: &Package) -> Result<()> {
    if package.kind != plugin.kind {
        let (kind, plugin, wanted) = (&package.kind, &plugin.id, &plugin.kind);
        let error_message =
            message!("is of the kind {kind}; {plugin} is a plugin of the kind {wanted}");
        return Err(Error::invalid("version", error_message));
    }
    let signers = packages::store::signers(scope).await?;
    if signers
        .iter()
        .any(|signer| package.signer.as_ref() == Some(&signer.key) && signer.revoked_at.is_some())
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

pub(crate) async fn find_pin(
    scope: &mut Scope,
    plugin: &str,
    tenant: TenantId,
) -> Result<Option<Pin>> {
    Ok(load_all(scope)
        .await?
        .into_iter()
        .find(|pin| pin.plugin == plugin && pin.tenant == tenant))
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

/// Returns the pins of one plugin for the engine.
pub(crate) fn versions(pins: &[Pin], plugin: &str) -> BTreeMap<TenantId, String> {
    let own = pins.iter().filter(|pin| pin.plugin == plugin);
    own.map(|pin| (pin.tenant, pin.version.clone())).collect()
}
