//! Tenants and features with short-lived caches.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use data::{
    Error, Host, Result, Scope,
    cache::Cache,
    db::Mode,
    ids::{CustomerId, TenantId},
};

use crate::{
    features::rules::{TenantFeatureValues, Values},
    settings::model::Settings,
    tenants::{
        self,
        model::{NewTenant, Tenant, TenantState},
    },
};

/// Cache of tenants, one per process, available as a port.
pub struct Directory {
    hosts: Cache<String, Option<TenantId>>,
    tenants: Cache<TenantId, Option<Arc<Tenant>>>,
    pub(crate) features: Cache<TenantId, Arc<TenantFeatureValues>>,
    pub(crate) customer_features: Cache<(TenantId, CustomerId), Arc<Values>>,
    pub(crate) settings: Cache<TenantId, Arc<Settings>>,
    pub(crate) platform: Cache<(), Option<TenantId>>,
    /// Recent test emails by tenant.
    test_mails: Cache<TenantId, Arc<AtomicU64>>,
}

/// Longest delay until another host's change applies.
const CACHE_TTL: Duration = Duration::from_secs(5);
const TEST_MAIL_WINDOW: Duration = Duration::from_secs(600);
const MAX_TEST_MAILS: u64 = 20;
/// Exceeds any platform's host names; made-up names evict each other.
const MAX_CACHED: u64 = 10_000;

impl Default for Directory {
    fn default() -> Self {
        Self {
            hosts: cache(),
            tenants: cache(),
            features: cache(),
            customer_features: cache(),
            settings: cache(),
            platform: cache(),
            test_mails: Cache::builder()
                .max_capacity(MAX_CACHED)
                .time_to_live(TEST_MAIL_WINDOW)
                .build(),
        }
    }
}

fn cache<K, V>() -> Cache<K, V>
where
    K: std::hash::Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    Cache::builder()
        .max_capacity(MAX_CACHED)
        .time_to_live(CACHE_TTL)
        .build()
}

impl Directory {
    async fn by_host(&self, host: &Host, name: &str) -> Result<Option<TenantId>> {
        let Some(name) = tenants::rules::normal_host(name) else {
            return Ok(None);
        };
        if let Some(known) = self.hosts.get(&name) {
            return Ok(known);
        }
        let mut tx = host.db().begin_platform(Mode::Read).await?;
        let found = tenants::store::by_host(&mut tx, &name).await?;
        self.hosts.insert(name, found);
        Ok(found)
    }

    async fn tenant(&self, host: &Host, id: TenantId) -> Result<Option<Arc<Tenant>>> {
        if let Some(known) = self.tenants.get(&id) {
            return Ok(known);
        }
        let mut tx = host.db().begin_platform(Mode::Read).await?;
        let found = tenants::store::by_id(&mut tx, id).await?.map(Arc::new);
        self.tenants.insert(id, found.clone());
        Ok(found)
    }

    /// Limits test emails, to protect the mail server.
    pub(crate) fn count_test_mail(&self, tenant: TenantId) -> Result<()> {
        let sent = self
            .test_mails
            .get_with(tenant, Arc::default)
            .fetch_add(1, Ordering::Relaxed);
        if sent < MAX_TEST_MAILS {
            Ok(())
        } else {
            Err(Error::TooMany(TEST_MAIL_WINDOW.as_secs()))
        }
    }

    pub(crate) fn clear_tenant(&self, tenant: TenantId) {
        self.hosts.invalidate_all();
        self.platform.invalidate_all();
        self.tenants.invalidate(&tenant);
        self.features.invalidate(&tenant);
        self.settings.invalidate(&tenant);
    }

    /// Clears the cached features after a change of an edition.
    pub(crate) fn clear_features(&self) {
        self.features.invalidate_all();
    }
}

pub async fn tenant(host: &Host, id: TenantId) -> Result<Option<Arc<Tenant>>> {
    host.port::<Directory>()?.tenant(host, id).await
}

/// Returns the active tenant of this host name.
pub async fn find_by_host(host: &Host, name: &str) -> Result<Option<TenantId>> {
    let found = find_any_by_host(host, name).await?;
    Ok(found
        .filter(|tenant| tenant.state == TenantState::Available)
        .map(|tenant| tenant.id))
}

/// Returns the tenant of this host name, active or not.
pub async fn find_any_by_host(host: &Host, name: &str) -> Result<Option<Arc<Tenant>>> {
    let directory = host.port::<Directory>()?;
    match directory.by_host(host, name).await? {
        Some(id) => directory.tenant(host, id).await,
        None => Ok(None),
    }
}

pub async fn settings(scope: &mut Scope) -> Result<Arc<Tenant>> {
    tenant(scope.host(), scope.tenant)
        .await?
        .ok_or(Error::NotFound("The tenant"))
}

/// Creates an active tenant. Identity adds its roles and users.
pub async fn create_tenant(host: &Host, new: NewTenant) -> Result<TenantId> {
    let mut scope = host.scope(TenantId(0), Mode::Write);
    let id = crate::platform::service::create_tenant_in(&mut scope, new).await?;
    scope.commit().await?;
    crate::platform::service::clear_cached_tenant(host, id)?;
    Ok(id)
}

pub async fn set_state(host: &Host, id: TenantId, state: TenantState) -> Result<()> {
    let mut scope = host.scope(TenantId(0), Mode::Write);
    crate::platform::service::set_state_in(&mut scope, id, state).await?;
    scope.commit().await?;
    crate::platform::service::clear_cached_tenant(host, id)
}
