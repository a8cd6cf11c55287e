//! In-memory state of a Stripe account: payments, refunds, disputes, and responses by idempotency
//! key.

use std::collections::{BTreeMap, BTreeSet};

use chrono::Utc;
use serde_json::{Value, json};

#[derive(Debug, Default)]
pub struct Records {
    pub intents: Vec<Intent>,
    pub disputes: Vec<Dispute>,
    /// Request and response by idempotency key.
    pub responses: BTreeMap<String, (String, (u16, Value))>,
    pub used: BTreeSet<String>,
    last_number: u32,
}

#[derive(Debug, Clone)]
pub struct Intent {
    pub id: String,
    pub amount: i64,
    pub received: i64,
    pub refunded: i64,
    pub currency: String,
    pub status: &'static str,
    pub metadata: BTreeMap<String, String>,
    pub description: Option<String>,
    pub brand: &'static str,
    pub decline: Option<&'static str>,
    pub is_disputed: bool,
    pub created: i64,
}

#[derive(Debug, Clone)]
pub struct Dispute {
    id: String,
    intent: String,
    status: String,
}

impl Records {
    fn next_number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }

    pub fn intent(&self, id: &str) -> Option<&Intent> {
        self.intents.iter().find(|intent| intent.id == id)
    }

    pub fn change(&mut self, id: &str) -> Option<&mut Intent> {
        self.intents.iter_mut().find(|intent| intent.id == id)
    }

    pub fn add(&mut self, mut intent: Intent) -> &Intent {
        intent.id = format!("pi_3StandIn{:08}", self.next_number());
        intent.created = Utc::now().timestamp();
        self.intents.push(intent);
        &self.intents[self.intents.len() - 1]
    }

    pub fn refund(&mut self, id: &str, amount: i64) {
        if let Some(intent) = self.change(id) {
            intent.refunded += amount;
        }
    }

    pub fn succeed(&mut self, id: &str) {
        if let Some(intent) = self.change(id) {
            intent.status = "succeeded";
            intent.received = intent.amount;
        }
    }

    pub fn dispute(&mut self, intent: &str, status: &str) -> (bool, Value) {
        if let Some(one) = self.change(intent) {
            one.is_disputed = true;
        }
        let existing = self
            .disputes
            .iter()
            .position(|dispute| dispute.intent == intent);
        let index = existing.unwrap_or_else(|| {
            let id = format!("dp_1StandIn{:08}", self.next_number());
            self.disputes.push(Dispute {
                id,
                intent: intent.to_owned(),
                status: String::new(),
            });
            self.disputes.len() - 1
        });
        self.disputes[index].status = status.to_owned();
        (existing.is_none(), self.dispute_json(&self.disputes[index]))
    }

    pub fn dispute_json(&self, dispute: &Dispute) -> Value {
        let (amount, currency) = self
            .intent(&dispute.intent)
            .map(|one| (one.received, one.currency.clone()))
            .unwrap_or_default();
        json!({
            "id": dispute.id, "object": "dispute", "amount": amount, "currency": currency,
            "charge": charge_id(&dispute.intent), "payment_intent": dispute.intent, "reason": "fraudulent",
            "status": dispute.status, "metadata": {}, "livemode": false,
        })
    }

    pub fn find_dispute(&self, id: &str) -> Option<Value> {
        let dispute = self.disputes.iter().find(|dispute| dispute.id == id)?;
        Some(self.dispute_json(dispute))
    }

    /// Builds Stripe's event.
    pub fn event(&mut self, kind: &str, object: Value) -> Value {
        json!({
            "id": format!("evt_1StandIn{:08}", self.next_number()), "object": "event", "api_version": "2024-06-20",
            "created": Utc::now().timestamp(), "type": kind, "livemode": false, "pending_webhooks": 1,
            "data": { "object": object },
        })
    }
}

fn charge_id(intent: &str) -> String {
    intent.replacen("pi_", "ch_", 1)
}

impl Intent {
    pub fn new(amount: i64, currency: &str, status: &'static str) -> Self {
        Self {
            id: String::new(),
            amount,
            received: if status == "succeeded" { amount } else { 0 },
            refunded: 0,
            currency: currency.to_owned(),
            status,
            metadata: BTreeMap::new(),
            description: None,
            brand: "visa",
            decline: None,
            is_disputed: false,
            created: 0,
        }
    }

    /// JSON with the whole charge if `expanded`, else its id.
    pub fn json(&self, expanded: bool) -> Value {
        let charge = if expanded {
            self.charge_json()
        } else {
            json!(charge_id(&self.id))
        };
        let error = self.decline.map(|code| {
            json!({ "type": "card_error", "code": "card_declined", "decline_code": code, "message": "Your card was declined." })
        });
        json!({
            "id": self.id, "object": "payment_intent", "amount": self.amount, "amount_received": self.received,
            "amount_capturable": if self.status == "requires_capture" { self.amount } else { 0 },
            "currency": self.currency, "status": self.status, "metadata": self.metadata, "created": self.created,
            "description": self.description, "latest_charge": charge, "last_payment_error": error, "livemode": false,
            "payment_method_types": ["card"],
        })
    }

    pub fn charge_json(&self) -> Value {
        let outcome = match self.decline {
            Some("blocked") => "blocked",
            Some(_) => "issuer_declined",
            None => "authorized",
        };
        json!({
            "id": charge_id(&self.id), "object": "charge", "amount": self.amount, "amount_captured": self.received,
            "amount_refunded": self.refunded, "refunded": self.refunded >= self.amount, "captured": self.received > 0,
            "currency": self.currency, "disputed": self.is_disputed, "payment_intent": self.id,
            "metadata": self.metadata, "authorization_code": "123456",
            "billing_details": { "name": "Kim Doe", "email": null, "phone": null, "address": null },
            "outcome": { "type": outcome, "network_status": "approved_by_network", "risk_level": "normal" },
            "payment_method_details": { "type": "card", "card": {
                "brand": self.brand, "last4": "4242", "exp_month": 8, "exp_year": 2030, "funding": "credit", "country": "AU",
            } },
        })
    }
}
