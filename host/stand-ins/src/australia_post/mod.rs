//! A stand-in for Australia Post's Shipping and Tracking API, version 1: its shapes, its checks, its error bodies.
//!
//! Shipments, orders and labels are kept in memory; prices go by weight, and those to Broome come late; tracking moves
//! when it is told to. Like the real one it makes a second shipment for a second request, whatever its reference says.
//! The codes of its errors are the API's own where the API documents them, and begin with `SI-` where it does not.
//!
//! Calls under `/shipping/v1` and `/test/shipping/v1` are answered as by `digitalapi.auspost.com.au`, and so labels
//! lie there; calls under `/gateway/shipping/v1` as by a gateway at the stand-in's own address.

mod books;
mod labels;
mod orders;
mod parcels;
mod pdf;
mod prices;
mod server;
mod shipments;
mod tracking;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use books::Books;

const ACCOUNT_NUMBER: &str = "0009123456";
const API_KEY: &str = "5a1f6c1e-stand-in-key";
const PASSWORD: &str = "stand-in-password";

/// The steps of an ordinary journey, as the carrier words them.
pub const JOURNEY: [&str; 6] = [
    "Received by Australia Post",
    "Item processed at facility",
    "In transit",
    "Arrived at facility",
    "Onboard for delivery",
    "Delivered",
];

/// A running stand-in; clones are the same one, which stops when the last of them is gone.
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

/// What the server and its owner share.
#[derive(Debug)]
struct State {
    /// The server's own address, `http://127.0.0.1:4010`.
    origin: String,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    books: Books,
    faults: VecDeque<(Endpoint, Fault)>,
    log: Vec<Logged>,
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic elsewhere leaves plain data behind, which is as good as before it.
        self.inner
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// What can be called.
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

/// What goes wrong with the next call of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A page in place of JSON, with status 200; nothing is done.
    Garbage,
    /// An error of that status without a readable body; nothing is done.
    Status(u16),
    /// Status 429 with `Retry-After` in seconds; nothing is done.
    TooManyRequests { retry_after: u32 },
    /// The answer comes late; it is done all the same.
    Hang(Duration),
    /// The connection breaks; nothing is done.
    Drop,
    /// It is done, and then the connection breaks.
    LoseAnswer,
}

/// One call that came in.
#[derive(Debug, Clone)]
pub struct Logged {
    /// None: no endpoint of the API.
    pub endpoint: Option<Endpoint>,
    pub method: String,
    /// With the query.
    pub path: String,
    pub body: String,
    pub status: u16,
}

impl AustraliaPost {
    /// Starts on an address of this machine; `127.0.0.1:0` takes a free port.
    pub async fn start(address: &str) -> anyhow::Result<Self> {
        let listener = tokio::net::TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let state = Arc::new(State {
            origin: format!("http://{address}"),
            inner: Mutex::default(),
        });
        let router = server::router(Arc::clone(&state));
        let task = tokio::spawn(async move {
            // Serving ends with the task only; what an accept may fail with is tried again by the server itself.
            let _ended = axum::serve(listener, router).await;
        });
        Ok(Self(Arc::new(Running {
            address,
            state,
            task,
        })))
    }

    /// The base URL to give an account as its `baseUrl`.
    pub fn url(&self) -> String {
        format!("{}/gateway/shipping/v1", self.0.state.origin)
    }

    /// The address to send the calls of `digitalapi.auspost.com.au` to.
    pub fn origin(&self) -> &str {
        &self.0.state.origin
    }

    /// `127.0.0.1:4010`.
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

    /// The next call of the endpoint goes wrong; several are taken in the order they were given.
    pub fn fail(&self, endpoint: Endpoint, fault: Fault) {
        self.0.state.lock().faults.push_back((endpoint, fault));
    }

    /// Adds an event to every article of a consignment; false when there is no such consignment.
    pub fn advance(&self, connote: &str, description: &str, location: &str) -> bool {
        self.0
            .state
            .lock()
            .books
            .advance(connote, description, location)
    }

    /// Moves every consignment that is in an order one step of the [`JOURNEY`] on, for demonstrations.
    pub fn advance_all(&self) {
        self.0.state.lock().books.advance_all();
    }

    /// How many shipments there are (deleted ones are gone).
    pub fn shipment_count(&self) -> usize {
        self.0.state.lock().books.shipments.len()
    }

    /// How many orders there are.
    pub fn order_count(&self) -> usize {
        self.0.state.lock().books.orders.len()
    }

    /// Every call so far, the first first.
    pub fn requests(&self) -> Vec<Logged> {
        self.0.state.lock().log.clone()
    }

    /// How often an endpoint was called.
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
