//! Process-wide state: database, clock, keys, files, extensions of the modules above, and the ports
//! through which areas reach plugins.

use std::{
    any::{Any, TypeId, type_name},
    collections::{HashMap, HashSet},
    net::IpAddr,
    sync::Arc,
};

use chrono_tz::Tz;
use futures_util::future::BoxFuture;

use crate::{
    caller::Session,
    clock::Clock,
    config::Config,
    db::{Db, Tx},
    error::{Error, Result},
    feature::Feature,
    files::FileStore,
    ids::{CustomerId, TenantId},
    permission::Tree,
    secrets::Secrets,
};

#[derive(Clone)]
pub struct Host(Arc<Inner>);

struct Inner {
    parts: HostParts,
    declared: Declared,
    work: tokio::sync::Notify,
}

/// Components of a host.
pub struct HostParts {
    pub db: Db,
    pub config: Config,
    pub clock: Arc<dyn Clock>,
    pub secrets: Secrets,
    pub files: FileStore,
    pub gate: Arc<dyn Gate>,
    pub ports: Ports,
}

/// Declarations of the areas, and the state of the modules above.
pub struct Declared {
    pub permissions: Arc<Tree>,
    pub features: Vec<Feature>,
    pub sealer: Arc<dyn IndexSealer>,
    pub extensions: Extensions,
}

/// Enqueues background work for the search index.
pub trait IndexSealer: Send + Sync {
    /// Requests that waiting index rows of a kind be sealed, in the transaction that wrote them.
    fn seal<'a>(
        &'a self,
        host: &'a Host,
        tenant: TenantId,
        tx: &'a mut Tx,
        kind: i64,
    ) -> BoxFuture<'a, Result<()>>;
}

impl Host {
    pub fn new(parts: HostParts, declared: Declared) -> Self {
        Self(Arc::new(Inner {
            parts,
            declared,
            work: tokio::sync::Notify::new(),
        }))
    }

    pub fn config(&self) -> &Config {
        &self.0.parts.config
    }
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.0.parts.clock
    }
    pub fn secrets(&self) -> &Secrets {
        &self.0.parts.secrets
    }
    pub fn files(&self) -> &FileStore {
        &self.0.parts.files
    }
    pub fn gate(&self) -> &Arc<dyn Gate> {
        &self.0.parts.gate
    }
    pub fn permissions(&self) -> &Arc<Tree> {
        &self.0.declared.permissions
    }
    /// Features declared by the areas; plugins add theirs.
    pub fn features(&self) -> &[Feature] {
        &self.0.declared.features
    }
    pub fn db(&self) -> &Db {
        &self.0.parts.db
    }
    pub fn sealer(&self) -> &Arc<dyn IndexSealer> {
        &self.0.declared.sealer
    }
    /// Returns the state that a module above keeps in the host.
    pub fn extension<T: Any + Send + Sync>(&self) -> Result<&T> {
        self.0
            .declared
            .extensions
            .get()
            .ok_or_else(|| Error::Internal(anyhow::anyhow!("the host lacks {}", type_name::<T>())))
    }
    pub fn port<T: ?Sized + 'static>(&self) -> Result<Arc<T>>
    where
        Arc<T>: Any + Send + Sync,
    {
        self.0.parts.ports.get().ok_or_else(|| {
            Error::Internal(anyhow::anyhow!(
                "nothing fills the port {}",
                type_name::<T>()
            ))
        })
    }
    /// Wakes the worker: a commit left work for it.
    pub fn wake(&self) {
        self.0.work.notify_one();
    }
    pub async fn wait_for_work(&self) {
        self.0.work.notified().await;
    }
}

/// Values of the modules above, one per type.
#[derive(Default)]
pub struct Extensions(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl Extensions {
    pub fn with<T: Any + Send + Sync>(mut self, value: T) -> Self {
        self.0.insert(TypeId::of::<T>(), Box::new(value));
        self
    }
    fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }
}

/// A port that an area calls and the program must provide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NeededPort {
    type_id: TypeId,
    pub name: &'static str,
}

impl NeededPort {
    pub fn for_trait<T: ?Sized + 'static>() -> Self
    where
        Arc<T>: Any + Send + Sync,
    {
        Self {
            type_id: TypeId::of::<Arc<T>>(),
            name: type_name::<T>(),
        }
    }
}

/// Traits declared by areas and provided by the program.
#[derive(Default)]
pub struct Ports(HashMap<TypeId, Provider>);

struct Provider {
    name: &'static str,
    port: Box<dyn Any + Send + Sync>,
}

impl Ports {
    pub fn with<T: ?Sized + 'static>(mut self, port: Arc<T>) -> Self
    where
        Arc<T>: Any + Send + Sync,
    {
        self.0.insert(
            TypeId::of::<Arc<T>>(),
            Provider {
                name: type_name::<T>(),
                port: Box::new(port),
            },
        );
        self
    }
    /// Returns the first of the needed ports without a provider.
    pub fn missing<'n>(&self, needed: &'n [NeededPort]) -> Option<&'n NeededPort> {
        needed
            .iter()
            .find(|port| !self.0.contains_key(&port.type_id))
    }
    /// Returns the name of a port that none of these needs.
    pub fn unneeded(&self, needed: &[NeededPort]) -> Option<&'static str> {
        let is_needed = |id: &TypeId| needed.iter().any(|port| port.type_id == *id);
        let idle = self.0.iter().find(|(id, _)| !is_needed(id));
        idle.map(|(_, provider)| provider.name)
    }
    fn get<T: ?Sized + 'static>(&self) -> Option<Arc<T>>
    where
        Arc<T>: Any + Send + Sync,
    {
        self.0
            .get(&TypeId::of::<Arc<T>>())?
            .port
            .downcast_ref::<Arc<T>>()
            .cloned()
    }
}

/// Implemented by the identity area, so that the kernel depends on no area.
pub trait Gate: Send + Sync {
    fn tenant_by_host<'a>(
        &'a self,
        host: &'a Host,
        name: &'a str,
    ) -> BoxFuture<'a, Result<Option<TenantId>>>;
    fn tenant_active<'a>(&'a self, host: &'a Host, tenant: TenantId)
    -> BoxFuture<'a, Result<bool>>;
    /// Returns the session of a bearer token; none if it is invalid, expired, barred from this
    /// address, or its user or tenant is inactive.
    fn session<'a>(
        &'a self,
        host: &'a Host,
        token: &'a str,
        address: Option<IpAddr>,
    ) -> BoxFuture<'a, Result<Option<Arc<Session>>>>;
    /// Returns the session of a browser's cookie at a host name of this tenant.
    fn browser_session<'a>(
        &'a self,
        host: &'a Host,
        tenant: TenantId,
        cookie: &'a str,
    ) -> BoxFuture<'a, Result<Option<Arc<Session>>>>;
    fn zone<'a>(&'a self, host: &'a Host, tenant: TenantId) -> BoxFuture<'a, Result<Tz>>;
    /// Returns the permissions that the session's user still has; jobs check them while they run.
    fn current_permissions<'a>(
        &'a self,
        host: &'a Host,
        session: &'a Session,
    ) -> BoxFuture<'a, Result<Option<HashSet<String>>>>;
    /// True if the feature is on for the tenant, and for the customer if one is given.
    fn feature<'a>(
        &'a self,
        host: &'a Host,
        tenant: TenantId,
        customer: Option<CustomerId>,
        feature: &'a str,
    ) -> BoxFuture<'a, Result<bool>>;
}
