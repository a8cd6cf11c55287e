//! A stand-in for Stripe's API as far as card payments need it: Payment Intents, refunds, disputes, events.
//!
//! Every secret key that begins with `sk_test_` is an account of its own, so that tests share one server. A payment
//! method decides by its name what becomes of a payment: one with `Declined` in it is declined, one with `Blocked` is
//! blocked, one with `Processing` is under way, one with `Short` is of a smaller amount; with `mastercard` or `amex` in it the card is of that brand. Like the
//! real one it takes a payment method once, and answers a repeated idempotency key as the first time.

mod books;
mod server;

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::{Value, json};

use crate::cards::{Fault, Faults};
use books::Books;

/// A running stand-in; clones are the same one, which stops when the last of them is dropped.
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

/// What one secret key sees.
#[derive(Debug, Default)]
struct Account {
    books: Books,
    faults: Faults,
    calls: Vec<String>,
}

impl State {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Account>> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stripe {
    /// Starts on an address of this machine; `127.0.0.1:0` takes a free port.
    pub async fn start(address: &str) -> anyhow::Result<Self> {
        let listener = tokio::net::TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let state: Arc<State> = Arc::default();
        let router = server::router(Arc::clone(&state));
        let task = tokio::spawn(async move {
            // Serving ends with the task only.
            let _ended = axum::serve(listener, router).await;
        });
        Ok(Self(Arc::new(Running {
            address,
            state,
            task,
        })))
    }

    /// The address to send the calls of `api.stripe.com` to.
    pub fn origin(&self) -> String {
        format!("http://{}", self.0.address)
    }

    /// `127.0.0.1:4010`.
    pub fn authority(&self) -> String {
        self.0.address.to_string()
    }

    /// The next call of this account whose method and path contain the word goes wrong: `POST /v1/payment_intents`.
    pub fn fail(&self, key: &str, word: &'static str, fault: Fault) {
        self.0
            .state
            .lock()
            .entry(key.to_owned())
            .or_default()
            .faults
            .add(word, fault);
    }

    /// The methods and paths of the account's calls so far.
    pub fn calls(&self, key: &str) -> Vec<String> {
        self.0
            .state
            .lock()
            .get(key)
            .map(|account| account.calls.clone())
            .unwrap_or_default()
    }

    /// The account's payments, the earliest first.
    pub fn intents(&self, key: &str) -> Vec<Value> {
        let accounts = self.0.state.lock();
        accounts
            .get(key)
            .map(|account| {
                account
                    .books
                    .intents
                    .iter()
                    .map(|one| one.json(true))
                    .collect()
            })
            .unwrap_or_default()
    }

    /// Somebody refunds it at Stripe. Gives the event that Stripe tells.
    pub fn refund(&self, key: &str, intent: &str, amount: i64) -> Value {
        let mut accounts = self.0.state.lock();
        let books = &mut accounts.entry(key.to_owned()).or_default().books;
        books.give_back(intent, amount);
        let charge = books
            .intent(intent)
            .map(|one| one.charge_json())
            .unwrap_or_default();
        books.event("charge.refunded", charge)
    }

    /// The card holder disputes it, or the dispute moves on to this status. Gives the event that Stripe tells.
    pub fn dispute(&self, key: &str, intent: &str, status: &str) -> Value {
        let mut accounts = self.0.state.lock();
        let books = &mut accounts.entry(key.to_owned()).or_default().books;
        let (is_new, dispute) = books.dispute(intent, status);
        let kind = match (is_new, status) {
            (true, _) => "charge.dispute.created",
            (_, "won" | "lost") => "charge.dispute.closed",
            _ => "charge.dispute.updated",
        };
        books.event(kind, dispute)
    }

    /// What was under way succeeds. Gives the event that Stripe tells.
    pub fn succeed(&self, key: &str, intent: &str) -> Value {
        let mut accounts = self.0.state.lock();
        let books = &mut accounts.entry(key.to_owned()).or_default().books;
        books.succeed(intent);
        let intent = books
            .intent(intent)
            .map(|one| one.json(false))
            .unwrap_or_default();
        books.event("payment_intent.succeeded", intent)
    }

    /// The event that told of a payment when it was made.
    pub fn created(&self, key: &str, intent: &str) -> Value {
        let mut accounts = self.0.state.lock();
        let books = &mut accounts.entry(key.to_owned()).or_default().books;
        let intent = json!({ "id": intent, "object": "payment_intent" });
        books.event("payment_intent.created", intent)
    }
}
