//! Stand-in for Braintree's GraphQL API: transactions, refunds, disputes and webhooks of card
//! payments.
//!
//! Every pair of a public and a private key is a separate account. A nonce's name sets the
//! transaction's result: `Declined` is declined by the processor, `Rejected` by the gateway;
//! `mastercard` and `amex` select the brand. As in the real API a nonce is used once, only settled
//! transactions are refundable, and there are no idempotency keys.

mod server;
mod state;

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use ring::{digest, hmac};
use serde_json::Value;

use crate::cards::{Fault, Faults};
use state::Records;

/// A running stand-in. Clones share one server.
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

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Keys {
    pub public: String,
    pub private: String,
}

#[derive(Debug, Default)]
struct Account {
    records: Records,
    faults: Faults,
    calls: Vec<String>,
}

impl State {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Keys, Account>> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Braintree {
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

    /// Replaces `payments.braintree-api.com` and its sandbox.
    pub fn origin(&self) -> String {
        format!("http://{}", self.0.address)
    }

    fn with_account<T>(&self, keys: &Keys, action: impl FnOnce(&mut Account) -> T) -> T {
        action(self.0.state.lock().entry(keys.clone()).or_default())
    }

    /// Injects a fault into the next call of a field such as `chargePaymentMethod`.
    pub fn fail(&self, keys: &Keys, field: &'static str, fault: Fault) {
        self.with_account(keys, |account| account.faults.add(field, fault));
    }

    pub fn calls(&self, keys: &Keys) -> Vec<String> {
        self.with_account(keys, |account| account.calls.clone())
    }

    pub fn transactions(&self, keys: &Keys) -> Vec<Value> {
        self.with_account(keys, |account| {
            account
                .records
                .transactions
                .iter()
                .map(state::Transaction::json)
                .collect()
        })
    }

    /// Settles every submitted transaction, as the daily batch.
    pub fn settle(&self, keys: &Keys) {
        self.with_account(keys, |account| account.records.settle());
    }

    /// Refunds as from the control panel.
    pub fn refund(&self, keys: &Keys, id: &str, cents: i64) {
        self.with_account(keys, |account| account.records.refund(id, cents, None));
    }

    /// Sets a dispute: `OPEN`, `WON`, `LOST`.
    pub fn dispute(&self, keys: &Keys, id: &str, status: &str) {
        self.with_account(keys, |account| account.records.dispute(id, status));
    }

    /// Builds a webhook form, such as `transaction_settled` or `dispute_lost`.
    pub fn notification(&self, keys: &Keys, kind: &str, id: &str) -> String {
        let legacy = self
            .with_account(keys, |account| account.records.legacy_id(id))
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
