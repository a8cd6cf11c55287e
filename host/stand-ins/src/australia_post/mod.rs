//! Stand-in for Australia Post's Shipping and Tracking API, version 1.
//!
//! State is kept in memory. Prices depend on weight; prices to Broome are slow. Tracking changes
//! only on request. As in the real API, a second request creates a second shipment even with the
//! same reference. Undocumented error codes begin with `SI-`.
//!
//! Calls under `/shipping/v1` and `/test/shipping/v1` behave like `digitalapi.auspost.com.au`,
//! including label URLs. Calls under `/gateway/shipping/v1` behave like a gateway at the stand-in's
//! own address.

mod labels;
mod orders;
mod parcels;
mod pdf;
mod prices;
mod server;
mod shipments;
mod state;
mod tracking;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use crate::gate::Gate;
use state::Records;

const ACCOUNT_NUMBER: &str = "0009123456";
const API_KEY: &str = "5a1f6c1e-stand-in-key";
const PASSWORD: &str = "stand-in-password";

/// Event descriptions of a normal delivery, in the carrier's wording.
pub const DELIVERY_EVENTS: [&str; 6] = [
    "Received by Australia Post",
    "Item processed at facility",
    "In transit",
    "Arrived at facility",
    "Onboard for delivery",
    "Delivered",
];

/// A running stand-in. Clones share one server.
#[derive(Debug, Clone)]
pub struct AustraliaPost(Arc<Running>);

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

#[derive(Debug)]
struct State {
    /// Base URL, such as `http://127.0.0.1:4010`.
    origin: String,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    records: Records,
    faults: VecDeque<(Endpoint, Fault)>,
    log: Vec<Logged>,
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Plain data stays valid after a panic elsewhere.
        self.inner
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endpoint {
    Account,
    Prices,
    CreateShipments,
    FindShipments,
    DeleteShipments,
    CreateLabels,
    LabelFile,
    CreateOrder,
    Order,
    OrderSummary,
    Track,
}

/// A fault injected into the next call of an endpoint.
#[derive(Debug, Clone, Copy)]
pub enum Fault {
    /// Status 200 with HTML instead of JSON, without effect.
    Garbage,
    /// An error without a readable body, without effect.
    Status(u16),
    /// Status 429 with `Retry-After` in seconds, without effect.
    TooManyRequests { retry_after: u32 },
    /// Takes effect; the response is late.
    Hang(Duration),
    /// Waits for the gate, then takes effect.
    Hold(&'static Gate),
    /// The connection breaks, without effect.
    Drop,
    /// Takes effect, then the connection breaks.
    LoseResponse,
}

#[derive(Debug, Clone)]
pub struct Logged {
    pub endpoint: Option<Endpoint>,
    pub method: String,
    /// Includes the query.
    pub path: String,
    pub body: String,
    pub status: u16,
}

impl AustraliaPost {
    /// `127.0.0.1:0` takes a free port.
    pub async fn start(address: &str) -> anyhow::Result<Self> {
        let listener = tokio::net::TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let state = Arc::new(State {
            origin: format!("http://{address}"),
            inner: Mutex::default(),
        });
        let router = server::router(Arc::clone(&state));
        let task = tokio::spawn(async move {
            // Serving ends only with the task; axum retries failed accepts.
            let _ended = axum::serve(listener, router).await;
        });
        Ok(Self(Arc::new(Running {
            address,
            state,
            task,
        })))
    }

    /// An account's `baseUrl`.
    pub fn url(&self) -> String {
        format!("{}/gateway/shipping/v1", self.0.state.origin)
    }

    /// Replaces `https://digitalapi.auspost.com.au`.
    pub fn origin(&self) -> &str {
        &self.0.state.origin
    }

    /// Host and port, such as `127.0.0.1:4010`.
    pub fn authority(&self) -> String {
        self.0.address.to_string()
    }

    pub fn account_number(&self) -> &'static str {
        ACCOUNT_NUMBER
    }

    pub fn api_key(&self) -> &'static str {
        API_KEY
    }

    pub fn password(&self) -> &'static str {
        PASSWORD
    }

    /// Injects a fault into the endpoint's next call, first in, first out.
    pub fn fail(&self, endpoint: Endpoint, fault: Fault) {
        self.0.state.lock().faults.push_back((endpoint, fault));
    }

    /// Adds an event to every article; false if there is no such consignment.
    pub fn advance(&self, connote: &str, description: &str, location: &str) -> bool {
        self.0
            .state
            .lock()
            .records
            .advance(connote, description, location)
    }

    /// Advances every ordered consignment by one of [`DELIVERY_EVENTS`].
    pub fn advance_all(&self) {
        self.0.state.lock().records.advance_all();
    }

    pub fn shipment_count(&self) -> usize {
        self.0.state.lock().records.shipments.len()
    }

    pub fn order_count(&self) -> usize {
        self.0.state.lock().records.orders.len()
    }

    pub fn requests(&self) -> Vec<Logged> {
        self.0.state.lock().log.clone()
    }

    pub fn calls(&self, endpoint: Endpoint) -> usize {
        self.0
            .state
            .lock()
            .log
            .iter()
            .filter(|logged| logged.endpoint == Some(endpoint))
            .count()
    }
}
