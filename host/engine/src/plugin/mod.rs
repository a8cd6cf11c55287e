//! A loaded plugin: what every handle and running call shares, and what can be told of it without a call.

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
    policy::gate::Gate,
};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};
use wasmtime::component::InstancePre;

/// A plugin in memory; what every handle and running call shares.
pub(crate) struct Loaded {
    pub(crate) manifest: Manifest,
    pub(crate) folder: PathBuf,
    pub(crate) hash: String,
    pub(crate) pre: InstancePre<State>,
    pub(crate) exports: Exports,
    pub(crate) gate: Gate,
    /// What it said of itself when it was loaded.
    pub(crate) said: OnceLock<Said>,
}

/// What a plugin says of itself when it is loaded.
pub(crate) struct Said {
    pub(crate) description: wit::Description,
    /// A carrier's.
    pub(crate) services: Vec<wit::Service>,
}

/// One loaded version of a plugin of any kind.
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

    /// What its version calls itself.
    pub fn version(&self) -> &str {
        &self.loaded.manifest.version
    }

    /// The folder it was loaded from; `web/` in it is its face.
    pub fn folder(&self) -> &Path {
        &self.loaded.folder
    }

    /// SHA-256 of the component, in hexadecimal.
    pub fn component_hash(&self) -> &str {
        &self.loaded.hash
    }

    /// Whether the plugin is called for this tenant or rests after faults.
    pub fn breaker(&self, tenant: i64) -> BreakerState {
        self.loaded.gate.breaker_of(tenant)
    }

    /// What calls of this version took: one tenant's, or all together. Counted since it was loaded; a tenant that has
    /// long not called may be forgotten.
    pub fn usage(&self, tenant: Option<i64>) -> Vec<FunctionUsage> {
        self.loaded.gate.usage(tenant)
    }

    pub fn has(&self, ability: Ability) -> bool {
        self.abilities().contains(&ability)
    }

    /// The optional interfaces that it exports.
    pub fn abilities(&self) -> Vec<Ability> {
        self.loaded.exports.abilities()
    }

    /// What it said of itself when it was loaded; a rate engine says nothing.
    pub fn description(&self) -> Option<&wit::Description> {
        self.loaded.said.get().map(|said| &said.description)
    }

    /// A carrier's services, as listed when it was loaded.
    pub fn services(&self) -> &[wit::Service] {
        self.loaded.said.get().map_or(&[], |said| &said.services)
    }
}
