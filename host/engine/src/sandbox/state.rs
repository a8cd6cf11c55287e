//! The store's data of one call, used by the capabilities while the guest runs.

use crate::{
    functions::Function,
    interface::{
        bindings::{commerce, common, payment, shared},
        wit::{PriceRequest, ServicePrice},
    },
    limits::HOST_CALLS,
    manifest::Manifest,
    policy::{
        cpu::Cpu,
        effective_limits::EffectiveLimits,
        memory::{Memory, MemoryPool},
        meter::{Metered, thread_time},
    },
    sandbox::{
        context::CallContext,
        host_services::{HostServices, LogLine, LogLines, Owner},
        network::Network,
        output::Output,
        rate_engines::RateEngines,
        tape::Tape,
        wasi::Wasi,
    },
    stats::CallUsage,
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::Semaphore;
use wasmtime::{
    Store,
    component::{HasData, ResourceTable},
};

/// Parts of the engine that all calls share.
pub(crate) struct Resources {
    pub(crate) wasm: wasmtime::Engine,
    pub(crate) network: Network,
    pub(crate) memory: Arc<MemoryPool>,
    /// Permits for guests that run longer than a tick: one fewer than there are threads.
    pub(crate) lanes: Arc<Semaphore>,
}

/// The plugin that is called.
#[derive(Clone)]
pub(crate) struct CalledPlugin {
    pub(crate) manifest: Arc<Manifest>,
    /// SHA-256 of the component, in hexadecimal.
    pub(crate) hash: Arc<str>,
}

pub(crate) struct State {
    pub(crate) resources: Arc<Resources>,
    pub(crate) rate_engines: Arc<dyn RateEngines>,
    pub(crate) plugin: CalledPlugin,
    pub(crate) function: Function,
    pub(crate) context: CallContext,
    pub(crate) ends: Instant,
    pub(crate) limits: EffectiveLimits,
    pub(crate) memory: Memory,
    pub(crate) cpu: Cpu,
    pub(crate) lines: Vec<LogLine>,
    pub(crate) lines_dropped: u32,
    pub(crate) http_calls: u32,
    /// Bytes of HTTP bodies sent and received.
    pub(crate) http_sent: u64,
    pub(crate) http_received: u64,
    /// Remaining calls of the store, rendering and rate cards.
    pub(crate) host_calls: u32,
    /// Prices from rate cards in this call, by card and request.
    pub(crate) priced: Vec<(String, PriceRequest, Vec<ServicePrice>)>,
    drawn: usize,
    /// Destination of the rows while a report runs.
    pub(crate) output: Option<Output>,
    /// The first host that this call was not allowed to reach.
    pub(crate) refused_host: Option<String>,
    pub(crate) wasi: Option<Box<Wasi>>,
    pub(crate) table: ResourceTable,
    /// The recording or replay of the call; usually none.
    pub(crate) tape: Option<Tape>,
}

impl State {
    pub(crate) fn store(
        resources: &Arc<Resources>,
        rate_engines: Arc<dyn RateEngines>,
        plugin: CalledPlugin,
        function: Function,
        context: CallContext,
        ends: Instant,
    ) -> Store<State> {
        let limits = EffectiveLimits::new(function, &plugin.manifest, &context.limits);
        let mut table = ResourceTable::new();
        table.set_max_capacity(256);
        let tape = Tape::begin(&context, &plugin.manifest.id, ends);
        let state = State {
            resources: resources.clone(),
            rate_engines,
            plugin,
            function,
            ends,
            limits,
            memory: Memory::new(&resources.memory, context.tenant, limits.memory_mib),
            context,
            cpu: Cpu::new(limits.cpu, &resources.lanes),
            lines: Vec::new(),
            lines_dropped: 0,
            http_calls: 0,
            http_sent: 0,
            http_received: 0,
            host_calls: HOST_CALLS,
            priced: Vec::new(),
            drawn: 0,
            output: None,
            refused_host: None,
            wasi: None,
            table,
            tape,
        };
        let mut store = Store::new(&resources.wasm, state);
        store.limiter(|state| &mut state.memory);
        store.set_hostcall_fuel(limits.answer_bytes);
        Cpu::watch(&mut store, |state: &mut State| &mut state.cpu);
        store
    }

    /// Handles needed while the state is borrowed.
    pub(crate) fn parties(&self) -> Parties {
        Parties {
            host: self.context.host.clone(),
            manifest: self.plugin.manifest.clone(),
            tenant: self.context.tenant,
        }
    }

    /// The host's processor time counts towards the guest's limit.
    pub(crate) async fn waiting<T>(&mut self, work: impl Future<Output = T>) -> T {
        self.cpu.wait();
        let (done, spent) = Metered::new(work).await;
        self.cpu.spend(spent);
        self.cpu.resume();
        done
    }

    /// Processor time counts as in [`Self::waiting`].
    pub(crate) fn working<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> wasmtime::Result<T> {
        self.cpu.pause();
        let started = thread_time();
        let done = work(self);
        self.cpu.spend(thread_time().saturating_sub(started));
        self.cpu.resume();
        self.cpu.check()?;
        Ok(done)
    }

    /// The error is the remaining number.
    pub(crate) fn draws(&mut self, count: usize, most: usize) -> Result<(), usize> {
        let drawn = self.drawn.saturating_add(count);
        if drawn > most {
            return Err(most - self.drawn.min(most));
        }
        self.drawn = drawn;
        Ok(())
    }

    /// The error stops the guest.
    pub(crate) fn count_host_call(&mut self) -> wasmtime::Result<()> {
        self.host_calls = self
            .host_calls
            .checked_sub(1)
            .ok_or_else(|| wasmtime::Error::msg("more than 1000 calls of the host in one call"))?;
        Ok(())
    }

    /// Adds to the usage of earlier attempts.
    pub(crate) fn measure(&self, measured: &mut CallUsage) {
        measured.cpu += self.cpu.used();
        measured.memory_kib = measured.memory_kib.max(self.memory.peak_kib() as u64);
        measured.host_calls += u64::from(HOST_CALLS - self.host_calls + self.http_calls);
        measured.http_calls += u64::from(self.http_calls);
        measured.sent += self.http_sent;
        measured.received += self.http_received;
        measured.log_lines += self.lines.len() as u64 + u64::from(self.lines_dropped);
    }

    /// Returns the guest's error output, which holds its panic message.
    pub(crate) fn stderr(&self) -> String {
        self.wasi
            .as_ref()
            .map_or_else(String::new, |wasi| wasi.stderr())
    }

    pub(crate) fn remaining(&self) -> Duration {
        self.ends.saturating_duration_since(Instant::now())
    }

    /// Passes log lines to the host program.
    pub(crate) fn hand_over_lines(&mut self) {
        if self.lines.is_empty() {
            return;
        }
        self.context.host.log(LogLines {
            tenant: self.context.tenant,
            plugin: self.plugin.manifest.id.clone(),
            account: self.context.account.code.clone(),
            function: self.function.name(),
            lines: std::mem::take(&mut self.lines),
            dropped: self.lines_dropped,
        });
    }
}

pub(crate) struct Parties {
    pub(crate) host: Arc<dyn HostServices>,
    manifest: Arc<Manifest>,
    tenant: i64,
}

impl Parties {
    pub(crate) fn owner(&self) -> Owner<'_> {
        Owner {
            tenant: self.tenant,
            plugin: &self.manifest.id,
        }
    }
}

impl HasData for State {
    type Data<'a> = &'a mut State;
}

impl common::Host for State {}
impl shared::waybill::types::web::Host for State {}
impl commerce::waybill::commerce::shop::Host for State {}
impl payment::waybill::payment::card::Host for State {}
