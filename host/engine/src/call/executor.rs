//! The executor of calls: the loaded plugins, the permits and the runtime that calls run in.

use crate::{
    call::{
        loaded::Loaded,
        versions::{Table, Versions},
    },
    policy::breaker::BreakerPolicy,
    sandbox::state::Resources,
};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::{
    runtime::{Handle, Runtime},
    sync::Semaphore,
};

pub(crate) struct Executor {
    pub(crate) resources: Arc<Resources>,
    pub(crate) breaker: BreakerPolicy,
    pub(crate) retries: bool,
    pub(crate) canary_toss: fn() -> u32,
    /// Permits for outside calls.
    pub(crate) everyone: Arc<Semaphore>,
    plugins: RwLock<Arc<Table>>,
    runtime: Option<Runtime>,
    handle: Handle,
}

/// Settings of an executor.
pub(crate) struct ExecutorConfig {
    pub(crate) breaker: BreakerPolicy,
    pub(crate) retries: bool,
    pub(crate) canary_toss: fn() -> u32,
    pub(crate) max_instances: u32,
}

impl Executor {
    pub(crate) fn new(resources: Resources, runtime: Runtime, config: &ExecutorConfig) -> Self {
        Executor {
            resources: Arc::new(resources),
            breaker: config.breaker,
            retries: config.retries,
            canary_toss: config.canary_toss,
            everyone: Arc::new(Semaphore::new(config.max_instances as usize)),
            plugins: RwLock::default(),
            handle: runtime.handle().clone(),
            runtime: Some(runtime),
        }
    }

    pub(crate) fn loaded(&self, id: &str) -> Option<Arc<Loaded>> {
        self.table().get(id).map(|versions| versions.active.clone())
    }

    pub(crate) fn loaded_as(&self, id: &str, version: Option<&str>) -> Option<Arc<Loaded>> {
        match version {
            None => self.loaded(id),
            Some(version) => self.table().get(id)?.version(version).cloned(),
        }
    }

    pub(crate) fn table(&self) -> Arc<Table> {
        self.plugins
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Activates all of the plugins in one step.
    pub(crate) fn install(&self, loaded: Vec<Arc<Loaded>>) {
        self.change(|table| {
            for plugin in loaded {
                match table.get_mut(&plugin.manifest.id) {
                    Some(versions) => versions.activate(plugin),
                    None => drop(table.insert(plugin.manifest.id.clone(), Versions::new(plugin))),
                }
            }
        });
    }

    /// Changes a copy of the table and replaces the table with it.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Table) -> T) -> T {
        let mut plugins = self.plugins.write().unwrap_or_else(PoisonError::into_inner);
        let mut table = Table::clone(&plugins);
        let done = change(&mut table);
        *plugins = Arc::new(table);
        done
    }

    pub(crate) fn handle(&self) -> &Handle {
        &self.handle
    }
}

impl Drop for Executor {
    /// The last owner may be a call running on the runtime, which must not be dropped there.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
