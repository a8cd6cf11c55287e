//! The Stripe plugin: cards charged, reserved and refunded with Payment Intents. The plugin never
//! sees card numbers: Stripe's form in the browser turns them into payment methods, used as nonces.
//!
//! [`wire`] has Stripe's records with their conversions, [`units`] its amounts; this module makes
//! the calls.

pub mod units;
pub mod wire;

use waybill_plugin::answer::Answer;
use waybill_plugin::settings::{self, Settings, attribute};
use waybill_plugin::types::{
    Money, PaymentRequest, PluginError, Transaction, TransactionState, WebRequest,
};
use waybill_plugin::{About, Authorisation, Payment, PaymentPush, Result, error, http, register};

use wire::{Event, Failure, Intent, Page, Refund};

#[derive(Debug)]
pub struct Stripe;

register!(payment Stripe, authorisation, payment_push);

const API: &str = "https://api.stripe.com/v1";
/// API version this plugin is written for; the account's default may differ.
const VERSION: &str = "2024-06-20";
/// Number of recent payments searched for a reference.
const MAX_RECENT_PAYMENTS: &str = "100";
/// Longer descriptions are cut; Stripe's limit is 1,000 characters.
const MAX_DESCRIPTION: usize = 500;
const MAX_REFERENCE: usize = 200;

fn signed(call: http::Call) -> http::Call {
    call.bearer("privateKey")
        .header("stripe-version", VERSION)
        .reasons(wire::reason)
}

/// Sends a change. The idempotency key makes retries safe. A declined card is a normal answer.
fn change(path: &str, key: &str, fields: &[(&str, &str)]) -> Result<Answer> {
    let call = signed(http::post(format!("{API}{path}")))
        .header("idempotency-key", key)
        .body_form(fields);
    let answer = call.send()?;
    // The first call with this key is in progress, its result unknown.
    match answer.status {
        409 => Err(error::unavailable(
            "Stripe is still working on an earlier call of this payment",
        )),
        _ => Ok(answer),
    }
}

fn intent(answer: Answer) -> Result<Transaction> {
    if answer.status == 402 {
        return answer.json::<Failure>()?.into_transaction();
    }
    answer
        .ok(wire::reason)?
        .json::<Intent>()?
        .into_transaction()
}

fn pay(request: &PaymentRequest, capture: &str) -> Result<Transaction> {
    check(request)?;
    let settings = settings::plugin()?;
    let amount = units::to_stripe(&request.amount)?.to_string();
    let currency = request.amount.currency.to_ascii_lowercase();
    let suffix = settings.text("statementSuffix").unwrap_or_default();
    let description: String = request.description.chars().take(MAX_DESCRIPTION).collect();
    let nonce = wire::nonce_field(&request.nonce);
    let mut fields = vec![
        ("amount", amount.as_str()),
        ("currency", &currency),
        ("confirm", "true"),
        ("capture_method", capture),
        // Without a card holder to answer the bank, such a payment is declined.
        ("error_on_requires_action", "true"),
        ("automatic_payment_methods[enabled]", "true"),
        ("automatic_payment_methods[allow_redirects]", "never"),
        ("metadata[reference]", &request.reference),
        ("metadata[customer]", &request.customer_name),
        ("expand[]", "latest_charge"),
        (nonce, &request.nonce),
    ];
    if nonce == wire::TOKEN {
        fields.push(("payment_method_data[type]", "card"));
    }
    let more = [
        ("description", description.as_str()),
        ("statement_descriptor_suffix", &suffix),
    ];
    fields.extend(more.into_iter().filter(|(_, value)| !value.is_empty()));
    if let Some(email) = request
        .customer_email
        .as_deref()
        .filter(|email| email.contains('@'))
    {
        fields.push(("receipt_email", email));
    }
    let transaction = intent(change("/payment_intents", &request.reference, &fields)?)?;
    check_matches(transaction, |said| is_requested_payment(said, request))
}

/// Reports inputs that Stripe would reject, by member.
fn check(request: &PaymentRequest) -> Result<()> {
    if request.amount.minor <= 0 {
        return Err(error::invalid("amount", "must be more than 0"));
    }
    if request.nonce.is_empty() || request.nonce.len() > 500 {
        return Err(error::invalid(
            "nonce",
            "must be what Stripe's form in the browser gave",
        ));
    }
    check_reference(&request.reference)
}

fn check_reference(reference: &str) -> Result<()> {
    let is_right = (1..=MAX_REFERENCE).contains(&reference.len())
        && reference.bytes().all(|byte| byte.is_ascii_graphic());
    match is_right && !reference.contains(['\'', '"', '\\']) {
        true => Ok(()),
        false => Err(error::invalid(
            "reference",
            "must be 1 to 200 visible characters without quotes",
        )),
    }
}

fn path(id: &str, what: &str) -> Result<String> {
    match id.starts_with("pi_")
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    {
        true => Ok(format!("/payment_intents/{id}{what}")),
        false => Err(error::not_found("Stripe has no payment with this id")),
    }
}

fn fetch(id: &str) -> Result<Intent> {
    signed(http::get(format!(
        "{API}{}?expand[]=latest_charge",
        path(id, "")?
    )))
    .json()
}

fn check_matches(
    transaction: Transaction,
    is_it: impl FnOnce(&Transaction) -> bool,
) -> Result<Transaction> {
    match is_it(&transaction) {
        true => Ok(transaction),
        false => Err(error::internal(format!(
            "Stripe answered about another payment, {}",
            transaction.id
        ))),
    }
}

fn is_requested_payment(transaction: &Transaction, request: &PaymentRequest) -> bool {
    let (amount, wanted) = (&transaction.amount, &request.amount);
    transaction.reference == request.reference
        && amount.minor == wanted.minor
        && amount.currency == wanted.currency
}

fn is_refunded(transaction: &Transaction, amount: &Money) -> bool {
    let is_enough = transaction.state != TransactionState::Refunded
        || transaction.refunded.minor >= amount.minor;
    transaction.refunded.currency == amount.currency && is_enough
}

/// True if exactly the requested amount was captured.
fn is_captured(transaction: &Transaction, id: &str, amount: &Money) -> bool {
    let is_amount =
        transaction.state != TransactionState::Charged || transaction.amount.minor == amount.minor;
    transaction.id == id && transaction.amount.currency == amount.currency && is_amount
}

impl Payment for Stripe {
    fn about() -> About {
        let attributes = vec![
            attribute(
                "tokenizationKey",
                "Publishable key",
                "Loads the card form in the browser: pk_…",
            )
            .required(),
            attribute(
                "privateKey",
                "Secret key",
                "Charges and refunds cards: sk_… or rk_…",
            )
            .required()
            .secret(),
        ];
        About {
            id: "stripe",
            name: "Stripe",
            attributes,
        }
    }

    fn check_account() -> Result<()> {
        signed(http::get(format!("{API}/balance"))).ok().map(|_| ())
    }

    fn client_token() -> Result<String> {
        let mut settings = Settings::of_account()?;
        let key = settings.required_text("tokenizationKey");
        settings.check(key)
    }

    fn charge(request: &PaymentRequest) -> Result<Transaction> {
        pay(request, "automatic")
    }

    fn find(reference: &str) -> Result<Option<Transaction>> {
        check_reference(reference)?;
        // The search index lags by a minute or more.
        let latest: Page = signed(http::get(format!(
            "{API}/payment_intents?limit={MAX_RECENT_PAYMENTS}&expand[]=data.latest_charge"
        )))
        .json()?;
        if let Some(found) = latest
            .data
            .into_iter()
            .find(|one| one.reference() == Some(reference))
        {
            return found.into_transaction().map(Some);
        }
        if !latest.has_more {
            return Ok(None);
        }
        let query = http::query_value(&format!("metadata['reference']:'{reference}'"));
        let url = format!(
            "{API}/payment_intents/search?limit=1&query={query}&expand[]=data.latest_charge"
        );
        let found: Page = signed(http::get(url)).json()?;
        let found = found
            .data
            .into_iter()
            .find(|one| one.reference() == Some(reference));
        found.map(Intent::into_transaction).transpose()
    }

    fn refund(id: &str, amount: &Money, reference: &str) -> Result<Transaction> {
        path(id, "")?;
        check_reference(reference)?;
        let minor = units::to_stripe(amount)?.to_string();
        let fields = [
            ("payment_intent", id),
            ("amount", &minor),
            ("metadata[reference]", reference),
            ("expand[]", "payment_intent.latest_charge"),
        ];
        let refund = change("/refunds", reference, &fields)?
            .ok(wire::reason)?
            .json::<Refund>()?;
        let given = refund.money()?;
        let is_amount = given.minor == amount.minor && given.currency == amount.currency;
        check_matches(refund.into_transaction()?, |said| {
            said.id == id && is_amount && is_refunded(said, amount)
        })
    }
}

impl Authorisation for Stripe {
    fn authorise(request: &PaymentRequest) -> Result<Transaction> {
        pay(request, "manual")
    }

    fn capture(id: &str, amount: &Money) -> Result<Transaction> {
        let minor = units::to_stripe(amount)?.to_string();
        let fields = [
            ("amount_to_capture", minor.as_str()),
            ("expand[]", "latest_charge"),
        ];
        let transaction = intent(change(
            &path(id, "/capture")?,
            &format!("capture-{id}"),
            &fields,
        )?)?;
        check_matches(transaction, |said| is_captured(said, id, amount))
    }

    fn void(id: &str) -> Result<Transaction> {
        let fields = [
            ("cancellation_reason", "abandoned"),
            ("expand[]", "latest_charge"),
        ];
        let answer = change(&path(id, "/cancel")?, &format!("cancel-{id}"), &fields)?;
        match intent(answer) {
            // It was already void, perhaps through Stripe's dashboard.
            Err(PluginError::Rejected(refusal))
                if refusal.code == "payment_intent_unexpected_state" =>
            {
                let now = fetch(id)?;
                match now.is_canceled() {
                    true => check_matches(now.into_transaction()?, |said| said.id == id),
                    false => Err(PluginError::Rejected(refusal)),
                }
            }
            other => check_matches(other?, |said| said.id == id),
        }
    }
}

impl PaymentPush for Stripe {
    /// Reads an event. They come in any order, so the current state is fetched.
    fn read_push(delivery: &WebRequest) -> Result<Vec<Transaction>> {
        let event: Event = delivery.json()?;
        let Some(told) = event.subject() else {
            return Ok(Vec::new());
        };
        let intent = match fetch(told.payment_intent) {
            Err(PluginError::NotFound(_)) => return Ok(Vec::new()),
            other => other?,
        };
        // Payments made elsewhere with the same account are ignored.
        if intent.reference().is_none() {
            return Ok(Vec::new());
        }
        let mut transaction = intent.into_transaction()?;
        if let Some(id) = told.dispute {
            let url = format!("{API}/disputes/{}", http::query_value(id));
            let dispute: wire::Dispute = signed(http::get(url)).json()?;
            transaction.ext.push(("dispute".into(), dispute.status));
        }
        Ok(vec![transaction])
    }
}
