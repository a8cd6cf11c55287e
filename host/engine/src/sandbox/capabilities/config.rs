//! `config`: the plain settings of the plugin and of the account the call is made for.

use crate::{interface::bindings::shared::waybill::host::config::Host, sandbox::state::State};

impl Host for State {
    fn plugin(&mut self) -> wasmtime::Result<String> {
        let settings = self.context.settings.json.clone();
        self.record_constant("config.plugin", &settings);
        Ok(settings)
    }

    fn account(&mut self) -> wasmtime::Result<String> {
        let settings = self.context.account.settings_json.clone();
        self.record_constant("config.account", &settings);
        Ok(settings)
    }

    fn account_code(&mut self) -> wasmtime::Result<String> {
        let code = self.context.account.code.clone();
        self.record_constant("config.account-code", &code);
        Ok(code)
    }
}
