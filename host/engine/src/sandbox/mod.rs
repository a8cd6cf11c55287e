//! The guest's environment: granted capabilities, the network behind them, and minimal WASI.

pub(crate) mod capabilities;
pub(crate) mod host_services;
pub(crate) mod network;
pub(crate) mod secrets;
pub(crate) mod wasi;
