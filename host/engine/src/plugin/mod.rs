//! A loaded plugin: state shared by all handles and running calls, and facts available without a
//! call.

pub(crate) mod cache;
pub(crate) mod compile;
pub(crate) mod folder;
pub(crate) mod manifest;
pub mod package;
pub(crate) mod versions;

use crate::{
    Ability, BreakerState, FunctionUsage, Manifest,
    call::state::State,
    engine::Inner,
    interface::{exports::Exports, wit},
    policy::concurrency::Gate,
};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};
use wasmtime::component::InstancePre;

pub(crate) struct Loaded {
    pub(crate) manifest: Manifest,
    pub(crate) folder: PathBuf,
    pub(crate) hash: String,
    pub(crate) pre: InstancePre<State>,
    pub(crate) exports: Exports,
    pub(crate) gate: Gate,
    /// Set once, while the plugin is loaded.
    pub(crate) self_description: OnceLock<SelfDescription>,
}

/// A plugin's description of itself, read when it is loaded.
pub(crate) struct SelfDescription {
    pub(crate) description: wit::Description,
    /// A carrier's services; empty for other kinds.
    pub(crate) services: Vec<wit::Service>,
}

#[derive(Clone)]
pub struct Plugin {
    pub(crate) engine: Arc<Inner>,
    pub(crate) loaded: Arc<Loaded>,
}

impl Plugin {
    pub(crate) fn new(engine: &Arc<Inner>, loaded: &Arc<Loaded>) -> Self {
        Plugin {
            engine: engine.clone(),
            loaded: loaded.clone(),
        }
    }

    pub fn manifest(&self) -> &Manifest {
        &self.loaded.manifest
    }

    pub fn id(&self) -> &str {
        &self.loaded.manifest.id
    }

    pub fn version(&self) -> &str {
        &self.loaded.manifest.version
    }

    /// The folder it was loaded from; its front end is in `web/`.
    pub fn folder(&self) -> &Path {
        &self.loaded.folder
    }

    /// SHA-256 of the component, in hexadecimal.
    pub fn component_hash(&self) -> &str {
        &self.loaded.hash
    }

    pub fn breaker(&self, tenant: i64) -> BreakerState {
        self.loaded.gate.breaker_of(tenant)
    }

    /// For one tenant or all since the load. Tenants without recent calls may be dropped.
    pub fn usage(&self, tenant: Option<i64>) -> Vec<FunctionUsage> {
        self.loaded.gate.usage(tenant)
    }

    pub fn has(&self, ability: Ability) -> bool {
        self.abilities().contains(&ability)
    }

    pub fn abilities(&self) -> Vec<Ability> {
        self.loaded.exports.abilities()
    }

    pub fn description(&self) -> Option<&wit::Description> {
        self.loaded
            .self_description
            .get()
            .map(|description| &description.description)
    }

    pub fn services(&self) -> &[wit::Service] {
        self.loaded
            .self_description
            .get()
            .map_or(&[], |description| &description.services)
    }
}
