//! The gateway's records as they travel, and how they become Waybill's. Pure.

use serde::Deserialize;
use waybill_plugin::types::{Money, Transaction, TransactionState};
use waybill_plugin::{Result, error};

#[derive(Debug, Deserialize)]
pub struct Found {
    pub data: Vec<Payment>,
}

#[derive(Debug, Deserialize)]
pub struct Payment {
    id: String,
    reference: String,
    /// `authorised`, `captured`, `pending`, `declined`, `cancelled` or `refunded`.
    status: String,
    /// In the smallest unit.
    amount: i64,
    #[serde(default)]
    amount_refunded: i64,
    currency: String,
    decline: Option<Decline>,
    card: Option<Card>,
}

#[derive(Debug, Deserialize)]
struct Decline {
    code: String,
    message: String,
}

#[derive(Debug, Deserialize)]
struct Card {
    brand: String,
    last4: String,
}

impl Payment {
    pub fn into_transaction(self) -> Result<Transaction> {
        let state = match self.status.as_str() {
            "authorised" => TransactionState::Authorised,
            "captured" => TransactionState::Charged,
            "pending" => TransactionState::Pending,
            "declined" => TransactionState::Declined,
            "cancelled" => TransactionState::Voided,
            "refunded" => TransactionState::Refunded,
            other => {
                return Err(error::internal(format!(
                    "the gateway gave the unknown status {other:?}"
                )));
            }
        };
        let (decline_code, decline_message) =
            self.decline.map(|why| (why.code, why.message)).unzip();
        let (card_brand, card_last4) = self.card.map(|card| (card.brand, card.last4)).unzip();
        let currency = self.currency.to_ascii_uppercase();
        Ok(Transaction {
            reference: self.reference,
            id: self.id,
            state,
            amount: Money::new(self.amount, &currency),
            refunded: Money::new(self.amount_refunded, &currency),
            decline_code,
            decline_message,
            card_brand,
            card_last4,
            ext: Vec::new(),
        })
    }
}

#[derive(Debug, Deserialize)]
pub struct Event {
    #[serde(rename = "type")]
    kind: String,
    payment: Option<Payment>,
}

impl Event {
    /// Only payments that changed are of interest.
    pub fn into_transactions(self) -> Result<Vec<Transaction>> {
        match (self.kind.as_str(), self.payment) {
            ("payment.updated", Some(payment)) => Ok(vec![payment.into_transaction()?]),
            _ => Ok(Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payment(status: &str) -> Payment {
        let text = format!(
            r#"{{ "id": "py_1", "reference": "WB-1", "status": "{status}", "amount": 1500, "currency": "aud",
                  "card": {{ "brand": "visa", "last4": "4242" }} }}"#
        );
        serde_json::from_str(&text).expect("a payment")
    }

    #[test]
    fn every_status_is_known_by_its_name() {
        for (status, state) in [
            ("authorised", TransactionState::Authorised),
            ("captured", TransactionState::Charged),
            ("pending", TransactionState::Pending),
            ("declined", TransactionState::Declined),
            ("cancelled", TransactionState::Voided),
            ("refunded", TransactionState::Refunded),
        ] {
            let read = payment(status).into_transaction().expect("a transaction");
            assert_eq!((read.state, read.amount.currency.as_str()), (state, "AUD"));
        }
        assert!(payment("levitating").into_transaction().is_err());
    }

    #[test]
    fn an_event_of_another_kind_is_passed_over() {
        let event = Event {
            kind: "payout.paid".into(),
            payment: None,
        };
        assert_eq!(event.into_transactions(), Ok(vec![]));
        let event = Event {
            kind: "payment.updated".into(),
            payment: Some(payment("refunded")),
        };
        assert_eq!(event.into_transactions().expect("transactions").len(), 1);
    }
}
