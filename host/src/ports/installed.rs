//! What is installed, as the areas ask for it: from the engine's plugins and the files of their faces.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use anyhow::Context;
use engine::{Access, Engine, Manifest, Plugin};
use kernel::{
    ids::TenantId,
    page::{files, frame::Frame, sri},
};
use plugins::{Face, Installed, InstalledPort, Locales};
use serde_json::Value;
use sha2::{Digest, Sha256};
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
#[derive(Default)]
struct Snapshot {
    installed: Vec<Installed>,
    /// Versions beside the active ones, by plugin and version.
    beside: BTreeMap<(String, String), Installed>,
    generation: String,
    /// Changes with every version's face, those beside the active ones among them.
    faces: String,
}

/// How many other addresses each face has. Some browsers remember a module that failed to load by its address, so a tab
/// can only try again at one it has not used.
const RETRIES: u8 = 3;
/// The script that a face begins with.
const ENTRY: &str = "remoteEntry.js";
/// The script of its document for a frame.
const FRAME: &str = "frame.js";

/// Where a face that is served at `base` is served again, for an attempt after the first. The attempt is a part of the
/// path, not of the query: a script's imports are resolved against its path, so a retried entry fetches all it imports
/// at addresses of that attempt too.
fn retried(base: &str, attempt: u8) -> String {
    format!("{base}-retry-{attempt}")
}

/// Every address of a face's scripts, those of its retries too, with their integrity.
fn scripts(face: &Face) -> impl Iterator<Item = (String, String)> {
    let base = face.entry.trim_end_matches(ENTRY);
    let entries = std::iter::once(&face.entry).chain(&face.retries);
    entries
        .map(|entry| entry.trim_end_matches(ENTRY))
        .flat_map(move |at| {
            face.integrity
                .iter()
                .map(move |(path, sum)| (path.replacen(base, at, 1), sum.clone()))
        })
}

/// The hash that an address was made of, whichever attempt it is for.
fn attempted(segment: &str) -> &str {
    let of = |attempt| segment.strip_suffix(&format!("-retry-{attempt}"));
    (1..=RETRIES).find_map(of).unwrap_or(segment)
}

/// Where a face is served: the plugin's id and the hash of its files, so that they never change.
type Served = (String, String);

impl InstalledPlugins {
    /// Reads what the engine holds now; all of that is bundled.
    pub fn read(engine: &Engine) -> anyhow::Result<Self> {
        let installed = Self {
            engine: engine.clone(),
            bundled: engine
                .plugins()
                .iter()
                .map(|plugin| plugin.id().to_owned())
                .collect(),
            now: RwLock::default(),
            served: RwLock::default(),
        };
        installed.refresh()?;
        Ok(installed)
    }

    /// Reads again what the engine holds.
    pub fn refresh(&self) -> anyhow::Result<()> {
        let (mut generation, mut others) = (Sha256::new(), Sha256::new());
        let mut found = Snapshot::default();
        for plugin in self.engine.plugins() {
            found
                .installed
                .push(self.installed_as(&plugin, &mut generation)?);
            for beside in self
                .engine
                .versions(plugin.id())
                .iter()
                .filter(|it| it.version() != plugin.version())
            {
                // Another tenant's own version must not make tenants on the active one load anything again.
                let installed = self.installed_as(beside, &mut others)?;
                found
                    .beside
                    .insert((installed.id.clone(), installed.version.clone()), installed);
            }
        }
        found.generation = hex::encode(&generation.finalize()[..8]);
        found.faces = format!(
            "{}-{}",
            found.generation,
            hex::encode(&others.finalize()[..8])
        );
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(found);
        Ok(())
    }

    fn installed_as(&self, plugin: &Plugin, generation: &mut Sha256) -> anyhow::Result<Installed> {
        let manifest = plugin.manifest();
        generation.update(plugin.id());
        generation.update(plugin.component_hash());
        let face = self.face(plugin, generation)?;
        // A package is refused for a schema that is wrong; what came with the program runs without its settings.
        let schema = settings::schema(plugin.folder()).unwrap_or_else(|words| {
            tracing::error!(plugin = plugin.id(), words, "the plugin has no settings");
            None
        });
        let locales = settings::locales(plugin.folder()).unwrap_or_else(|words| {
            tracing::error!(
                plugin = plugin.id(),
                words,
                "the plugin speaks no other languages"
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
            asks: asks(manifest),
            face,
            schema: schema.map(Arc::new),
            callbacks: callbacks(manifest),
        })
    }

    fn face(&self, plugin: &Plugin, generation: &mut Sha256) -> anyhow::Result<Option<Face>> {
        let (manifest, web) = (plugin.manifest(), plugin.folder().join("web"));
        if !web.join(ENTRY).is_file() {
            return Ok(None);
        }
        let (hash, integrity) =
            hashed(&web).with_context(|| format!("the face of {}", plugin.id()))?;
        generation.update(&hash);
        let base = format!("/plugins/{}/{hash}", plugin.id());
        let frame = frame(manifest, &base, &integrity);
        let face = Face {
            sdk: manifest.sdk.clone(),
            entry: format!("{base}/{ENTRY}"),
            retries: (1..=RETRIES)
                .map(|attempt| format!("{}/{ENTRY}", retried(&base, attempt)))
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
        Ok(Some(face))
    }

    fn now(&self) -> Arc<Snapshot> {
        self.now
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Whether the plugin came with the program.
    pub fn is_bundled(&self, plugin: &str) -> bool {
        self.bundled.contains(plugin)
    }

    /// What the tenant's version of the plugin says in other languages.
    pub fn locales(&self, tenant: TenantId, plugin: &str) -> Arc<Locales> {
        let now = self.now();
        let pinned = self.engine.pinned(plugin, tenant.0);
        let beside = pinned.and_then(|version| now.beside.get(&(plugin.to_owned(), version)));
        let own = beside.or_else(|| now.installed.iter().find(|known| known.id == plugin));
        own.map(|known| known.locales.clone()).unwrap_or_default()
    }

    /// The file behind `/plugins/<id>/<hash>/<path>`; the hash may be that of a retry.
    pub fn file(&self, id: &str, hash: &str, path: &str) -> Option<PathBuf> {
        let safe = path
            .split('/')
            .all(|part| !part.is_empty() && part != "." && part != ".." && !part.contains('\\'));
        let served = self.served.read().unwrap_or_else(PoisonError::into_inner);
        let folder = served.get(&(id.to_owned(), attempted(hash).to_owned()))?;
        safe.then(|| folder.join(path))
    }

    /// Changes whenever [`InstalledPlugins::integrity`] may.
    pub fn faces(&self) -> String {
        self.now().faces.clone()
    }

    /// Path to integrity, of every script of every face: for the page's import map.
    pub fn integrity(&self) -> BTreeMap<String, String> {
        let now = self.now();
        now.installed
            .iter()
            .chain(now.beside.values())
            .filter_map(|plugin| plugin.face.as_ref())
            .flat_map(scripts)
            .collect()
    }
}

/// The addresses to give to the other side: the documents' call-back paths, and endpoints that outsiders may call.
fn callbacks(manifest: &Manifest) -> Vec<String> {
    let outside = manifest
        .endpoints
        .iter()
        .filter(|endpoint| endpoint.access != Access::Session);
    let paths = outside.filter_map(|endpoint| match &endpoint.callback {
        Some(segment) => Some(format!("/api/booking/Quote/{{storeId}}/{segment}")),
        // What follows the star is the other side's to know.
        None if endpoint.path.ends_with('*') => None,
        None => Some(format!("/api/plugins/{}{}", manifest.id, endpoint.path)),
    });
    paths.collect()
}

/// The document of the face for a frame, if its manifest declares one and its script was built.
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

impl InstalledPort for InstalledPlugins {
    fn installed(&self) -> Vec<Installed> {
        self.now().installed.clone()
    }
    fn of_tenant(&self, tenant: TenantId) -> Vec<Installed> {
        let now = self.now();
        let own = |active: &Installed| {
            let Some(version) = self.engine.pinned(&active.id, tenant.0) else {
                return active.clone();
            };
            let found = if version == active.version {
                None
            } else {
                now.beside.get(&(active.id.clone(), version.clone()))
            };
            // One that is not loaded here is told by its number; its calls say what is wrong.
            Installed {
                version,
                is_pinned: true,
                ..found.unwrap_or(active).clone()
            }
        };
        now.installed.iter().map(own).collect()
    }
    fn generation(&self, tenant: TenantId) -> String {
        let now = self.now();
        let pins = now
            .installed
            .iter()
            .filter_map(|it| Some((&it.id, self.engine.pinned(&it.id, tenant.0)?)));
        let mut generation = now.generation.clone();
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
        self.now()
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
        let face = Face {
            sdk: "^1.0.0".to_owned(),
            entry: format!("{base}/{ENTRY}"),
            retries: (1..=RETRIES)
                .map(|attempt| format!("{}/{ENTRY}", retried(base, attempt)))
                .collect(),
            integrity: [(ENTRY, "sha384-entry"), ("assets/zones.js", "sha384-zones")]
                .map(|(file, sum)| (format!("{base}/{file}"), sum.to_owned()))
                .into(),
            slots: Vec::new(),
            routes: Vec::new(),
            nav: Vec::new(),
            frame: None,
        };
        let all: BTreeMap<String, String> = scripts(&face).collect();
        assert_eq!(all.len(), 8, "{all:?}");
        for (path, sum) in &face.integrity {
            assert_eq!(all.get(path), Some(sum));
        }
        for attempt in 1..=RETRIES {
            let at = retried(base, attempt);
            assert_eq!(attempted(at.rsplit('/').next().unwrap()), "0a1b2c");
            assert_eq!(
                all.get(&format!("{at}/{ENTRY}")).map(String::as_str),
                Some("sha384-entry")
            );
            assert_eq!(
                all.get(&format!("{at}/assets/zones.js"))
                    .map(String::as_str),
                Some("sha384-zones")
            );
        }
        assert_eq!(attempted("0a1b2c"), "0a1b2c");
        assert_eq!(attempted("0a1b2c-retry-4"), "0a1b2c-retry-4");
    }
}
