//! `http-client`: outgoing calls, counted here and made by the engine's network.

use crate::{
    interface::bindings::shared::waybill::host::http_client::{Host, HttpError, Request, Response},
    sandbox::{network::Permission, state::State},
};
use std::time::Duration;

/// Maximum time of its call that a guest keeps to report a missing response.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(250);

impl Host for State {
    async fn send(&mut self, request: Request) -> wasmtime::Result<Result<Response, HttpError>> {
        let most = self.limits.http_calls;
        if self.http_calls >= most {
            let reason = format!("more than {most} outgoing calls in one call");
            return Ok(Err(HttpError::Invalid(reason)));
        }
        self.http_calls += 1;
        self.http_sent += request.body.as_ref().map_or(0, |body| body.len() as u64);
        let requested = request
            .timeout_ms
            .map(|wait| Duration::from_millis(wait.into()));
        // An other side that never answers must end as the guest's own words, not as the end of its
        // call.
        let remaining = self.remaining();
        let most = remaining.saturating_sub((remaining / 10).min(SHUTDOWN_GRACE));
        let timeout = requested.unwrap_or(Duration::MAX).min(most);
        let (resources, manifest, context) = (
            self.resources.clone(),
            self.plugin.manifest.clone(),
            self.context.clone(),
        );
        let permission = Permission {
            declared: &manifest.grants.hosts,
            granted: &context.granted_hosts,
            bound: &manifest.grants.secrets,
            settings: context.effective_settings(),
        };
        let requested = self.encode_call(|| &request);
        let answer = self
            .record_or_play(
                "http-client.send",
                requested,
                resources.network.send(permission, request, timeout),
            )
            .await?;
        match &answer {
            Ok(response) => self.http_received += response.body.len() as u64,
            Err(HttpError::Refused(host)) => {
                self.refused_host.get_or_insert_with(|| host.clone());
            }
            Err(_) => {}
        }
        Ok(answer)
    }
}
