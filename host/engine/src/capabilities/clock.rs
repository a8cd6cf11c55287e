//! `clock`: the time of the call, which stands still while it runs.

use crate::{bindings::shared::waybill::host::clock::Host, state::State};

impl Host for State {
    fn now(&mut self) -> wasmtime::Result<u64> {
        Ok(u64::try_from(self.context.now.timestamp_millis()).unwrap_or(0))
    }

    fn local_now(&mut self) -> wasmtime::Result<String> {
        let local = self.context.now.with_timezone(&self.context.timezone);
        Ok(local.format("%Y-%m-%dT%H:%M:%S%:z").to_string())
    }
}
