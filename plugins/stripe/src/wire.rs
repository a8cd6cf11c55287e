//! Stripe's records and pure conversions.

use serde::Deserialize;
use waybill_plugin::answer::Reason;
use waybill_plugin::types::{Money, PluginError, Refusal, Transaction, TransactionState};
use waybill_plugin::{Result, error};

use crate::units;

/// Form field of a legacy browser token.
pub const TOKEN: &str = "payment_method_data[token]";

/// Error code of a payment that needs the card holder's confirmation, impossible here. Stripe's own
/// message addresses programmers.
const AUTHENTICATION_REQUIRED: &str = "authentication_required";
const AUTHENTICATION_REQUIRED_MESSAGE: &str = "The bank wants the card holder to confirm this payment (3-D Secure), which is not possible \
    here. Nothing was charged: pay with another card.";

/// Selects the form field of a nonce by its prefix.
pub fn nonce_field(nonce: &str) -> &'static str {
    match nonce {
        nonce if nonce.starts_with("ctoken_") => "confirmation_token",
        nonce if nonce.starts_with("tok_") => TOKEN,
        _ => "payment_method",
    }
}

#[derive(Debug, Deserialize)]
pub struct Page {
    pub data: Vec<Intent>,
    #[serde(default)]
    pub has_more: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Intent {
    id: String,
    amount: i64,
    amount_received: i64,
    currency: String,
    /// `requires_payment_method`, `requires_action`, `processing`, `requires_capture`, `canceled`,
    /// `succeeded`, ….
    status: String,
    metadata: Metadata,
    latest_charge: Option<Charge>,
    last_payment_error: Option<Problem>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Metadata {
    reference: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Charge {
    amount_refunded: i64,
    authorization_code: Option<String>,
    billing_details: Billing,
    outcome: Option<Outcome>,
    payment_method_details: Option<Method>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Billing {
    name: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Outcome {
    /// `authorized`, `blocked`, `issuer_declined`, ….
    r#type: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Method {
    card: Option<Card>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Card {
    brand: Option<String>,
    last4: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Failure {
    error: Problem,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Problem {
    code: Option<String>,
    decline_code: Option<String>,
    message: Option<String>,
    r#type: Option<String>,
    payment_intent: Option<Box<Intent>>,
}

impl Problem {
    fn code(&self) -> String {
        let codes = [&self.decline_code, &self.code, &self.r#type];
        codes
            .into_iter()
            .flatten()
            .next()
            .cloned()
            .unwrap_or_default()
    }
}

/// Extracts Stripe's code and message of a rejection.
pub fn reason(body: &[u8]) -> Option<Reason> {
    let failure: Failure = serde_json::from_slice(body).ok()?;
    let code = failure.error.code();
    Some(Reason {
        code,
        message: failure.error.message.unwrap_or_default(),
    })
}

impl Intent {
    pub fn reference(&self) -> Option<&str> {
        self.metadata
            .reference
            .as_deref()
            .filter(|reference| !reference.is_empty())
    }

    pub fn is_canceled(&self) -> bool {
        self.status == "canceled"
    }

    pub fn into_transaction(self) -> Result<Transaction> {
        let charge = self.latest_charge.unwrap_or_default();
        let refunded = charge.amount_refunded;
        let is_blocked =
            charge.outcome.and_then(|outcome| outcome.r#type).as_deref() == Some("blocked");
        let state = match self.status.as_str() {
            "succeeded" if refunded > 0 && refunded >= self.amount_received => {
                TransactionState::Refunded
            }
            "succeeded" => TransactionState::Charged,
            "requires_capture" => TransactionState::Authorised,
            "processing" => TransactionState::Pending,
            "canceled" => TransactionState::Voided,
            "requires_payment_method" | "requires_confirmation" | "requires_action" => {
                TransactionState::Declined
            }
            other => {
                return Err(error::internal(format!(
                    "Stripe gave the unknown status {other:?}"
                )));
            }
        };
        let amount = if self.status == "succeeded" {
            self.amount_received
        } else {
            self.amount
        };
        let (mut decline_code, mut decline_message) = (None, None);
        if state == TransactionState::Declined {
            let problem = self.last_payment_error.unwrap_or_default();
            decline_code = Some(problem.code()).filter(|code| !code.is_empty());
            let is_unconfirmed = self.status == "requires_action"
                || decline_code.as_deref() == Some(AUTHENTICATION_REQUIRED);
            decline_message = problem
                .message
                .filter(|_| !is_unconfirmed)
                .or(Some(AUTHENTICATION_REQUIRED_MESSAGE.into()));
        }
        let currency = self.currency.to_ascii_uppercase();
        let card = charge
            .payment_method_details
            .and_then(|method| method.card)
            .unwrap_or_default();
        let mut ext = Vec::new();
        let mut more = |key: &str, value: Option<String>| {
            ext.extend(value.map(|value| (key.to_owned(), value)))
        };
        more("status", is_blocked.then(|| "GatewayRejected".to_owned()));
        more("cardHolderName", charge.billing_details.name);
        more("authorizationCode", charge.authorization_code);
        Ok(Transaction {
            reference: self.metadata.reference.unwrap_or_default(),
            id: self.id,
            state,
            amount: units::from_stripe(amount, &currency)?,
            refunded: units::from_stripe(refunded.min(amount), &currency)?,
            decline_code,
            decline_message,
            card_brand: card.brand,
            card_last4: card.last4,
            ext,
        })
    }
}

impl Failure {
    /// Converts a declined card, whose error includes the payment.
    pub fn into_transaction(self) -> Result<Transaction> {
        let code = self.error.code();
        let Problem {
            payment_intent,
            message,
            ..
        } = self.error;
        let Some(mut intent) = payment_intent else {
            let message = message.unwrap_or_else(|| "Stripe has refused the payment".into());
            return Err(PluginError::Rejected(Refusal {
                code,
                message,
                http_status: Some(402),
            }));
        };
        intent.last_payment_error = Some(Problem {
            code: Some(code),
            message,
            ..Problem::default()
        });
        intent.into_transaction()
    }
}

#[derive(Debug, Deserialize)]
pub struct Refund {
    /// `pending`, `requires_action`, `succeeded`, `failed` or `canceled`.
    status: String,
    amount: i64,
    currency: String,
    failure_reason: Option<String>,
    payment_intent: Intent,
}

impl Refund {
    pub fn money(&self) -> Result<Money> {
        units::from_stripe(self.amount, &self.currency.to_ascii_uppercase())
    }

    pub fn into_transaction(self) -> Result<Transaction> {
        let mut transaction = self.payment_intent.into_transaction()?;
        transaction.state = match self.status.as_str() {
            "succeeded" => TransactionState::Refunded,
            "pending" | "requires_action" => TransactionState::Pending,
            _ => TransactionState::Declined,
        };
        transaction.decline_message = self.failure_reason;
        Ok(transaction)
    }
}

/// A dispute: `needs_response`, `under_review`, `won`, `lost`, `warning_…`.
#[derive(Debug, Deserialize)]
pub struct Dispute {
    pub status: String,
}

#[derive(Debug, Deserialize)]
pub struct Event {
    r#type: String,
    data: EventData,
}

#[derive(Debug, Deserialize)]
struct EventData {
    object: EventObject,
}

#[derive(Debug, Deserialize)]
struct EventObject {
    id: String,
    payment_intent: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct EventSubject<'a> {
    pub payment_intent: &'a str,
    pub dispute: Option<&'a str>,
}

impl Event {
    pub fn subject(&self) -> Option<EventSubject<'_>> {
        let object = &self.data.object;
        let kind = self.r#type.as_str();
        if kind.starts_with("payment_intent.") {
            return Some(EventSubject {
                payment_intent: &object.id,
                dispute: None,
            });
        }
        let payment_intent = object.payment_intent.as_deref()?;
        let dispute = kind
            .starts_with("charge.dispute.")
            .then_some(object.id.as_str());
        let is_known =
            dispute.is_some() || kind.starts_with("charge.") || kind.starts_with("refund.");
        is_known.then_some(EventSubject {
            payment_intent,
            dispute,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intent(status: &str, refunded: i64) -> Intent {
        let text = format!(
            r#"{{ "id": "pi_1", "object": "payment_intent", "amount": 1500, "amount_received": 1500, "currency": "aud",
                  "status": "{status}", "metadata": {{ "reference": "WB1" }}, "latest_charge": {{ "id": "ch_1",
                  "amount_refunded": {refunded}, "billing_details": {{ "name": "Kim Doe" }},
                  "payment_method_details": {{ "card": {{ "brand": "visa", "last4": "4242" }} }} }} }}"#
        );
        serde_json::from_str(&text).expect("an intent")
    }

    #[test]
    fn every_status_is_known_by_its_name() {
        for (status, state) in [
            ("succeeded", TransactionState::Charged),
            ("requires_capture", TransactionState::Authorised),
            ("processing", TransactionState::Pending),
            ("requires_payment_method", TransactionState::Declined),
            ("requires_action", TransactionState::Declined),
            ("canceled", TransactionState::Voided),
        ] {
            let read = intent(status, 0).into_transaction().expect("a transaction");
            assert_eq!(
                (
                    read.state,
                    read.amount.currency.as_str(),
                    read.card_last4.as_deref()
                ),
                (state, "AUD", Some("4242"))
            );
        }
        assert!(intent("levitating", 0).into_transaction().is_err());
        let part = intent("succeeded", 500)
            .into_transaction()
            .expect("a transaction");
        assert_eq!(
            (part.state, part.refunded.minor),
            (TransactionState::Charged, 500)
        );
        assert_eq!(
            intent("succeeded", 1500)
                .into_transaction()
                .expect("all")
                .state,
            TransactionState::Refunded
        );
    }

    #[test]
    fn what_the_bank_wants_confirmed_is_told_in_words_for_people() {
        let unconfirmed = intent("requires_action", 0)
            .into_transaction()
            .expect("a transaction");
        let text = r#"{"error": {"type": "card_error", "code": "authentication_required", "decline_code": "authentication_required",
            "message": "This PaymentIntent requires `error_on_requires_action`…",
            "payment_intent": {"id": "pi_1", "status": "requires_payment_method", "amount": 1500, "currency": "aud"}}}"#;
        let failure: Failure = serde_json::from_str(text).expect("a failure");
        let refused = failure.into_transaction().expect("a transaction");
        for said in [unconfirmed, refused] {
            assert_eq!(said.state, TransactionState::Declined);
            assert!(
                said.decline_message
                    .is_some_and(|words| words.contains("3-D Secure") && !words.contains('_'))
            );
        }
    }

    #[test]
    fn a_nonce_goes_into_its_own_field() {
        assert_eq!(nonce_field("pm_1"), "payment_method");
        assert_eq!(nonce_field("ctoken_1"), "confirmation_token");
        assert_eq!(nonce_field("tok_1"), TOKEN);
    }

    #[test]
    fn an_event_names_its_payment() {
        let event = |kind: &str, object: &str| -> Event {
            serde_json::from_str(&format!(
                r#"{{"type":"{kind}","data":{{"object":{object}}}}}"#
            ))
            .expect("an event")
        };
        let of = event("payment_intent.succeeded", r#"{"id":"pi_1"}"#);
        assert_eq!(
            of.subject(),
            Some(EventSubject {
                payment_intent: "pi_1",
                dispute: None
            })
        );
        let of = event(
            "charge.dispute.created",
            r#"{"id":"dp_1","payment_intent":"pi_1","charge":"ch_1"}"#,
        );
        assert_eq!(
            of.subject(),
            Some(EventSubject {
                payment_intent: "pi_1",
                dispute: Some("dp_1")
            })
        );
        let of = event(
            "charge.refunded",
            r#"{"id":"ch_1","payment_intent":"pi_1"}"#,
        );
        assert_eq!(
            of.subject(),
            Some(EventSubject {
                payment_intent: "pi_1",
                dispute: None
            })
        );
        assert_eq!(
            event("charge.refunded", r#"{"id":"ch_1","payment_intent":null}"#).subject(),
            None
        );
        assert_eq!(
            event("customer.created", r#"{"id":"cus_1"}"#).subject(),
            None
        );
    }
}
