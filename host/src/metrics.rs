//! `GET /metrics`: what the plugins' calls took, in Prometheus' text format, for the platform's operator.
//!
//! Tenants are no labels: there may be thousands of them, and whose calls fail is nothing to tell a monitor. Without a
//! token in the settings only callers on the same machine are answered, and not through a proxy on it.

mod text;

use std::net::SocketAddr;

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header},
    response::{IntoResponse, Response},
};
use engine::{BreakerPhase, Engine, FunctionUsage, PluginStats, PoolStats};
use kernel::{Error, config::Config};
use sha2::{Digest, Sha256};
use text::{Kind, Text};

pub const PATH: &str = "/metrics";

/// By these a proxy says that the caller is somebody else.
const FORWARDED: [&str; 4] = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/// Answers a request for [`PATH`].
pub fn answer(engine: &Engine, config: &Config, request: &Request<Body>) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = Error::Forbidden("This path takes GET.".to_owned()).into_response();
        *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    if let Err(error) = may_read(config, request) {
        let asks = matches!(error, Error::Unauthorized);
        let mut response = error.into_response();
        if asks {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        return response;
    }
    let headers = [
        (header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, written(&engine.stats(), &engine.pool())).into_response()
}

fn may_read(config: &Config, request: &Request<Body>) -> Result<(), Error> {
    if let Some(token) = &config.metrics_token {
        let sent = bearer(request.headers()).ok_or(Error::Unauthorized)?;
        // Digests are compared, so that the time it takes tells nothing of the token.
        let same = Sha256::digest(sent) == Sha256::digest(token.expose());
        // An empty setting opens nothing.
        return if same && !sent.is_empty() { Ok(()) } else { Err(Error::Unauthorized) };
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip().to_canonical());
    let forwarded = FORWARDED.iter().any(|name| request.headers().contains_key(*name));
    match peer {
        Some(peer) if peer.is_loopback() && !forwarded => Ok(()),
        _ => Err(Error::Forbidden(
            "Metrics are read on the machine itself, or with the token that the setting metrics_token names."
                .to_owned(),
        )),
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// One number of every function of every plugin.
type OfFunction = fn(&FunctionUsage) -> f64;
/// One number of every plugin.
type OfPlugin = fn(&PluginStats) -> f64;
/// One number of the engine.
type OfPool = fn(&PoolStats) -> f64;

const FUNCTIONS: [(&str, Kind, &str, OfFunction); 8] = [
    ("waybill_plugin_cpu_seconds_total", Kind::Counter, "Processor time of guests.", |it| seconds(it.cpu_micros)),
    ("waybill_plugin_memory_peak_bytes", Kind::Gauge, "The most memory that one call had.", |it| {
        it.memory_peak_kib as f64 * 1024.0
    }),
    ("waybill_plugin_retries_total", Kind::Counter, "Calls made a second time.", |it| it.retried as f64),
    ("waybill_plugin_host_calls_total", Kind::Counter, "Calls of capabilities by guests.", |it| it.host_calls as f64),
    ("waybill_plugin_http_calls_total", Kind::Counter, "Outgoing HTTP calls.", |it| it.http_calls as f64),
    ("waybill_plugin_http_sent_bytes_total", Kind::Counter, "Bodies sent by HTTP.", |it| it.http_bytes_sent as f64),
    ("waybill_plugin_http_received_bytes_total", Kind::Counter, "Bodies received by HTTP.", |it| {
        it.http_bytes_received as f64
    }),
    ("waybill_plugin_log_lines_total", Kind::Counter, "Lines written to the log.", |it| it.log_lines as f64),
];

const PLUGINS: [(&str, Kind, &str, OfPlugin); 3] =
    [
        ("waybill_plugin_in_flight", Kind::Gauge, "Calls that run now.", |it| it.in_flight.into()),
        ("waybill_plugin_waiting", Kind::Gauge, "Calls that wait for a place.", |it| it.waiting.into()),
        ("waybill_plugin_breaker", Kind::Gauge, "The breaker for all tenants: 0 closed, 1 half open, 2 open.", |it| {
            match it.breaker.phase {
                BreakerPhase::Closed => 0.0,
                BreakerPhase::HalfOpen => 1.0,
                BreakerPhase::Open => 2.0,
            }
        }),
    ];

const POOL: [(&str, Kind, &str, OfPool); 7] = [
    ("waybill_plugin_pool_live", Kind::Gauge, "Calls that hold a place in the engine.", |it| it.live.into()),
    ("waybill_plugin_pool_places", Kind::Gauge, "Places in the engine.", |it| it.most.into()),
    ("waybill_plugin_pool_waiting", Kind::Gauge, "Calls that wait for any place.", |it| it.waiting.into()),
    ("waybill_plugin_compile_cache_hits_total", Kind::Counter, "Components taken from the cache.", |it| {
        it.cache_hits as f64
    }),
    ("waybill_plugin_compile_cache_seconds_total", Kind::Counter, "Time that taking them took.", |it| {
        it.cache_micros as f64 / 1e6
    }),
    ("waybill_plugin_compiled_total", Kind::Counter, "Components compiled.", |it| it.compiled as f64),
    ("waybill_plugin_compile_refused_total", Kind::Counter, "Components that could not be compiled.", |it| {
        it.not_compiled as f64
    }),
];

fn written(plugins: &[PluginStats], pool: &PoolStats) -> String {
    let mut text = Text::default();
    let functions =
        || plugins.iter().flat_map(|plugin| plugin.functions.iter().map(move |function| (plugin, function)));
    text.family("waybill_plugin_calls_total", Kind::Counter, "Calls of plugins by how they ended.");
    for (plugin, function) in functions() {
        for (outcome, calls) in &function.outcomes {
            let labels = [of(plugin).as_slice(), &[("function", function.function), ("outcome", outcome)]].concat();
            text.sample("waybill_plugin_calls_total", &labels, *calls as f64);
        }
    }
    text.family("waybill_plugin_call_seconds", Kind::Histogram, "How long calls took, waiting for a place included.");
    for (plugin, function) in functions() {
        let labels = [of(plugin).as_slice(), &[("function", function.function)]].concat();
        let classes: Vec<(Option<f64>, u64)> =
            function.classes.iter().map(|(border, calls)| (border.map(seconds), *calls)).collect();
        text.histogram("waybill_plugin_call_seconds", &labels, &classes, seconds(function.wall_micros));
    }
    for (name, kind, help, number) in FUNCTIONS {
        text.family(name, kind, help);
        for (plugin, function) in functions() {
            let labels = [of(plugin).as_slice(), &[("function", function.function)]].concat();
            text.sample(name, &labels, number(function));
        }
    }
    for (name, kind, help, number) in PLUGINS {
        text.family(name, kind, help);
        plugins.iter().for_each(|plugin| text.sample(name, &of(plugin), number(plugin)));
    }
    for (name, kind, help, number) in POOL {
        text.family(name, kind, help);
        text.sample(name, &[], number(pool));
    }
    text.into_string()
}

fn of(plugin: &PluginStats) -> [(&str, &str); 2] {
    [("plugin", &plugin.plugin), ("version", &plugin.version)]
}

fn seconds(micros: u64) -> f64 {
    micros as f64 / 1e6
}
