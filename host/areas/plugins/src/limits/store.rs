//! Statements of limits of plugin calls.

use data::{
    Result, Scope,
    db::{Col, PlatformSql, Val},
    ids::TenantId,
};
use serde_json::{Map, Value};

/// Means all tenants in `for_tenant`.
pub(crate) const ALL_TENANTS: TenantId = TenantId(0);

const READ: PlatformSql = PlatformSql(
    "SELECT for_tenant, limits FROM plugin_limits WHERE plugin = $1 AND (for_tenant = 0 OR for_tenant = $2)",
);
const WRITE: PlatformSql = PlatformSql(
    "INSERT INTO plugin_limits (plugin, for_tenant, limits, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (plugin, for_tenant) DO UPDATE SET limits = excluded.limits, changed_by = excluded.changed_by,
       changed_at = excluded.changed_at",
);
const CLEAR: PlatformSql =
    PlatformSql("DELETE FROM plugin_limits WHERE plugin = $1 AND for_tenant = $2");

pub(crate) async fn load_limits(
    scope: &mut Scope,
    plugin: &str,
    tenant: TenantId,
) -> Result<(Map<String, Value>, Map<String, Value>)> {
    let (mut all, mut own) = (Map::new(), Map::new());
    for row in scope
        .platform(READ, vec![Val::Text(plugin.to_owned()), tenant.val()])
        .await?
    {
        let (whose, limits): (TenantId, Map<String, Value>) = (row.get(0)?, row.json(1)?);
        *(if whose == ALL_TENANTS {
            &mut all
        } else {
            &mut own
        }) = limits;
    }
    Ok((all, own))
}

/// Stores the plugin's limits for this tenant, or for all. The caller commits.
pub(crate) async fn upsert_limits(
    scope: &mut Scope,
    plugin: &str,
    tenant: TenantId,
    limits: &Value,
) -> Result<()> {
    let by = Val::Text(scope.caller.name().to_owned());
    let values = vec![
        Val::Text(plugin.to_owned()),
        tenant.val(),
        Val::Json(limits.to_string()),
        by,
        scope.now().val(),
    ];
    scope.platform(WRITE, values).await?;
    Ok(())
}

pub(crate) async fn delete_limits(scope: &mut Scope, plugin: &str, tenant: TenantId) -> Result<()> {
    scope
        .platform(CLEAR, vec![Val::Text(plugin.to_owned()), tenant.val()])
        .await?;
    Ok(())
}
