//! Statements of pins.

use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    db::{Col, PlatformSql, Row, Val},
    ids::TenantId,
    sql_text,
};

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
const TENANTS: PlatformSql = PlatformSql(sql_text!(
    "SELECT id FROM tenants WHERE ",
    tenancy::PRESENT_TENANTS,
    " ORDER BY id",
));

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

pub async fn load_all(scope: &mut Scope) -> Result<Vec<Pin>> {
    let rows = scope.platform(PINS, Vec::new()).await?;
    let read = |row: &Row| -> Result<Pin> {
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

pub(crate) async fn count(scope: &mut Scope, package: i64) -> Result<i64> {
    Ok(scope.platform(COUNT, vec![package.val()]).await?[0].get(0)?)
}

pub(crate) async fn lift_all(scope: &mut Scope, package: i64) -> Result<()> {
    scope.platform(LIFT_ALL, vec![package.val()]).await?;
    Ok(())
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

pub(crate) async fn unpin(scope: &mut Scope, plugin: &str, tenant: TenantId) -> Result<()> {
    scope
        .platform(UNPIN, vec![Val::Text(plugin.to_owned()), tenant.val()])
        .await?;
    Ok(())
}

pub(crate) async fn load_tenant_ids(scope: &mut Scope) -> Result<Vec<TenantId>> {
    let rows = scope.platform(TENANTS, Vec::new()).await?;
    rows.iter().map(|row| Ok(row.get(0)?)).collect()
}
