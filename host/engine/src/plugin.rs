//! A loaded plugin and the handles its calls are made through.

use crate::{
    CallContext, Kind, Manifest, PluginFault,
    bindings::{
        carrier::exports::waybill::{
            carrier::{manifesting, rating, services, shipping, tracking},
            plugin::about,
        },
        rates::exports::waybill::rates::engine as rate_engine,
    },
    call::call,
    engine::Inner,
    functions as f,
    gate::Gate,
    state::State,
    stats::Counters,
    wit,
};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};
use wasmtime::{
    Store,
    component::{Instance, InstancePre},
};

type Answer<T> = Result<T, PluginFault>;

/// A plugin in memory; what every handle and running call shares.
pub(crate) struct Loaded {
    pub(crate) manifest: Manifest,
    pub(crate) folder: PathBuf,
    pub(crate) hash: String,
    pub(crate) pre: InstancePre<State>,
    pub(crate) exports: Exports,
    pub(crate) gate: Gate,
    pub(crate) counters: Counters,
    /// What a carrier said of itself when it was loaded.
    pub(crate) said: OnceLock<(wit::Description, Vec<wit::Service>)>,
}

/// Where the functions lie in the component, by interface.
pub(crate) enum Exports {
    Carrier(Box<CarrierExports>),
    RateEngine(rate_engine::GuestIndices),
}

pub(crate) struct CarrierExports {
    pub(crate) about: about::GuestIndices,
    pub(crate) services: services::GuestIndices,
    pub(crate) rating: rating::GuestIndices,
    pub(crate) shipping: shipping::GuestIndices,
    manifesting: Option<manifesting::GuestIndices>,
    tracking: Option<tracking::GuestIndices>,
}

/// What a carrier may be able to do besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ability {
    Manifesting,
    Tracking,
}

impl Exports {
    /// Finds the interfaces of the kind; a required one that is missing is named.
    pub(crate) fn find(kind: Kind, pre: &InstancePre<State>) -> wasmtime::Result<Self> {
        Ok(match kind {
            Kind::Carrier => Exports::Carrier(Box::new(CarrierExports {
                about: about::GuestIndices::new(pre)?,
                services: services::GuestIndices::new(pre)?,
                rating: rating::GuestIndices::new(pre)?,
                shipping: shipping::GuestIndices::new(pre)?,
                manifesting: manifesting::GuestIndices::new(pre).ok(),
                tracking: tracking::GuestIndices::new(pre).ok(),
            })),
            Kind::RateEngine => Exports::RateEngine(rate_engine::GuestIndices::new(pre)?),
        })
    }

    /// Compares the types of all functions with the interfaces; names alone were compared by `find`.
    pub(crate) fn verify(&self, store: &mut Store<State>, instance: &Instance) -> wasmtime::Result<()> {
        match self {
            Exports::Carrier(carrier) => {
                carrier.about.load(&mut *store, instance)?;
                carrier.services.load(&mut *store, instance)?;
                carrier.rating.load(&mut *store, instance)?;
                carrier.shipping.load(&mut *store, instance)?;
                if let Some(manifesting) = &carrier.manifesting {
                    manifesting.load(&mut *store, instance)?;
                }
                if let Some(tracking) = &carrier.tracking {
                    tracking.load(&mut *store, instance)?;
                }
            }
            Exports::RateEngine(engine) => {
                engine.load(&mut *store, instance)?;
            }
        }
        Ok(())
    }

    pub(crate) fn carrier(&self) -> wasmtime::Result<&CarrierExports> {
        match self {
            Exports::Carrier(carrier) => Ok(carrier),
            Exports::RateEngine(_) => Err(wasmtime::Error::msg("it is no carrier")),
        }
    }

    pub(crate) fn rate_engine(&self) -> wasmtime::Result<&rate_engine::GuestIndices> {
        match self {
            Exports::RateEngine(engine) => Ok(engine),
            Exports::Carrier(_) => Err(wasmtime::Error::msg("it is no rate engine")),
        }
    }
}

impl CarrierExports {
    pub(crate) fn manifesting(&self) -> wasmtime::Result<&manifesting::GuestIndices> {
        let missing = || wasmtime::Error::msg("it does not export manifesting");
        self.manifesting.as_ref().ok_or_else(missing)
    }

    pub(crate) fn tracking(&self) -> wasmtime::Result<&tracking::GuestIndices> {
        let missing = || wasmtime::Error::msg("it does not export tracking");
        self.tracking.as_ref().ok_or_else(missing)
    }
}

/// A loaded plugin of any kind.
#[derive(Clone)]
pub struct Plugin {
    pub(crate) engine: Arc<Inner>,
    pub(crate) loaded: Arc<Loaded>,
}

impl Plugin {
    pub(crate) fn new(engine: &Arc<Inner>, loaded: &Arc<Loaded>) -> Self {
        Plugin { engine: engine.clone(), loaded: loaded.clone() }
    }

    pub fn manifest(&self) -> &Manifest {
        &self.loaded.manifest
    }

    pub fn id(&self) -> &str {
        &self.loaded.manifest.id
    }

    /// The folder it was loaded from; `web/` in it is its face.
    pub fn folder(&self) -> &Path {
        &self.loaded.folder
    }

    /// SHA-256 of the component, in hexadecimal.
    pub fn component_hash(&self) -> &str {
        &self.loaded.hash
    }

    pub fn has(&self, ability: Ability) -> bool {
        let Exports::Carrier(carrier) = &self.loaded.exports else {
            return false;
        };
        match ability {
            Ability::Manifesting => carrier.manifesting.is_some(),
            Ability::Tracking => carrier.tracking.is_some(),
        }
    }

    /// What a carrier said of itself when it was loaded; other kinds say nothing.
    pub fn description(&self) -> Option<&wit::Description> {
        self.loaded.said.get().map(|(description, _)| description)
    }

    /// A carrier's services, as listed when it was loaded.
    pub fn services(&self) -> &[wit::Service] {
        self.loaded.said.get().map_or(&[], |(_, services)| services)
    }

    pub fn carrier(&self) -> Option<Carrier> {
        (self.manifest().kind == Kind::Carrier).then(|| Carrier(self.clone()))
    }

    pub fn rate_engine(&self) -> Option<RateEngine> {
        (self.manifest().kind == Kind::RateEngine).then(|| RateEngine(self.clone()))
    }
}

/// The functions of a carrier. Each call runs in a fresh instance on the engine's own threads. Dropping a call's
/// future stops it, except where the other side may have acted already (`book`, `cancel`, `manifest`).
#[derive(Clone)]
pub struct Carrier(Plugin);

impl Carrier {
    pub fn plugin(&self) -> &Plugin {
        &self.0
    }

    pub async fn describe(&self, context: CallContext) -> Answer<wit::Description> {
        call(&self.0, context, f::Describe).await
    }

    pub async fn list_services(&self, context: CallContext) -> Answer<Vec<wit::Service>> {
        call(&self.0, context, f::ListServices).await
    }

    pub async fn check_account(&self, context: CallContext) -> Answer<()> {
        call(&self.0, context, f::CheckAccount).await
    }

    pub async fn rates(&self, context: CallContext, consignment: wit::Consignment) -> Answer<Vec<wit::Rate>> {
        call(&self.0, context, f::Rates(consignment)).await
    }

    pub async fn book(&self, context: CallContext, request: wit::BookRequest) -> Answer<wit::Booked> {
        call(&self.0, context, f::Book(request)).await
    }

    pub async fn find(&self, context: CallContext, reference: String) -> Answer<Option<wit::Booked>> {
        call(&self.0, context, f::Find(reference)).await
    }

    pub async fn label(
        &self,
        context: CallContext,
        request: wit::BookRequest,
        booked: wit::Booked,
    ) -> Answer<wit::File> {
        call(&self.0, context, f::Label(request, booked)).await
    }

    pub async fn cancel(&self, context: CallContext, booked: wit::Booked) -> Answer<()> {
        call(&self.0, context, f::Cancel(booked)).await
    }

    /// `None` when the carrier has no such ability.
    pub async fn manifest(
        &self,
        context: CallContext,
        request: wit::ManifestRequest,
    ) -> Answer<Option<wit::Manifested>> {
        if !self.0.has(Ability::Manifesting) {
            return Ok(None);
        }
        call(&self.0, context, f::Manifest(request)).await.map(Some)
    }

    /// `None` when the carrier has no such ability.
    pub async fn track(&self, context: CallContext, booked: Vec<wit::Booked>) -> Answer<Option<Vec<wit::Tracked>>> {
        if !self.0.has(Ability::Tracking) {
            return Ok(None);
        }
        call(&self.0, context, f::Track(booked)).await.map(Some)
    }
}

/// The functions of a rate engine.
#[derive(Clone)]
pub struct RateEngine(Plugin);

impl RateEngine {
    pub fn plugin(&self) -> &Plugin {
        &self.0
    }

    pub async fn price(
        &self,
        context: CallContext,
        card: String,
        request: wit::PriceRequest,
    ) -> Answer<Vec<wit::ServicePrice>> {
        call(&self.0, context, f::Price { card, request }).await
    }

    /// Checks a card when it is saved; `InvalidInput` names each wrong member.
    pub async fn check(&self, context: CallContext, card: String) -> Answer<()> {
        call(&self.0, context, f::Check(card)).await
    }
}
