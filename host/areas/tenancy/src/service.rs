//! Finding tenants and their features, with short memories in between, and making and changing them.

use std::{collections::HashMap, sync::Arc, time::Duration};

use kernel::{Error, Host, Result, Scope, db::Mode, files, ids::TenantId};
use moka::sync::Cache;

use crate::{
    PluginCatalogue,
    model::{Logo, NewTenant, Tenant, TenantState},
    rules, store,
};

/// What is known of tenants for a few seconds. One lives in every program and is found as a port.
pub struct Directory {
    hosts: Cache<String, Option<TenantId>>,
    tenants: Cache<TenantId, Option<Arc<Tenant>>>,
    features: Cache<TenantId, Arc<HashMap<String, String>>>,
}

/// How long another host's change may stay unseen.
const MEMORY: Duration = Duration::from_secs(5);
/// More names than any platform has; strangers asking for made-up names push each other out.
const MOST: u64 = 10_000;

impl Default for Directory {
    fn default() -> Self {
        Self { hosts: cache(), tenants: cache(), features: cache() }
    }
}

fn cache<K, V>() -> Cache<K, V>
where
    K: std::hash::Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    Cache::builder().max_capacity(MOST).time_to_live(MEMORY).build()
}

impl Directory {
    async fn by_host(&self, host: &Host, name: &str) -> Result<Option<TenantId>> {
        let Some(name) = rules::normal_host(name) else { return Ok(None) };
        if let Some(known) = self.hosts.get(&name) {
            return Ok(known);
        }
        let mut tx = host.db().begin_platform(Mode::Read).await?;
        let found = store::by_host(&mut tx, &name).await?;
        self.hosts.insert(name, found);
        Ok(found)
    }

    async fn tenant(&self, host: &Host, id: TenantId) -> Result<Option<Arc<Tenant>>> {
        if let Some(known) = self.tenants.get(&id) {
            return Ok(known);
        }
        let mut tx = host.db().begin_platform(Mode::Read).await?;
        let found = store::by_id(&mut tx, id).await?.map(Arc::new);
        self.tenants.insert(id, found.clone());
        Ok(found)
    }

    async fn features(&self, host: &Host, tenant: TenantId) -> Result<Arc<HashMap<String, String>>> {
        if let Some(known) = self.features.get(&tenant) {
            return Ok(known);
        }
        let mut tx = host.db().begin_aside(tenant).await?;
        let found = Arc::new(store::features(&mut tx).await?);
        self.features.insert(tenant, found.clone());
        Ok(found)
    }

    fn forget(&self, tenant: TenantId) {
        self.hosts.invalidate_all();
        self.tenants.invalidate(&tenant);
        self.features.invalidate(&tenant);
    }
}

/// The tenant with this id, active or not.
pub async fn tenant(host: &Host, id: TenantId) -> Result<Option<Arc<Tenant>>> {
    host.port::<Directory>()?.tenant(host, id).await
}

/// The active tenant that answers on this host name.
pub async fn find_by_host(host: &Host, name: &str) -> Result<Option<TenantId>> {
    let found = any_by_host(host, name).await?;
    Ok(found.filter(|tenant| tenant.state == TenantState::Available).map(|tenant| tenant.id))
}

pub(crate) async fn any_by_host(host: &Host, name: &str) -> Result<Option<Arc<Tenant>>> {
    let directory = host.port::<Directory>()?;
    match directory.by_host(host, name).await? {
        Some(id) => directory.tenant(host, id).await,
        None => Ok(None),
    }
}

/// The scope's own tenant.
pub async fn settings(scope: &mut Scope) -> Result<Arc<Tenant>> {
    tenant(scope.host(), scope.tenant).await?.ok_or(Error::NotFound("The tenant"))
}

/// Whether the tenant has the feature switched on.
pub async fn feature(host: &Host, tenant: TenantId, name: &str) -> Result<bool> {
    Ok(feature_value(host, tenant, name).await? == "true")
}

pub(crate) async fn feature_value(host: &Host, tenant: TenantId, name: &str) -> Result<String> {
    let values = host.port::<Directory>()?.features(host, tenant).await?;
    Ok(values.get(name).cloned().unwrap_or_else(|| rules::default_value(name).to_owned()))
}

/// Makes a tenant that can be used at once. Its roles and users are made by identity.
pub async fn create_tenant(host: &Host, new: NewTenant) -> Result<TenantId> {
    let new = rules::checked(new)?;
    let mut tx = host.db().begin_platform(Mode::Write).await?;
    for (at, name) in new.hosts.iter().enumerate() {
        if store::by_host(&mut tx, name).await?.is_some() {
            return Err(Error::invalid(format!("hosts[{at}]"), format!("{name} belongs to a tenant already")));
        }
    }
    let id = store::insert(&mut tx, &new, host.clock().now()).await?;
    tx.commit().await?;
    host.port::<Directory>()?.forget(id);
    Ok(id)
}

/// Opens or closes a tenant for everybody in it.
pub async fn set_state(host: &Host, id: TenantId, state: TenantState) -> Result<()> {
    let mut tx = host.db().begin_platform(Mode::Write).await?;
    if !store::set_state(&mut tx, id, state).await? {
        return Err(Error::NotFound("The tenant"));
    }
    tx.commit().await?;
    host.port::<Directory>()?.forget(id);
    Ok(())
}

/// Switches features of the scope's tenant, all or none, and saves the scope.
pub async fn set_features(scope: &mut Scope, values: &[(String, String)]) -> Result<()> {
    let plugins = scope.port::<dyn PluginCatalogue>()?.plugins();
    rules::check_features(&rules::all_features(&plugins), values)?;
    for (name, value) in values {
        store::set_feature(scope, name, value).await?;
    }
    scope.save().await?;
    scope.port::<Directory>()?.forget(scope.tenant);
    Ok(())
}

/// Gives the scope's tenant a logo: PNG, JPEG or GIF, at most 1 MiB.
pub async fn set_logo(scope: &mut Scope, bytes: Vec<u8>) -> Result<()> {
    const LARGEST: usize = 1024 * 1024;
    if bytes.len() > LARGEST {
        return Err(Error::TooLarge(LARGEST));
    }
    let media_type = files::sniff(&bytes)
        .filter(|media_type| media_type.starts_with("image/"))
        .ok_or_else(|| Error::invalid("logo", "must be a PNG, JPEG or GIF image"))?;
    let before = settings(scope).await?;
    let host = scope.host().clone();
    let logo = Logo { key: host.files().put(scope.tenant, bytes).await?, media_type: media_type.to_owned() };
    let mut tx = host.db().begin_platform(Mode::Write).await?;
    store::set_logo(&mut tx, scope.tenant, &logo).await?;
    tx.commit().await?;
    host.port::<Directory>()?.forget(scope.tenant);
    if let Some(old) = &before.logo {
        host.files().delete(scope.tenant, &old.key).await?;
    }
    Ok(())
}
