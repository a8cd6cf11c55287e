//! The Braintree plugin: cards charged, reserved and refunded with the GraphQL API. The plugin
//! never sees card numbers: Braintree's form in the browser turns them into payment method nonces.
//!
//! [`calls`] has the queries, [`wire`] Braintree's records with their conversions, [`events`] the
//! webhooks.

pub mod calls;
pub mod events;
pub mod wire;

use calls::Account;
use serde_json::json;
use waybill_plugin::settings::{self, Settings, attribute};
use waybill_plugin::types::{
    Money, PaymentRequest, PluginError, Transaction, TransactionState, WebRequest,
};
use waybill_plugin::{About, Authorisation, Payment, PaymentPush, Result, error, register};
use wire::{Paid, Status, amount};

#[derive(Debug)]
pub struct Braintree;

register!(payment Braintree, authorisation, payment_push);

const MAX_REFERENCE: usize = 200;
const ENVIRONMENTS: [&str; 2] = ["Sandbox", "Production"];

/// Charges or reserves. There are no idempotency keys: a used nonce may be from an earlier call, so
/// the payment is looked up.
fn pay(query: &str, request: &PaymentRequest) -> Result<Transaction> {
    let account = Account::read()?;
    let mut plugin = settings::plugin()?;
    let currency = plugin.text("currency").unwrap_or_else(|| "AUD".into());
    if request.amount.currency != currency {
        plugin.reject(
            "amount",
            format!("must be in {currency}, the currency of the merchant account"),
        );
    }
    if request.amount.minor <= 0 {
        plugin.reject("amount", "must be more than 0");
    }
    if request.nonce.is_empty() || request.nonce.len() > 500 {
        plugin.reject("nonce", "must be what Braintree's form in the browser gave");
    }
    let merchant_account = plugin.text("merchantAccountId");
    plugin.check(())?;
    check_reference(&request.reference)?;
    let email = request
        .customer_email
        .as_deref()
        .filter(|email| email.contains('@'));
    let input = json!({ "input": {
        "paymentMethodId": request.nonce,
        "transaction": {
            "amount": amount(&request.amount),
            "orderId": request.reference,
            "merchantAccountId": merchant_account,
            "customerDetails": email.map(|email| json!({ "email": email })),
        },
    } });
    match account.mutate(query, &input) {
        Err(PluginError::Rejected(refusal))
            if wire::USED_NONCE.contains(&refusal.code.as_str()) =>
        {
            match Braintree::find(&request.reference)? {
                Some(found) => check_matches(found, |said| is_requested_payment(said, request)),
                None => Err(PluginError::Rejected(refusal)),
            }
        }
        other => check_matches(other?.into_transaction()?, |said| {
            is_requested_payment(said, request)
        }),
    }
}

fn check_reference(reference: &str) -> Result<()> {
    let is_right = (1..=MAX_REFERENCE).contains(&reference.len())
        && reference.bytes().all(|byte| byte.is_ascii_graphic());
    match is_right {
        true => Ok(()),
        false => Err(error::invalid(
            "reference",
            "must be 1 to 200 visible characters",
        )),
    }
}

fn check_matches(
    transaction: Transaction,
    is_it: impl FnOnce(&Transaction) -> bool,
) -> Result<Transaction> {
    match is_it(&transaction) {
        true => Ok(transaction),
        false => Err(error::internal(format!(
            "Braintree answered about another payment, {}",
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

impl Payment for Braintree {
    fn about() -> About {
        let attributes = vec![
            attribute(
                "environment",
                "Environment",
                "Sandbox, or Production for real money.",
            )
            .choice(&ENVIRONMENTS),
            attribute(
                "merchantId",
                "Merchant ID",
                "Identifies your Braintree account.",
            ),
            attribute("publicKey", "Public key", "The public part of the API key.").required(),
            attribute(
                "privateKey",
                "Private key",
                "The secret part of the API key.",
            )
            .required()
            .secret(),
            attribute(
                "tokenizationKey",
                "Tokenization key",
                "Loads the card form in the browser. If empty, Braintree creates a token for each form.",
            ),
        ];
        About {
            id: "braintree",
            name: "Braintree",
            attributes,
        }
    }

    fn check_account() -> Result<()> {
        Account::read()?.ping()
    }

    fn client_token() -> Result<String> {
        match Settings::of_account()?.text("tokenizationKey") {
            Some(key) => Ok(key),
            None => Account::read()?.client_token(settings::plugin()?.text("merchantAccountId")),
        }
    }

    fn charge(request: &PaymentRequest) -> Result<Transaction> {
        pay(calls::CHARGE, request)
    }

    fn find(reference: &str) -> Result<Option<Transaction>> {
        check_reference(reference)?;
        let mut found = Account::read()?.find_by_order_id(reference)?;
        found.retain(|one| one.is_for(reference));
        // A charge outranks a declined attempt with the same reference.
        found.sort_by_key(Paid::has_failed);
        found
            .into_iter()
            .next()
            .map(Paid::into_transaction)
            .transpose()
    }

    /// Refunds a transaction. An unsettled one can only be voided as a whole.
    fn refund(id: &str, back: &Money, reference: &str) -> Result<Transaction> {
        check_reference(reference)?;
        let account = Account::read()?;
        let known = account.fetch(id)?;
        if known.was_refunded_as(reference)
            || (known.status == Status::Voided && known.is_full_amount(back))
        {
            return check_matches(known.into_refunded()?, |said| {
                said.id == id && is_refunded(said, back)
            });
        }
        let is_settled = matches!(
            known.status,
            Status::Settled | Status::Settling | Status::SettlementConfirmed
        );
        if !is_settled && known.is_full_amount(back) {
            return check_matches(account.reverse(id)?.into_refunded()?, |said| {
                said.id == id && is_refunded(said, back)
            });
        }
        let input = json!({ "input": {
            "transactionId": id,
            "refund": { "amount": amount(back), "orderId": reference },
        } });
        check_matches(account.refund(&input)?, |said| {
            said.id == id && is_refunded(said, back)
        })
    }
}

impl Authorisation for Braintree {
    fn authorise(request: &PaymentRequest) -> Result<Transaction> {
        pay(calls::AUTHORISE, request)
    }

    fn capture(id: &str, wanted: &Money) -> Result<Transaction> {
        let account = Account::read()?;
        let known = account.fetch(id)?;
        if known.is_charged() {
            return check_matches(known.into_transaction()?, |said| {
                is_captured(said, id, wanted)
            });
        }
        let input = json!({ "input": { "transactionId": id, "transaction": { "amount": amount(wanted) } } });
        let said = account.mutate(calls::CAPTURE, &input)?.into_transaction()?;
        check_matches(said, |said| is_captured(said, id, wanted))
    }

    fn void(id: &str) -> Result<Transaction> {
        let account = Account::read()?;
        let known = account.fetch(id)?;
        if known.status == Status::Voided {
            return check_matches(known.into_transaction()?, |said| said.id == id);
        }
        if known.is_charged() {
            return Err(error::rejected(
                "settled",
                "The money was taken already: it can only be refunded.",
            ));
        }
        check_matches(account.reverse(id)?.into_transaction()?, |said| {
            said.id == id
        })
    }
}

impl PaymentPush for Braintree {
    /// Reads a notification. They come in any order, so the current state is fetched.
    fn read_push(delivery: &WebRequest) -> Result<Vec<Transaction>> {
        let payload = events::verify(&delivery.form())?;
        let Some(legacy_id) = events::transaction_of(&payload) else {
            return Ok(Vec::new());
        };
        let account = Account::read()?;
        let known = match account
            .fetch_id(&legacy_id)
            .and_then(|id| account.fetch(&id))
        {
            // A transaction of another merchant account, or one the host did not make.
            Err(PluginError::NotFound(_)) => return Ok(Vec::new()),
            other => other?,
        };
        match known.has_reference() {
            true => Ok(vec![known.into_transaction()?]),
            false => Ok(Vec::new()),
        }
    }
}

/// Sums up all refunds and a void of the whole.
impl Paid {
    fn into_refunded(self) -> Result<Transaction> {
        let mut transaction = self.into_transaction()?;
        if transaction.state == TransactionState::Voided {
            transaction.refunded = transaction.amount.clone();
        }
        transaction.state = TransactionState::Refunded;
        Ok(transaction)
    }
}
