//! What is installed, as the rooms ask it: from the engine's plugins and the files of their faces.

use std::{
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
};

use anyhow::Context;
use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use engine::Engine;
use plugins::{Face, Installed, InstalledPort};
use serde_json::Value;
use sha2::{Digest, Sha256, Sha384};
use tenancy::{KnownPlugin, PluginCatalogue};

/// The plugins and their faces, read once at start.
pub struct InstalledPlugins {
    installed: Vec<Installed>,
    generation: String,
    folders: HashMap<String, Served>,
}

/// The files of one face: served under a path that holds their hash, so that they never change.
struct Served {
    hash: String,
    folder: PathBuf,
}

impl InstalledPlugins {
    pub fn read(engine: &Engine) -> anyhow::Result<Self> {
        let mut generation = Sha256::new();
        let mut installed = Vec::new();
        let mut folders = HashMap::new();
        for plugin in engine.plugins() {
            let manifest = plugin.manifest();
            generation.update(plugin.id());
            generation.update(plugin.component_hash());
            let web = plugin.folder().join("web");
            let face = if web.join("remoteEntry.js").is_file() {
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
                folders.insert(plugin.id().to_owned(), Served { hash, folder: web });
                Some(face)
            } else {
                None
            };
            installed.push(Installed {
                id: plugin.id().to_owned(),
                name: manifest.name.clone(),
                version: manifest.version.clone(),
                kind: json(&manifest.kind)?.as_str().unwrap_or_default().to_owned(),
                description: manifest.description.clone(),
                face,
            });
        }
        let generation = hex::encode(&generation.finalize()[..8]);
        Ok(Self { installed, generation, folders })
    }

    /// The file behind `/plugins/<id>/<hash>/<path>`.
    pub fn file(&self, id: &str, hash: &str, path: &str) -> Option<PathBuf> {
        let served = self.folders.get(id).filter(|served| served.hash == hash)?;
        let safe = path.split('/').all(|part| !part.is_empty() && part != "." && part != ".." && !part.contains('\\'));
        safe.then(|| served.folder.join(path))
    }

    /// Path to integrity, of every script of every face: for the page's import map.
    pub fn integrity(&self) -> BTreeMap<String, String> {
        self.installed
            .iter()
            .filter_map(|plugin| plugin.face.as_ref())
            .flat_map(|face| face.integrity.clone())
            .collect()
    }
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
        self.installed.clone()
    }
    fn generation(&self) -> String {
        self.generation.clone()
    }
}

impl PluginCatalogue for InstalledPlugins {
    fn plugins(&self) -> Vec<KnownPlugin> {
        self.installed.iter().map(|plugin| KnownPlugin { id: plugin.id.clone(), name: plugin.name.clone() }).collect()
    }
}
