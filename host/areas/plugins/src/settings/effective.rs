//! Effective input of a plugin call: tenant settings, overridden by the customer's, with secrets
//! and limits.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use data::{
    Host, Result, Scope, Where,
    cache::Cache,
    db::Mode,
    ids::{CustomerId, TenantId},
    secrets::Secret,
};
use serde_json::{Map, Value};

use crate::settings::model::{self, Earlier, SettingsRow, is_newer};
use crate::{
    installed::port::{Installed, InstalledPort, PluginPort},
    limits,
};

/// Effective settings of one tenant or customer.
#[derive(Debug)]
pub struct Effective {
    /// JSON object of the plain settings.
    pub json: String,
    pub secrets: BTreeMap<String, Secret>,
    /// Limits of the tenant's calls, as the engine's JSON; an empty object without any.
    pub limits: Value,
}

type Key = (TenantId, String, Option<CustomerId>);

/// Cache of effective settings, one per process, available as a port.
pub struct EffectiveCache(Cache<Key, Arc<Effective>>);

/// Longest delay until another host's change applies.
const CACHE_TTL: Duration = Duration::from_secs(5);

impl Default for EffectiveCache {
    fn default() -> Self {
        let cache = Cache::builder()
            .max_capacity(10_000)
            .time_to_live(CACHE_TTL)
            .support_invalidation_closures();
        Self(cache.build())
    }
}

/// Returns the effective settings for this tenant, or one of its customers.
pub async fn settings_for(
    host: &Host,
    tenant: TenantId,
    plugin: &str,
    customer: Option<CustomerId>,
) -> Result<Arc<Effective>> {
    let memory = host.port::<EffectiveCache>()?;
    let key = (tenant, plugin.to_owned(), customer);
    if let Some(known) = memory.0.get(&key) {
        return Ok(known);
    }
    let found = Arc::new(read(host, tenant, plugin, customer).await?);
    memory.0.insert(key, found.clone());
    Ok(found)
}

async fn read(
    host: &Host,
    tenant: TenantId,
    plugin: &str,
    customer: Option<CustomerId>,
) -> Result<Effective> {
    let installed = host
        .port::<dyn InstalledPort>()?
        .installed_for(tenant)
        .into_iter()
        .find(|known| known.id == plugin);
    let mut scope = host.scope(tenant, Mode::Read);
    let mut rows = vec![model::row(&mut scope, plugin, None).await?];
    if customer.is_some() {
        rows.push(model::row(&mut scope, plugin, customer).await?);
    }
    let limits = limits::load_for_tenant(&mut scope, plugin).await?;
    scope.rollback();
    let mut settings = defaults(installed.as_ref());
    let mut secrets = BTreeMap::new();
    for row in rows.into_iter().flatten() {
        let row = match &installed {
            Some(installed) => migrate_row(host, tenant, row, installed).await?,
            None => row,
        };
        let version = installed
            .as_ref()
            .map_or(row.version.as_str(), |installed| installed.version.as_str());
        settings.extend(row.for_version(version).clone());
        secrets.extend(row.open(&scope)?);
    }
    Ok(Effective {
        json: Value::Object(settings).to_string(),
        secrets,
        limits,
    })
}

pub(super) fn defaults(installed: Option<&Installed>) -> Map<String, Value> {
    let schema = installed.and_then(|installed| installed.schema.as_ref());
    schema
        .map(|schema| schema.defaults().clone())
        .unwrap_or_default()
}

/// Migrates an older row, if the plugin can.
pub(super) async fn migrate_row(
    host: &Host,
    tenant: TenantId,
    row: SettingsRow,
    installed: &Installed,
) -> Result<SettingsRow> {
    let tried = row.tried.as_deref() == Some(&installed.version);
    if tried || !is_newer(&installed.version, &row.version) {
        return Ok(row);
    }
    let before = Value::Object(row.settings.clone()).to_string();
    let port = host.port::<dyn PluginPort>()?;
    let moved = match port
        .migrate(tenant, &row.plugin, &row.version, before)
        .await
    {
        // The plugin doesn't migrate: the settings stay, and their form shows the misfits.
        Ok(None) => return Ok(row),
        Ok(Some(after)) => parse_migrated(&after, installed),
        Err(words) => Err(words),
    };
    let mut changed = row.clone();
    match moved {
        Ok(settings) => {
            let version = std::mem::replace(&mut changed.version, installed.version.clone());
            let settings = std::mem::replace(&mut changed.settings, settings);
            changed.earlier = Some(Earlier { version, settings });
            (changed.tried, changed.trouble) = (None, None);
        }
        Err(words) => {
            tracing::warn!(
                plugin = changed.plugin,
                tenant = tenant.0,
                words,
                "settings could not be moved"
            );
            changed.tried = Some(installed.version.clone());
            changed.trouble = Some(format!(
                "Version {} could not take over the settings: {words}",
                installed.version
            ));
        }
    }
    let mut scope = host.scope(tenant, Mode::Write);
    match scope.update(&mut changed).await {
        Ok(()) => scope.commit().await?,
        // Another host was faster: its result is read.
        Err(data::Error::Conflict) => {
            scope.rollback();
            return scope.find(row.id).await;
        }
        Err(error) => return Err(error),
    }
    Ok(changed)
}

/// Missing fields are allowed.
fn parse_migrated(answer: &str, installed: &Installed) -> Result<Map<String, Value>, String> {
    let settings: Map<String, Value> = serde_json::from_str(answer)
        .map_err(|error| format!("its answer is no JSON object: {error}"))?;
    let Some(schema) = &installed.schema else {
        return Ok(settings);
    };
    if let Some(secret) = settings.keys().find(|key| schema.is_secret(key)) {
        return Err(format!(
            "its answer holds {secret}, which is a secret setting"
        ));
    }
    let mut merged = schema.defaults().clone();
    merged.extend(settings.clone());
    match schema.problems_of_partial(&merged).as_slice() {
        [] => Ok(settings),
        misfits => Err(misfits
            .iter()
            .map(|error| format!("{} {}", error.member, error.message))
            .collect::<Vec<_>>()
            .join("; ")),
    }
}

/// Returns the reasons why settings of this plugin could not be migrated.
pub(crate) async fn migration_problems(
    scope: &mut Scope,
    installed: &Installed,
) -> Result<Vec<String>> {
    let rows = scope
        .all::<SettingsRow>(Where::all().eq(SettingsRow::PLUGIN, installed.id.clone()))
        .await?;
    let current = rows
        .into_iter()
        .filter(|row| row.tried.as_deref() == Some(&installed.version));
    Ok(current.filter_map(|row| row.trouble).collect())
}

pub(super) fn clear_cached(host: &Host, tenant: TenantId, plugin: &str) -> Result<()> {
    let plugin = plugin.to_owned();
    let changed = move |key: &Key, _: &Arc<Effective>| key.0 == tenant && key.1 == plugin;
    host.port::<EffectiveCache>()?
        .0
        .invalidate_entries_if(changed);
    Ok(())
}

/// For all tenants.
pub(crate) fn clear_cache(host: &Host) -> Result<()> {
    host.port::<EffectiveCache>()?.0.invalidate_all();
    Ok(())
}
