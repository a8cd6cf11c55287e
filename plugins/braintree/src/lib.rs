//! The Braintree plugin: cards charged, reserved and refunded with the GraphQL API. A card's number never comes here:
//! Braintree's own form in the browser turns it into a payment method nonce.
//!
//! [`calls`] has the queries, [`wire`] Braintree's records and how they become Waybill's, [`events`] its webhooks.

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

/// Braintree, as registered.
#[derive(Debug)]
pub struct Braintree;

register!(payment Braintree, authorisation, payment_push);

const MAX_REFERENCE: usize = 200;
const ENVIRONMENTS: [&str; 2] = ["Sandbox", "Production"];

/// Takes or reserves. Braintree knows no keys for repeated calls: what keeps a card from being charged twice is the
/// nonce, which serves once. A nonce that has served was perhaps ours.
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
    match account.changed(query, &input) {
        Err(PluginError::Rejected(refusal))
            if wire::USED_NONCE.contains(&refusal.code.as_str()) =>
        {
            match Braintree::find(&request.reference)? {
                Some(found) => matched(found, |said| is_of(said, request)),
                None => Err(PluginError::Rejected(refusal)),
            }
        }
        other => matched(other?.into_transaction()?, |said| is_of(said, request)),
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

/// The answer, if it is about what was asked for.
fn matched(said: Transaction, is_it: impl FnOnce(&Transaction) -> bool) -> Result<Transaction> {
    match is_it(&said) {
        true => Ok(said),
        false => Err(error::internal(format!(
            "Braintree answered about another payment, {}",
            said.id
        ))),
    }
}

/// Whether it is the payment that was asked for.
fn is_of(said: &Transaction, request: &PaymentRequest) -> bool {
    let (amount, wanted) = (&said.amount, &request.amount);
    said.reference == request.reference
        && amount.minor == wanted.minor
        && amount.currency == wanted.currency
}

/// Whether so much was given back at least.
fn is_back(said: &Transaction, amount: &Money) -> bool {
    let is_enough = said.state != TransactionState::Refunded || said.refunded.minor >= amount.minor;
    said.refunded.currency == amount.currency && is_enough
}

/// True if exactly the amount that was asked for was captured.
fn is_taken(said: &Transaction, id: &str, amount: &Money) -> bool {
    let is_amount = said.state != TransactionState::Charged || said.amount.minor == amount.minor;
    said.id == id && said.amount.currency == amount.currency && is_amount
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
                "Names your account at Braintree.",
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
                "What the form in the browser starts with. Without one Braintree makes a token for each form.",
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
        let mut found = Account::read()?.found(reference)?;
        found.retain(|one| one.is_for(reference));
        // Where a declined attempt and a taken one have one reference, the taken one counts.
        found.sort_by_key(Paid::has_failed);
        found
            .into_iter()
            .next()
            .map(Paid::into_transaction)
            .transpose()
    }

    /// What is not settled yet can't be refunded, only let go of as a whole.
    fn refund(id: &str, back: &Money, reference: &str) -> Result<Transaction> {
        check_reference(reference)?;
        let account = Account::read()?;
        let known = account.fetched(id)?;
        if known.was_refunded_as(reference)
            || (known.status == Status::Voided && known.is_whole(back))
        {
            return matched(known.into_refunded()?, |said| {
                said.id == id && is_back(said, back)
            });
        }
        let is_settled = matches!(
            known.status,
            Status::Settled | Status::Settling | Status::SettlementConfirmed
        );
        if !is_settled && known.is_whole(back) {
            return matched(account.reversed(id)?.into_refunded()?, |said| {
                said.id == id && is_back(said, back)
            });
        }
        let input = json!({ "input": {
            "transactionId": id,
            "refund": { "amount": amount(back), "orderId": reference },
        } });
        matched(account.refunded(&input)?, |said| {
            said.id == id && is_back(said, back)
        })
    }
}

impl Authorisation for Braintree {
    fn authorise(request: &PaymentRequest) -> Result<Transaction> {
        pay(calls::AUTHORISE, request)
    }

    fn capture(id: &str, wanted: &Money) -> Result<Transaction> {
        let account = Account::read()?;
        let known = account.fetched(id)?;
        if known.is_taken() {
            return matched(known.into_transaction()?, |said| is_taken(said, id, wanted));
        }
        let input = json!({ "input": { "transactionId": id, "transaction": { "amount": amount(wanted) } } });
        let said = account
            .changed(calls::CAPTURE, &input)?
            .into_transaction()?;
        matched(said, |said| is_taken(said, id, wanted))
    }

    fn void(id: &str) -> Result<Transaction> {
        let account = Account::read()?;
        let known = account.fetched(id)?;
        if known.status == Status::Voided {
            return matched(known.into_transaction()?, |said| said.id == id);
        }
        if known.is_taken() {
            return Err(error::rejected(
                "settled",
                "The money was taken already: it can only be refunded.",
            ));
        }
        matched(account.reversed(id)?.into_transaction()?, |said| {
            said.id == id
        })
    }
}

impl PaymentPush for Braintree {
    /// Notifications come in any order: what stands now is asked for.
    fn read_push(delivery: &WebRequest) -> Result<Vec<Transaction>> {
        let payload = events::checked(&delivery.form())?;
        let Some(legacy_id) = events::transaction_of(&payload) else {
            return Ok(Vec::new());
        };
        let account = Account::read()?;
        let known = match account
            .id_of(&legacy_id)
            .and_then(|id| account.fetched(&id))
        {
            // Of another merchant account, or of a transaction that is none of ours.
            Err(PluginError::NotFound(_)) => return Ok(Vec::new()),
            other => other?,
        };
        match known.has_reference() {
            true => Ok(vec![known.into_transaction()?]),
            false => Ok(Vec::new()),
        }
    }
}

/// What a refund has come to: all that was given back, whether by refunds or by letting go of the whole.
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
