//! What is installed, as the rooms ask it: from the engine's plugins and the files of their faces.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use anyhow::Context;
use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use engine::{Door, Engine, Manifest, Plugin};
use plugins::{Face, Installed, InstalledPort};
use serde_json::Value;
use sha2::{Digest, Sha256, Sha384};
use tenancy::{KnownPlugin, PluginCatalogue};

use super::{asks::asks, settings};

/// The plugins and their faces, read at start and whenever what is installed changes.
pub struct InstalledPlugins {
    engine: Engine,
    /// Those that were loaded from the operator's own folder.
    bundled: HashSet<String>,
    now: RwLock<Arc<Snapshot>>,
    /// The files of every face of this run, the replaced ones too: an open page goes on with what it began with.
    served: RwLock<HashMap<Served, PathBuf>>,
}

/// What is installed at one time.
struct Snapshot {
    installed: Vec<Installed>,
    generation: String,
}

/// Where a face is served: the plugin's id and the hash of its files, so that they never change.
type Served = (String, String);

impl InstalledPlugins {
    /// Reads what the engine holds now; all of that is bundled.
    pub fn read(engine: &Engine) -> anyhow::Result<Self> {
        let installed = Self {
            engine: engine.clone(),
            bundled: engine.plugins().iter().map(|plugin| plugin.id().to_owned()).collect(),
            now: RwLock::new(Arc::new(Snapshot { installed: Vec::new(), generation: String::new() })),
            served: RwLock::default(),
        };
        installed.refresh()?;
        Ok(installed)
    }

    /// Reads again what the engine holds.
    pub fn refresh(&self) -> anyhow::Result<()> {
        let mut generation = Sha256::new();
        let mut installed = Vec::new();
        for plugin in self.engine.plugins() {
            let manifest = plugin.manifest();
            generation.update(plugin.id());
            generation.update(plugin.component_hash());
            let face = self.face(&plugin, &mut generation)?;
            // A package is refused for a schema that is wrong; what came with the program runs without its settings.
            let schema = settings::schema(plugin.folder()).unwrap_or_else(|words| {
                tracing::error!(plugin = plugin.id(), words, "the plugin has no settings");
                None
            });
            installed.push(Installed {
                id: plugin.id().to_owned(),
                name: manifest.name.clone(),
                version: manifest.version.clone(),
                kind: json(&manifest.kind)?.as_str().unwrap_or_default().to_owned(),
                description: manifest.description.clone(),
                is_bundled: self.bundled.contains(plugin.id()),
                asks: asks(manifest),
                face,
                schema: schema.map(Arc::new),
                callbacks: callbacks(manifest),
            });
        }
        let generation = hex::encode(&generation.finalize()[..8]);
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(Snapshot { installed, generation });
        Ok(())
    }

    fn face(&self, plugin: &Plugin, generation: &mut Sha256) -> anyhow::Result<Option<Face>> {
        let (manifest, web) = (plugin.manifest(), plugin.folder().join("web"));
        if !web.join("remoteEntry.js").is_file() {
            return Ok(None);
        }
        let (hash, integrity) = hashed(&web).with_context(|| format!("the face of {}", plugin.id()))?;
        generation.update(&hash);
        let base = format!("/plugins/{}/{hash}", plugin.id());
        let face = Face {
            sdk: manifest.sdk.clone(),
            entry: format!("{base}/remoteEntry.js"),
            integrity: integrity.into_iter().map(|(file, sum)| (format!("{base}/{file}"), sum)).collect(),
            slots: manifest.web.slots.iter().map(json).collect::<Result<_, _>>()?,
            routes: manifest.web.routes.iter().map(json).collect::<Result<_, _>>()?,
            nav: manifest.web.nav.iter().map(json).collect::<Result<_, _>>()?,
        };
        let mut served = self.served.write().unwrap_or_else(PoisonError::into_inner);
        served.insert((plugin.id().to_owned(), hash), web);
        Ok(Some(face))
    }

    fn now(&self) -> Arc<Snapshot> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the plugin came with the program.
    pub fn is_bundled(&self, plugin: &str) -> bool {
        self.bundled.contains(plugin)
    }

    /// The file behind `/plugins/<id>/<hash>/<path>`.
    pub fn file(&self, id: &str, hash: &str, path: &str) -> Option<PathBuf> {
        let safe = path.split('/').all(|part| !part.is_empty() && part != "." && part != ".." && !part.contains('\\'));
        let served = self.served.read().unwrap_or_else(PoisonError::into_inner);
        let folder = served.get(&(id.to_owned(), hash.to_owned()))?;
        safe.then(|| folder.join(path))
    }

    /// Path to integrity, of every script of every face: for the page's import map.
    pub fn integrity(&self) -> BTreeMap<String, String> {
        self.now()
            .installed
            .iter()
            .filter_map(|plugin| plugin.face.as_ref())
            .flat_map(|face| face.integrity.clone())
            .collect()
    }
}

/// The addresses to give to the other side: the documents' call-back paths, and endpoints that outsiders may call.
fn callbacks(manifest: &Manifest) -> Vec<String> {
    let outside = manifest.endpoints.iter().filter(|endpoint| endpoint.door != Door::Session);
    let paths = outside.filter_map(|endpoint| match &endpoint.callback {
        Some(segment) => Some(format!("/api/booking/Quote/{{storeId}}/{segment}")),
        // What follows the star is the other side's to know.
        None if endpoint.path.ends_with('*') => None,
        None => Some(format!("/api/plugins/{}{}", manifest.id, endpoint.path)),
    });
    paths.collect()
}

fn json(value: &impl serde::Serialize) -> serde_json::Result<Value> {
    serde_json::to_value(value)
}

/// One hash over all files of a face, and the integrity of each script.
fn hashed(folder: &Path) -> anyhow::Result<(String, BTreeMap<String, String>)> {
    let mut whole = Sha256::new();
    let mut integrity = BTreeMap::new();
    for (name, path) in files(folder)? {
        let content = std::fs::read(&path)?;
        whole.update(&name);
        whole.update(&content);
        if name.ends_with(".js") {
            integrity.insert(name, sri(&content));
        }
    }
    Ok((hex::encode(&whole.finalize()[..6]), integrity))
}

/// A script's integrity as browsers check it.
pub fn sri(content: &[u8]) -> String {
    format!("sha384-{}", BASE64.encode(Sha384::digest(content)))
}

/// Every file below the folder, by its path from there, in order.
pub fn files(folder: &Path) -> std::io::Result<BTreeMap<String, PathBuf>> {
    let mut found = BTreeMap::new();
    let mut open = vec![(String::new(), folder.to_owned())];
    while let Some((prefix, folder)) = open.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                open.push((format!("{name}/"), entry.path()));
            } else {
                found.insert(name, entry.path());
            }
        }
    }
    Ok(found)
}

impl InstalledPort for InstalledPlugins {
    fn installed(&self) -> Vec<Installed> {
        self.now().installed.clone()
    }
    fn generation(&self) -> String {
        self.now().generation.clone()
    }
}

impl PluginCatalogue for InstalledPlugins {
    fn plugins(&self) -> Vec<KnownPlugin> {
        self.now()
            .installed
            .iter()
            .map(|plugin| KnownPlugin { id: plugin.id.clone(), name: plugin.name.clone() })
            .collect()
    }
}
