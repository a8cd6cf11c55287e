//! The guest's environment: granted capabilities, the network behind them, and minimal WASI.

pub(crate) mod capabilities;
pub(crate) mod context;
pub(crate) mod host_services;
pub(crate) mod network;
pub(crate) mod output;
pub(crate) mod rate_engines;
pub(crate) mod state;
pub(crate) mod tape;
pub(crate) mod wasi;
