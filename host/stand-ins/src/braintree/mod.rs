//! A stand-in for Braintree's GraphQL API as far as card payments need it: transactions, refunds, disputes, webhooks.
//!
//! Every pair of a public and a private key is an account of its own. A nonce decides by its name what becomes of a
//! transaction: one with `Declined` in it is declined by the processor, one with `Rejected` by the gateway; with
//! `mastercard` or `amex` in it the card is of that brand. Like the real one it takes a nonce once, refunds only what is
//! settled, and knows no keys for repeated calls.

mod books;
mod server;

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use ring::{digest, hmac};
use serde_json::Value;

use crate::cards::{Fault, Faults};
use books::Books;

/// A running stand-in; clones are the same one, which stops when the last of them is dropped.
#[derive(Debug, Clone)]
pub struct Braintree(Arc<Running>);

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
    accounts: Mutex<BTreeMap<Keys, Account>>,
}

/// The keys of an account.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Keys {
    pub public: String,
    pub private: String,
}

#[derive(Debug, Default)]
struct Account {
    books: Books,
    faults: Faults,
    calls: Vec<String>,
}

impl State {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Keys, Account>> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Braintree {
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

    /// The address to send the calls of `payments.braintree-api.com` and its sandbox to.
    pub fn origin(&self) -> String {
        format!("http://{}", self.0.address)
    }

    fn with<T>(&self, keys: &Keys, what: impl FnOnce(&mut Account) -> T) -> T {
        what(self.0.state.lock().entry(keys.clone()).or_default())
    }

    /// The next call of this account that asks for the field goes wrong: `chargePaymentMethod`.
    pub fn fail(&self, keys: &Keys, field: &'static str, fault: Fault) {
        self.with(keys, |account| account.faults.add(field, fault));
    }

    /// The fields that the account asked for so far.
    pub fn calls(&self, keys: &Keys) -> Vec<String> {
        self.with(keys, |account| account.calls.clone())
    }

    /// The account's transactions, the earliest first.
    pub fn transactions(&self, keys: &Keys) -> Vec<Value> {
        self.with(keys, |account| {
            account
                .books
                .transactions
                .iter()
                .map(books::Transaction::json)
                .collect()
        })
    }

    /// The batch of the day: what was submitted is settled.
    pub fn settle(&self, keys: &Keys) {
        self.with(keys, |account| account.books.settle());
    }

    /// Somebody refunds so many cents of a transaction at Braintree.
    pub fn refund(&self, keys: &Keys, id: &str, cents: i64) {
        self.with(keys, |account| account.books.give_back(id, cents, None));
    }

    /// The card holder disputes it, or the dispute moves on: `OPEN`, `WON`, `LOST`.
    pub fn dispute(&self, keys: &Keys, id: &str, status: &str) {
        self.with(keys, |account| account.books.dispute(id, status));
    }

    /// The form that Braintree sends to a webhook about a transaction: `transaction_settled`, `dispute_lost`.
    pub fn notification(&self, keys: &Keys, kind: &str, id: &str) -> String {
        let legacy = self
            .with(keys, |account| account.books.legacy_id(id))
            .unwrap_or_default();
        let transaction = format!("<transaction><id>{legacy}</id></transaction>");
        let subject = match kind.starts_with("dispute_") {
            true => format!("<dispute><id>d{legacy}</id>{transaction}</dispute>"),
            false => transaction,
        };
        let xml = format!(
            "<notification><timestamp type=\"datetime\">2026-03-02T01:00:00Z</timestamp><kind>{kind}</kind><subject>{subject}</subject></notification>"
        );
        let payload = format!("{}\n", STANDARD.encode(xml));
        let key = digest::digest(&digest::SHA1_FOR_LEGACY_USE_ONLY, keys.private.as_bytes());
        let sum = hmac::sign(
            &hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, key.as_ref()),
            payload.as_bytes(),
        );
        let sum: String = sum
            .as_ref()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let escaped = |text: &str| {
            text.bytes()
                .map(|byte| match byte.is_ascii_alphanumeric() {
                    true => char::from(byte).to_string(),
                    false => format!("%{byte:02X}"),
                })
                .collect::<String>()
        };
        let signature = format!("another_key|{}&{}|{sum}", "0".repeat(40), keys.public);
        format!(
            "bt_signature={}&bt_payload={}",
            escaped(&signature),
            escaped(&payload)
        )
    }
}
