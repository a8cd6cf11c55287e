//! `http-client`: outgoing calls, counted here and made by the engine's network.

use crate::{
    bindings::shared::waybill::host::http_client::{Host, HttpError, Request, Response},
    limits::HTTP_CALLS,
    network::Permission,
    state::State,
};
use std::time::Duration;

impl Host for State {
    async fn send(&mut self, request: Request) -> wasmtime::Result<Result<Response, HttpError>> {
        if self.http_calls >= HTTP_CALLS {
            let words = format!("more than {HTTP_CALLS} outgoing calls in one call");
            return Ok(Err(HttpError::Invalid(words)));
        }
        self.http_calls += 1;
        let asked = request.timeout_ms.map(|wait| Duration::from_millis(wait.into()));
        let timeout = asked.unwrap_or(Duration::MAX).min(self.remaining());
        let (engine, plugin, context) = (self.engine.clone(), self.plugin.clone(), self.context.clone());
        let permission = Permission {
            declared: &plugin.manifest.grants.hosts,
            granted: &context.granted_hosts,
            account: &context.account,
        };
        let answer = self.waiting(engine.network.send(permission, request, timeout)).await;
        if let Err(HttpError::Refused(host)) = &answer {
            self.refused_host.get_or_insert_with(|| host.clone());
        }
        Ok(answer)
    }
}
