//! `config`: the plain settings of the plugin and of the account the call is made for.

use crate::{bindings::shared::waybill::host::config::Host, state::State};

impl Host for State {
    fn plugin(&mut self) -> wasmtime::Result<String> {
        Ok(self.context.settings.json.clone())
    }

    fn account(&mut self) -> wasmtime::Result<String> {
        Ok(self.context.account.settings_json.clone())
    }

    fn account_code(&mut self) -> wasmtime::Result<String> {
        Ok(self.context.account.code.clone())
    }
}
