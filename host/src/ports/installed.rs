//! Installed plugins port, from the engine's plugins and their front-end files.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
};

use anyhow::Context;
use data::ids::TenantId;
use engine::{Access, Engine, Manifest, Plugin};
use plugins::{FrontEnd, Installed, InstalledPort, Locales};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tenancy::{KnownPlugin, PluginCatalogue};
use web::page::{frame::Frame, list_files, sri};

use super::{asks::requested_permissions, settings};

/// Plugins and their front ends. Refreshed at startup and after each change.
pub struct InstalledPlugins {
    engine: Engine,
    /// Ids of plugins from the operator's folder.
    bundled: HashSet<String>,
    now: RwLock<Arc<Snapshot>>,
    /// Held while a snapshot is built: an earlier one must not replace a later one.
    building: Mutex<()>,
    /// Includes replaced files: open pages keep their version.
    served: RwLock<HashMap<FrontEndKey, PathBuf>>,
}

/// Installed plugins at one time.
#[derive(Default)]
struct Snapshot {
    installed: Vec<Installed>,
    /// Versions loaded in addition to the active ones, by plugin and version.
    beside: BTreeMap<(String, String), Installed>,
    generation: String,
    /// Hash over the front ends of every loaded version.
    front_end_hash: String,
}

/// Some browsers cache a failed module by its address, so a retry needs a new one.
const RETRIES: u8 = 3;
/// Entry script of a front end.
const ENTRY: &str = "remoteEntry.js";
/// Script of its framed document.
const FRAME: &str = "frame.js";

/// The attempt is part of the path: imports resolve against it, so they get new addresses too.
fn retry_path(base: &str, attempt: u8) -> String {
    format!("{base}-retry-{attempt}")
}

/// Lists the paths of all scripts including retries, with their integrity.
fn scripts(front_end: &FrontEnd) -> impl Iterator<Item = (String, String)> {
    let base = front_end.entry.trim_end_matches(ENTRY);
    let entries = std::iter::once(&front_end.entry).chain(&front_end.retries);
    entries
        .map(|entry| entry.trim_end_matches(ENTRY))
        .flat_map(move |at| {
            front_end
                .integrity
                .iter()
                .map(move |(path, sum)| (path.replacen(base, at, 1), sum.clone()))
        })
}

fn strip_retry(segment: &str) -> &str {
    let of = |attempt| segment.strip_suffix(&format!("-retry-{attempt}"));
    (1..=RETRIES).find_map(of).unwrap_or(segment)
}

type FrontEndKey = (String, String);

impl InstalledPlugins {
    pub fn read(engine: &Engine) -> anyhow::Result<Self> {
        let installed = Self {
            engine: engine.clone(),
            bundled: engine
                .plugins()
                .iter()
                .map(|plugin| plugin.id().to_owned())
                .collect(),
            now: RwLock::default(),
            building: Mutex::default(),
            served: RwLock::default(),
        };
        installed.refresh()?;
        Ok(installed)
    }

    pub fn refresh(&self) -> anyhow::Result<()> {
        let _building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut generation, mut others) = (Sha256::new(), Sha256::new());
        let mut snapshot = Snapshot::default();
        for plugin in self.engine.plugins() {
            snapshot
                .installed
                .push(self.describe_plugin(&plugin, &mut generation)?);
            for beside in self
                .engine
                .versions(plugin.id())
                .iter()
                .filter(|it| it.version() != plugin.version())
            {
                // A pinned version must not reload tenants on the active one.
                let installed = self.describe_plugin(beside, &mut others)?;
                snapshot
                    .beside
                    .insert((installed.id.clone(), installed.version.clone()), installed);
            }
        }
        snapshot.generation = hex::encode(&generation.finalize()[..8]);
        snapshot.front_end_hash = format!(
            "{}-{}",
            snapshot.generation,
            hex::encode(&others.finalize()[..8])
        );
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(snapshot);
        Ok(())
    }

    fn describe_plugin(
        &self,
        plugin: &Plugin,
        generation: &mut Sha256,
    ) -> anyhow::Result<Installed> {
        let manifest = plugin.manifest();
        generation.update(plugin.id());
        generation.update(plugin.component_hash());
        let front_end = self.build_front_end(plugin, generation)?;
        // Bundled plugins with an invalid schema run without settings.
        let schema = settings::schema(plugin.folder()).unwrap_or_else(|words| {
            tracing::error!(plugin = plugin.id(), words, "the plugin has no settings");
            None
        });
        let locales = settings::locales(plugin.folder()).unwrap_or_else(|words| {
            tracing::error!(
                plugin = plugin.id(),
                words,
                "the translations of the plugin could not be read"
            );
            Locales::default()
        });
        Ok(Installed {
            locales: Arc::new(locales),
            id: plugin.id().to_owned(),
            name: manifest.name.clone(),
            version: manifest.version.clone(),
            kind: json(&manifest.kind)?
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            description: manifest.description.clone(),
            is_pinned: false,
            is_bundled: self.bundled.contains(plugin.id()),
            asks: requested_permissions(manifest),
            front_end,
            schema: schema.map(Arc::new),
            callbacks: callbacks(manifest),
        })
    }

    fn build_front_end(
        &self,
        plugin: &Plugin,
        generation: &mut Sha256,
    ) -> anyhow::Result<Option<FrontEnd>> {
        let (manifest, web) = (plugin.manifest(), plugin.folder().join("web"));
        if !web.join(ENTRY).is_file() {
            return Ok(None);
        }
        let (hash, integrity) =
            hash_folder(&web).with_context(|| format!("the front end of {}", plugin.id()))?;
        generation.update(&hash);
        let base = format!("/plugins/{}/{hash}", plugin.id());
        let frame = frame(manifest, &base, &integrity);
        let front_end = FrontEnd {
            sdk: manifest.sdk.clone(),
            entry: format!("{base}/{ENTRY}"),
            retries: (1..=RETRIES)
                .map(|attempt| format!("{}/{ENTRY}", retry_path(&base, attempt)))
                .collect(),
            integrity: integrity
                .into_iter()
                .map(|(file, sum)| (format!("{base}/{file}"), sum))
                .collect(),
            slots: manifest
                .web
                .slots
                .iter()
                .map(json)
                .collect::<Result<_, _>>()?,
            routes: manifest
                .web
                .routes
                .iter()
                .map(json)
                .collect::<Result<_, _>>()?,
            nav: manifest
                .web
                .nav
                .iter()
                .map(json)
                .collect::<Result<_, _>>()?,
            frame,
        };
        let mut served = self.served.write().unwrap_or_else(PoisonError::into_inner);
        served.insert((plugin.id().to_owned(), hash), web);
        Ok(Some(front_end))
    }

    fn snapshot(&self) -> Arc<Snapshot> {
        self.now
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub fn is_bundled(&self, plugin: &str) -> bool {
        self.bundled.contains(plugin)
    }

    pub fn locales(&self, tenant: TenantId, plugin: &str) -> Arc<Locales> {
        let snapshot = self.snapshot();
        let pinned = self.engine.pinned(plugin, tenant.0);
        let pinned_plugin =
            pinned.and_then(|version| snapshot.beside.get(&(plugin.to_owned(), version)));
        let plugin =
            pinned_plugin.or_else(|| snapshot.installed.iter().find(|known| known.id == plugin));
        plugin
            .map(|known| known.locales.clone())
            .unwrap_or_default()
    }

    /// Returns the file of `/plugins/<id>/<hash>/<path>`; the hash may have a retry suffix.
    pub fn file(&self, id: &str, hash: &str, path: &str) -> Option<PathBuf> {
        let safe = path
            .split('/')
            .all(|part| !part.is_empty() && part != "." && part != ".." && !part.contains('\\'));
        let served = self.served.read().unwrap_or_else(PoisonError::into_inner);
        let folder = served.get(&(id.to_owned(), strip_retry(hash).to_owned()))?;
        safe.then(|| folder.join(path))
    }

    pub fn front_end_hash(&self) -> String {
        self.snapshot().front_end_hash.clone()
    }

    /// Path and integrity of every script, for the page's import map.
    pub fn integrity(&self) -> BTreeMap<String, String> {
        let snapshot = self.snapshot();
        snapshot
            .installed
            .iter()
            .chain(snapshot.beside.values())
            .filter_map(|plugin| plugin.front_end.as_ref())
            .flat_map(scripts)
            .collect()
    }
}

/// Callback paths, and endpoints without a session.
fn callbacks(manifest: &Manifest) -> Vec<String> {
    let outside = manifest
        .endpoints
        .iter()
        .filter(|endpoint| endpoint.access != Access::Session);
    let paths = outside.filter_map(|endpoint| match &endpoint.callback {
        Some(segment) => Some(format!("/api/booking/Quote/{{storeId}}/{segment}")),
        // Only the other side can complete a wildcard.
        None if endpoint.path.ends_with('*') => None,
        None => Some(format!("/api/plugins/{}{}", manifest.id, endpoint.path)),
    });
    paths.collect()
}

fn frame(manifest: &Manifest, base: &str, integrity: &BTreeMap<String, String>) -> Option<Frame> {
    let (declared, integrity) = (manifest.web.frame.as_ref()?, integrity.get(FRAME)?);
    Some(Frame {
        title: manifest.name.clone(),
        script: format!("{base}/{FRAME}"),
        integrity: integrity.clone(),
        scripts: declared.scripts.clone(),
        frames: declared.frames.clone(),
        connect: declared.connect.clone(),
    })
}

fn json(value: &impl serde::Serialize) -> serde_json::Result<Value> {
    serde_json::to_value(value)
}

/// Returns a hash over all files of a front end, and each script's integrity.
fn hash_folder(folder: &Path) -> anyhow::Result<(String, BTreeMap<String, String>)> {
    let mut hasher = Sha256::new();
    let mut integrity = BTreeMap::new();
    for (name, path) in list_files(folder)? {
        let content = std::fs::read(&path)?;
        hasher.update(&name);
        hasher.update(&content);
        if name.ends_with(".js") {
            integrity.insert(name, sri(&content));
        }
    }
    Ok((hex::encode(&hasher.finalize()[..6]), integrity))
}

impl InstalledPort for InstalledPlugins {
    fn installed(&self) -> Vec<Installed> {
        self.snapshot().installed.clone()
    }
    fn installed_for(&self, tenant: TenantId) -> Vec<Installed> {
        let snapshot = self.snapshot();
        let own = |active: &Installed| {
            let Some(version) = self.engine.pinned(&active.id, tenant.0) else {
                return active.clone();
            };
            let found = if version == active.version {
                None
            } else {
                snapshot.beside.get(&(active.id.clone(), version.clone()))
            };
            // A version not loaded here shows its number; its calls report the error.
            Installed {
                version,
                is_pinned: true,
                ..found.unwrap_or(active).clone()
            }
        };
        snapshot.installed.iter().map(own).collect()
    }
    fn generation(&self, tenant: TenantId) -> String {
        let snapshot = self.snapshot();
        let pins = snapshot
            .installed
            .iter()
            .filter_map(|it| Some((&it.id, self.engine.pinned(&it.id, tenant.0)?)));
        let mut generation = snapshot.generation.clone();
        let mut hash = Sha256::new();
        let mut pinned = false;
        for (id, version) in pins {
            hash.update(format!("{id} {version}\n"));
            pinned = true;
        }
        if pinned {
            generation.push_str(&hex::encode(&hash.finalize()[..4]));
        }
        generation
    }
}

impl PluginCatalogue for InstalledPlugins {
    fn plugins(&self) -> Vec<KnownPlugin> {
        self.snapshot()
            .installed
            .iter()
            .map(|plugin| KnownPlugin {
                id: plugin.id.clone(),
                name: plugin.name.clone(),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_has_its_integrity_at_the_address_of_each_attempt() {
        let base = "/plugins/ferry/0a1b2c";
        let front_end = FrontEnd {
            sdk: "^1.0.0".to_owned(),
            entry: format!("{base}/{ENTRY}"),
            retries: (1..=RETRIES)
                .map(|attempt| format!("{}/{ENTRY}", retry_path(base, attempt)))
                .collect(),
            integrity: [(ENTRY, "sha384-entry"), ("assets/zones.js", "sha384-zones")]
                .map(|(file, sum)| (format!("{base}/{file}"), sum.to_owned()))
                .into(),
            slots: Vec::new(),
            routes: Vec::new(),
            nav: Vec::new(),
            frame: None,
        };
        let all: BTreeMap<String, String> = scripts(&front_end).collect();
        assert_eq!(all.len(), 8, "{all:?}");
        for (path, sum) in &front_end.integrity {
            assert_eq!(all.get(path), Some(sum));
        }
        for attempt in 1..=RETRIES {
            let path = retry_path(base, attempt);
            assert_eq!(strip_retry(path.rsplit('/').next().unwrap()), "0a1b2c");
            assert_eq!(
                all.get(&format!("{path}/{ENTRY}")).map(String::as_str),
                Some("sha384-entry")
            );
            assert_eq!(
                all.get(&format!("{path}/assets/zones.js"))
                    .map(String::as_str),
                Some("sha384-zones")
            );
        }
        assert_eq!(strip_retry("0a1b2c"), "0a1b2c");
        assert_eq!(strip_retry("0a1b2c-retry-4"), "0a1b2c-retry-4");
    }
}
