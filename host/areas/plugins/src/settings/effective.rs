//! What a call of a plugin is made with: the tenant's settings, its customer's laid over them, secrets, limits.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use kernel::{
    Host, Result, Scope, Where, db::Mode, ids::CustomerId, ids::TenantId, secrets::Secret,
};
use moka::sync::Cache;
use serde_json::{Map, Value};

use super::model::{self, Earlier, SettingsRow, newer};
use crate::{
    limits,
    port::{Installed, InstalledPort, PluginPort},
};

/// The settings of one tenant or customer, as a call gets them.
#[derive(Debug)]
pub struct Effective {
    /// A JSON object of the plain settings.
    pub json: String,
    pub secrets: BTreeMap<String, Secret>,
    /// The limits set for the tenant's calls, as JSON of the engine's limits; an empty object when none are.
    pub limits: Value,
}

type Key = (TenantId, String, Option<CustomerId>);

/// What is known of tenants' settings for a few seconds. One lives in every program and is found as a port.
pub struct Settled(Cache<Key, Arc<Effective>>);

/// How long another host's change may stay unseen.
const MEMORY: Duration = Duration::from_secs(5);

impl Default for Settled {
    fn default() -> Self {
        let cache = Cache::builder()
            .max_capacity(10_000)
            .time_to_live(MEMORY)
            .support_invalidation_closures();
        Self(cache.build())
    }
}

/// What a call of the plugin in this tenant, for this customer if there is one, is made with.
pub async fn settings_for(
    host: &Host,
    tenant: TenantId,
    plugin: &str,
    customer: Option<CustomerId>,
) -> Result<Arc<Effective>> {
    let memory = host.port::<Settled>()?;
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
        .of_tenant(tenant)
        .into_iter()
        .find(|known| known.id == plugin);
    let mut scope = host.scope(tenant, Mode::Read);
    let mut rows = vec![model::row(&mut scope, plugin, None).await?];
    if customer.is_some() {
        rows.push(model::row(&mut scope, plugin, customer).await?);
    }
    let limits = limits::of_tenant(&mut scope, plugin).await?;
    scope.rollback();
    let mut settings = defaults(installed.as_ref());
    let mut secrets = BTreeMap::new();
    for row in rows.into_iter().flatten() {
        let row = match &installed {
            Some(installed) => upgraded(host, tenant, row, installed).await?,
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

/// The row, moved to the plugin's version if it is of an older one and the plugin can move it.
pub(super) async fn upgraded(
    host: &Host,
    tenant: TenantId,
    row: SettingsRow,
    installed: &Installed,
) -> Result<SettingsRow> {
    let tried = row.tried.as_deref() == Some(&installed.version);
    if tried || !newer(&installed.version, &row.version) {
        return Ok(row);
    }
    let before = Value::Object(row.settings.clone()).to_string();
    let port = host.port::<dyn PluginPort>()?;
    let moved = match port
        .migrate(tenant, &row.plugin, &row.version, before)
        .await
    {
        // It knows of no older settings: they are kept as they are, and whoever opens them sees what no longer fits.
        Ok(None) => return Ok(row),
        Ok(Some(after)) => fit(&after, installed),
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
        // Another host was quicker: what it wrote is read.
        Err(kernel::Error::Conflict) => {
            scope.rollback();
            return scope.find(row.id).await;
        }
        Err(error) => return Err(error),
    }
    Ok(changed)
}

/// The plugin's answer as settings, if they hold by its schema but for what is still to be filled in.
fn fit(answer: &str, installed: &Installed) -> Result<Map<String, Value>, String> {
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
    let mut whole = schema.defaults().clone();
    whole.extend(settings.clone());
    match schema.misfits(&whole).as_slice() {
        [] => Ok(settings),
        misfits => Err(misfits
            .iter()
            .map(|error| format!("{} {}", error.member, error.message))
            .collect::<Vec<_>>()
            .join("; ")),
    }
}

/// What keeps settings of this plugin in this tenant from being moved, in words.
pub(crate) async fn troubles(scope: &mut Scope, installed: &Installed) -> Result<Vec<String>> {
    let rows = scope
        .all::<SettingsRow>(Where::all().eq(SettingsRow::PLUGIN, installed.id.clone()))
        .await?;
    let current = rows
        .into_iter()
        .filter(|row| row.tried.as_deref() == Some(&installed.version));
    Ok(current.filter_map(|row| row.trouble).collect())
}

/// The settings of this plugin in this tenant have changed.
pub(super) fn forget(host: &Host, tenant: TenantId, plugin: &str) -> Result<()> {
    let plugin = plugin.to_owned();
    let changed = move |key: &Key, _: &Arc<Effective>| key.0 == tenant && key.1 == plugin;
    host.port::<Settled>()?
        .0
        .invalidate_entries_if(changed)
        .map_err(kernel::Error::internal)?;
    Ok(())
}

/// Something has changed for all tenants: limits, or what is installed.
pub(crate) fn forget_all(host: &Host) -> Result<()> {
    host.port::<Settled>()?.0.invalidate_all();
    Ok(())
}
