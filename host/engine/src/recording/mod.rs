//! Recording of one call: its inputs, its host calls with answers, and its outcome.
//!
//! Every input of a guest is a host call, so a recording is enough to repeat the call elsewhere:
//! [`replay`](crate::replay) answers in place of the host. Secrets are replaced before anything is
//! stored; a recording never holds one.

pub(crate) mod mask;
mod played;
pub(crate) mod shape;
mod wasi;

pub(crate) use played::MissingAnswer;
pub use played::{Difference, Played, Question};
pub(crate) use wasi::{Steps, Stream, WasiTape};

use crate::{
    call_limits::CallLimits,
    error::{EngineError, invalid},
    interface::wit::Level,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// Format version that this program reads and writes.
pub const RECORDING_FORMAT: u32 = 1;
/// Maximum bytes of a recording's JSON.
pub const MAX_RECORDING_BYTES: usize = 1 << 20;
/// Maximum bytes of arguments, settings, host calls and answer; the other parts have fixed bounds.
pub(crate) const MAX_VALUE_BYTES: usize = 768 << 10;
pub(crate) const MAX_LOG_BYTES: usize = 64 << 10;

/// Recording mode of a call, fixed at its start by the host program.
#[derive(Clone, Default)]
pub enum Taping {
    /// No recording and no cost.
    #[default]
    Off,
    Faults,
    /// Records the call and always stores the recording.
    Always,
    /// Answers the call from a recording.
    Play(Arc<Played>),
}

/// A recorded call as JSON of at most 1 MiB. Values use the interfaces' JSON; bytes are `{"$text":
/// …}` or `{"$base64": …}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Recording {
    pub format: u32,
    pub plugin: String,
    pub version: String,
    /// SHA-256 of the component in hexadecimal.
    pub component: String,
    /// Name in wit/v1.
    pub function: String,
    /// Arguments in the function's order; empty if they were too large.
    pub arguments: Vec<Value>,
    pub now: DateTime<Utc>,
    /// IANA name.
    pub timezone: String,
    pub account: RecordedAccount,
    pub settings: RecordedSettings,
    /// Settings of the tenant that are not in the plugin's manifest.
    #[serde(default)]
    pub limits: CallLimits,
    pub granted_hosts: Vec<String>,
    /// Time the caller waited at most, in milliseconds.
    pub patience_ms: u64,
    pub calls: Vec<HostCall>,
    #[serde(default)]
    pub wasi: Wasi,
    #[serde(default)]
    pub log: Vec<RecordedLine>,
    pub outcome: Outcome,
    /// Descriptions of parts too large to store. If not empty, a replay stops at the first missing
    /// part.
    #[serde(default)]
    pub missing: Vec<String>,
}

/// Account of the call, with stand-ins for secrets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedAccount {
    pub code: String,
    /// JSON object as the guest received it.
    pub settings: String,
    pub secrets: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedSettings {
    /// JSON object as the guest received it.
    pub json: String,
    pub secrets: BTreeMap<String, String>,
}

/// Without answer and cut, the guest was waiting when its time ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostCall {
    /// Interface and function, such as `http-client.send`.
    pub call: String,
    #[serde(rename = "asked")]
    pub requested: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered: Option<Value>,
    /// Bytes of JSON of an answer too large to store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<usize>,
}

/// Inputs from WASI.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Wasi {
    /// Base64 of the random bytes drawn.
    pub random: String,
    pub insecure_random: String,
    /// Decimal digits of the seed.
    pub insecure_seed: String,
    /// Nanoseconds of the monotonic clock, one entry per reading.
    pub monotonic: Vec<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedLine {
    /// One of `debug`, `info`, `warn` and `error`.
    pub level: String,
    pub message: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Outcome {
    /// Name of the fault; `None` if the guest answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    #[serde(rename = "words", skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Guest functions at the trap, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<String>,
    /// The guest's answer, including one that broke a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
}

impl Recording {
    /// Parses a recording; the error describes the first problem.
    pub fn read(text: &[u8]) -> Result<Recording, EngineError> {
        let value: Value = serde_json::from_slice(text)
            .map_err(|error| EngineError::Json("it is no JSON".to_owned(), error))?;
        match value["format"].as_u64() {
            Some(format) if format == u64::from(RECORDING_FORMAT) => {}
            Some(format) => {
                return Err(invalid!(
                    "it has the format {format}; this program reads {RECORDING_FORMAT}"
                ));
            }
            None => {
                return Err(EngineError::invalid(
                    "format: it is missing, so this is no recording of a plugin's call",
                ));
            }
        }
        serde_json::from_value(value)
            .map_err(|error| EngineError::Json("it is no recording".to_owned(), error))
    }

    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }

    /// Converts recorded values to the interfaces' JSON, for programs that make the call
    /// themselves.
    pub fn plain(value: &Value) -> Value {
        shape::unpack(value.clone())
    }
}

pub(crate) fn level(level: Level) -> &'static str {
    match level {
        Level::Debug => "debug",
        Level::Info => "info",
        Level::Warn => "warn",
        Level::Error => "error",
    }
}
