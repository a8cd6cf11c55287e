//! Endpoint port, implemented by the engine: plugin endpoints, carrier webhooks, checkouts.

use std::sync::Arc;

use carriage::{FaultKind, PluginFault, Tracked};
use data::{Message, Scope, ids::TenantId, message};
use engine::{Ability, AccountGrant, CallContext, Engine, Plugin, wit};
use futures_util::{FutureExt, future::BoxFuture};
use plugins::endpoints::port::{
    Access, Answer, DeclaredEndpoints, Digest, Encoding, Endpoint, EndpointPort, HttpAnswer,
    HttpCall, PluginCall, Signing,
};

use super::{
    cards, checkout, installed::InstalledPlugins, reach::Unreachable, services::Services,
    settings::to_grant,
};

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

pub(super) async fn reach(
    services: &Arc<Services>,
    call: &PluginCall,
) -> Result<(Plugin, CallContext), PluginFault> {
    let plugin = services
        .reach(call.tenant.0, &call.plugin)
        .await
        .map_err(|why| match why {
            Unreachable::Missing => missing(&call.plugin),
            Unreachable::Refused(fault) => fault,
        })?;
    let context = context(services, &plugin, call);
    Ok((plugin, context))
}

pub(super) fn missing(plugin: &str) -> PluginFault {
    PluginFault::new(
        FaultKind::NotFound,
        message!("The plugin {plugin} is not installed.", plugin = plugin),
    )
}

fn context(services: &Arc<Services>, plugin: &Plugin, call: &PluginCall) -> CallContext {
    let (settings, limits) = to_grant(&call.settings);
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
        let plugin = self.engine.plugin_for(plugin, tenant.0).ok()?;
        // Declared endpoints need the interface that implements them. Carrier webhooks and shop
        // checkouts have separate interfaces.
        let answers = [
            Ability::Endpoint,
            Ability::TrackingPush,
            Ability::CheckoutRates,
            Ability::PaymentPush,
        ];
        let endpoints = match answers.into_iter().any(|ability| plugin.has(ability)) {
            true => plugin
                .manifest()
                .endpoints
                .iter()
                .map(from_endpoint_spec)
                .collect(),
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

    fn has_consent<'a>(&'a self, tenant: TenantId, plugin: &'a str) -> BoxFuture<'a, bool> {
        async move {
            let Ok(plugin) = self.engine.plugin_for(plugin, tenant.0) else {
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

    fn handle(&self, call: PluginCall, sent: HttpCall) -> Answer<HttpAnswer> {
        let services = self.services.clone();
        async move {
            let (plugin, context) = reach(&services, &call).await?;
            let endpoint = plugin.endpoint().ok_or_else(unsupported)?;
            endpoint
                .handle(context, to_web_request(sent))
                .await
                .map(from_web_response)
        }
        .boxed()
    }

    fn price_checkout(&self, scope: Scope, call: PluginCall, sent: HttpCall) -> Answer<HttpAnswer> {
        let services = self.services.clone();
        async move {
            let (plugin, context) = reach(&services, &call).await?;
            checkout::price(scope, &plugin, context, call.customer, to_web_request(sent)).await
        }
        .boxed()
    }

    fn deliver(&self, scope: Scope, call: PluginCall, sent: HttpCall) -> Answer<()> {
        let services = self.services.clone();
        async move {
            let (plugin, context) = reach(&services, &call).await?;
            match plugin.carrier() {
                Some(carrier) if plugin.has(Ability::TrackingPush) => {
                    let events = carrier.read_push(context, to_web_request(sent)).await?;
                    take_tracking(scope, &call, events.unwrap_or_default()).await
                }
                _ if plugin.has(Ability::PaymentPush) => {
                    let payment = plugin.payment().ok_or_else(unsupported)?;
                    let context = cards::with_account(&scope, plugin.id(), context).await?;
                    let events = payment.read_push(context, to_web_request(sent)).await?;
                    cards::apply_delivery(scope, &call, events.unwrap_or_default()).await
                }
                _ => {
                    let endpoint = plugin.endpoint().ok_or_else(unsupported)?;
                    let answer = endpoint.handle(context, to_web_request(sent)).await?;
                    match answer.status {
                        200..=299 => Ok(()),
                        status => Err(PluginFault::new(
                            FaultKind::rejected(status.to_string()),
                            message!(
                                "The plugin answered with the status {status}.",
                                status = status
                            ),
                        )),
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
    told: Vec<Tracked>,
) -> Result<(), PluginFault> {
    let result = bookings::apply_pushed(&mut scope, &call.plugin, call.customer, &told).await;
    result.map_err(unavailable)
}

/// A delivery that could not be stored is sent again.
pub(super) fn unavailable(error: data::Error) -> PluginFault {
    let message = Message::verbatim(error.sentence());
    PluginFault::new(FaultKind::unavailable(), message)
}

fn unsupported() -> PluginFault {
    PluginFault::new(
        FaultKind::Unsupported,
        message!("The plugin has no endpoints of its own."),
    )
}

fn from_endpoint_spec(spec: &engine::EndpointSpec) -> Endpoint {
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
        // Manifest validation rejects hmac without a signature; as a fallback it requires a
        // session.
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

fn to_web_request(sent: HttpCall) -> wit::WebRequest {
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

pub(super) fn from_web_response(response: wit::WebResponse) -> HttpAnswer {
    let headers = response
        .headers
        .into_iter()
        .map(|header| (header.name, header.value))
        .collect();
    HttpAnswer {
        status: response.status,
        headers,
        body: response.body,
    }
}
