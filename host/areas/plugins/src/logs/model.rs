//! Rows of the area plugins.

use chrono::{DateTime, Utc};
use kernel::Record;

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
