//! The host of plugins: loads WebAssembly components and calls them under limits, grants and deadlines.
//!
//! A call gets a fresh instance, so nothing a guest keeps in memory reaches the next tenant. Guests run on a runtime
//! of their own, so that a busy plugin never takes a thread from the API. Whatever goes wrong ends as one
//! [`PluginFault`] with a kind and words; nothing a guest does takes the host down.

mod allowed;
mod answers;
mod ask;
mod bindings;
mod breaker;
mod cache;
mod call;
mod capabilities;
mod compile;
mod context;
mod cpu;
mod engine;
mod exports;
mod fault;
mod folder;
mod functions;
mod gate;
mod handles;
mod host_services;
mod limits;
mod manifest;
mod network;
mod pace;
pub mod package;
mod places;
mod plugin;
mod recording;
mod retry;
mod running;
mod secrets;
mod size;
mod state;
mod stats;
mod versions;
mod wasi;
pub mod wit;

pub use allowed::{LimitView, limits_of};
pub use breaker::{BreakerPhase, BreakerPolicy, BreakerState};
pub use compile::{Compiler, REFUSED, compile};
pub use context::{AccountGrant, CallContext, CallLimits, SettingsGrant};
pub use engine::{Engine, EngineConfig, EngineError};
pub use exports::Ability;
pub use fault::{FaultKind, PluginFault};
pub use folder::{LoadReport, Refused};
pub use futures_util::future::BoxFuture;
pub use handles::{Carrier, Commerce, Endpoint, Payment, RateEngine, Report, SettingsMigration};
pub use host_services::{HostServices, LogLine, LogLines, Owner, RateCard, ReportOutput};
pub use manifest::{
    Capability, Door, EndpointSpec, Grants, Hmac, HmacDigest, HmacEncoding, Kind, Limits, Manifest, Nav, Route, Slot,
    Web,
};
pub use network::NetworkPolicy;
pub use plugin::Plugin;
pub use recording::{
    Difference, HostCall, Outcome, Played, Question, RECORDING_FORMAT, RECORDING_MOST, RecordedAccount, RecordedLine,
    RecordedSettings, Recording, Replayed, Taping, Wasi, replay,
};
pub use secrets::Secret;
pub use stats::{FunctionUsage, PluginStats, PoolStats, Tally};
pub use versions::{CANARY_CALLS, CANARY_EXCESS, CANARY_SHARE_MOST, CanaryState, NotLoaded, Routes};
