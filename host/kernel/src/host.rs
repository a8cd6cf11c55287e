//! Process-wide state: database, clock, keys, files, and the ports through which areas reach
//! plugins.

use std::{
    any::{Any, TypeId, type_name},
    collections::HashMap,
    sync::{Arc, OnceLock},
};

use crate::{
    area::{Area, DeclarationError, Declarations},
    caller::{Caller, Gate},
    clock::Clock,
    config::Config,
    db::{Db, Mode},
    error::{Error, Result},
    event::{
        Listener,
        feed::{EventReader, Listeners},
        live::Live,
    },
    feature::Feature,
    files::FileStore,
    ids::TenantId,
    job::{JobKind, KindLimits},
    limiter::Limiter,
    outgoing::Outgoing,
    permission::Tree,
    scope::{RequestInfo, Scope},
    search::SearchedKind,
    secrets::Secrets,
};

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
    readers: Vec<Arc<dyn EventReader>>,
    kinds: HashMap<&'static str, KindLimits>,
    searched: Vec<SearchedKind>,
    permissions: Arc<Tree>,
    features: Vec<Feature>,
    limiter: Limiter,
    live: Live,
    outgoing: OnceLock<Arc<Outgoing>>,
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

impl Host {
    /// Fails on a port without a provider, an undeclared permission or feature, or a duplicate.
    pub fn new(parts: HostParts, areas: &[Area]) -> Result<Self, DeclarationError> {
        let HostParts {
            db,
            config,
            clock,
            secrets,
            files,
            gate,
            ports,
        } = parts;
        ports.check(areas)?;
        let Declarations {
            permissions,
            features,
        } = Declarations::from_areas(areas)?;
        let jobs: Vec<JobKind> = areas
            .iter()
            .flat_map(|area| area.jobs.iter().copied())
            .collect();
        let listeners: Vec<Listener> = areas
            .iter()
            .flat_map(|area| area.listeners.iter().cloned())
            .collect();
        let kinds = jobs
            .iter()
            .map(KindLimits::for_job)
            .chain(listeners.iter().map(KindLimits::for_listener));
        let kinds = kinds.map(|kind| (kind.name, kind)).collect();
        let listeners_reader: Arc<dyn EventReader> = Arc::new(Listeners);
        let readers = std::iter::once(listeners_reader)
            .chain(areas.iter().flat_map(|area| area.readers.iter().cloned()))
            .collect();
        let searched = areas
            .iter()
            .flat_map(|area| area.searched.iter().copied())
            .collect();
        let work = tokio::sync::Notify::new();
        Ok(Self(Arc::new(Inner {
            db,
            config,
            clock,
            secrets,
            files,
            gate,
            ports,
            jobs,
            listeners,
            readers,
            kinds,
            searched,
            permissions: Arc::new(permissions),
            features,
            limiter: Limiter::default(),
            live: Live::default(),
            outgoing: OnceLock::new(),
            work,
        })))
    }

    /// Creates a scope for the program itself: workers, seeds, commands.
    pub fn scope(&self, tenant: TenantId, mode: Mode) -> Scope {
        Scope::new(
            self.clone(),
            tenant,
            Caller::System,
            mode,
            RequestInfo::default(),
        )
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
    pub fn limiter(&self) -> &Limiter {
        &self.0.limiter
    }
    pub fn live(&self) -> &Live {
        &self.0.live
    }
    /// Created on first use; for servers named in tenants' settings.
    pub fn outgoing(&self) -> Result<Arc<Outgoing>> {
        if let Some(existing) = self.0.outgoing.get() {
            return Ok(existing.clone());
        }
        let client = Arc::new(Outgoing::new(self.config()).map_err(Error::Internal)?);
        Ok(self.0.outgoing.get_or_init(|| client).clone())
    }
    pub fn permissions(&self) -> &Arc<Tree> {
        &self.0.permissions
    }
    /// Features declared by the areas; plugins add theirs.
    pub fn features(&self) -> &[Feature] {
        &self.0.features
    }
    pub fn db(&self) -> &Db {
        &self.0.db
    }
    pub fn port<T: ?Sized + 'static>(&self) -> Result<Arc<T>>
    where
        Arc<T>: Any + Send + Sync,
    {
        self.0.ports.get().ok_or_else(|| {
            Error::Internal(anyhow::anyhow!(
                "nothing fills the port {}",
                std::any::type_name::<T>()
            ))
        })
    }
    pub fn wake(&self) {
        self.0.work.notify_one();
    }
    pub(crate) async fn wait_for_work(&self) {
        self.0.work.notified().await;
    }
    pub(crate) fn jobs(&self) -> &[JobKind] {
        &self.0.jobs
    }
    pub(crate) fn listeners(&self) -> &[Listener] {
        &self.0.listeners
    }
    pub(crate) fn searched_kinds(&self) -> &[SearchedKind] {
        &self.0.searched
    }
    pub(crate) fn readers(&self) -> &[Arc<dyn EventReader>] {
        &self.0.readers
    }
    pub(crate) fn kind(&self, name: &str) -> Option<&KindLimits> {
        self.0.kinds.get(name)
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
    /// Every needed port has a provider and every provider is needed.
    fn check(&self, areas: &[Area]) -> Result<(), DeclarationError> {
        for area in areas {
            if let Some(missing) = area
                .ports
                .iter()
                .find(|needed| !self.0.contains_key(&needed.type_id))
            {
                return Err(DeclarationError::in_area(
                    area.name,
                    format!("nothing fills the port {}", missing.name),
                ));
            }
        }
        let is_needed = |id: &TypeId| {
            areas
                .iter()
                .flat_map(|area| &area.ports)
                .any(|needed| needed.type_id == *id)
        };
        match self.0.iter().find(|(id, _)| !is_needed(id)) {
            Some((_, idle)) => Err(DeclarationError::in_program(format!(
                "no area asks through the port {}",
                idle.name
            ))),
            None => Ok(()),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    trait Prices: Send + Sync {}
    struct Fixed;
    impl Prices for Fixed {}

    fn startup_error(ports: Ports, areas: &[Area]) -> String {
        ports
            .check(areas)
            .map_or_else(|misfit| misfit.to_string(), |()| String::new())
    }

    #[test]
    fn a_port_that_nothing_fills_is_told_with_the_area_that_asks() {
        let areas = [
            Area::new("rates"),
            Area::new("quotes").needs::<dyn Prices>(),
        ];
        let error = startup_error(Ports::default(), &areas);
        assert!(
            error.starts_with("the area quotes: nothing fills the port "),
            "{error}"
        );
        assert!(error.ends_with("::Prices"), "{error}");
        assert_eq!(
            startup_error(Ports::default().with::<dyn Prices>(Arc::new(Fixed)), &areas),
            ""
        );
    }

    #[test]
    fn a_port_that_no_area_asks_through_is_told() {
        let error = startup_error(
            Ports::default().with::<dyn Prices>(Arc::new(Fixed)),
            &[Area::new("rates")],
        );
        assert!(
            error.starts_with("the program: no area asks through the port "),
            "{error}"
        );
    }
}
