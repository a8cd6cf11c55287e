//! What a guest can reach: the capabilities it was granted, the network behind them, and the little of WASI that every guest has.

pub(crate) mod capabilities;
pub(crate) mod host_services;
pub(crate) mod network;
pub(crate) mod secrets;
pub(crate) mod wasi;
