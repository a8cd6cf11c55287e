//! What one call holds: the store's data, read and changed by the capabilities while the guest runs.

use crate::{
    CallContext, HostServices, LogLine, LogLines, Owner,
    allowed::Allowed,
    bindings::{carrier, commerce, payment, shared},
    capabilities::output::Output,
    cpu::Cpu,
    engine::Inner,
    limits::{Function, HOST_CALLS, Memory},
    plugin::Loaded,
    recording::Tape,
    stats::Measured,
    wasi::Wasi,
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
    pub(crate) allowed: Allowed,
    pub(crate) memory: Memory,
    pub(crate) cpu: Cpu,
    pub(crate) lines: Vec<LogLine>,
    pub(crate) lines_dropped: u32,
    pub(crate) http_calls: u32,
    /// Bytes of bodies that went out and came in by HTTP.
    pub(crate) http_sent: u64,
    pub(crate) http_received: u64,
    /// How many calls of the store, of rendering and of rate cards are left.
    pub(crate) host_calls: u32,
    /// Where the rows go, while a report runs.
    pub(crate) output: Option<Output>,
    /// The first host that this call was not allowed to reach.
    pub(crate) refused_host: Option<String>,
    /// None until the guest first asks for something of WASI.
    pub(crate) wasi: Option<Box<Wasi>>,
    pub(crate) table: ResourceTable,
    /// Where the call is written down, or answered from; mostly none.
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
        let allowed = Allowed::new(function, &plugin.manifest, &context.limits);
        let mut table = ResourceTable::new();
        table.set_max_capacity(256);
        let tape = Tape::begin(&context, plugin, ends);
        let state = State {
            engine: engine.clone(),
            plugin: plugin.clone(),
            function,
            context,
            ends,
            allowed,
            memory: Memory::new(allowed.memory_mib),
            cpu: Cpu::new(allowed.cpu),
            lines: Vec::new(),
            lines_dropped: 0,
            http_calls: 0,
            http_sent: 0,
            http_received: 0,
            host_calls: HOST_CALLS,
            output: None,
            refused_host: None,
            wasi: None,
            table,
            tape,
        };
        let mut store = Store::new(&engine.wasm, state);
        store.limiter(|state| &mut state.memory);
        store.set_hostcall_fuel(allowed.answer_bytes);
        Cpu::watch(&mut store);
        store
    }

    /// Whom a capability works with and for, apart from the state, which is busy while it waits.
    pub(crate) fn parties(&self) -> Parties {
        Parties { host: self.context.host.clone(), plugin: self.plugin.clone(), tenant: self.context.tenant }
    }

    /// Waits for the host's work without counting it as the guest's processor time.
    pub(crate) async fn waiting<T>(&mut self, work: impl Future<Output = T>) -> T {
        self.cpu.wait();
        let done = work.await;
        self.cpu.go_on();
        done
    }

    /// Counts a call of a capability that costs the host something; the error stops the guest.
    pub(crate) fn count_host_call(&mut self) -> wasmtime::Result<()> {
        self.host_calls = self
            .host_calls
            .checked_sub(1)
            .ok_or_else(|| wasmtime::Error::msg("more than 1000 calls of the host in one call"))?;
        Ok(())
    }

    /// Adds what this call took to what was measured before it.
    pub(crate) fn measure(&self, measured: &mut Measured) {
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

    /// Hands the call's lines to the host program, if there are any.
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

/// The host program, the plugin and the tenant of a call.
pub(crate) struct Parties {
    pub(crate) host: Arc<dyn HostServices>,
    plugin: Arc<Loaded>,
    tenant: i64,
}

impl Parties {
    pub(crate) fn owner(&self) -> Owner<'_> {
        Owner { tenant: self.tenant, plugin: &self.plugin.manifest.id }
    }
}

impl HasData for State {
    type Data<'a> = &'a mut State;
}

impl shared::waybill::types::common::Host for State {}
impl shared::waybill::types::web::Host for State {}
impl carrier::waybill::carrier::shipment::Host for State {}
impl commerce::waybill::commerce::shop::Host for State {}
impl payment::waybill::payment::card::Host for State {}
