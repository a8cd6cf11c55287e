//! Tenants' consents to plugins' requests, checked before every call of a packaged plugin.

pub(crate) mod store;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use chrono::{DateTime, Utc};
use data::{Host, New, Record, Result, Scope, Where, cache::Cache, ids::TenantId};

/// One request approved by a tenant's administrator.
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

/// Approved codes of one tenant by plugin.
type ApprovedByPlugin = HashMap<String, HashSet<String>>;

/// Cache of tenants' consents, one per process.
pub struct Consents(Cache<TenantId, Arc<ApprovedByPlugin>>);

/// Longest delay until another host's change applies.
const CACHE_TTL: Duration = Duration::from_secs(5);

impl Default for Consents {
    fn default() -> Self {
        Self(
            Cache::builder()
                .max_capacity(10_000)
                .time_to_live(CACHE_TTL)
                .build(),
        )
    }
}

/// Returns the plugin's requests that the tenant approved.
pub async fn load_consents(host: &Host, tenant: TenantId, plugin: &str) -> Result<HashSet<String>> {
    let memory = host.port::<Consents>()?;
    let consents = match memory.0.get(&tenant) {
        Some(known) => known,
        None => {
            let mut scope = host.scope(tenant, data::db::Mode::Read);
            let mut agreed = ApprovedByPlugin::new();
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
    Ok(consents.get(plugin).cloned().unwrap_or_default())
}

pub(crate) async fn set_consents(scope: &mut Scope, plugin: &str, asks: &[String]) -> Result<()> {
    store::delete_consents(scope, plugin).await?;
    for ask in asks {
        scope
            .create(New::<Consent> {
                plugin: plugin.to_owned(),
                ask: ask.clone(),
                given_by: scope.caller.name().to_owned(),
            })
            .await?;
    }
    Ok(())
}

pub(crate) fn clear_cache(host: &Host, tenant: TenantId) -> Result<()> {
    host.port::<Consents>()?.0.invalidate(&tenant);
    Ok(())
}
