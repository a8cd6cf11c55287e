//! What tenants agreed to let their plugins do: asked before every call of a plugin that came as a package.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use chrono::{DateTime, Utc};
use kernel::{Host, Record, Result, Scope, Where, ids::TenantId, tsql};
use moka::sync::Cache;

/// One thing that a tenant's administrator agreed to.
#[derive(Debug, Clone, Record)]
#[record(table = "plugin_consents", name = "The consent", open)]
pub(crate) struct Consent {
    pub id: i64,
    pub row_version: i64,
    pub plugin: String,
    pub ask: String,
    pub given_by: String,
    pub creation_time: DateTime<Utc>,
}

/// Plugin to the codes of what was agreed to, of one tenant.
type Agreed = HashMap<String, HashSet<String>>;

/// What is known of tenants' consents for a few seconds. One lives in every program and is found as a port.
pub struct Consents(Cache<TenantId, Arc<Agreed>>);

/// How long another host's change may stay unseen.
const MEMORY: Duration = Duration::from_secs(5);

impl Default for Consents {
    fn default() -> Self {
        Self(
            Cache::builder()
                .max_capacity(10_000)
                .time_to_live(MEMORY)
                .build(),
        )
    }
}

/// What the tenant agreed to let the plugin do.
pub async fn agreed(host: &Host, tenant: TenantId, plugin: &str) -> Result<HashSet<String>> {
    let memory = host.port::<Consents>()?;
    let known = match memory.0.get(&tenant) {
        Some(known) => known,
        None => {
            let mut scope = host.scope(tenant, kernel::db::Mode::Read);
            let mut agreed = Agreed::new();
            for consent in scope.all::<Consent>(Where::all()).await? {
                agreed
                    .entry(consent.plugin)
                    .or_default()
                    .insert(consent.ask);
            }
            let agreed = Arc::new(agreed);
            memory.0.insert(tenant, agreed.clone());
            agreed
        }
    };
    Ok(known.get(plugin).cloned().unwrap_or_default())
}

/// Writes down that the caller agrees to exactly these asks of the plugin; the caller of this function saves, and then
/// calls [`forget`].
pub(crate) async fn agree(scope: &mut Scope, plugin: &str, asks: &[String]) -> Result<()> {
    let clear = tsql!("DELETE FROM plugin_consents WHERE tenant_id = $1 AND plugin = $2");
    scope
        .rows(clear, vec![kernel::db::Val::Text(plugin.to_owned())])
        .await?;
    for ask in asks {
        let mut consent = Consent {
            id: 0,
            row_version: 0,
            plugin: plugin.to_owned(),
            ask: ask.clone(),
            given_by: scope.caller.name().to_owned(),
            creation_time: scope.now(),
        };
        scope.insert(&mut consent).await?;
    }
    Ok(())
}

pub(crate) fn forget(host: &Host, tenant: TenantId) -> Result<()> {
    host.port::<Consents>()?.0.invalidate(&tenant);
    Ok(())
}
