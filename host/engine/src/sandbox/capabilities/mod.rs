//! Host capabilities for guests, one file per interface of wit/v1/host.

mod clock;
mod config;
mod crypto;
mod data;
mod http_client;
mod key_value;
mod log;
mod measures;
mod output;
mod rate_cards;
mod render;
pub(crate) mod wasi;
