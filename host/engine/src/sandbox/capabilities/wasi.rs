//! WASI for guests whose language needs it; waiting goes through the call's state.

use crate::sandbox::{state::State, tape::Tape, wasi::Wasi};
use wasmtime::{
    Result,
    component::{Linker, Resource},
};
use wasmtime_wasi::{WasiCtxView, WasiView, p2::DynPollable};
use wasmtime_wasi_io::bindings::wasi::io::poll::{self, Host, HostPollable};

pub(crate) fn add_to_linker(linker: &mut Linker<State>) -> Result<()> {
    wasmtime_wasi::p2::add_to_linker_async(linker)?;
    linker.allow_shadowing(true);
    poll::add_to_linker::<State, State>(linker, |state| state)?;
    linker.allow_shadowing(false);
    Ok(())
}

/// Most calls never use WASI, so it is created on first use, with the call's clock.
impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        let now = self.context.now;
        let tape = self.tape.as_ref().map(Tape::wasi);
        let wasi = self
            .wasi
            .get_or_insert_with(|| Box::new(Wasi::new(now, tape)));
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
