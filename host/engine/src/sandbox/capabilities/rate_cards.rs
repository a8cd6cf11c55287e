//! `rate-cards`: prices a request against a card of the tenant, by the rate engine that the card names.
//!
//! The rate engine runs as a plugin of its own in a fresh instance, inside the calling guest's deadline.

use crate::{
    AccountGrant, CallContext, FaultKind, Kind, PluginFault, SettingsGrant,
    call::{self, meter::Metered, state::State},
    interface::{
        bindings::shared::waybill::host::rate_cards::{Host, PluginError, PriceRequest, ServicePrice},
        functions::Price,
        wit::{Outage, Refusal},
    },
};
use serde_json::json;
use std::sync::Arc;

impl Host for State {
    async fn price(
        &mut self,
        card: String,
        request: PriceRequest,
    ) -> wasmtime::Result<Result<Vec<ServicePrice>, PluginError>> {
        self.count_host_call()?;
        let asked = self.asked(|| json!({ "card": card, "request": request }));
        if let Some(answer) = self.played("rate-cards.price", asked).await? {
            return Ok(answer);
        }
        let answer = self.priced(card, request).await;
        self.answered(&answer);
        self.cpu.check()?;
        Ok(answer)
    }
}

impl State {
    async fn priced(&mut self, card: String, request: PriceRequest) -> Result<Vec<ServicePrice>, PluginError> {
        let parties = self.parties();
        let found = self.waiting(parties.host.rate_card(parties.owner(), &card)).await;
        let found = match found {
            Ok(Some(found)) => found,
            Ok(None) => return Err(PluginError::NotFound(format!("rate card {card:?}"))),
            Err(words) => return Err(outage(words)),
        };
        if found.engine.is_empty() {
            let words = format!("rate card {card:?} has its rates in rows, and no rate engine prices from these yet");
            return Err(PluginError::Unsupported(words));
        }
        let version = self.waiting(parties.host.version(parties.owner(), &found.engine)).await;
        let engine = self.engine.clone();
        let pricing = engine
            .loaded_as(&found.engine, version.as_deref())
            .filter(|plugin| plugin.manifest.kind == Kind::RateEngine);
        let Some(pricing) = pricing else {
            let words = format!("rate card {card:?} names {:?}, which is no loaded rate engine", found.engine);
            return Err(PluginError::Unsupported(words));
        };
        let context = CallContext {
            account: AccountGrant::none(),
            granted_hosts: Vec::new(),
            // Those of the context are the calling plugin's.
            settings: SettingsGrant::default(),
            limits: Arc::default(),
            deadline: Some(self.ends),
            ..self.context.clone()
        };
        let asked = Price(found.data, request);
        self.cpu.wait();
        let (priced, spent) = Metered::new(call::nested(&engine, &pricing, context, asked)).await;
        self.cpu.spend_pricing(spent);
        self.cpu.go_on();
        priced.map_err(|fault| as_answer(fault, &card))
    }
}

/// The rate engine's fault as the calling guest sees it: what the engine said passes through, the rest is an outage.
fn as_answer(fault: PluginFault, card: &str) -> PluginError {
    let message = fault.message;
    match fault.kind {
        FaultKind::InvalidInput(fields) => PluginError::InvalidInput(fields),
        FaultKind::Rejected { code, http_status } => PluginError::Rejected(Refusal { code, message, http_status }),
        FaultKind::NotFound => PluginError::NotFound(message),
        FaultKind::Unsupported => PluginError::Unsupported(message),
        FaultKind::Capacity | FaultKind::WallTime | FaultKind::Unavailable { .. } | FaultKind::Resting { .. } => {
            outage(message)
        }
        _ => PluginError::Internal(format!("pricing by rate card {card:?} failed: {message}")),
    }
}

fn outage(message: String) -> PluginError {
    PluginError::Unavailable(Outage { message, retry_after_ms: None })
}
