//! The provider's API: its addresses, its records, and how they become Waybill's.

use serde::{Deserialize, Serialize};
use waybill_plugin::types::{Money, PaymentRequest, Transaction, TransactionState};
use waybill_plugin::{Result, error};

/// Host of the provider's API; granted in `plugin.toml`.
pub const HOST: &str = "api.pay.example";

pub fn url(path: &str) -> String {
    format!("https://{HOST}{path}")
}

/// Rejects amounts of zero or less.
pub fn positive(amount: &Money) -> Result<()> {
    if amount.minor > 0 { Ok(()) } else { Err(error::invalid("amount", "must be more than nothing")) }
}

#[derive(Debug, Serialize)]
pub struct NewCharge<'a> {
    reference: &'a str,
    nonce: &'a str,
    amount: i64,
    currency: &'a str,
    description: &'a str,
}

impl<'a> NewCharge<'a> {
    pub fn from_request(request: &'a PaymentRequest) -> Self {
        Self {
            reference: &request.reference,
            nonce: &request.nonce,
            amount: request.amount.minor,
            currency: &request.amount.currency,
            description: &request.description,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct NewRefund {
    pub amount: i64,
}

#[derive(Debug, Deserialize)]
pub struct Found {
    pub charges: Vec<Charge>,
}

#[derive(Debug, Deserialize)]
pub struct Charge {
    pub id: String,
    /// `succeeded`, `pending`, `declined` or `refunded`.
    pub status: String,
    pub amount: i64,
    pub currency: String,
    #[serde(default)]
    pub refunded: i64,
    #[serde(default)]
    pub decline: Option<Decline>,
    #[serde(default)]
    pub card: Option<Card>,
}

#[derive(Debug, Deserialize)]
pub struct Decline {
    pub code: String,
    pub message: String,
}

#[derive(Debug, Deserialize)]
pub struct Card {
    pub brand: String,
    pub last4: String,
}

impl Charge {
    /// Converts a new charge; rejects one whose amount or currency differs from the request.
    pub fn read(self, reference: &str, asked: &Money) -> Result<Transaction> {
        if self.amount != asked.minor || self.currency != asked.currency {
            return Err(error::internal("the provider answered with another amount than was asked for"));
        }
        self.into_transaction(reference)
    }

    /// Converts a new refund; rejects one below the requested amount.
    pub fn refunded(self, reference: &str, asked: &Money) -> Result<Transaction> {
        if self.currency != asked.currency || self.refunded < asked.minor {
            return Err(error::internal("the provider gave back something else than was asked for"));
        }
        self.into_transaction(reference)
    }

    /// Converts the provider's record stored under our reference.
    pub fn into_transaction(self, reference: &str) -> Result<Transaction> {
        let state = match self.status.as_str() {
            "succeeded" => TransactionState::Charged,
            "pending" => TransactionState::Pending,
            "declined" => TransactionState::Declined,
            "refunded" => TransactionState::Refunded,
            other => return Err(error::internal(format!("the provider answered with the unknown status {other:?}"))),
        };
        if self.refunded > self.amount || self.amount < 0 || self.refunded < 0 {
            return Err(error::internal("the provider answered with amounts that cannot be"));
        }
        let money = |minor: i64| Money { minor, currency: self.currency.clone() };
        let (code, message) = self.decline.map(|decline| (decline.code, decline.message)).unzip();
        let (brand, last4) = self.card.map(|card| (card.brand, card.last4)).unzip();
        Ok(Transaction {
            reference: reference.into(),
            amount: money(self.amount),
            refunded: money(self.refunded),
            id: self.id,
            state,
            decline_code: code,
            decline_message: message,
            card_brand: brand,
            card_last4: last4,
            ext: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charge(status: &str) -> Charge {
        let text = format!(
            r#"{{"id":"c1","status":"{status}","amount":1250,"currency":"AUD","card":{{"brand":"visa","last4":"4242"}}}}"#
        );
        serde_json::from_str(&text).expect("a charge")
    }

    fn aud(minor: i64) -> Money {
        Money { minor, currency: "AUD".into() }
    }

    #[test]
    fn a_charge_is_read() {
        let read = charge("succeeded").read("R1", &aud(1_250)).expect("a transaction");
        assert_eq!((read.state, read.card_last4.as_deref()), (TransactionState::Charged, Some("4242")));
    }

    #[test]
    fn another_amount_and_an_unknown_status_are_errors() {
        assert!(charge("succeeded").read("R1", &aud(1)).is_err());
        assert!(charge("refunded").refunded("R1", &aud(1)).is_err());
        assert!(charge("perhaps").into_transaction("R1").is_err());
        assert!(positive(&aud(0)).is_err() && positive(&aud(-1)).is_err() && positive(&aud(1)).is_ok());
    }
}
