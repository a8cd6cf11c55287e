//! The host of plugins: loads WebAssembly components and calls them under limits, grants and deadlines.
//!
//! A call gets a fresh instance, so nothing a guest keeps in memory reaches the next tenant. Guests run on a runtime
//! of their own, so that a busy plugin never takes a thread from the API. Whatever goes wrong ends as one
//! [`PluginFault`] with a kind and words; nothing a guest does takes the host down.

mod answers;
mod bindings;
mod cache;
mod call;
mod capabilities;
mod context;
mod cpu;
mod engine;
mod fault;
mod folder;
mod functions;
mod gate;
mod host_services;
mod limits;
mod manifest;
mod network;
pub mod package;
mod plugin;
mod secrets;
mod size;
mod state;
mod stats;
mod wasi;
pub mod wit;

pub use context::{AccountGrant, CallContext};
pub use engine::{Engine, EngineConfig, EngineError};
pub use fault::{FaultKind, PluginFault};
pub use folder::{LoadReport, Refused};
pub use futures_util::future::BoxFuture;
pub use host_services::{HostServices, LogLine, LogLines, Owner, RateCard};
pub use manifest::{Capability, Grants, Kind, Limits, Manifest, Slot, Web};
pub use network::NetworkPolicy;
pub use plugin::{Ability, Carrier, Plugin, RateEngine};
pub use secrets::Secret;
pub use stats::{FunctionStats, PluginStats};
