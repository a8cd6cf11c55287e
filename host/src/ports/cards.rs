//! Payment provider port, implemented by the engine's payment plugins.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use bookings::card_port::{BookingCards, CardBooking, ReservationId};
use carriage::{FaultKind, PluginFault};
use data::{
    Host, Message, Scope,
    ids::{BookingId, TenantId},
    message,
};
use engine::{AccountGrant, CallContext, Payment, Secret, SettingsGrant, wit};
use futures_util::{FutureExt, future::BoxFuture};
use plugins::endpoints::port::PluginCall;
use receivables::cards::port::{
    CardAnswer, CardCall, CardPort, CardRequest, CardState, CardTransactionState,
};
use rust_decimal::Decimal;
use serde_json::json;

use super::{endpoints::unavailable, reach::Unreachable, services::Services};

const TOKEN_TIMEOUT: Duration = Duration::from_secs(10);

pub struct PluginCards {
    services: Arc<Services>,
}

impl PluginCards {
    pub fn new(services: Arc<Services>) -> Self {
        Self { services }
    }

    fn call<T, U, F>(
        &self,
        call: CardCall,
        operation: impl FnOnce(Payment, CallContext) -> F + Send + 'static,
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
            operation(payment, context).await.map(translate)
        }
        .boxed()
    }
}

fn not_called(reason: &'static str, message: Message) -> PluginFault {
    PluginFault::new(FaultKind::NotCalled { reason }, message)
}

/// Resolves the plugin version of a call and translates the request.
async fn reach(
    services: &Arc<Services>,
    call: CardCall,
) -> Result<(Payment, CallContext), PluginFault> {
    let missing = || {
        PluginFault::missing(message!(
            "The payment provider {provider} is not installed.",
            provider = call.provider
        ))
    };
    let not_provider = || {
        let message = message!(
            "The payment provider {provider} is not set up here any more. Set it up again, or make the change on its website.",
            provider = call.provider
        );
        not_called("account", message)
    };
    let plugin = services
        .reach(call.tenant.0, &call.provider)
        .await
        .map_err(|why| match why {
            Unreachable::Missing => missing(),
            Unreachable::Refused(fault) => fault,
        })?;
    let payment = plugin.payment().ok_or_else(missing)?;
    let host = services
        .host
        .get()
        .ok_or_else(|| not_called("starting", message!("The host is starting.")))?;
    let mut context = CallContext {
        tenant: call.tenant.0,
        timezone: call.timezone.parse().unwrap_or(chrono_tz::UTC),
        now: call.now,
        account: load_account(host, call.tenant, plugin.id())
            .await
            .map_err(|error| not_called("account", Message::verbatim(error.sentence())))?
            .ok_or_else(not_provider)?,
        settings: SettingsGrant::default(),
        limits: Arc::default(),
        granted_hosts: plugin.manifest().grants.hosts.clone(),
        deadline: call.deadline,
        measures: Arc::default(),
        caller: None,
        host: services.clone(),
    };
    services
        .add_settings(&mut context, plugin.id(), None)
        .await?;
    Ok((payment, context))
}

/// Loads the card account from the tenant's settings. None unless the plugin is the tenant's
/// provider: no other plugin may get its key.
pub async fn load_account(
    host: &Host,
    tenant: TenantId,
    plugin: &str,
) -> data::Result<Option<AccountGrant>> {
    let settings = tenancy::settings_of(host, tenant).await?;
    let card = &settings.card_payment;
    if card.provider != plugin {
        return Ok(None);
    }
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
    Ok(Some(AccountGrant {
        code: card.provider.clone(),
        settings_json: public.to_string(),
        secrets: key.into_iter().collect::<BTreeMap<_, _>>(),
    }))
}

/// Builds a webhook delivery's call context with the tenant's account. A former provider's last
/// events come without it.
pub(super) async fn with_account(
    scope: &Scope,
    plugin: &str,
    context: CallContext,
) -> Result<CallContext, PluginFault> {
    let account = load_account(scope.host(), scope.tenant, plugin).await;
    let account = account
        .map_err(unavailable)?
        .unwrap_or_else(AccountGrant::none);
    Ok(CallContext { account, ..context })
}

pub(super) async fn apply_delivery(
    mut scope: Scope,
    call: &PluginCall,
    transactions: Vec<wit::Transaction>,
) -> Result<(), PluginFault> {
    let states: Vec<CardTransactionState> =
        transactions.into_iter().map(from_transaction).collect();
    let result = receivables::apply_card_reports(&mut scope, &call.plugin, &states).await;
    result.map_err(unavailable)
}

fn to_money(amount: Decimal, currency: &str) -> Result<wit::Money, PluginFault> {
    wit::Money::new(amount, currency).ok_or_else(|| {
        not_called(
            "amount",
            message!("The amount is beyond what can be charged."),
        )
    })
}

fn to_payment_request(request: CardRequest) -> Result<wit::PaymentRequest, PluginFault> {
    Ok(wit::PaymentRequest {
        reference: request.reference,
        nonce: request.nonce.expose().to_owned(),
        amount: to_money(request.amount, &request.currency)?,
        description: request.description,
        customer_name: request.customer_name,
        customer_email: request.customer_email,
    })
}

fn from_transaction(transaction: wit::Transaction) -> CardTransactionState {
    let extension = |key: &str| {
        transaction
            .ext
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| value.clone())
    };
    CardTransactionState {
        state: match transaction.state {
            wit::TransactionState::Authorised => CardState::Authorised,
            wit::TransactionState::Charged => CardState::Charged,
            wit::TransactionState::Pending => CardState::Pending,
            wit::TransactionState::Declined => CardState::Declined,
            wit::TransactionState::Voided => CardState::Voided,
            wit::TransactionState::Refunded => CardState::Refunded,
        },
        status: extension("status"),
        amount: transaction.amount.amount(),
        refunded: transaction.refunded.amount(),
        card_holder_name: extension("cardHolderName"),
        authorization_code: extension("authorizationCode"),
        dispute: extension("dispute"),
        reference: transaction.reference,
        id: transaction.id,
        currency: transaction.amount.currency,
        decline_code: transaction.decline_code,
        decline_message: transaction.decline_message,
        card_type: transaction.card_brand,
        card_ends_with: transaction.card_last4,
    }
}

impl CardPort for PluginCards {
    fn is_provider(&self, tenant: TenantId, plugin: &str) -> bool {
        self.services
            .engine
            .plugin_for(plugin, tenant.0)
            .is_ok_and(|plugin| plugin.payment().is_some())
    }

    fn charge(&self, call: CardCall, request: CardRequest) -> CardAnswer<CardTransactionState> {
        match to_payment_request(request) {
            Ok(request) => self.call(
                call,
                |payment, context| async move { payment.charge(context, request).await },
                from_transaction,
            ),
            Err(fault) => std::future::ready(Err(fault)).boxed(),
        }
    }

    fn find(&self, call: CardCall, reference: String) -> CardAnswer<Option<CardTransactionState>> {
        self.call(
            call,
            |payment, context| async move { payment.find(context, reference).await },
            |found| found.map(from_transaction),
        )
    }

    fn refund(
        &self,
        call: CardCall,
        id: String,
        amount: Decimal,
        currency: String,
        reference: String,
    ) -> CardAnswer<CardTransactionState> {
        match to_money(amount, &currency) {
            Ok(amount) => {
                self.call(
                    call,
                    |payment, context| async move {
                        payment.refund(context, id, amount, reference).await
                    },
                    from_transaction,
                )
            }
            Err(fault) => std::future::ready(Err(fault)).boxed(),
        }
    }

    fn authorise(
        &self,
        call: CardCall,
        request: CardRequest,
    ) -> CardAnswer<Option<CardTransactionState>> {
        match to_payment_request(request) {
            Ok(request) => self.call(
                call,
                |payment, context| async move { payment.authorise(context, request).await },
                |transaction| transaction.map(from_transaction),
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
    ) -> CardAnswer<Option<CardTransactionState>> {
        match to_money(amount, &currency) {
            Ok(amount) => self.call(
                call,
                |payment, context| async move { payment.capture(context, id, amount).await },
                |transaction| transaction.map(from_transaction),
            ),
            Err(fault) => std::future::ready(Err(fault)).boxed(),
        }
    }

    fn void(&self, call: CardCall, id: String) -> CardAnswer<Option<CardTransactionState>> {
        self.call(
            call,
            |payment, context| async move { payment.void(context, id).await },
            |transaction| transaction.map(from_transaction),
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
                    .plugin_for(&provider, tenant.0)
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
                deadline: Some(std::time::Instant::now() + TOKEN_TIMEOUT),
            };
            let (payment, context) = reach(&services, call)
                .await
                .map_err(|fault| fault.to_string())?;
            payment
                .client_token(context)
                .await
                .map(Some)
                .map_err(|fault| fault.to_string())
        }
        .boxed()
    }
}

pub struct BookingCardPayments;

impl BookingCards for BookingCardPayments {
    fn accepts_cards<'a>(&'a self, scope: &'a mut Scope) -> BoxFuture<'a, data::Result<bool>> {
        receivables::accepts_cards(scope).boxed()
    }

    fn is_paid<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: CardBooking,
    ) -> BoxFuture<'a, data::Result<bool>> {
        receivables::is_paid_by_card(scope, booking).boxed()
    }

    fn claim<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: CardBooking,
        nonce: data::secrets::Secret,
    ) -> BoxFuture<'a, data::Result<Option<ReservationId>>> {
        receivables::claim_reservation(scope, booking, nonce).boxed()
    }

    fn authorise<'a>(
        &'a self,
        scope: &'a mut Scope,
        reservation: ReservationId,
    ) -> BoxFuture<'a, data::Result<()>> {
        receivables::authorise_reservation(scope, reservation).boxed()
    }

    fn release<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: BookingId,
        except: Option<CardBooking>,
    ) -> BoxFuture<'a, data::Result<()>> {
        receivables::release_reservations(scope, booking, except).boxed()
    }
}
