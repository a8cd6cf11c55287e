//! A loopback server that records its calls and breaks those that a test names.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    Router,
    body::{Bytes, to_bytes},
    extract::Request,
    response::Response,
};

use crate::cards::{Fault, Faults, break_by_fault, parse_form};

const MAX_BODY: usize = 1 << 20;

/// A call to the server.
#[derive(Debug)]
pub struct Call {
    pub path: String,
    pub query: Vec<(String, String)>,
    pub body: Bytes,
}

impl Call {
    /// Value of a parameter of the query; empty without it.
    pub fn query(&self, name: &str) -> &str {
        let found = self.query.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value)
    }
}

/// A running server. Clones share it.
#[derive(Debug, Clone)]
pub struct Loopback(Arc<Running>);

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
struct State(Mutex<(Vec<String>, Faults)>);

impl State {
    fn lock(&self) -> MutexGuard<'_, (Vec<String>, Faults)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Loopback {
    /// `127.0.0.1:0` takes a free port.
    pub async fn start(address: &str, respond: fn(&Call) -> Response) -> anyhow::Result<Self> {
        let listener = tokio::net::TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let state = Arc::new(State::default());
        let served = Arc::clone(&state);
        let router = Router::new()
            .fallback(move |request: Request| handle(Arc::clone(&served), request, respond));
        let task = tokio::spawn(async move {
            // Runs until the last clone is dropped.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self(Arc::new(Running {
            address,
            state,
            task,
        })))
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.0.address)
    }

    /// Returns the paths called so far.
    pub fn calls(&self) -> Vec<String> {
        self.0.state.lock().0.clone()
    }

    /// Injects a fault into the next call whose path has the word.
    pub fn fail(&self, word: &'static str, fault: Fault) {
        self.0.state.lock().1.add(word, fault);
    }
}

async fn handle(state: Arc<State>, request: Request, respond: fn(&Call) -> Response) -> Response {
    let (parts, body) = request.into_parts();
    let call = Call {
        body: to_bytes(body, MAX_BODY).await.unwrap_or_default(),
        path: parts.uri.path().to_owned(),
        query: parse_form(parts.uri.query().unwrap_or_default()),
    };
    let fault = {
        let mut state = state.lock();
        state.0.push(call.path.clone());
        state.1.take(&call.path)
    };
    break_by_fault(fault, move || respond(&call)).await
}
