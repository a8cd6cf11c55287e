//! Stand-in for Stripe's API: Payment Intents, refunds, disputes and events of card payments.
//!
//! Every secret key that begins with `sk_test_` is a separate account, so tests share one server. A
//! payment method's name sets the result: `Declined`, `Blocked`, `Processing`, or `Short` for a
//! smaller amount; `mastercard` and `amex` select the brand. As in the real API a payment method is
//! used once, and a repeated idempotency key gets the first response again.

mod server;
mod state;

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::{Value, json};

use crate::cards::{Fault, Faults};
use state::Records;

/// A running stand-in. Clones share one server.
#[derive(Debug, Clone)]
pub struct Stripe(Arc<Running>);

#[derive(Debug)]
struct Running {
    address: SocketAddr,
    state: Arc<State>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[derive(Debug, Default)]
struct State {
    accounts: Mutex<BTreeMap<String, Account>>,
}

#[derive(Debug, Default)]
struct Account {
    records: Records,
    faults: Faults,
    calls: Vec<String>,
}

impl State {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Account>> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stripe {
    /// `127.0.0.1:0` takes a free port.
    pub async fn start(address: &str) -> anyhow::Result<Self> {
        let listener = tokio::net::TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let state: Arc<State> = Arc::default();
        let router = server::router(Arc::clone(&state));
        let task = tokio::spawn(async move {
            let _ended = axum::serve(listener, router).await;
        });
        Ok(Self(Arc::new(Running {
            address,
            state,
            task,
        })))
    }

    /// Replaces `api.stripe.com`.
    pub fn origin(&self) -> String {
        format!("http://{}", self.0.address)
    }

    /// Host and port, such as `127.0.0.1:4010`.
    pub fn authority(&self) -> String {
        self.0.address.to_string()
    }

    /// Injects a fault into the next call that contains `word`, such as `POST /v1/payment_intents`.
    pub fn fail(&self, key: &str, word: &'static str, fault: Fault) {
        self.0
            .state
            .lock()
            .entry(key.to_owned())
            .or_default()
            .faults
            .add(word, fault);
    }

    pub fn calls(&self, key: &str) -> Vec<String> {
        self.0
            .state
            .lock()
            .get(key)
            .map(|account| account.calls.clone())
            .unwrap_or_default()
    }

    pub fn intents(&self, key: &str) -> Vec<Value> {
        let accounts = self.0.state.lock();
        accounts
            .get(key)
            .map(|account| {
                account
                    .records
                    .intents
                    .iter()
                    .map(|one| one.json(true))
                    .collect()
            })
            .unwrap_or_default()
    }

    /// Refunds as from the dashboard. Returns the event.
    pub fn refund(&self, key: &str, intent: &str, amount: i64) -> Value {
        let mut accounts = self.0.state.lock();
        let records = &mut accounts.entry(key.to_owned()).or_default().records;
        records.refund(intent, amount);
        let charge = records
            .intent(intent)
            .map(|one| one.charge_json())
            .unwrap_or_default();
        records.event("charge.refunded", charge)
    }

    /// Sets a dispute. Returns the event.
    pub fn dispute(&self, key: &str, intent: &str, status: &str) -> Value {
        let mut accounts = self.0.state.lock();
        let records = &mut accounts.entry(key.to_owned()).or_default().records;
        let (is_new, dispute) = records.dispute(intent, status);
        let kind = match (is_new, status) {
            (true, _) => "charge.dispute.created",
            (_, "won" | "lost") => "charge.dispute.closed",
            _ => "charge.dispute.updated",
        };
        records.event(kind, dispute)
    }

    /// Completes a `processing` payment. Returns the event.
    pub fn succeed(&self, key: &str, intent: &str) -> Value {
        let mut accounts = self.0.state.lock();
        let records = &mut accounts.entry(key.to_owned()).or_default().records;
        records.succeed(intent);
        let intent = records
            .intent(intent)
            .map(|one| one.json(false))
            .unwrap_or_default();
        records.event("payment_intent.succeeded", intent)
    }

    /// Returns the event of the payment's creation.
    pub fn created(&self, key: &str, intent: &str) -> Value {
        let mut accounts = self.0.state.lock();
        let records = &mut accounts.entry(key.to_owned()).or_default().records;
        let intent = json!({ "id": intent, "object": "payment_intent" });
        records.event("payment_intent.created", intent)
    }
}
