//! Shared parts of the stand-ins: faults, form decoding and broken responses.

use std::{collections::VecDeque, time::Duration};

use axum::{
    body::{Body, Bytes},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::Value;

use crate::gate::Gate;

/// A fault injected into the next call.
#[derive(Debug, Clone, Copy)]
pub enum Fault {
    /// An error without a readable body, without effect.
    Status(u16),
    /// Takes effect; the response is late.
    Hang(Duration),
    /// Takes effect; the response waits for the gate.
    Hold(&'static Gate),
    /// The connection breaks, without effect.
    Drop,
    /// Takes effect, then the connection breaks.
    LoseResponse,
}

/// Pending faults by path word.
#[derive(Debug, Default)]
pub struct Faults(VecDeque<(&'static str, Fault)>);

impl Faults {
    pub fn add(&mut self, word: &'static str, fault: Fault) {
        self.0.push_back((word, fault));
    }

    pub fn take(&mut self, called: &str) -> Option<Fault> {
        let index = self.0.iter().position(|(word, _)| called.contains(word))?;
        self.0.remove(index).map(|(_, fault)| fault)
    }
}

/// `work` runs unless the fault prevents it.
pub async fn respond_with_fault(
    fault: Option<Fault>,
    work: impl FnOnce() -> (u16, Value),
) -> Response {
    break_by_fault(fault, move || json(work())).await
}

/// `work` runs unless the fault prevents it.
pub async fn break_by_fault(fault: Option<Fault>, work: impl FnOnce() -> Response) -> Response {
    let broken = || {
        let breaks = futures_util::stream::once(async {
            Err::<Bytes, _>(std::io::Error::other("the connection breaks"))
        });
        Response::new(Body::from_stream(breaks))
    };
    match fault {
        Some(Fault::Status(status)) => (
            StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY),
            "upstream fault",
        )
            .into_response(),
        Some(Fault::Drop) => broken(),
        Some(Fault::LoseResponse) => {
            work();
            broken()
        }
        Some(Fault::Hang(time)) => {
            let answer = work();
            tokio::time::sleep(time).await;
            answer
        }
        Some(Fault::Hold(gate)) => {
            let answer = work();
            gate.hold().await;
            answer
        }
        None => work(),
    }
}

pub fn json((status, body): (u16, Value)) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (
        status,
        [(header::CONTENT_TYPE, "application/json")],
        body.to_string(),
    )
        .into_response()
}

pub fn parse_form(text: &str) -> Vec<(String, String)> {
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (unescape(name), unescape(value))
    };
    text.split('&')
        .filter(|pair| !pair.is_empty())
        .map(pair)
        .collect()
}

fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let digits: Vec<u8> = rest.by_ref().take(2).collect();
                let code = std::str::from_utf8(&digits)
                    .ok()
                    .and_then(|digits| u8::from_str_radix(digits, 16).ok());
                bytes.extend(code);
            }
            other => bytes.push(other),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
