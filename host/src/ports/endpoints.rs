//! The endpoints' port, implemented with the engine: calls of plugins' endpoints, deliveries that carriers push, checkouts.

use std::sync::Arc;

use engine::{Ability, AccountGrant, CallContext, Engine, Plugin, PluginFault, wit};
use futures_util::{FutureExt, future::BoxFuture};
use kernel::{FieldError, Message, Scope, ids::TenantId};
use plugins::endpoints::port::{
    Access, Answer, Answered, DeclaredEndpoints, Digest, Encoding, Endpoint, EndpointPort, Fault,
    FaultKind, PluginCall, Sent, Signing,
};

use super::{
    cards, checkout, installed::InstalledPlugins, reach::Unreachable, services::Services,
    settings::granted, translate,
};

/// Plugins that answer HTTP calls.
pub struct PluginEndpoints {
    engine: Engine,
    services: Arc<Services>,
    installed: Arc<InstalledPlugins>,
}

impl PluginEndpoints {
    pub fn new(engine: Engine, services: Arc<Services>, installed: Arc<InstalledPlugins>) -> Self {
        Self {
            engine,
            services,
            installed,
        }
    }
}

/// The version of the plugin that a call goes to, and the call in the engine's words.
pub(super) async fn reach(
    services: &Arc<Services>,
    call: &PluginCall,
) -> Result<(Plugin, CallContext), Fault> {
    let plugin = services
        .reach(call.tenant.0, &call.plugin)
        .await
        .map_err(|why| match why {
            Unreachable::Missing => missing(&call.plugin),
            Unreachable::Refused(fault) => Fault {
                kind: FaultKind::Unavailable(None),
                message: fault.message,
            },
        })?;
    let context = context(services, &plugin, call);
    Ok((plugin, context))
}

pub(super) fn missing(plugin: &str) -> Fault {
    Fault {
        kind: FaultKind::NotFound,
        message: format!("The plugin {plugin} is not installed."),
    }
}

/// The call in the engine's words.
fn context(services: &Arc<Services>, plugin: &Plugin, call: &PluginCall) -> CallContext {
    let (settings, limits) = granted(&call.settings);
    CallContext {
        tenant: call.tenant.0,
        timezone: call.timezone.parse().unwrap_or(chrono_tz::UTC),
        now: call.now,
        account: AccountGrant::none(),
        settings,
        limits,
        granted_hosts: plugin.manifest().grants.hosts.clone(),
        deadline: call.deadline,
        measures: Arc::default(),
        caller: call
            .caller
            .clone()
            .map(|caller| Arc::new(caller) as Arc<dyn std::any::Any + Send + Sync>),
        host: services.clone(),
    }
}

impl EndpointPort for PluginEndpoints {
    fn endpoints(&self, tenant: TenantId, plugin: &str) -> Option<DeclaredEndpoints> {
        let plugin = self.engine.own(plugin, tenant.0).ok()?;
        // Without the interface that answers them, the manifest's endpoints are words alone. A carrier's deliveries and
        // a shop's checkouts have interfaces of their own.
        let answers = [
            Ability::Endpoint,
            Ability::TrackingPush,
            Ability::CheckoutRates,
            Ability::PaymentPush,
        ];
        let endpoints = match answers.into_iter().any(|ability| plugin.has(ability)) {
            true => plugin.manifest().endpoints.iter().map(endpoint).collect(),
            false => Vec::new(),
        };
        let prices_checkouts = plugin.has(Ability::CheckoutRates);
        let reads_deliveries = plugin.has(Ability::PaymentPush) && !plugin.has(Ability::Endpoint);
        Some(DeclaredEndpoints {
            plugin: plugin.id().to_owned(),
            endpoints,
            prices_checkouts,
            reads_deliveries,
        })
    }

    fn agreed<'a>(&'a self, tenant: TenantId, plugin: &'a str) -> BoxFuture<'a, bool> {
        async move {
            let Ok(plugin) = self.engine.own(plugin, tenant.0) else {
                return false;
            };
            self.installed.is_bundled(plugin.id())
                || self
                    .services
                    .check_consent(tenant.0, plugin.manifest())
                    .await
                    .is_ok()
        }
        .boxed()
    }

    fn handle(&self, call: PluginCall, sent: Sent) -> Answer<Answered> {
        let services = self.services.clone();
        async move {
            let (plugin, context) = reach(&services, &call).await?;
            let endpoint = plugin.endpoint().ok_or_else(unsupported)?;
            endpoint
                .handle(context, request(sent))
                .await
                .map(answered)
                .map_err(fault)
        }
        .boxed()
    }

    fn price_checkout(&self, scope: Scope, call: PluginCall, sent: Sent) -> Answer<Answered> {
        let services = self.services.clone();
        async move {
            let (plugin, context) = reach(&services, &call).await?;
            checkout::price(scope, &plugin, context, call.customer, request(sent)).await
        }
        .boxed()
    }

    fn deliver(&self, scope: Scope, call: PluginCall, sent: Sent) -> Answer<()> {
        let services = self.services.clone();
        async move {
            let (plugin, context) = reach(&services, &call).await?;
            match plugin.carrier() {
                Some(carrier) if plugin.has(Ability::TrackingPush) => {
                    let told = carrier
                        .read_push(context, request(sent))
                        .await
                        .map_err(fault)?;
                    let told: Vec<_> = told
                        .unwrap_or_default()
                        .into_iter()
                        .map(translate::tracked)
                        .collect();
                    take_tracking(scope, &call, told).await
                }
                _ if plugin.has(Ability::PaymentPush) => {
                    let payment = plugin.payment().ok_or_else(unsupported)?;
                    let context = cards::with_account(&scope, context).await?;
                    let told = payment
                        .read_push(context, request(sent))
                        .await
                        .map_err(fault)?;
                    cards::take(scope, &call, told.unwrap_or_default()).await
                }
                _ => {
                    let endpoint = plugin.endpoint().ok_or_else(unsupported)?;
                    let answer = endpoint
                        .handle(context, request(sent))
                        .await
                        .map_err(fault)?;
                    match answer.status {
                        200..=299 => Ok(()),
                        status => Err(Fault {
                            kind: FaultKind::Rejected,
                            message: format!("The plugin answered with the status {status}."),
                        }),
                    }
                }
            }
        }
        .boxed()
    }
}

async fn take_tracking(
    mut scope: Scope,
    call: &PluginCall,
    told: Vec<carriers::port::Tracked>,
) -> Result<(), Fault> {
    let heard = bookings::take_pushed(&mut scope, &call.plugin, call.customer, &told).await;
    heard.map_err(|error| Fault {
        kind: FaultKind::Unavailable(None),
        message: error.sentence(),
    })
}

fn unsupported() -> Fault {
    Fault {
        kind: FaultKind::Unsupported,
        message: "The plugin has no endpoints of its own.".to_owned(),
    }
}

fn endpoint(spec: &engine::EndpointSpec) -> Endpoint {
    let signing = |hmac: &engine::Hmac| Signing {
        header: hmac.header.clone(),
        secret: hmac.secret.clone(),
        digest: match hmac.digest {
            engine::HmacDigest::Sha256 => Digest::Sha256,
            engine::HmacDigest::Sha512 => Digest::Sha512,
        },
        encoding: match hmac.encoding {
            engine::HmacEncoding::Base64 => Encoding::Base64,
            engine::HmacEncoding::Hex => Encoding::Hex,
        },
        prefix: hmac.prefix.clone(),
        timestamped: hmac.form == engine::HmacForm::Timestamped,
    };
    let access = match (spec.access, &spec.hmac) {
        (engine::Access::Open, _) => Access::Open,
        (engine::Access::ApiKey, _) => Access::ApiKey(spec.permission.clone()),
        (engine::Access::Hmac, Some(hmac)) => Access::Hmac(signing(hmac)),
        // The check of manifests refuses hmac without a signature; if one passed, it would need a session.
        (engine::Access::Session, _) | (engine::Access::Hmac, None) => {
            Access::Session(spec.permission.clone())
        }
    };
    Endpoint {
        path: spec.path.clone(),
        methods: spec.methods.clone(),
        access,
        queue: spec.queue,
        event_id: spec.event_id.clone(),
        per_minute: spec.per_minute,
        max_body: spec.max_body_kib as usize * 1024,
        callback: spec.callback.clone(),
    }
}

fn request(sent: Sent) -> wit::WebRequest {
    wit::WebRequest {
        method: sent.method,
        path: sent.path,
        store: sent.store,
        query: sent.query,
        headers: sent
            .headers
            .into_iter()
            .map(|(name, value)| wit::WebHeader { name, value })
            .collect(),
        body: sent.body.to_vec(),
        caller: sent.caller.map(|caller| wit::WebCaller {
            user_id: Some(caller.user),
            name: caller.name,
            customer_id: caller.customer,
            permissions: caller.permissions,
        }),
    }
}

pub(super) fn answered(response: wit::WebResponse) -> Answered {
    let headers = response
        .headers
        .into_iter()
        .map(|header| (header.name, header.value))
        .collect();
    Answered {
        status: response.status,
        headers,
        body: response.body,
    }
}

pub(super) fn fault(fault: PluginFault) -> Fault {
    use engine::FaultKind as Found;
    let kind = match fault.kind {
        Found::InvalidInput(fields) => FaultKind::Invalid(
            fields
                .into_iter()
                .map(|field| FieldError::new(field.member, Message::verbatim(field.message)))
                .collect(),
        ),
        Found::Rejected { .. } => FaultKind::Rejected,
        Found::Unauthorised => FaultKind::Unauthorised,
        Found::NotFound => FaultKind::NotFound,
        Found::Unsupported => FaultKind::Unsupported,
        Found::Unavailable { retry_after } => FaultKind::Unavailable(retry_after),
        Found::Resting { retry_after } => FaultKind::Unavailable(Some(retry_after)),
        Found::Capacity => FaultKind::Unavailable(None),
        _ => FaultKind::Plugin,
    };
    Fault {
        kind,
        message: fault.message,
    }
}
