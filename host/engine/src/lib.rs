//! Plugin host: loads WebAssembly components and calls them under limits, grants and deadlines.
//!
//! Each call gets a fresh instance, so one tenant's data in guest memory never reaches the next
//! tenant. Guests run on a separate runtime, so a busy plugin never blocks an API thread. Every
//! failure ends as one [`PluginFault`] with a kind and a text. No guest can crash the host.

mod call;
mod engine;
mod fault;
mod interface;
mod plugin;
mod policy;
mod recording;
mod sandbox;
mod stats;

pub use call::context::{AccountGrant, CallContext, CallLimits, SettingsGrant};
pub use call::meter::blocking;
pub use engine::{Engine, EngineConfig, EngineError};
pub use fault::{FaultKind, PluginFault};
pub use futures_util::future::BoxFuture;
pub use interface::exports::Ability;
pub use interface::handles::{
    Carrier, Commerce, Endpoint, Payment, RateEngine, Report, SettingsMigration,
};
pub use interface::wit;
pub use plugin::compile::{Compiler, REFUSED, compile};
pub use plugin::folder::{LoadReport, Refused};
pub use plugin::manifest::{
    Access, Capability, EndpointSpec, Frame, Grants, Hmac, HmacDigest, HmacEncoding, HmacForm,
    Kind, Limits, Manifest, Nav, Route, Slot, Web,
};
pub use plugin::versions::{
    CANARY_CALLS, CANARY_EXCESS, CanaryState, MAX_CANARY_SHARE, NotLoaded, Routes,
};
pub use plugin::{Plugin, package};
pub use policy::breaker::{BreakerPhase, BreakerPolicy, BreakerState};
pub use policy::effective_limits::{LimitView, limits_of};
pub use policy::limits::MAX_ACCOUNTS;
pub use recording::{
    Difference, HostCall, MAX_RECORDING_BYTES, Outcome, Played, Question, RECORDING_FORMAT,
    RecordedAccount, RecordedLine, RecordedSettings, Recording, Replayed, Taping, Wasi, replay,
};
pub use sandbox::host_services::{
    HostServices, LogLine, LogLines, Owner, Priced, RateCard, ReportOutput,
};
pub use sandbox::network::NetworkPolicy;
pub use sandbox::secrets::Secret;
pub use stats::{CallCounts, FunctionUsage, PluginStats, PoolStats};
