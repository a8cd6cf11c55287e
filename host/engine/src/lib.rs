//! Plugin host: loads WebAssembly components and calls them under limits, grants and deadlines.
//!
//! Each call gets a fresh instance, so one tenant's data in guest memory never reaches the next
//! tenant. Guests run on a separate runtime, so a busy plugin never blocks an API thread. Every
//! failure ends as one [`PluginFault`] with a kind and a text. No guest can crash the host.

mod call;
mod call_limits;
mod engine;
mod error;
mod fault;
mod functions;
mod grants;
mod interface;
mod kind;
mod limits;
mod manifest;
mod plugin;
mod policy;
mod recording;
mod sandbox;
mod stats;
mod text;

pub use call::versions::{
    CANARY_CALLS, CANARY_EXCESS, CanaryState, MAX_CANARY_SHARE, NotLoaded, Routes,
};
pub use call_limits::CallLimits;
pub use carriage::{FaultKind, PluginFault};
pub use engine::{Engine, EngineConfig};
pub use error::EngineError;
pub use functions::{Ability, Signature};
pub use futures_util::future::BoxFuture;
pub use grants::{AccountGrant, Secret, SettingsGrant};
pub use interface::wit;
pub use kind::Kind;
pub use limits::MAX_ACCOUNTS;
pub use manifest::{
    Access, Capability, EndpointSpec, Frame, Grants, Hmac, HmacDigest, HmacEncoding, HmacForm,
    Limits, Manifest, Nav, Route, Slot, Web,
};
pub use plugin::compile::{Compiler, REFUSED, compile};
pub use plugin::folder::{LoadReport, Refused};
pub use plugin::handles::{
    Carrier, Commerce, Endpoint, Payment, RateEngine, Report, SettingsMigration,
};
pub use plugin::replay::{Replayed, replay};
pub use plugin::{Plugin, package};
pub use policy::breaker::BreakerPolicy;
pub use policy::effective_limits::{LimitView, limits_of};
pub use policy::meter::blocking;
pub use recording::{
    Difference, HostCall, MAX_RECORDING_BYTES, Outcome, Played, Question, RECORDING_FORMAT,
    RecordedAccount, RecordedLine, RecordedSettings, Recording, Taping, Wasi,
};
pub use sandbox::context::CallContext;
pub use sandbox::host_services::{
    HostServices, LogLine, LogLines, Owner, Priced, RateCard, ReportOutput,
};
pub use sandbox::network::NetworkPolicy;
pub use stats::{BreakerPhase, BreakerState, CallCounts, FunctionUsage, PluginStats, PoolStats};
