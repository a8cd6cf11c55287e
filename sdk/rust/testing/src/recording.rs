//! Recorded HTTP: a file of requests and answers, served on loopback as the other side, so that
//! tests need no network.
//!
//! ```json
//! [
//!   {
//!     "request": { "method": "POST", "path": "/v1/charges", "query": "a=b", "body": { "amount": 1500 } },
//!     "response": { "status": 200, "headers": { "x-request-id": "7" }, "body": { "id": "ch_1" } },
//!     "repeat": true
//!   }
//! ]
//! ```
//!
//! A request matches when method and path are equal, the query is equal where one is given, and the
//! body holds every member of the one that is given (text is compared as it is). Entries are served
//! once each, in their order, those with `repeat` any number of times. What nothing matches is
//! answered 400 with words, and kept for the test to look at.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Context as _;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exchange {
    request: Asked,
    response: Answered,
    #[serde(default)]
    repeat: bool,
    #[serde(skip)]
    used: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    method: String,
    path: String,
    query: Option<String>,
    body: Option<Value>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answered {
    status: u16,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// Text is sent as is, else JSON.
    body: Option<Value>,
}

#[derive(Default)]
struct Tape {
    exchanges: Mutex<Vec<Exchange>>,
    unmatched: Mutex<Vec<String>>,
}

/// A stand-in that plays a recording.
pub struct Recording {
    origin: String,
    tape: Arc<Tape>,
    server: tokio::task::JoinHandle<()>,
}

impl Recording {
    /// Serves the recording in this file.
    pub async fn open(file: impl AsRef<Path>) -> anyhow::Result<Self> {
        let file = file.as_ref();
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("{} cannot be read", file.display()))?;
        Self::play(&text)
            .await
            .with_context(|| format!("{} is no recording", file.display()))
    }

    /// Serves the recording in this text.
    pub async fn play(text: &str) -> anyhow::Result<Self> {
        let exchanges: Vec<Exchange> = serde_json::from_str(text)?;
        let tape = Arc::new(Tape {
            exchanges: Mutex::new(exchanges),
            unmatched: Mutex::default(),
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let origin = format!("http://{}", listener.local_addr()?);
        let routes = axum::Router::new()
            .fallback(answer)
            .with_state(tape.clone());
        let server = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, routes).await {
                panic!("the recording cannot be served: {error}");
            }
        });
        Ok(Self {
            origin,
            tape,
            server,
        })
    }

    /// The served origin, `http://127.0.0.1:4010`.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Requests without a recorded answer.
    pub fn unmatched(&self) -> Vec<String> {
        lock(&self.tape.unmatched).clone()
    }

    /// Unused entries, as `POST /v1/charges`.
    pub fn unused(&self) -> Vec<String> {
        let exchanges = lock(&self.tape.exchanges);
        let unused = exchanges.iter().filter(|exchange| !exchange.used);
        unused
            .map(|exchange| format!("{} {}", exchange.request.method, exchange.request.path))
            .collect()
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn answer(State(tape): State<Arc<Tape>>, method: Method, uri: Uri, body: Bytes) -> Response {
    let mut exchanges = lock(&tape.exchanges);
    let found = exchanges.iter_mut().find(|exchange| {
        (exchange.repeat || !exchange.used) && exchange.request.matches(&method, &uri, &body)
    });
    let Some(found) = found else {
        let asked = format!("{method} {uri} {}", String::from_utf8_lossy(&body));
        lock(&tape.unmatched).push(asked.trim().to_owned());
        let words = format!("the recording has no answer to {method} {uri}");
        let body = json!({ "code": "unrecorded", "message": words }).to_string();
        return (StatusCode::BAD_REQUEST, body).into_response();
    };
    found.used = true;
    found.response.clone().into_response()
}

impl Asked {
    fn matches(&self, method: &Method, uri: &Uri, body: &[u8]) -> bool {
        self.method == method.as_str()
            && self.path == uri.path()
            && self
                .query
                .as_deref()
                .is_none_or(|query| query == uri.query().unwrap_or_default())
            && match &self.body {
                None => true,
                Some(Value::String(text)) => text.as_bytes() == body,
                Some(wanted) => {
                    serde_json::from_slice(body).is_ok_and(|given| holds(&given, wanted))
                }
            }
    }
}

/// True if `given` contains all of `wanted`.
fn holds(given: &Value, wanted: &Value) -> bool {
    match (given, wanted) {
        (Value::Object(given), Value::Object(wanted)) => wanted
            .iter()
            .all(|(key, wanted)| given.get(key).is_some_and(|given| holds(given, wanted))),
        (Value::Array(given), Value::Array(wanted)) => {
            given.len() == wanted.len()
                && given
                    .iter()
                    .zip(wanted)
                    .all(|(given, wanted)| holds(given, wanted))
        }
        (given, wanted) => given == wanted,
    }
}

impl IntoResponse for Answered {
    fn into_response(self) -> Response {
        let json = self.body.as_ref().is_some_and(|body| !body.is_string());
        let body = match self.body {
            None => String::new(),
            Some(Value::String(text)) => text,
            Some(value) => value.to_string(),
        };
        let mut response = body.into_response();
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        if json {
            response
                .headers_mut()
                .insert("content-type", HeaderValue::from_static("application/json"));
        }
        for (name, value) in self.headers {
            if let (Ok(name), Ok(value)) = (
                HeaderName::from_bytes(name.as_bytes()),
                HeaderValue::from_str(&value),
            ) {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A failed test leaves plain data behind.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_may_have_more_than_was_recorded() {
        let given =
            json!({ "amount": 1500, "card": { "number": 1, "name": "x" }, "lines": [1, 2] });
        assert!(holds(
            &given,
            &json!({ "card": { "name": "x" }, "lines": [1, 2] })
        ));
        assert!(!holds(&given, &json!({ "lines": [1] })));
        assert!(!holds(&given, &json!({ "amount": 1501 })));
        assert!(!holds(&given, &json!({ "currency": "AUD" })));
    }
}
