//! `GET /metrics`: plugin calls and connections in the OpenMetrics text format, for the operator.
//!
//! Tenants are no labels: there may be thousands, and their failures are private. Without a
//! configured token only direct callers on the same machine are served, no proxies.

mod families;

use std::net::SocketAddr;

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{HeaderMap, HeaderValue, Method, Request, header},
    response::{IntoResponse, Response},
};
use data::{Error, config::Config, message};
use engine::Engine;
use sha2::{Digest, Sha256};
use web::http::error_response;

use crate::serving::Counts;

pub const PATH: &str = "/metrics";

/// Headers a proxy adds for its client.
const PROXY_HEADERS: [&str; 4] = [
    "forwarded",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-real-ip",
];

pub fn handle(
    engine: &Engine,
    connections: Option<Counts>,
    config: &Config,
    request: &Request<Body>,
) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return error_response(Error::MethodNotAllowed("GET, HEAD".to_owned()));
    }
    if let Err(error) = may_read(config, request) {
        let needs_token = matches!(error, Error::Unauthorized);
        let mut response = error_response(error);
        if needs_token {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        return response;
    }
    let headers = [
        (
            header::CONTENT_TYPE,
            "application/openmetrics-text; version=1.0.0; charset=utf-8",
        ),
        (header::CACHE_CONTROL, "no-store"),
    ];
    match families::encode_text(engine.stats(), engine.pool(), connections) {
        Ok(text) => (headers, text).into_response(),
        Err(error) => error_response(Error::internal(error)),
    }
}

fn may_read(config: &Config, request: &Request<Body>) -> Result<(), Error> {
    if let Some(token) = &config.metrics_token {
        let sent = bearer_token(request.headers()).ok_or(Error::Unauthorized)?;
        // Digests make the comparison's timing independent of the token.
        let same = Sha256::digest(sent) == Sha256::digest(token.expose());
        // An empty token grants nothing.
        return if same && !sent.is_empty() {
            Ok(())
        } else {
            Err(Error::Unauthorized)
        };
    }
    let peer = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map(|peer| peer.0.ip().to_canonical());
    let forwarded = PROXY_HEADERS
        .iter()
        .any(|name| request.headers().contains_key(*name));
    match peer {
        Some(peer) if peer.is_loopback() && !forwarded => Ok(()),
        _ => Err(Error::Forbidden(message!(
            "Metrics are read on the machine itself, or with the token that the setting metrics_token names."
        ))),
    }
}

fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
