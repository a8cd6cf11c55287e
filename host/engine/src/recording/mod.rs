//! One call written down: what it was made with, everything it asked the host and was answered, and how it ended.
//!
//! Every input of a guest is a host call, so a recording is enough to make the same call again somewhere else, with
//! [`replay`] answering in the host's place. Secrets are replaced before anything is kept: a recording never holds one.

mod mask;
mod play;
mod shape;
mod tape;
mod wasi;

pub use play::{Difference, Played, Question, Replayed, replay};
pub(crate) use tape::Tape;
pub(crate) use wasi::{Steps, Stream, WasiTape};

use crate::{CallLimits, interface::wit::Level};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// The form that this program writes and reads.
pub const RECORDING_FORMAT: u32 = 1;
/// Bytes of a recording's JSON.
pub const RECORDING_MOST: usize = 1 << 20;
/// Bytes of a recording's arguments, settings, host calls and answer; the rest is bounded by what it is.
const KEPT_MOST: usize = 768 << 10;
const LOG_MOST: usize = 64 << 10;

/// Whether a call is written down; the host program is asked once as it begins.
#[derive(Clone, Default)]
pub enum Taping {
    /// It is not, and costs nothing.
    #[default]
    Off,
    /// It is, and kept when it ends in the plugin's fault.
    Faults,
    /// It is, and kept however it ends.
    Always,
    /// It is answered from a recording.
    Play(Arc<Played>),
}

/// A call as it was made, in JSON of at most 1 MiB. Values stand as the interfaces' JSON, bytes as `{"$text": …}` or
/// `{"$base64": …}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Recording {
    /// 1.
    pub format: u32,
    /// The plugin's id.
    pub plugin: String,
    pub version: String,
    /// SHA-256 of the component, in hexadecimal.
    pub component: String,
    /// By its name in wit/v1.
    pub function: String,
    /// In the function's order. Empty when they were too large.
    pub arguments: Vec<Value>,
    /// The guest's clock.
    pub now: DateTime<Utc>,
    /// By its name in the time zone database.
    pub timezone: String,
    pub account: RecordedAccount,
    pub settings: RecordedSettings,
    /// What was set for the tenant, beside the plugin's manifest.
    #[serde(default)]
    pub limits: CallLimits,
    pub granted_hosts: Vec<String>,
    /// How long the caller waited for it, in milliseconds.
    pub patience_ms: u64,
    /// What it asked the host, in order.
    pub calls: Vec<HostCall>,
    #[serde(default)]
    pub wasi: Wasi,
    /// What it wrote to its log.
    #[serde(default)]
    pub log: Vec<RecordedLine>,
    pub outcome: Outcome,
    /// What was too large to be kept, in words; while there is any, the call can't be replayed beyond it.
    #[serde(default)]
    pub missing: Vec<String>,
}

/// The account that the call was made for. Secrets are stand-ins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedAccount {
    pub code: String,
    /// The text of a JSON object, as the guest was given it.
    pub settings: String,
    pub secrets: BTreeMap<String, String>,
}

/// The plugin's own settings. Secrets are stand-ins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedSettings {
    /// The text of a JSON object, as the guest was given it.
    pub json: String,
    pub secrets: BTreeMap<String, String>,
}

/// One call of a capability. Without an answer, and nothing cut, the guest was still waiting when its time was over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostCall {
    /// Interface and function: `http-client.send`.
    pub call: String,
    pub asked: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered: Option<Value>,
    /// Bytes of JSON of an answer that was too large to be kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<usize>,
}

/// What the guest took from WASI.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Wasi {
    /// Base64 of the random bytes that it drew.
    pub random: String,
    pub insecure_random: String,
    /// Decimal digits of the seed that it was given.
    pub insecure_seed: String,
    /// Nanoseconds of the monotonic clock, a reading each.
    pub monotonic: Vec<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedLine {
    /// `debug`, `info`, `warn` or `error`.
    pub level: String,
    pub message: String,
}

/// How a call ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Outcome {
    /// The name of its fault; none: it answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The fault's words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// The guest's functions at the trap, the innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<String>,
    /// What it answered, also when that broke a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
}

impl Recording {
    /// Reads a recording's file; the error says what is wrong with it.
    pub fn read(text: &[u8]) -> Result<Recording, String> {
        let value: Value =
            serde_json::from_slice(text).map_err(|error| format!("it is no JSON: {error}"))?;
        match value["format"].as_u64() {
            Some(format) if format == u64::from(RECORDING_FORMAT) => {}
            Some(format) => {
                return Err(format!(
                    "it has the format {format}; this program reads {RECORDING_FORMAT}"
                ));
            }
            None => {
                return Err(
                    "format: it is missing, so this is no recording of a plugin's call".into(),
                );
            }
        }
        serde_json::from_value(value).map_err(|error| format!("it is no recording: {error}"))
    }

    /// Whether nothing had to be cut.
    pub fn is_whole(&self) -> bool {
        self.missing.is_empty()
    }

    /// Its values as the interfaces' JSON, for programs that make the call by themselves.
    pub fn plain(value: &Value) -> Value {
        shape::unpack(value.clone())
    }
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Debug => "debug",
        Level::Info => "info",
        Level::Warn => "warn",
        Level::Error => "error",
    }
}
