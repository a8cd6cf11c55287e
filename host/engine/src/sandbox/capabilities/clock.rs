//! `clock`: the time of the call, constant while it runs.

use crate::{interface::bindings::shared::waybill::host::clock::Host, sandbox::state::State};

impl Host for State {
    fn now(&mut self) -> wasmtime::Result<u64> {
        let now = u64::try_from(self.context.now.timestamp_millis()).unwrap_or(0);
        self.record_constant("clock.now", &now);
        Ok(now)
    }

    fn local_now(&mut self) -> wasmtime::Result<String> {
        let local = self.context.now.with_timezone(&self.context.timezone);
        let local = local.format("%Y-%m-%dT%H:%M:%S%:z").to_string();
        self.record_constant("clock.local-now", &local);
        Ok(local)
    }
}
