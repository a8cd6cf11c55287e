//! `rate-cards`: prices a request against a rate card of the tenant, by the rate engine that the
//! card names.
//!
//! The rate engine runs as a separate plugin in a fresh instance, within the calling guest's
//! deadline.

use std::sync::Arc;

use carriage::{FaultKind, PluginFault};
use serde_json::json;

use crate::{
    functions::Function,
    grants::{AccountGrant, SettingsGrant},
    interface::{
        bindings::shared::waybill::host::rate_cards::{
            Host, PluginError, PriceRequest, ServicePrice,
        },
        wit::{FieldError, Lane, LaneAnswer, LaneLine, Money, Outage, PriceLine, Refusal},
    },
    limits::MAX_ACCOUNTS,
    policy::meter::Metered,
    sandbox::{
        context::CallContext, host_services::Priced, rate_engines::RateEngineId, state::State,
    },
};

impl Host for State {
    async fn price(
        &mut self,
        card: String,
        request: PriceRequest,
    ) -> wasmtime::Result<Result<Vec<ServicePrice>, PluginError>> {
        self.count_host_call()?;
        let requested = self.encode_call(|| json!({ "card": card, "request": request }));
        if let Some(answer) = self.play_answer("rate-cards.price", requested).await? {
            return Ok(answer);
        }
        let answer = self.priced(card, request).await;
        self.answered(&answer);
        self.cpu.check()?;
        Ok(answer)
    }
}

impl State {
    /// Accounts share equal prices within a call, since engines are pure.
    async fn priced(
        &mut self,
        card: String,
        request: PriceRequest,
    ) -> Result<Vec<ServicePrice>, PluginError> {
        if self.function != Function::RatesByAccount {
            return self.price_now(&card, request).await;
        }
        let is_same = |known: &&(String, PriceRequest, Vec<ServicePrice>)| {
            known.0 == card && known.1 == request
        };
        if let Some((.., prices)) = self.priced.iter().find(is_same) {
            return Ok(prices.clone());
        }
        let prices = self.price_now(&card, request.clone()).await?;
        if self.priced.len() < MAX_ACCOUNTS {
            self.priced.push((card, request, prices.clone()));
        }
        Ok(prices)
    }

    async fn price_now(
        &mut self,
        card: &str,
        request: PriceRequest,
    ) -> Result<Vec<ServicePrice>, PluginError> {
        let parties = self.parties();
        let found = self
            .waiting(parties.host.rate_card(parties.owner(), card, &request))
            .await;
        let found = match found {
            Ok(Some(found)) => found,
            Ok(None) => return Err(PluginError::NotFound(format!("rate card {card:?}"))),
            Err(reason) => return Err(outage(reason)),
        };
        if let Priced::Nothing(reason) = found.priced {
            return Err(no_price(reason));
        }
        let version = self
            .waiting(parties.host.version(parties.owner(), &found.engine))
            .await;
        let engines = self.rate_engines.clone();
        let engine = RateEngineId {
            plugin: &found.engine,
            version: version.as_deref(),
        };
        let context = CallContext {
            account: AccountGrant::none(),
            granted_hosts: Vec::new(),
            // The settings of the context belong to the calling plugin.
            settings: SettingsGrant::default(),
            limits: Arc::default(),
            deadline: Some(self.ends),
            ..self.context.clone()
        };
        self.cpu.wait();
        let (priced, spent) = Metered::new(async {
            match found.priced {
                Priced::Card(data) => engines
                    .price_card(engine, context, data, request)
                    .await
                    .map(|priced| priced.map(Ok)),
                Priced::Lane(requested) => {
                    let (lane, request) = *requested;
                    let shown = Shown::from_lane(&lane);
                    engines
                        .price_lane(engine, context, lane, request)
                        .await
                        .map(|priced| priced.map(|answer| shown.prices(answer)))
                }
                Priced::Nothing(reason) => Some(Ok(Err(no_price(reason)))),
            }
        })
        .await;
        self.cpu.spend_pricing(spent);
        self.cpu.resume();
        match priced {
            Some(priced) => priced.map_err(|fault| as_answer(fault, card))?,
            None => Err(PluginError::Unsupported(format!(
                "rate card {card:?} names {:?}, which is no loaded rate engine",
                found.engine
            ))),
        }
    }
}

/// Parts of a lane that price a carrier's own answer.
struct Shown {
    currency: String,
    /// Code and name of each service.
    services: Vec<(String, String)>,
}

impl Shown {
    fn from_lane(lane: &Lane) -> Self {
        let services = lane
            .services
            .iter()
            .map(|service| (service.code.clone(), service.name.clone()));
        Self {
            currency: lane.currency.clone(),
            services: services.collect(),
        }
    }

    /// The prices; where there is none at all, why.
    fn prices(&self, answer: LaneAnswer) -> Result<Vec<ServicePrice>, PluginError> {
        let service = |at: u32| self.services.get(at as usize).cloned().unwrap_or_default();
        if answer.prices.is_empty() && !answer.refused.is_empty() {
            let reported = answer
                .refused
                .into_iter()
                .map(|no| format!("{}: {}", service(no.service).0, no.reason));
            return Err(no_price(reported.collect::<Vec<_>>().join("; ")));
        }
        let prices = answer.prices.into_iter().map(|price| {
            let (service_code, service_name) = service(price.service);
            let line = |line: LaneLine| PriceLine {
                code: line.code,
                description: line.description,
                amount: Money {
                    minor: line.minor,
                    currency: self.currency.clone(),
                },
            };
            ServicePrice {
                service_code,
                service_name,
                lines: price.lines.into_iter().map(line).collect(),
                transit_days: price.transit_days,
                chargeable_weight_g: price.chargeable_weight_g,
            }
        });
        Ok(prices.collect())
    }
}

/// Rejection with the card's reason for having no price.
fn no_price(message: String) -> PluginError {
    PluginError::Rejected(Refusal {
        code: "no-price".into(),
        message,
        http_status: None,
    })
}

/// The engine's own errors pass through, others become an outage.
fn as_answer(fault: PluginFault, card: &str) -> PluginError {
    let message = fault.message.to_string();
    match fault.kind {
        FaultKind::InvalidInput(fields) => {
            let field = |field: data::FieldError| FieldError {
                member: field.member,
                message: field.message.to_string(),
            };
            PluginError::InvalidInput(fields.into_iter().map(field).collect())
        }
        FaultKind::Rejected { code, http_status } => PluginError::Rejected(Refusal {
            code,
            message,
            http_status,
        }),
        FaultKind::NotFound => PluginError::NotFound(message),
        FaultKind::Unsupported => PluginError::Unsupported(message),
        FaultKind::Capacity
        | FaultKind::WallTime
        | FaultKind::Unavailable { .. }
        | FaultKind::CircuitOpen { .. } => outage(message),
        _ => PluginError::Internal(format!("pricing by rate card {card:?} failed: {message}")),
    }
}

fn outage(message: String) -> PluginError {
    PluginError::Unavailable(Outage {
        message,
        retry_after_ms: None,
    })
}
