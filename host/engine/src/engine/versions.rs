//! Versions of a plugin side by side: kept, routed to tenants, and tried as a canary.

use crate::{
    call::versions::{CanaryState, NotLoaded, Routes},
    engine::Engine,
    plugin::Plugin,
};

impl Engine {
    /// Keeps an inactive version for [`Engine::route`], which drops versions without a route. False
    /// without an active version.
    pub fn hold(&self, plugin: &Plugin) -> bool {
        let loaded = plugin.loaded.clone();
        self.0
            .executor
            .change(|table| match table.get_mut(plugin.id()) {
                Some(versions) => {
                    if versions.active.manifest.version != loaded.manifest.version {
                        versions
                            .beside
                            .insert(loaded.manifest.version.clone(), loaded);
                    }
                    true
                }
                None => false,
            })
    }

    /// Replaces pins and canary in one step. Running calls finish on their version; an unchanged
    /// canary keeps its counters.
    pub fn route(&self, id: &str, routes: Routes) {
        self.0.executor.change(|table| {
            if let Some(versions) = table.get_mut(id) {
                versions.route(routes);
            }
        });
    }

    pub fn versions(&self, id: &str) -> Vec<Plugin> {
        let table = self.0.executor.table();
        table
            .get(id)
            .map(|it| {
                it.all()
                    .map(|loaded| Plugin::new(&self.0.executor, loaded))
                    .collect()
            })
            .unwrap_or_default()
    }

    pub fn version(&self, id: &str, version: &str) -> Option<Plugin> {
        Some(Plugin::new(
            &self.0.executor,
            self.0.executor.table().get(id)?.version(version)?,
        ))
    }

    pub fn pinned(&self, id: &str, tenant: i64) -> Option<String> {
        self.0.executor.table().get(id)?.pins.get(&tenant).cloned()
    }

    /// The pinned version, else the active one; never a canary.
    pub fn plugin_for(&self, id: &str, tenant: i64) -> Result<Plugin, NotLoaded> {
        let table = self.0.executor.table();
        let versions = table.get(id).ok_or(NotLoaded::Plugin)?;
        let loaded = match versions.pins.get(&tenant) {
            None => &versions.active,
            Some(version) => versions
                .version(version)
                .ok_or_else(|| NotLoaded::Version(version.clone()))?,
        };
        Ok(Plugin::new(&self.0.executor, loaded))
    }

    /// Selects the canary for its share of following tenants' calls; none after it failed. The
    /// caller checks that the tenant granted its requirements.
    pub fn candidate(&self, id: &str, tenant: i64) -> Option<Plugin> {
        let table = self.0.executor.table();
        let versions = table.get(id)?;
        let trial = versions
            .canary
            .as_ref()
            .filter(|_| !versions.pins.contains_key(&tenant))?;
        let falls = (self.0.executor.canary_toss)() % 100 < trial.share;
        (falls && trial.state().failure.is_none())
            .then(|| Plugin::new(&self.0.executor, &trial.candidate))
    }

    pub fn canary(&self, id: &str) -> Option<CanaryState> {
        self.0
            .executor
            .table()
            .get(id)?
            .canary
            .as_ref()
            .map(|trial| trial.state())
    }
}
