//! In-memory state of a Braintree account: transactions with refunds and disputes.

use std::collections::BTreeSet;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

#[derive(Debug, Default)]
pub struct Records {
    pub transactions: Vec<Transaction>,
    pub used: BTreeSet<String>,
    last_number: u32,
}

#[derive(Debug, Clone)]
pub struct Transaction {
    pub legacy: String,
    pub order_id: Option<String>,
    pub status: &'static str,
    pub cents: i64,
    pub brand: &'static str,
    pub refunds: Vec<Refund>,
    dispute: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Refund {
    id: String,
    order_id: Option<String>,
    cents: i64,
}

fn global(kind: &str, legacy: &str) -> String {
    STANDARD.encode(format!("{kind}_{legacy}")).replace('=', "")
}

pub fn decimal(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

pub fn cents(decimal: &str) -> Option<i64> {
    if !decimal
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        return None;
    }
    let (dollars, part) = decimal.split_once('.').unwrap_or((decimal, "00"));
    let part = format!("{part:0<2}");
    (part.len() == 2).then_some(())?;
    Some(dollars.parse::<i64>().ok()? * 100 + part.parse::<i64>().ok()?)
}

impl Records {
    fn next_number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }

    pub fn find(&mut self, id: &str) -> Option<&mut Transaction> {
        self.transactions.iter_mut().find(|one| one.id() == id)
    }

    pub fn legacy_id(&mut self, id: &str) -> Option<String> {
        self.find(id).map(|one| one.legacy.clone())
    }

    pub fn add(
        &mut self,
        order_id: Option<String>,
        cents: i64,
        status: &'static str,
        brand: &'static str,
    ) -> &Transaction {
        let legacy = format!("si{:06}", self.next_number());
        self.transactions.push(Transaction {
            legacy,
            order_id,
            status,
            cents,
            brand,
            refunds: Vec::new(),
            dispute: None,
        });
        &self.transactions[self.transactions.len() - 1]
    }

    pub fn settle(&mut self) {
        for one in &mut self.transactions {
            if one.status == "SUBMITTED_FOR_SETTLEMENT" {
                one.status = "SETTLED";
            }
        }
    }

    pub fn refund(&mut self, id: &str, cents: i64, order_id: Option<String>) {
        let refund = Refund {
            id: global("refund", &format!("si{:06}", self.next_number())),
            order_id,
            cents,
        };
        if let Some(one) = self.find(id) {
            one.refunds.push(refund);
        }
    }

    pub fn dispute(&mut self, id: &str, status: &str) {
        if let Some(one) = self.find(id) {
            one.dispute = Some(status.to_owned());
        }
    }
}

impl Transaction {
    pub fn id(&self) -> String {
        global("transaction", &self.legacy)
    }

    pub fn refunded(&self) -> i64 {
        self.refunds.iter().map(|one| one.cents).sum()
    }

    pub fn refund_json(&self) -> Value {
        let last = self.refunds.last();
        json!({ "id": last.map(|one| one.id.clone()), "status": "SUBMITTED_FOR_SETTLEMENT", "refundedTransaction": self.json() })
    }

    pub fn json(&self) -> Value {
        let refund = |one: &Refund| {
            json!({ "id": one.id, "orderId": one.order_id, "status": "SUBMITTED_FOR_SETTLEMENT",
                    "amount": { "value": decimal(one.cents) } })
        };
        let processor = |code: &str, message: &str| json!({ "status": self.status, "processorResponse": { "legacyCode": code, "message": message } });
        let history = match self.status {
            "PROCESSOR_DECLINED" => vec![processor("2001", "Insufficient Funds")],
            "GATEWAY_REJECTED" => {
                vec![json!({ "status": self.status, "gatewayRejectionReason": "CVV" })]
            }
            _ => vec![
                json!({ "status": self.status }),
                json!({ "status": "AUTHORIZED", "processorResponse": { "authorizationId": "54B4LV" } }),
            ],
        };
        let disputes: Vec<Value> = self
            .dispute
            .iter()
            .map(|status| json!({ "status": status }))
            .collect();
        json!({
            "id": self.id(), "orderId": self.order_id, "status": self.status,
            "amount": { "value": decimal(self.cents), "currencyCode": "AUD" },
            "refunds": self.refunds.iter().map(refund).collect::<Vec<_>>(), "disputes": disputes,
            "paymentMethodSnapshot": { "brandCode": self.brand, "last4": "1111", "cardholderName": "Kim Doe" },
            "statusHistory": history,
        })
    }
}
