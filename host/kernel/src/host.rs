//! What lives as long as the program: the database, the clock, the keys, the files, and the ports that areas reach plugins through.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::Arc,
};

use crate::{
    area::Area,
    caller::{Caller, Gate},
    clock::Clock,
    config::Config,
    db::{Db, Mode},
    error::{Error, Result},
    event::Listener,
    files::FileStore,
    ids::TenantId,
    job::JobKind,
    scope::{RequestInfo, Scope},
    secrets::Secrets,
};

/// A handle on the running program; cheap to clone.
#[derive(Clone)]
pub struct Host(Arc<Inner>);

struct Inner {
    db: Db,
    config: Config,
    clock: Arc<dyn Clock>,
    secrets: Secrets,
    files: FileStore,
    gate: Arc<dyn Gate>,
    ports: Ports,
    jobs: Vec<JobKind>,
    listeners: Vec<Listener>,
    work: tokio::sync::Notify,
}

/// What a host is made of.
pub struct HostParts {
    pub db: Db,
    pub config: Config,
    pub clock: Arc<dyn Clock>,
    pub secrets: Secrets,
    pub files: FileStore,
    pub gate: Arc<dyn Gate>,
    pub ports: Ports,
}

impl Host {
    pub fn new(parts: HostParts, areas: &[Area]) -> Self {
        let HostParts { db, config, clock, secrets, files, gate, ports } = parts;
        let jobs = areas.iter().flat_map(|area| area.jobs.iter().copied()).collect();
        let listeners = areas.iter().flat_map(|area| area.listeners.iter().copied()).collect();
        let work = tokio::sync::Notify::new();
        Self(Arc::new(Inner { db, config, clock, secrets, files, gate, ports, jobs, listeners, work }))
    }

    /// A scope for the program itself in one tenant: workers, seeds, commands.
    pub fn scope(&self, tenant: TenantId, mode: Mode) -> Scope {
        Scope::new(self.clone(), tenant, Caller::System, mode, RequestInfo::default())
    }

    pub fn config(&self) -> &Config {
        &self.0.config
    }
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.0.clock
    }
    pub fn secrets(&self) -> &Secrets {
        &self.0.secrets
    }
    pub fn files(&self) -> &FileStore {
        &self.0.files
    }
    pub fn gate(&self) -> &Arc<dyn Gate> {
        &self.0.gate
    }
    /// The database; outside the kernel only for the platform's own tables.
    pub fn db(&self) -> &Db {
        &self.0.db
    }
    /// What fills the port `T`; an error when the program was put together without it.
    pub fn port<T: ?Sized + 'static>(&self) -> Result<Arc<T>>
    where
        Arc<T>: Any + Send + Sync,
    {
        self.0
            .ports
            .get()
            .ok_or_else(|| Error::Internal(anyhow::anyhow!("nothing fills the port {}", std::any::type_name::<T>())))
    }
    /// Wakes the worker: there is a new job.
    pub fn wake(&self) {
        self.0.work.notify_one();
    }
    pub(crate) async fn woken(&self) {
        self.0.work.notified().await;
    }
    pub(crate) fn jobs(&self) -> &[JobKind] {
        &self.0.jobs
    }
    pub(crate) fn listeners(&self) -> &[Listener] {
        &self.0.listeners
    }
}

/// Traits that lower areas declare and the program fills, so that no area knows what stands behind.
#[derive(Default)]
pub struct Ports(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl Ports {
    /// Fills the port `T`.
    pub fn with<T: ?Sized + 'static>(mut self, port: Arc<T>) -> Self
    where
        Arc<T>: Any + Send + Sync,
    {
        self.0.insert(TypeId::of::<Arc<T>>(), Box::new(port));
        self
    }
    fn get<T: ?Sized + 'static>(&self) -> Option<Arc<T>>
    where
        Arc<T>: Any + Send + Sync,
    {
        self.0.get(&TypeId::of::<Arc<T>>())?.downcast_ref::<Arc<T>>().cloned()
    }
}
