//! The store's data of one call, used by the capabilities while the guest runs.

use crate::{
    CallContext, HostServices, LogLine, LogLines, Owner,
    call::{
        cpu::Cpu,
        meter::{Metered, thread_time},
    },
    engine::Inner,
    interface::{
        bindings::{carrier, commerce, payment, shared},
        wit::{PriceRequest, ServicePrice},
    },
    plugin::Loaded,
    policy::{
        effective_limits::EffectiveLimits,
        limits::{Function, HOST_CALLS},
        memory::Memory,
    },
    recording::Tape,
    sandbox::{capabilities::output::Output, wasi::Wasi},
    stats::CallUsage,
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use wasmtime::{
    Store,
    component::{HasData, ResourceTable},
};

pub(crate) struct State {
    pub(crate) engine: Arc<Inner>,
    pub(crate) plugin: Arc<Loaded>,
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
        engine: &Arc<Inner>,
        plugin: &Arc<Loaded>,
        function: Function,
        context: CallContext,
        ends: Instant,
    ) -> Store<State> {
        let limits = EffectiveLimits::new(function, &plugin.manifest, &context.limits);
        let mut table = ResourceTable::new();
        table.set_max_capacity(256);
        let tape = Tape::begin(&context, plugin, ends);
        let state = State {
            engine: engine.clone(),
            plugin: plugin.clone(),
            function,
            ends,
            limits,
            memory: Memory::new(&engine.memory, context.tenant, limits.memory_mib),
            context,
            cpu: Cpu::new(limits.cpu),
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
        let mut store = Store::new(&engine.wasm, state);
        store.limiter(|state| &mut state.memory);
        store.set_hostcall_fuel(limits.answer_bytes);
        Cpu::watch(&mut store);
        store
    }

    /// Handles needed while the state is borrowed.
    pub(crate) fn parties(&self) -> Parties {
        Parties {
            host: self.context.host.clone(),
            plugin: self.plugin.clone(),
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
    plugin: Arc<Loaded>,
    tenant: i64,
}

impl Parties {
    pub(crate) fn owner(&self) -> Owner<'_> {
        Owner {
            tenant: self.tenant,
            plugin: &self.plugin.manifest.id,
        }
    }
}

impl HasData for State {
    type Data<'a> = &'a mut State;
}

impl shared::waybill::types::common::Host for State {}
impl shared::waybill::types::web::Host for State {}
impl carrier::waybill::carrier1_0_0::shipment::Host for State {}
impl commerce::waybill::commerce::shop::Host for State {}
impl payment::waybill::payment::card::Host for State {}
