//! `GET /metrics`: what the plugins' calls took and how many connections are held, in the text format of OpenMetrics, for the platform's operator.
//!
//! Tenants are no labels: there may be thousands of them, and whose calls fail is nothing to tell a monitor. Without a
//! token in the settings only callers on the same machine are answered, and not through a proxy on it.

mod families;

use std::net::SocketAddr;

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{HeaderMap, HeaderValue, Method, Request, header},
    response::{IntoResponse, Response},
};
use engine::Engine;
use kernel::{Error, config::Config, message};
use sha2::{Digest, Sha256};

use crate::serving::Counts;

pub const PATH: &str = "/metrics";

/// By these a proxy says that the caller is somebody else.
const FORWARDED: [&str; 4] = [
    "forwarded",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-real-ip",
];

/// Answers a request for [`PATH`].
pub fn answer(
    engine: &Engine,
    connections: Option<Counts>,
    config: &Config,
    request: &Request<Body>,
) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Error::MethodNotAllowed("GET, HEAD".to_owned()).into_response();
    }
    if let Err(error) = may_read(config, request) {
        let asks = matches!(error, Error::Unauthorized);
        let mut response = error.into_response();
        if asks {
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
    match families::written(engine.stats(), engine.pool(), connections) {
        Ok(text) => (headers, text).into_response(),
        Err(error) => Error::internal(error).into_response(),
    }
}

fn may_read(config: &Config, request: &Request<Body>) -> Result<(), Error> {
    if let Some(token) = &config.metrics_token {
        let sent = bearer(request.headers()).ok_or(Error::Unauthorized)?;
        // Digests are compared, so that the time it takes tells nothing of the token.
        let same = Sha256::digest(sent) == Sha256::digest(token.expose());
        // An empty setting opens nothing.
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
    let forwarded = FORWARDED
        .iter()
        .any(|name| request.headers().contains_key(*name));
    match peer {
        Some(peer) if peer.is_loopback() && !forwarded => Ok(()),
        _ => Err(Error::Forbidden(message!(
            "Metrics are read on the machine itself, or with the token that the setting metrics_token names."
        ))),
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
