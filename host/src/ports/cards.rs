//! The port to payment providers, filled with the engine's payment plugins.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use bookings::card_port::{BookingCards, CardBooking, ReservationId};
use engine::{
    AccountGrant, CallContext, FaultKind, Payment, PluginFault, Secret, SettingsGrant, wit,
};
use finance::card_port::{
    CardAnswer, CardCall, CardFault, CardPort, CardRequest, CardState, CardTold,
};
use freight::money;
use futures_util::{FutureExt, future::BoxFuture};
use kernel::{
    Host, Scope,
    ids::{BookingId, TenantId},
};
use plugins::endpoints::port::{Fault, FaultKind as PushFault, PluginCall};
use rust_decimal::Decimal;
use serde_json::json;

use super::{reach::Unreachable, services::Services};

/// A page that shows a card's form waits no longer for its token.
const TOKEN_PATIENCE: Duration = Duration::from_secs(10);

/// Payment providers that are plugins.
pub struct PluginCards {
    services: Arc<Services>,
}

impl PluginCards {
    pub fn new(services: Arc<Services>) -> Self {
        Self { services }
    }

    /// Asks the plugin.
    fn ask<T, U, F>(
        &self,
        call: CardCall,
        question: impl FnOnce(Payment, CallContext) -> F + Send + 'static,
        translate: fn(T) -> U,
    ) -> CardAnswer<U>
    where
        T: Send + 'static,
        U: Send + 'static,
        F: Future<Output = Result<T, PluginFault>> + Send + 'static,
    {
        let services = self.services.clone();
        async move {
            let (payment, context) = reach(&services, call).await?;
            question(payment, context)
                .await
                .map(translate)
                .map_err(fault)
        }
        .boxed()
    }
}

fn closed(message: impl Into<String>) -> CardFault {
    CardFault {
        is_open: false,
        message: message.into(),
    }
}

fn fault(fault: PluginFault) -> CardFault {
    let is_open = !matches!(
        fault.kind,
        FaultKind::InvalidInput(_)
            | FaultKind::Rejected { .. }
            | FaultKind::Unauthorised
            | FaultKind::NotFound
            | FaultKind::Unsupported
    );
    CardFault {
        is_open,
        message: fault.message,
    }
}

/// The version of the plugin that a call goes to, and the call in the engine's words.
async fn reach(
    services: &Arc<Services>,
    call: CardCall,
) -> Result<(Payment, CallContext), CardFault> {
    let missing = || {
        closed(format!(
            "The payment provider {} is not installed.",
            call.provider
        ))
    };
    // Before the call nothing was charged: it is no question what the provider did.
    let plugin = services
        .reach(call.tenant.0, &call.provider)
        .await
        .map_err(|why| match why {
            Unreachable::Missing => missing(),
            Unreachable::Refused(fault) => closed(fault.message),
        })?;
    let payment = plugin.payment().ok_or_else(missing)?;
    let host = services
        .host
        .get()
        .ok_or_else(|| closed("The host is starting."))?;
    let mut context = CallContext {
        tenant: call.tenant.0,
        timezone: call.timezone.parse().unwrap_or(chrono_tz::UTC),
        now: call.now,
        account: account(host, call.tenant)
            .await
            .map_err(|error| closed(error.sentence()))?,
        settings: SettingsGrant::default(),
        limits: Arc::default(),
        granted_hosts: plugin.manifest().grants.hosts.clone(),
        deadline: call.deadline,
        measures: Arc::default(),
        caller: None,
        host: services.clone(),
    };
    services
        .settle(&mut context, plugin.id(), None)
        .await
        .map_err(|fault| closed(fault.message))?;
    Ok((payment, context))
}

/// The tenant's account at its payment provider, as its settings have it.
pub async fn account(host: &Host, tenant: TenantId) -> kernel::Result<AccountGrant> {
    let settings = tenancy::settings_of(host, tenant).await?;
    let card = &settings.card_payment;
    let key = card
        .private_key
        .as_ref()
        .map(|key| ("privateKey".to_owned(), Secret::new(key.expose())));
    let public = json!({
        "environment": card.environment,
        "merchantId": card.merchant_id,
        "publicKey": card.public_key,
        "tokenizationKey": card.tokenization_key,
    });
    Ok(AccountGrant {
        code: card.provider.clone(),
        settings_json: public.to_string(),
        secrets: key.into_iter().collect::<BTreeMap<_, _>>(),
    })
}

/// The call of a delivery with the tenant's account.
pub(super) async fn with_account(
    scope: &Scope,
    context: CallContext,
) -> Result<CallContext, Fault> {
    let account = account(scope.host(), scope.tenant).await;
    let account = account.map_err(|error| Fault {
        kind: PushFault::Unavailable(None),
        message: error.sentence(),
    })?;
    Ok(CallContext { account, ..context })
}

/// Gives finance what a delivery tells.
pub(super) async fn take(
    mut scope: Scope,
    call: &PluginCall,
    told: Vec<wit::Transaction>,
) -> Result<(), Fault> {
    let told: Vec<CardTold> = told.into_iter().map(told_in).collect();
    let taken = finance::take_card_push(&mut scope, &call.plugin, &told).await;
    taken.map_err(|error| Fault {
        kind: PushFault::Unavailable(None),
        message: error.sentence(),
    })
}

fn amount_out(amount: Decimal, currency: &str) -> Result<wit::Money, CardFault> {
    let minor = money::to_minor(amount, currency)
        .ok_or_else(|| closed("The amount is beyond what can be charged."))?;
    Ok(wit::Money {
        minor,
        currency: currency.to_owned(),
    })
}

fn amount_in(amount: &wit::Money) -> Decimal {
    money::from_minor(amount.minor, &amount.currency)
}

fn request_out(request: CardRequest) -> Result<wit::PaymentRequest, CardFault> {
    Ok(wit::PaymentRequest {
        reference: request.reference,
        nonce: request.nonce.expose().to_owned(),
        amount: amount_out(request.amount, &request.currency)?,
        description: request.description,
        customer_name: request.customer_name,
        customer_email: request.customer_email,
    })
}

fn told_in(said: wit::Transaction) -> CardTold {
    let more = |key: &str| {
        said.ext
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| value.clone())
    };
    CardTold {
        state: match said.state {
            wit::TransactionState::Authorised => CardState::Authorised,
            wit::TransactionState::Charged => CardState::Charged,
            wit::TransactionState::Pending => CardState::Pending,
            wit::TransactionState::Declined => CardState::Declined,
            wit::TransactionState::Voided => CardState::Voided,
            wit::TransactionState::Refunded => CardState::Refunded,
        },
        status: more("status"),
        amount: amount_in(&said.amount),
        refunded: amount_in(&said.refunded),
        card_holder_name: more("cardHolderName"),
        authorization_code: more("authorizationCode"),
        dispute: more("dispute"),
        reference: said.reference,
        id: said.id,
        currency: said.amount.currency,
        decline_code: said.decline_code,
        decline_message: said.decline_message,
        card_type: said.card_brand,
        card_ends_with: said.card_last4,
    }
}

impl CardPort for PluginCards {
    fn is_provider(&self, tenant: TenantId, plugin: &str) -> bool {
        self.services
            .engine
            .own(plugin, tenant.0)
            .is_ok_and(|plugin| plugin.payment().is_some())
    }

    fn charge(&self, call: CardCall, request: CardRequest) -> CardAnswer<CardTold> {
        match request_out(request) {
            Ok(request) => self.ask(
                call,
                |payment, context| async move { payment.charge(context, request).await },
                told_in,
            ),
            Err(fault) => std::future::ready(Err(fault)).boxed(),
        }
    }

    fn find(&self, call: CardCall, reference: String) -> CardAnswer<Option<CardTold>> {
        self.ask(
            call,
            |payment, context| async move { payment.find(context, reference).await },
            |found| found.map(told_in),
        )
    }

    fn refund(
        &self,
        call: CardCall,
        id: String,
        amount: Decimal,
        currency: String,
        reference: String,
    ) -> CardAnswer<CardTold> {
        match amount_out(amount, &currency) {
            Ok(amount) => {
                self.ask(
                    call,
                    |payment, context| async move {
                        payment.refund(context, id, amount, reference).await
                    },
                    told_in,
                )
            }
            Err(fault) => std::future::ready(Err(fault)).boxed(),
        }
    }

    fn authorise(&self, call: CardCall, request: CardRequest) -> CardAnswer<Option<CardTold>> {
        match request_out(request) {
            Ok(request) => self.ask(
                call,
                |payment, context| async move { payment.authorise(context, request).await },
                |said| said.map(told_in),
            ),
            Err(fault) => std::future::ready(Err(fault)).boxed(),
        }
    }

    fn capture(
        &self,
        call: CardCall,
        id: String,
        amount: Decimal,
        currency: String,
    ) -> CardAnswer<Option<CardTold>> {
        match amount_out(amount, &currency) {
            Ok(amount) => self.ask(
                call,
                |payment, context| async move { payment.capture(context, id, amount).await },
                |said| said.map(told_in),
            ),
            Err(fault) => std::future::ready(Err(fault)).boxed(),
        }
    }

    fn void(&self, call: CardCall, id: String) -> CardAnswer<Option<CardTold>> {
        self.ask(
            call,
            |payment, context| async move { payment.void(context, id).await },
            |said| said.map(told_in),
        )
    }
}

impl tenancy::CardTokens for PluginCards {
    fn client_token(
        &self,
        host: &Host,
        tenant: TenantId,
        provider: &str,
    ) -> BoxFuture<'static, tenancy::CardToken> {
        let (services, host, provider) = (self.services.clone(), host.clone(), provider.to_owned());
        async move {
            let feature = format!("Plugin.{provider}.Enabled");
            let is_on = host
                .gate()
                .feature(&host, tenant, None, &feature)
                .await
                .map_err(|error| error.sentence())?;
            let is_payment = || {
                services
                    .engine
                    .own(&provider, tenant.0)
                    .is_ok_and(|plugin| plugin.payment().is_some())
            };
            if !is_on || !is_payment() {
                return Ok(None);
            }
            let settings = tenancy::settings_of(&host, tenant)
                .await
                .map_err(|error| error.sentence())?;
            let call = CardCall {
                tenant,
                provider: provider.clone(),
                timezone: settings.general.timezone.clone(),
                now: host.clock().now(),
                deadline: Some(std::time::Instant::now() + TOKEN_PATIENCE),
            };
            let (payment, context) = reach(&services, call)
                .await
                .map_err(|fault| fault.message)?;
            payment
                .client_token(context)
                .await
                .map(Some)
                .map_err(|fault| fault.message)
        }
        .boxed()
    }
}

/// Cards that pay for bookings, for the area bookings, which lies below the one that charges them.
pub struct BookedCards;

impl BookingCards for BookedCards {
    fn is_taken<'a>(&'a self, scope: &'a mut Scope) -> BoxFuture<'a, kernel::Result<bool>> {
        finance::takes_cards(scope).boxed()
    }

    fn is_paid<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: CardBooking,
    ) -> BoxFuture<'a, kernel::Result<bool>> {
        finance::is_paid_by_card(scope, booking).boxed()
    }

    fn claim<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: CardBooking,
        nonce: kernel::secrets::Secret,
    ) -> BoxFuture<'a, kernel::Result<Option<ReservationId>>> {
        finance::claim_reservation(scope, booking, nonce).boxed()
    }

    fn authorise<'a>(
        &'a self,
        scope: &'a mut Scope,
        reservation: ReservationId,
    ) -> BoxFuture<'a, kernel::Result<()>> {
        finance::authorise_reservation(scope, reservation).boxed()
    }

    fn release<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: BookingId,
        except: Option<CardBooking>,
    ) -> BoxFuture<'a, kernel::Result<()>> {
        finance::release_reservations(scope, booking, except).boxed()
    }
}
