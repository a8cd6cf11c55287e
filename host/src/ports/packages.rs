//! Package port, implemented by the engine: unpacks packages below the data folder, tests and
//! activates them.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use data::ids::TenantId;
use engine::{
    CallCounts, Engine, Plugin, Routes,
    package::{Package, PublicKey},
};
use futures_util::future::BoxFuture;
use plugins::{CanaryState, Health, PackagePort, ReadPackage, Routed, SettingsSchema};

use super::{asks::requested_permissions, health, installed::InstalledPlugins, settings};

/// Area and engine must agree on the maximum canary share.
const _: () = assert!(plugins::MAX_SHARE == engine::MAX_CANARY_SHARE);

pub struct Packages {
    engine: Engine,
    installed: Arc<InstalledPlugins>,
    /// The data folder's `packages`: a folder per digest.
    folder: PathBuf,
    /// Digest of the active package by plugin.
    active: Mutex<BTreeMap<String, String>>,
    /// Digests of packages loadable in addition to the active ones, by plugin and version.
    beside: Mutex<BTreeMap<(String, String), String>>,
    /// Current routing by plugin.
    routed: Mutex<BTreeMap<String, Routed>>,
}

impl Packages {
    pub fn new(engine: Engine, installed: Arc<InstalledPlugins>, data: &std::path::Path) -> Self {
        let folder = data.join("packages");
        Self {
            engine,
            installed,
            folder,
            active: Mutex::default(),
            beside: Mutex::default(),
            routed: Mutex::default(),
        }
    }

    /// Loads and tests the package; it is not yet called.
    async fn load(&self, bytes: Bytes) -> Result<(Plugin, String), String> {
        let folder = self.folder.clone();
        let unpacked = tokio::task::spawn_blocking(move || {
            let package = Package::read(&bytes).map_err(|error| error.to_string())?;
            let folder = folder
                .join(&package.digest[..16])
                .join(&package.manifest.id);
            // The digest identifies the content, so a folder from an earlier call will do.
            package
                .unpack(&folder)
                .map_err(|error| format!("the package can't be unpacked: {error}"))?;
            settings::schema(&folder)?;
            settings::locales(&folder)?;
            Ok::<_, String>((folder, package.digest))
        });
        let (folder, digest) = unpacked.await.map_err(|error| error.to_string())??;
        let prepared = self.engine.prepare(&folder).await;
        Ok((prepared.map_err(|error| error.to_string())?, digest))
    }

    fn active(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        lock(&self.active)
    }

    fn loaded_version(&self, plugin: &str, digest: &str) -> Option<Plugin> {
        let versions = lock(&self.beside);
        let ((_, version), _) = versions
            .iter()
            .find(|((id, _), known)| id == plugin && *known == digest)?;
        self.engine.version(plugin, version)
    }

    fn refresh(&self, plugin: &str) {
        if let Err(error) = self.installed.refresh() {
            tracing::error!(
                plugin,
                error = format!("{error:#}"),
                "the front ends of the plugins could not be reloaded"
            );
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Fails with a message if the version can't be a canary of the active one.
fn compare(active: &Plugin, candidate: &Plugin) -> Result<(), String> {
    let [old, new] = [active, candidate].map(Plugin::version);
    if active.manifest().kind != candidate.manifest().kind {
        return Err(format!("{new} is of another kind than {old}."));
    }
    let schema = |plugin: &Plugin| settings::schema(plugin.folder());
    let document =
        |schema: &Option<SettingsSchema>| schema.as_ref().map(|schema| schema.document().clone());
    if document(&schema(active)?) != document(&schema(candidate)?) {
        return Err(format!(
            "{new} takes other settings than {old}, and tenants have only those of {old}."
        ));
    }
    match active
        .abilities()
        .into_iter()
        .find(|ability| !candidate.has(*ability))
    {
        Some(missing) => Err(format!("{new} lacks {}, which {old} has.", missing.name())),
        None => Ok(()),
    }
}

fn to_counts(counts: CallCounts) -> plugins::CallCounts {
    plugins::CallCounts {
        calls: counts.calls,
        faults: counts.faults,
    }
}

impl PackagePort for Packages {
    fn read(&self, package: &[u8]) -> Result<ReadPackage, String> {
        let package = Package::read(package).map_err(|error| error.to_string())?;
        let manifest = &package.manifest;
        let kind = serde_json::to_value(manifest.kind).map_err(|error| error.to_string())?;
        Ok(ReadPackage {
            plugin: manifest.id.clone(),
            version: manifest.version.clone(),
            name: manifest.name.clone(),
            kind: kind.as_str().unwrap_or_default().to_owned(),
            asks: requested_permissions(manifest),
            warnings: manifest.warnings(),
            signers: package.signers.iter().map(PublicKey::to_string).collect(),
            digest: package.digest,
        })
    }

    fn fingerprint(&self, key: &str) -> Result<String, String> {
        PublicKey::parse(key)
            .map(|key| key.fingerprint())
            .map_err(|error| error.to_string())
    }

    fn prepare(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move { self.load(package).await.map(|_| ()) })
    }

    fn activate(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            let (mut plugin, digest) = self.load(package).await?;
            let id = plugin.id().to_owned();
            // The canary keeps its counts.
            if let Some(loaded) = self.loaded_version(&id, &digest) {
                plugin = loaded;
            }
            if let (Some(before), Some(known)) = (self.engine.plugin(&id), self.active().get(&id)) {
                lock(&self.beside).insert((id.clone(), before.version().to_owned()), known.clone());
            }
            self.engine.activate(&plugin);
            self.active().insert(id, digest);
            self.installed
                .refresh()
                .map_err(|error| format!("{error:#}"))
        })
    }

    fn load(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            let (plugin, digest) = self.load(package).await?;
            if !self.engine.hold(&plugin) {
                return Err("no version of the plugin is active here".to_owned());
            }
            lock(&self.beside).insert(
                (plugin.id().to_owned(), plugin.version().to_owned()),
                digest,
            );
            self.installed
                .refresh()
                .map_err(|error| format!("{error:#}"))
        })
    }

    fn check_canary(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            let (candidate, _) = self.load(package).await?;
            let active = self.engine.plugin(candidate.id());
            compare(
                &active.ok_or("No version of the plugin is active here.")?,
                &candidate,
            )
        })
    }

    fn is_loaded(&self, plugin: &str, digest: &str) -> bool {
        let is_active = self
            .active()
            .get(plugin)
            .is_some_and(|active| active == digest);
        is_active || self.loaded_version(plugin, digest).is_some()
    }

    fn route(&self, plugin: &str, routed: Routed) -> bool {
        let pins = routed
            .pins
            .iter()
            .map(|(tenant, version)| (tenant.0, version.clone()))
            .collect();
        self.engine.route(
            plugin,
            Routes {
                pins,
                canary: routed.canary.clone(),
            },
        );
        lock(&self.beside)
            .retain(|(id, version), _| id != plugin || self.engine.version(id, version).is_some());
        let previous = lock(&self.routed).insert(plugin.to_owned(), routed.clone());
        let is_news = previous.unwrap_or_default() != routed;
        if is_news {
            self.refresh(plugin);
        }
        is_news
    }

    fn canary(&self, plugin: &str) -> Option<CanaryState> {
        let state = self.engine.canary(plugin)?;
        Some(CanaryState {
            version: state.version,
            candidate: to_counts(state.candidate),
            active: to_counts(state.active),
            failure: state.failure,
        })
    }

    fn remove(&self, plugin: &str) {
        if self.active().remove(plugin).is_none() {
            return;
        }
        self.engine.remove(plugin);
        lock(&self.beside).retain(|(id, _), _| id != plugin);
        lock(&self.routed).remove(plugin);
        self.refresh(plugin);
    }

    fn active(&self) -> BTreeMap<String, String> {
        self.active().clone()
    }

    fn health(&self, plugin: &str, tenant: Option<TenantId>) -> Health {
        health::plugin_health(&self.engine, plugin, tenant)
    }
}
