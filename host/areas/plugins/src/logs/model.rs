//! Log lines and their rows.

use chrono::{DateTime, Utc};
use data::Record;
use schemars::JsonSchema;
use serde::Serialize;

/// A stored log line.
#[derive(Debug, Clone, Record)]
#[record(table = "plugin_log", name = "The log line", unrecorded, open)]
pub struct LogRow {
    pub id: i64,
    pub row_version: i64,
    pub plugin: String,
    pub account: String,
    pub call: String,
    pub level: String,
    pub message: String,
    pub creation_time: DateTime<Utc>,
}

/// One line of a plugin's log.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    pub plugin: String,
    /// Code of the call's account.
    pub account: String,
    /// Called function.
    pub call: String,
    pub level: String,
    pub message: String,
    pub creation_time: DateTime<Utc>,
}

#[derive(Debug, Clone)]
pub struct StoredLine {
    pub id: i64,
    pub line: LogLine,
}
