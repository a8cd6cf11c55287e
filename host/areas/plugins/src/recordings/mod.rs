//! Calls of plugins that failed and were written down: for an hour after somebody asked for it, a few of each plugin.
//!
//! A recording holds what the call was made with, so it holds customers' data; of secrets it holds stand-ins. It is read
//! by whoever may read the plugin's log, and goes away by itself.

mod routes;
mod switches;

pub(crate) use routes::{platform_table, table};
pub use switches::RecordingSwitches;

use chrono::{DateTime, Utc};
use kernel::{Record, Result, Scope, db::Val, tsql};

/// Of one plugin in one tenant; the oldest make room.
const MAX_COUNT: i64 = 20;

/// A recording as it is stored.
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

/// A call that was written down.
#[derive(Debug, Clone)]
pub struct NewRecording {
    pub plugin: String,
    pub version: String,
    /// The function that was called.
    pub call: String,
    /// The code of the account the call was made for.
    pub account: String,
    /// The fault's name.
    pub fault: String,
    /// The fault's words.
    pub message: String,
    /// Nothing had to be cut.
    pub is_whole: bool,
    /// The recording's JSON, without any secret.
    pub json: String,
}

/// Keeps a recording, and does away with the oldest ones beyond twenty; the caller saves.
pub async fn keep_recording(scope: &mut Scope, new: NewRecording) -> Result<()> {
    let mut row = RecordingRow {
        id: 0,
        row_version: 0,
        plugin: new.plugin,
        version: new.version,
        call: new.call,
        account: new.account,
        fault: new.fault,
        message: new.message,
        is_whole: new.is_whole,
        bytes: new.json.len() as i64,
        recording: new.json,
        creation_time: scope.now(),
    };
    scope.insert(&mut row).await?;
    let beyond = tsql!(
        "DELETE FROM plugin_recordings WHERE tenant_id = $1 AND plugin = $2 AND id NOT IN
           (SELECT id FROM plugin_recordings WHERE tenant_id = $1 AND plugin = $2 ORDER BY id DESC LIMIT $3)"
    );
    scope
        .rows(beyond, vec![Val::Text(row.plugin), Val::I64(MAX_COUNT)])
        .await?;
    Ok(())
}
