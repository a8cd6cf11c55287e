//! A handle of a loaded plugin: its facts without a call, and calls of its functions.

pub(crate) mod cache;
mod call_by_name;
pub(crate) mod compile;
pub(crate) mod folder;
pub(crate) mod handles;
pub mod package;
pub(crate) mod replay;

use std::{path::Path, sync::Arc};

use carriage::PluginFault;

use crate::{
    call::{self, executor::Executor, loaded::Loaded},
    functions::Ability,
    interface::{calls::Call, wit},
    manifest::Manifest,
    sandbox::context::CallContext,
    stats::{BreakerState, FunctionUsage},
};

#[derive(Clone)]
pub struct Plugin {
    pub(crate) executor: Arc<Executor>,
    pub(crate) loaded: Arc<Loaded>,
}

impl Plugin {
    pub(crate) fn new(executor: &Arc<Executor>, loaded: &Arc<Loaded>) -> Self {
        Plugin {
            executor: executor.clone(),
            loaded: loaded.clone(),
        }
    }

    /// Calls a function that the plugin exports.
    pub(crate) async fn call<C: Call>(
        &self,
        context: CallContext,
        call: C,
    ) -> Result<C::Answer, PluginFault> {
        call::call(&self.executor, &self.loaded, context, call).await
    }

    /// `None` if the plugin lacks the ability.
    pub(crate) async fn call_optional<C: Call>(
        &self,
        ability: Ability,
        context: CallContext,
        call: C,
    ) -> Result<Option<C::Answer>, PluginFault> {
        match self.has(ability) {
            true => self.call(context, call).await.map(Some),
            false => Ok(None),
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
