//! Pins: tenants that stay at a version of a plugin while others follow what is active.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kernel::{
    Error, Refusal, Result, Scope,
    audit::{Entry, UPDATED},
    db::{Col, PlatformSql, Val},
    ids::TenantId,
};

use super::{
    follow,
    service::{PLATFORM, told},
    store::{self, Package},
};
use crate::{
    port::{Installed, PackagePort},
    settings,
};

const BUNDLED: Refusal =
    Refusal::new(718, "This plugin belongs to the program and has one version, which everybody follows.");
const FAILED: Refusal = Refusal::new(719, "This version can't be called here.");

const PINS: PlatformSql = PlatformSql(
    "SELECT pin.plugin, pin.for_tenant, pin.package_id, package.version, package.digest, pin.pinned_by, pin.pinned_at,
       tenant.name
     FROM plugin_pins pin
     JOIN plugin_packages package ON package.id = pin.package_id
     JOIN tenants tenant ON tenant.id = pin.for_tenant
     ORDER BY pin.plugin, pin.for_tenant",
);
const PIN: PlatformSql = PlatformSql(
    "INSERT INTO plugin_pins (plugin, for_tenant, package_id, pinned_by, pinned_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (plugin, for_tenant) DO UPDATE SET package_id = excluded.package_id, pinned_by = excluded.pinned_by,
       pinned_at = excluded.pinned_at",
);
const UNPIN: PlatformSql =
    PlatformSql("DELETE FROM plugin_pins WHERE plugin = $1 AND for_tenant = $2 RETURNING plugin");
const COUNT: PlatformSql = PlatformSql("SELECT COUNT(*) FROM plugin_pins WHERE package_id = $1");
const LIFT_ALL: PlatformSql = PlatformSql("DELETE FROM plugin_pins WHERE package_id = $1");

/// One tenant's pin.
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
}

/// All tenants' pins of all plugins.
pub async fn all(scope: &mut Scope) -> Result<Vec<Pin>> {
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
        })
    };
    rows.iter().map(read).collect()
}

/// How many tenants are pinned to the package.
pub(super) async fn count(scope: &mut Scope, package: i64) -> Result<i64> {
    Ok(scope.platform(COUNT, vec![package.val()]).await?[0].get(0)?)
}

/// Lifts every pin to the package; the caller saves and follows.
pub(super) async fn lift_all(scope: &mut Scope, package: i64) -> Result<()> {
    scope.platform(LIFT_ALL, vec![package.val()]).await?;
    Ok(())
}

/// Pins the scope's tenant to this version of the plugin, or has it follow again. The settings move along when they are
/// next needed, as with an upgrade.
pub async fn set(scope: &mut Scope, plugin: &Installed, version: Option<&str>) -> Result<()> {
    let tenant = scope.tenant;
    let before = of(scope, &plugin.id, tenant).await?.map(|pin| pin.version);
    match version {
        None => {
            scope.platform(UNPIN, vec![plugin.id.val(), tenant.val()]).await?;
        }
        Some(_) if plugin.is_bundled => return Err(BUNDLED.into()),
        Some(version) => {
            let package = store::by_version(scope, &plugin.id, version).await?.ok_or_else(|| {
                Error::invalid("version", format!("the platform has no version {version} of {}", plugin.id))
            })?;
            callable(scope, plugin, &package).await?;
            let by = Val::Text(scope.caller.name().to_owned());
            let values = vec![plugin.id.val(), tenant.val(), package.id.val(), by, scope.now().val()];
            scope.platform(PIN, values).await?;
        }
    }
    note(scope, &plugin.id, tenant, before.as_deref(), version);
    scope.save().await?;
    moved(scope, &plugin.id).await
}

/// The platform lifts a tenant's pin: a version that must not be called any more.
pub async fn lift(scope: &mut Scope, plugin: &str, tenant: TenantId) -> Result<()> {
    let pin = of(scope, plugin, tenant).await?.ok_or(Error::NotFound("The pin"))?;
    scope.platform(UNPIN, vec![pin.plugin.val(), tenant.val()]).await?;
    note(scope, plugin, tenant, Some(&pin.version), None);
    scope.save().await?;
    moved(scope, plugin).await
}

/// Whether calls of the version can be made here; it is loaded then, so that the first call need not wait.
async fn callable(scope: &mut Scope, plugin: &Installed, package: &Package) -> Result<()> {
    if package.kind != plugin.kind {
        let words = format!("is of the kind {}; {} is a plugin of the kind {}", package.kind, plugin.id, plugin.kind);
        return Err(Error::invalid("version", words));
    }
    let signers = store::signers(scope).await?;
    if signers.iter().any(|signer| package.signer.as_ref() == Some(&signer.key) && signer.revoked_at.is_some()) {
        return Err(Error::invalid("version", "was signed with a key that is trusted no more"));
    }
    let port = scope.port::<dyn PackagePort>()?;
    if port.is_loaded(&plugin.id, &package.digest) {
        return Ok(());
    }
    // Compiling takes its time: nobody waits for a connection meanwhile.
    scope.undo();
    let bytes = scope.host().files().get(PLATFORM, &package.file_key).await?;
    port.hold(bytes).await.map_err(|words| told(FAILED, words))
}

async fn of(scope: &mut Scope, plugin: &str, tenant: TenantId) -> Result<Option<Pin>> {
    Ok(all(scope).await?.into_iter().find(|pin| pin.plugin == plugin && pin.tenant == tenant))
}

fn note(scope: &mut Scope, plugin: &str, tenant: TenantId, before: Option<&str>, after: Option<&str>) {
    if scope.tenant != PLATFORM {
        scope.record(Entry::new("PluginVersion", tenant, UPDATED).named(plugin).with("pinned", before, after));
    }
}

/// This host follows at once, others within seconds.
async fn moved(scope: &Scope, plugin: &str) -> Result<()> {
    follow::plugin(scope.host(), plugin).await?;
    settings::forget_all(scope.host())
}

/// The pins of one plugin as the engine is told them.
pub(super) fn versions(pins: &[Pin], plugin: &str) -> BTreeMap<TenantId, String> {
    let own = pins.iter().filter(|pin| pin.plugin == plugin);
    own.map(|pin| (pin.tenant, pin.version.clone())).collect()
}
