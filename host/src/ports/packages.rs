//! The packages' port, filled with the engine: packages are unpacked below the data folder, tried out, and swapped in.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use engine::{
    Engine, Plugin,
    package::{Package, PublicKey},
};
use futures_util::future::BoxFuture;
use kernel::ids::TenantId;
use plugins::{Health, PackagePort, ReadPackage};

use super::{asks::asks, health, installed::InstalledPlugins, settings};

/// Packages of this program.
pub struct Packages {
    engine: Engine,
    installed: Arc<InstalledPlugins>,
    /// `packages` of the data folder: a folder for each digest.
    folder: PathBuf,
    /// Plugin to the digest of the package that is active here.
    active: Mutex<BTreeMap<String, String>>,
}

impl Packages {
    pub fn new(engine: Engine, installed: Arc<InstalledPlugins>, data: &std::path::Path) -> Self {
        Self { engine, installed, folder: data.join("packages"), active: Mutex::default() }
    }

    /// The plugin of the package, loaded and tried out; nobody calls it yet.
    async fn load(&self, bytes: Bytes) -> Result<(Plugin, String), String> {
        let folder = self.folder.clone();
        let unpacked = tokio::task::spawn_blocking(move || {
            let package = Package::read(&bytes).map_err(|error| error.to_string())?;
            let folder = folder.join(&package.digest[..16]).join(&package.manifest.id);
            // A digest is one content: what is there already is right, and whatever is broken is written anew.
            if !folder.join("plugin.toml").is_file() {
                package.unpack(&folder).map_err(|error| format!("the package can't be unpacked: {error}"))?;
            }
            settings::schema(&folder)?;
            Ok::<_, String>((folder, package.digest))
        });
        let (folder, digest) = unpacked.await.map_err(|error| error.to_string())??;
        Ok((self.engine.prepare(&folder).await?, digest))
    }

    fn active(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, String>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
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
            asks: asks(manifest),
            signers: package.signers.iter().map(PublicKey::to_string).collect(),
            digest: package.digest,
        })
    }

    fn fingerprint(&self, key: &str) -> Result<String, String> {
        PublicKey::parse(key).map(|key| key.fingerprint()).map_err(|error| error.to_string())
    }

    fn prepare(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move { self.load(package).await.map(|_| ()) })
    }

    fn activate(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            let (plugin, digest) = self.load(package).await?;
            self.engine.activate(&plugin);
            self.active().insert(plugin.id().to_owned(), digest);
            self.installed.refresh().map_err(|error| format!("{error:#}"))
        })
    }

    fn remove(&self, plugin: &str) {
        if self.active().remove(plugin).is_none() {
            return;
        }
        self.engine.remove(plugin);
        if let Err(error) = self.installed.refresh() {
            tracing::error!(plugin, error = format!("{error:#}"), "the faces of the plugins could not be read again");
        }
    }

    fn active(&self) -> BTreeMap<String, String> {
        self.active().clone()
    }

    fn health(&self, plugin: &str, tenant: Option<TenantId>) -> Health {
        health::of(&self.engine, plugin, tenant)
    }
}
