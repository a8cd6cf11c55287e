//! Recordings of failed plugin calls, enabled for an hour and limited per plugin.
//!
//! A recording contains the call's input, including customers' data, but placeholders for secrets.
//! It is readable with the plugin's log and expires.

pub mod routes;
pub mod store;
pub mod switches;

pub(crate) use crate::recordings::routes::{platform_table, table};

use chrono::{DateTime, Utc};
use data::{New, Record, Result, Scope};

/// Per plugin and tenant; the oldest are deleted.
const MAX_COUNT: i64 = 20;

/// A stored recording.
#[derive(Debug, Clone, Record)]
#[record(table = "plugin_recordings", name = "The recording", unrecorded, open)]
pub(crate) struct RecordingRow {
    pub id: i64,
    pub row_version: i64,
    pub plugin: String,
    pub version: String,
    pub call: String,
    pub account: String,
    pub fault: String,
    pub message: String,
    pub is_whole: bool,
    pub bytes: i64,
    #[record(internal)]
    pub recording: String,
    pub creation_time: DateTime<Utc>,
}

#[derive(Debug, Clone)]
pub struct NewRecording {
    pub plugin: String,
    pub version: String,
    pub call: String,
    pub account: String,
    pub fault: String,
    pub message: String,
    /// True if nothing was truncated.
    pub is_whole: bool,
    /// JSON of the recording, without secrets.
    pub json: String,
}

/// Deletes the oldest beyond the limit. The caller commits.
pub async fn keep_recording(scope: &mut Scope, new: NewRecording) -> Result<()> {
    let row = scope
        .create(New::<RecordingRow> {
            plugin: new.plugin,
            version: new.version,
            call: new.call,
            account: new.account,
            fault: new.fault,
            message: new.message,
            is_whole: new.is_whole,
            bytes: new.json.len() as i64,
            recording: new.json,
        })
        .await?;
    store::delete_oldest(scope, row.plugin, MAX_COUNT).await
}
