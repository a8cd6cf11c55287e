//! Loading of plugins from a folder, `<folder>/<id>/{plugin.toml, component.wasm, web/}`.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use carriage::PluginFault;
use futures_util::future::BoxFuture;
use wasmtime::component::{Component, Linker, types::ComponentItem};

use crate::{
    call::{
        self,
        executor::Executor,
        loaded::{Loaded, SelfDescription},
    },
    error::{EngineError, invalid},
    functions::{Ability, Function},
    grants::{AccountGrant, SettingsGrant},
    interface::{
        calls::{Call, Describe, ListReports, ListServices},
        exports::Exports,
        wit,
    },
    kind::Kind,
    limits::MAX_COMPONENT,
    manifest::{Capability, Manifest},
    plugin::cache::Cache,
    policy::concurrency::Gate,
    sandbox::{
        context::CallContext,
        host_services::{HostServices, LogLines, Owner, RateCard},
        state::State,
    },
};

#[derive(Clone, Debug, Default)]
pub struct LoadReport {
    /// Ids, in the folder's order.
    pub loaded: Vec<String>,
    pub refused: Vec<Refused>,
}

#[derive(Clone, Debug)]
pub struct Refused {
    pub folder: PathBuf,
    pub reason: String,
}

/// Loads plugins for an executor.
pub(crate) struct Loader {
    pub(crate) executor: Arc<Executor>,
    pub(crate) linker: Linker<State>,
    pub(crate) cache: Cache,
    pub(crate) max_instances: u32,
}

impl Loader {
    pub(crate) async fn load(self: &Arc<Self>, folder: &Path) -> LoadReport {
        let mut report = LoadReport::default();
        let found = match plugin_folders(folder) {
            Ok(found) => found,
            Err(error) => {
                let refused = Refused {
                    folder: folder.to_owned(),
                    reason: format!("the folder cannot be read: {error}"),
                };
                report.refused.push(refused);
                return report;
            }
        };
        let mut plugins = Vec::new();
        for folder in found {
            match self.load_one(folder.clone()).await {
                Ok(loaded) => {
                    report.loaded.push(loaded.manifest.id.clone());
                    plugins.push(loaded);
                }
                Err(error) => {
                    let reason = error.to_string();
                    tracing::warn!(folder = %folder.display(), reason, "a plugin was not loaded");
                    report.refused.push(Refused { folder, reason });
                }
            }
        }
        self.executor.install(plugins);
        report
    }

    pub(crate) async fn load_one(
        self: &Arc<Self>,
        folder: PathBuf,
    ) -> Result<Arc<Loaded>, EngineError> {
        let preparing = self.clone();
        // Compiling is slow, so it runs on a blocking thread.
        let prepared = self
            .executor
            .handle()
            .spawn_blocking(move || prepare(&preparing, folder))
            .await;
        let loaded = Arc::new(prepared??);
        verify(&self.executor, &loaded).await?;
        introduce(&self.executor, &loaded).await?;
        Ok(loaded)
    }
}

fn plugin_folders(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if !hidden && entry.path().is_dir() {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

/// Compares the plugin's description and services with its manifest and exports.
async fn introduce(executor: &Arc<Executor>, loaded: &Arc<Loaded>) -> Result<(), EngineError> {
    let kind = loaded.manifest.kind;
    if kind == Kind::RateEngine {
        return Ok(());
    }
    let description = call_at_load(executor, loaded, Describe()).await?;
    if description.id != loaded.manifest.id {
        return Err(invalid!(
            "it calls itself {:?}, its plugin.toml {:?}",
            description.id,
            loaded.manifest.id
        ));
    }
    let mut declared: Vec<&str> = description.abilities.iter().map(String::as_str).collect();
    declared.sort_unstable();
    let mut exported: Vec<&str> = loaded
        .exports
        .abilities()
        .into_iter()
        .map(Ability::name)
        .collect();
    exported.sort_unstable();
    if let Some(missing) = declared.iter().find(|name| !exported.contains(name)) {
        return Err(invalid!(
            "describe lists the ability {missing}, which component.wasm does not export"
        ));
    }
    if declared != exported {
        let list = |names: &[&str]| names.join(", ");
        return Err(invalid!(
            "component.wasm exports the abilities [{}], describe lists [{}]",
            list(&exported),
            list(&declared)
        ));
    }
    let services = match kind {
        Kind::Carrier => call_at_load(executor, loaded, ListServices()).await?,
        _ => Vec::new(),
    };
    if kind == Kind::Report {
        call_at_load(executor, loaded, ListReports()).await?;
    }
    // Only this function sets it, and once.
    let _ = loaded.self_description.set(SelfDescription {
        description,
        services,
    });
    Ok(())
}

/// Runs no guest code.
fn prepare(loader: &Loader, folder: PathBuf) -> Result<Loaded, EngineError> {
    let read = |name: &'static str| {
        move |error: std::io::Error| EngineError::Io(format!("{name} cannot be read"), error)
    };
    let text = fs::read_to_string(folder.join("plugin.toml")).map_err(read("plugin.toml"))?;
    let manifest = Manifest::parse(&text)?;
    if folder.file_name().and_then(|name| name.to_str()) != Some(&manifest.id) {
        return Err(invalid!(
            "the folder must be named like the plugin's id, {}",
            manifest.id
        ));
    }
    let path = folder.join("component.wasm");
    let size = fs::metadata(&path).map_err(read("component.wasm"))?.len();
    if size > MAX_COMPONENT {
        return Err(invalid!(
            "component.wasm has {size} bytes; at most {MAX_COMPONENT} are taken"
        ));
    }
    let wasm = fs::read(&path).map_err(read("component.wasm"))?;
    let started = Instant::now();
    let executor = &loader.executor;
    let wasm_engine = &executor.resources.wasm;
    let cached = loader
        .cache
        .load(wasm_engine, wasm, executor.handle())
        .map_err(|error| error.within("component.wasm is no component this host can run"))?;
    tracing::debug!(plugin = manifest.id, compiled = cached.compiled, took = ?started.elapsed(), "component ready");
    check_imports(wasm_engine, &manifest, &cached.component)?;
    let pre = loader
        .linker
        .instantiate_pre(&cached.component)
        .map_err(|error| {
            EngineError::from(error).within("component.wasm asks for what no plugin is given")
        })?;
    let exports = Exports::find(manifest.kind, &pre).map_err(|error| {
        EngineError::from(error).within("component.wasm lacks what its kind needs")
    })?;
    Ok(Loaded {
        manifest: Arc::new(manifest),
        folder,
        hash: cached.hash.into(),
        pre,
        exports,
        gate: Gate::new(executor.breaker),
        self_description: OnceLock::new(),
    })
}

/// The capability that needs no grant: it exposes only numbers of the call's own arguments.
const UNGRANTED: &str = "measures";

/// Every imported capability must be named, because people read the manifest.
fn check_imports(
    wasm: &wasmtime::Engine,
    manifest: &Manifest,
    component: &Component,
) -> Result<(), EngineError> {
    for (name, import) in component.component_type().imports(wasm) {
        let Some(rest) = name.strip_prefix("waybill:host/") else {
            continue;
        };
        let ComponentItem::ComponentInstance(instance) = import.ty else {
            continue;
        };
        // An interface may be imported for its records alone; that grants nothing.
        let calls = instance
            .exports(wasm)
            .any(|(_, item)| matches!(item.ty, ComponentItem::ComponentFunc(_)));
        let word = rest.split('@').next().unwrap_or_default();
        if word == UNGRANTED {
            continue;
        }
        let capability: Option<Capability> =
            serde_json::from_value(serde_json::Value::from(word)).ok();
        if calls && !capability.is_some_and(|it| manifest.grants.capabilities.contains(&it)) {
            return Err(invalid!(
                "the component uses the capability {word}, which plugin.toml does not list in grants.capabilities"
            ));
        }
    }
    Ok(())
}

/// Instantiates the component once to compare the functions' types.
async fn verify(executor: &Arc<Executor>, loaded: &Arc<Loaded>) -> Result<(), EngineError> {
    let (executor, loaded) = (executor.clone(), loaded.clone());
    let handle = executor.handle().clone();
    let trial = async move {
        let ends = Instant::now() + Duration::from_secs(2);
        let mut store = call::store(&executor, &loaded, Function::Describe, at_load(), ends);
        let verified = tokio::time::timeout_at(ends.into(), async {
            let instance = loaded.pre.instantiate_async(&mut store).await?;
            loaded.exports.verify(&mut store, &instance)
        })
        .await;
        match verified {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(EngineError::from(error).within("component.wasm cannot be used")),
            Err(_) => Err(EngineError::invalid(
                "component.wasm does not start within 2 s",
            )),
        }
    };
    handle.spawn(trial).await?
}

async fn call_at_load<C: Call>(
    executor: &Arc<Executor>,
    loaded: &Arc<Loaded>,
    question: C,
) -> Result<C::Answer, PluginFault> {
    call::call(executor, loaded, at_load(), question).await
}

/// No tenant, no account, no reachable host.
fn at_load() -> CallContext {
    CallContext {
        tenant: 0,
        timezone: chrono_tz::UTC,
        now: chrono::Utc::now(),
        account: AccountGrant::none(),
        settings: SettingsGrant::default(),
        limits: Arc::default(),
        granted_hosts: Vec::new(),
        deadline: None,
        measures: Arc::default(),
        caller: None,
        host: Arc::new(NoServices),
    }
}

/// Every request fails while a plugin is loaded.
struct NoServices;

const NO_CALLS_AT_LOAD: &str = "nothing can be asked while a plugin is being loaded";

fn unavailable<'a, T: Send + 'a>() -> BoxFuture<'a, Result<T, wit::StoreError>> {
    Box::pin(async { Err(wit::StoreError::Unavailable(NO_CALLS_AT_LOAD.into())) })
}

fn refused<'a, T: Send + 'a>() -> BoxFuture<'a, Result<T, String>> {
    Box::pin(async { Err(NO_CALLS_AT_LOAD.to_owned()) })
}

impl HostServices for NoServices {
    fn log(&self, lines: LogLines) {
        for line in lines.lines {
            tracing::debug!(plugin = lines.plugin, message = line.message);
        }
    }

    fn key_value_get<'a>(
        &'a self,
        _: Owner<'a>,
        _: &'a str,
    ) -> BoxFuture<'a, Result<Option<Vec<u8>>, wit::StoreError>> {
        unavailable()
    }

    fn key_value_set<'a>(
        &'a self,
        _: Owner<'a>,
        _: &'a str,
        _: Vec<u8>,
        _: Option<Duration>,
    ) -> BoxFuture<'a, Result<(), wit::StoreError>> {
        unavailable()
    }

    fn key_value_delete<'a>(
        &'a self,
        _: Owner<'a>,
        _: &'a str,
    ) -> BoxFuture<'a, Result<(), wit::StoreError>> {
        unavailable()
    }

    fn key_value_increment<'a>(
        &'a self,
        _: Owner<'a>,
        _: &'a str,
        _: u64,
    ) -> BoxFuture<'a, Result<u64, wit::StoreError>> {
        unavailable()
    }

    fn render_labels<'a>(
        &'a self,
        _: Owner<'a>,
        _: Vec<wit::Label>,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        refused()
    }

    fn render_manifest<'a>(
        &'a self,
        _: Owner<'a>,
        _: wit::ManifestSheet,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        refused()
    }

    fn rate_card<'a>(
        &'a self,
        _: Owner<'a>,
        _: &'a str,
        _: &'a wit::PriceRequest,
    ) -> BoxFuture<'a, Result<Option<RateCard>, String>> {
        refused()
    }
}
