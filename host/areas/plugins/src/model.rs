//! The rows of the plugins' room.

use chrono::{DateTime, Utc};
use kernel::entity;

/// One line a plugin wrote.
#[derive(Debug, Clone)]
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

entity!(LogRow(i64) named "The log line" in "plugin_log" log {
    plugin: String => "plugin",
    account: String => "account",
    call: String => "call",
    level: String => "level",
    message: String => "message",
    creation_time: DateTime<Utc> => "creationTime",
});
