//! The plugin engine: wasmtime's configuration, the loaded plugins and the runtime of their calls.

mod versions;

use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use tokio::{runtime::Builder, sync::Semaphore};
use wasmtime::{
    Config, Enabled, InstanceAllocationStrategy, PoolingAllocationConfig, component::Linker,
};

use crate::{
    call::{
        executor::{Executor, ExecutorConfig},
        retry,
    },
    error::EngineError,
    interface::bindings::{commerce, measures, payment, shared},
    limits::{GUESTS_MEMORY_MIB, MEMORY_MOST_MIB, TABLE_ELEMENTS, TICK},
    plugin::{
        Plugin,
        cache::Cache,
        compile::{Compiler, compiling},
        folder::{LoadReport, Loader},
        handles::{Carrier, RateEngine},
    },
    policy::{breaker::BreakerPolicy, memory::MemoryPool},
    sandbox::{
        capabilities::wasi,
        network::{Network, NetworkPolicy},
        state::{Resources, State},
    },
    stats::{FunctionUsage, PluginStats, PoolStats},
};

#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// Holds `plugin-cache`: compiled plugins and the key that seals them.
    pub data_folder: PathBuf,
    pub network: NetworkPolicy,
    pub workers: usize,
    /// Maximum concurrent outside calls, over all plugins.
    pub max_instances: u32,
    /// Memory of all running guests in MiB; one tenant's guests get a quarter of it.
    pub memory_mib: u32,
    pub breaker: BreakerPolicy,
    /// Retries a read-only call once after a temporary failure.
    pub retries: bool,
    /// Draws 0 to 99 for each call that a canary may take; tests can fix it.
    pub canary_toss: fn() -> u32,
    /// Compiles in a separate process. With `None` a hostile component can block this one.
    pub compiler: Option<Compiler>,
}

impl EngineConfig {
    pub fn new(data_folder: impl Into<PathBuf>) -> Self {
        EngineConfig {
            data_folder: data_folder.into(),
            network: NetworkPolicy::default(),
            workers: thread::available_parallelism().map_or(2, NonZeroUsize::get),
            max_instances: 256,
            memory_mib: GUESTS_MEMORY_MIB,
            breaker: BreakerPolicy::default(),
            retries: true,
            canary_toss: || (retry::chance() % 100) as u32,
            compiler: None,
        }
    }

    /// For tests: no retries and no circuit breaker.
    pub fn for_trials(data_folder: impl Into<PathBuf>) -> Self {
        EngineConfig {
            breaker: BreakerPolicy::NEVER,
            retries: false,
            ..EngineConfig::new(data_folder)
        }
    }
}

#[derive(Clone)]
pub struct Engine(Arc<Loader>);

impl Engine {
    pub fn new(config: EngineConfig) -> Result<Engine, EngineError> {
        let wasm =
            wasmtime::Engine::new(&wasm_config(config.max_instances)).map_err(EngineError::Pool)?;
        let linker = linker(&wasm).map_err(EngineError::Linking)?;
        let cache = Cache::open(&config.data_folder, &wasm, config.compiler)
            .map_err(|error| EngineError::Cache(config.data_folder.clone(), error))?;
        let network = Network::new(config.network)?;
        let runtime = Builder::new_multi_thread()
            .worker_threads(config.workers.max(1))
            .thread_name("plugins")
            .enable_all()
            .build()
            .map_err(EngineError::Runtime)?;
        start_ticking(&wasm).map_err(EngineError::Runtime)?;
        let executor_config = ExecutorConfig {
            breaker: config.breaker,
            retries: config.retries,
            canary_toss: config.canary_toss,
            max_instances: config.max_instances,
        };
        let resources = Resources {
            wasm,
            network,
            memory: Arc::new(MemoryPool::new(config.memory_mib, MEMORY_MOST_MIB)),
            lanes: Arc::new(Semaphore::new(config.workers.saturating_sub(1).max(1))),
        };
        Ok(Engine(Arc::new(Loader {
            executor: Arc::new(Executor::new(resources, runtime, &executor_config)),
            linker,
            cache,
            max_instances: config.max_instances,
        })))
    }

    /// A plugin that fails to load is reported. One with an id already loaded replaces it; running
    /// calls finish on the old one.
    pub async fn load_folder(&self, folder: &Path) -> LoadReport {
        self.0.load(folder).await
    }

    /// Compiles and tests the plugin in this folder, named after its id. It gets no calls before
    /// [`Engine::activate`]. The error is for its author.
    pub async fn prepare(&self, folder: &Path) -> Result<Plugin, EngineError> {
        let loaded = self.0.load_one(folder.to_owned()).await?;
        Ok(Plugin::new(&self.0.executor, &loaded))
    }

    /// Atomic; running calls finish on their version.
    pub fn activate(&self, plugin: &Plugin) {
        self.0.executor.install(vec![plugin.loaded.clone()]);
    }

    /// Running calls finish.
    pub fn remove(&self, id: &str) {
        self.0.executor.change(|table| table.remove(id));
    }

    pub fn plugins(&self) -> Vec<Plugin> {
        self.0
            .executor
            .table()
            .values()
            .map(|versions| Plugin::new(&self.0.executor, &versions.active))
            .collect()
    }

    pub fn plugin(&self, id: &str) -> Option<Plugin> {
        self.0
            .executor
            .loaded(id)
            .map(|loaded| Plugin::new(&self.0.executor, &loaded))
    }

    pub fn carrier(&self, id: &str) -> Option<Carrier> {
        self.plugin(id)?.carrier()
    }

    pub fn rate_engine(&self, id: &str) -> Option<RateEngine> {
        self.plugin(id)?.rate_engine()
    }

    pub fn stats(&self) -> Vec<PluginStats> {
        self.0
            .executor
            .table()
            .values()
            .flat_map(|versions| versions.all())
            .map(|loaded| PluginStats {
                plugin: loaded.manifest.id.clone(),
                version: loaded.manifest.version.clone(),
                in_flight: loaded.gate.in_flight(),
                waiting: loaded.gate.waiting(),
                breaker: loaded.gate.breaker(),
                functions: loaded.gate.usage(None),
            })
            .collect()
    }

    /// As in [`Plugin::usage`]; empty if the plugin is not loaded.
    pub fn usage(&self, plugin: &str, tenant: Option<i64>) -> Vec<FunctionUsage> {
        self.plugin(plugin)
            .map(|plugin| plugin.usage(tenant))
            .unwrap_or_default()
    }

    /// Use of the instance pool and the cache of compiled code.
    pub fn pool(&self) -> PoolStats {
        let most = self.0.max_instances;
        let (memory_mib, memory_most_mib) = self.0.executor.resources.memory.mib();
        let mut pool = PoolStats {
            memory_mib,
            memory_most_mib,
            live: most.saturating_sub(self.0.executor.everyone.available_permits() as u32),
            most,
            waiting: self
                .0
                .executor
                .table()
                .values()
                .flat_map(|versions| versions.all())
                .map(|it| it.gate.waiting())
                .sum(),
            ..PoolStats::default()
        };
        self.0.cache.count(&mut pool);
        pool
    }
}

fn wasm_config(max_instances: u32) -> Config {
    // An outside call can have one rate engine running inside it.
    let instances = max_instances.max(1) * 2;
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(instances)
        .total_core_instances(instances * 8)
        .total_memories(instances)
        .total_tables(instances * 4)
        .total_stacks(instances)
        .max_memory_size((MEMORY_MOST_MIB as usize) << 20)
        .max_core_instances_per_component(40)
        .max_memories_per_component(4)
        .max_tables_per_component(8)
        .table_elements(TABLE_ELEMENTS)
        // A Rust guest dirties about this much; wiping is cheaper than faulting pages in again.
        .linear_memory_keep_resident(256 << 10)
        .table_keep_resident(16 << 10)
        .max_unused_warm_slots(100)
        // It would keep pages that were written and then swapped out.
        .pagemap_scan(Enabled::No);
    let mut config = compiling();
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    config
}

fn linker(wasm: &wasmtime::Engine) -> wasmtime::Result<Linker<State>> {
    let mut linker = Linker::new(wasm);
    wasi::add_to_linker(&mut linker)?;
    shared::Imports::add_to_linker::<_, State>(&mut linker, |state| state)?;
    measures::waybill::host::measures::add_to_linker::<_, State>(&mut linker, |state| state)?;
    // Declares only records, which carriers import.
    linker.instance("waybill:carrier/shipment@1.0.0")?;
    commerce::waybill::commerce::shop::add_to_linker::<_, State>(&mut linker, |state| state)?;
    payment::waybill::payment::card::add_to_linker::<_, State>(&mut linker, |state| state)?;
    Ok(linker)
}

/// Advances the epoch until the engine is dropped.
fn start_ticking(wasm: &wasmtime::Engine) -> std::io::Result<()> {
    let wasm = wasm.weak();
    thread::Builder::new()
        .name("plugin-ticks".into())
        .spawn(move || {
            loop {
                thread::sleep(TICK);
                let Some(wasm) = wasm.upgrade() else { return };
                wasm.increment_epoch();
            }
        })
        .map(|_| ())
}
