//! The card gateway's plugin: charging, reserving and giving back. A card's number never comes
//! here: the gateway's own form in the browser turns it into a nonce.
//!
//! [`wire`] has the gateway's records and how they become Waybill's; here are the calls.

pub mod wire;

use serde_json::{Map, Value};
use waybill_plugin::answer::{Answer, common_reason};
use waybill_plugin::types::{Money, PaymentRequest, Transaction, TransactionState, WebRequest};
use waybill_plugin::{
    About, Authorisation, Payment, PaymentPush, Result, SettingsMigration, error, http, register,
    settings,
};

#[derive(Debug)]
pub struct Gateway;

register!(payment Gateway, authorisation, payment_push, settings_migration);

const API: &str = "https://api.cardgateway.example/v1";

fn signed(call: http::Call) -> http::Call {
    call.bearer("secretKey")
}

/// A change at the gateway; the key makes retries safe.
fn change(path: &str, key: &str, fields: &[(&str, &str)]) -> Result<Transaction> {
    let call = signed(http::post(format!("{API}{path}")))
        .header("idempotency-key", key)
        .body_form(fields);
    let answer = call.send()?;
    // A declined card (402) is a normal answer.
    let answer = if answer.status == 402 {
        Answer {
            status: 200,
            ..answer
        }
    } else {
        answer
    };
    answer
        .ok(common_reason)?
        .json::<wire::Payment>()?
        .into_transaction()
}

fn pay(request: &PaymentRequest, capture: bool) -> Result<Transaction> {
    let settings = settings::plugin()?;
    let amount = request.amount.minor.to_string();
    let statement = settings.text("statement").unwrap_or_default();
    let fields = [
        ("amount", amount.as_str()),
        ("currency", &request.amount.currency),
        ("source", &request.nonce),
        ("capture", if capture { "true" } else { "false" }),
        ("reference", &request.reference),
        ("description", &request.description),
        ("statement", &statement),
        ("customer_name", &request.customer_name),
        (
            "customer_email",
            request.customer_email.as_deref().unwrap_or_default(),
        ),
    ];
    let fields: Vec<(&str, &str)> = fields
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .collect();
    let answer = change("/payments", &request.reference, &fields)?;
    matched(answer, |answer| {
        answer.reference == request.reference && is_amount(&answer.amount, &request.amount)
    })
}

/// The answer, if its amount matches.
fn matched(answer: Transaction, is_it: impl FnOnce(&Transaction) -> bool) -> Result<Transaction> {
    match is_it(&answer) {
        true => Ok(answer),
        false => {
            let Money { minor, currency } = &answer.amount;
            Err(error::internal(format!(
                "the gateway answered about {minor} {currency} of payment {}",
                answer.id
            )))
        }
    }
}

fn is_amount(answer: &Money, expected: &Money) -> bool {
    answer.minor == expected.minor && answer.currency == expected.currency
}

fn path(id: &str, what: &str) -> String {
    format!("/payments/{}/{what}", http::query_value(id))
}

impl Payment for Gateway {
    fn about() -> About {
        About {
            id: "card-gateway",
            name: "Card gateway",
            attributes: Vec::new(),
        }
    }

    fn check_account() -> Result<()> {
        signed(http::get(format!("{API}/account"))).ok().map(|_| ())
    }

    fn client_token() -> Result<String> {
        let mut settings = settings::plugin()?;
        let key = settings.required_text("publishableKey");
        settings.check(key)
    }

    fn charge(request: &PaymentRequest) -> Result<Transaction> {
        pay(request, true)
    }

    fn find(reference: &str) -> Result<Option<Transaction>> {
        let url = format!("{API}/payments?reference={}", http::query_value(reference));
        let found: wire::Found = signed(http::get(url)).json()?;
        found
            .data
            .into_iter()
            .next()
            .map(wire::Payment::into_transaction)
            .transpose()
    }

    fn refund(id: &str, amount: &Money, reference: &str) -> Result<Transaction> {
        let minor = amount.minor.to_string();
        let answer = change(
            &path(id, "refunds"),
            reference,
            &[("amount", &minor), ("reference", reference)],
        )?;
        matched(answer, |answer| {
            let is_enough =
                answer.state != TransactionState::Refunded || answer.refunded.minor >= amount.minor;
            answer.id == id && answer.refunded.currency == amount.currency && is_enough
        })
    }
}

impl Authorisation for Gateway {
    fn authorise(request: &PaymentRequest) -> Result<Transaction> {
        pay(request, false)
    }

    fn capture(id: &str, amount: &Money) -> Result<Transaction> {
        let minor = amount.minor.to_string();
        let answer = change(
            &path(id, "capture"),
            &format!("capture-{id}"),
            &[("amount", &minor)],
        )?;
        matched(answer, |answer| {
            let is_taken =
                answer.state != TransactionState::Charged || is_amount(&answer.amount, amount);
            answer.id == id && is_taken
        })
    }

    fn void(id: &str) -> Result<Transaction> {
        change(&path(id, "cancel"), &format!("cancel-{id}"), &[])
    }
}

impl PaymentPush for Gateway {
    fn read_push(delivery: &WebRequest) -> Result<Vec<Transaction>> {
        delivery.json::<wire::Event>()?.into_transactions()
    }
}

impl SettingsMigration for Gateway {
    fn migrate(from_version: &str, settings: &str) -> Result<String> {
        let mut values: Map<String, Value> = serde_json::from_str(settings).map_err(|fault| {
            error::internal(format!(
                "the settings of {from_version} are no object: {fault}"
            ))
        })?;
        if let Some(key) = values.remove("publicKey") {
            values.entry("publishableKey").or_insert(key);
        }
        Ok(Value::Object(values).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_name_of_a_setting_is_carried_over() {
        let moved = Gateway::migrate("1.0.0", r#"{"publicKey":"pk_1","statement":"Freight"}"#)
            .expect("moved");
        assert_eq!(moved, r#"{"publishableKey":"pk_1","statement":"Freight"}"#);
        let kept = Gateway::migrate("1.1.0", r#"{"publishableKey":"pk_1"}"#).expect("kept");
        assert_eq!(kept, r#"{"publishableKey":"pk_1"}"#);
        assert!(Gateway::migrate("1.0.0", "[]").is_err());
    }
}
