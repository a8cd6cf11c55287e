//! The part of WASI that a language's standard library needs: no files, sockets, names, arguments,
//! environment.

use crate::{
    call::state::State,
    policy::limits::MAX_STDERR,
    recording::{Steps, Stream, Tape},
};
use chrono::{DateTime, Utc};
use std::time::Duration;
use wasmtime::{
    Result,
    component::{Linker, Resource},
};
use wasmtime_wasi::{
    HostWallClock, WasiCtx, WasiCtxBuilder, WasiCtxView, WasiView,
    p2::{DynPollable, pipe::MemoryOutputPipe},
};
use wasmtime_wasi_io::bindings::wasi::io::poll::{self, Host, HostPollable};

/// One call's WASI.
pub(crate) struct Wasi {
    context: WasiCtx,
    stderr: MemoryOutputPipe,
}

pub(crate) fn add_to_linker(linker: &mut Linker<State>) -> Result<()> {
    wasmtime_wasi::p2::add_to_linker_async(linker)?;
    linker.allow_shadowing(true);
    poll::add_to_linker::<State, State>(linker, |state| state)?;
    linker.allow_shadowing(false);
    Ok(())
}

impl State {
    /// Returns the guest's error output, which holds its panic message.
    pub(crate) fn stderr(&self) -> String {
        self.wasi.as_ref().map_or_else(String::new, |wasi| {
            String::from_utf8_lossy(&wasi.stderr.contents())
                .trim()
                .to_owned()
        })
    }
}

/// Most calls never use WASI, so it is created on first use, with the call's clock.
impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        let now = self.context.now;
        let tape = self.tape.as_ref().map(Tape::wasi);
        let wasi = self.wasi.get_or_insert_with(|| {
            let stderr = MemoryOutputPipe::new(MAX_STDERR);
            let mut builder = WasiCtxBuilder::new();
            builder
                .stderr(stderr.clone())
                .allow_tcp(false)
                .allow_udp(false)
                .allow_ip_name_lookup(false)
                .max_random_size(64 << 10)
                .wall_clock(FixedClock(now));
            if let Some(tape) = tape {
                builder
                    .secure_random(tape.stream(Stream::Secure))
                    .insecure_random(tape.stream(Stream::Insecure))
                    .insecure_random_seed(tape.seed())
                    .monotonic_clock(Steps(tape));
            }
            Box::new(Wasi {
                context: builder.build(),
                stderr,
            })
        });
        WasiCtxView {
            ctx: &mut wasi.context,
            table: &mut self.table,
        }
    }
}

/// A guest that waits for WASI (a sleep) must not hold its lane, so waiting goes through the call's
/// state.
impl Host for State {
    async fn poll(&mut self, pollables: Vec<Resource<DynPollable>>) -> Result<Vec<u32>> {
        self.cpu.wait();
        let ready = Host::poll(&mut self.table, pollables).await;
        self.cpu.resume();
        ready
    }
}

impl HostPollable for State {
    async fn block(&mut self, pollable: Resource<DynPollable>) -> Result<()> {
        self.cpu.wait();
        let ready = HostPollable::block(&mut self.table, pollable).await;
        self.cpu.resume();
        ready
    }

    async fn ready(&mut self, pollable: Resource<DynPollable>) -> Result<bool> {
        HostPollable::ready(&mut self.table, pollable).await
    }

    fn drop(&mut self, pollable: Resource<DynPollable>) -> Result<()> {
        HostPollable::drop(&mut self.table, pollable)
    }
}

/// The call's clock for guests that ask WASI instead of the `clock` capability.
struct FixedClock(DateTime<Utc>);

impl HostWallClock for FixedClock {
    fn resolution(&self) -> Duration {
        Duration::from_millis(1)
    }

    fn now(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.timestamp_millis()).unwrap_or(0))
    }
}
