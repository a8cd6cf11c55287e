//! What a guest may ask of the host, one file a capability of wit/v1/host.

mod clock;
mod config;
mod crypto;
pub(crate) mod data;
mod http_client;
mod key_value;
mod log;
mod measures;
pub(crate) mod output;
mod rate_cards;
mod render;
