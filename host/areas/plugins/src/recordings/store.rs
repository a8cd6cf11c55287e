//! Statements of recordings and their switches.

use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    db::{Col, PlatformSql, Val},
    ids::TenantId,
    tsql,
};

const ALL: PlatformSql =
    PlatformSql("SELECT plugin, for_tenant, until FROM plugin_recording_switches");
const READ: PlatformSql = PlatformSql(
    "SELECT until, switched_by FROM plugin_recording_switches WHERE plugin = $1 AND for_tenant = $2 AND until > $3",
);
const WRITE: PlatformSql = PlatformSql(
    "INSERT INTO plugin_recording_switches (plugin, for_tenant, until, switched_by) VALUES ($1, $2, $3, $4)
     ON CONFLICT (plugin, for_tenant) DO UPDATE SET until = excluded.until, switched_by = excluded.switched_by",
);
const CLEAR: PlatformSql = PlatformSql(
    "DELETE FROM plugin_recording_switches WHERE (plugin = $1 AND for_tenant = $2) OR until <= $3",
);

pub(super) async fn delete_oldest(scope: &mut Scope, plugin: String, max: i64) -> Result<()> {
    let beyond = tsql!(
        "DELETE FROM plugin_recordings WHERE tenant_id = $1 AND plugin = $2 AND id NOT IN
           (SELECT id FROM plugin_recordings WHERE tenant_id = $1 AND plugin = $2 ORDER BY id DESC LIMIT $3)"
    );
    scope
        .rows(beyond, vec![Val::Text(plugin), Val::I64(max)])
        .await?;
    Ok(())
}

pub(crate) async fn delete_before(scope: &mut Scope, before: DateTime<Utc>) -> Result<()> {
    let recorded =
        tsql!("DELETE FROM plugin_recordings WHERE tenant_id = $1 AND creation_time < $2");
    scope.rows(recorded, vec![before.val()]).await?;
    Ok(())
}

pub(super) async fn load_switches(
    scope: &mut Scope,
) -> Result<Vec<(String, TenantId, DateTime<Utc>)>> {
    let rows = scope.platform(ALL, Vec::new()).await?;
    rows.iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .collect()
}

/// Returns the end and the user of the switch. None if off.
pub(super) async fn load_switch(
    scope: &mut Scope,
    plugin: &str,
    tenant: TenantId,
) -> Result<Option<(DateTime<Utc>, String)>> {
    let now = scope.now().val();
    let rows = scope
        .platform(READ, vec![Val::Text(plugin.to_owned()), tenant.val(), now])
        .await?;
    rows.first()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .transpose()
}

pub(super) async fn upsert_switch(
    scope: &mut Scope,
    plugin: &str,
    tenant: TenantId,
    until: DateTime<Utc>,
) -> Result<()> {
    let by = Val::Text(scope.caller.name().to_owned());
    scope
        .platform(
            WRITE,
            vec![Val::Text(plugin.to_owned()), tenant.val(), until.val(), by],
        )
        .await?;
    Ok(())
}

/// Deletes the switch, and all that have ended by now. The caller commits.
pub(super) async fn delete_switch(
    scope: &mut Scope,
    plugin: &str,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<()> {
    let clear = vec![Val::Text(plugin.to_owned()), tenant.val(), now.val()];
    scope.platform(CLEAR, clear).await?;
    Ok(())
}
