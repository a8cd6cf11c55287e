//! Switching recordings on, reading, downloading and deleting them.

use chrono::{DateTime, Utc};
use kernel::{
    ById, Empty, Error, ListQuery, PageOf, Raw, Record, Result, Routes, Scope, Where,
    audit::{DELETED, Entry},
    http::{Body, HeaderValue, Method, Response, header},
    ids::TenantId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{RecordingRow, switches};
use crate::{
    access::{PLUGINS, PLUGINS_ENABLE, PLUGINS_INSTALL},
    routes::{OfPlugin, find},
};

/// In the record of changes: who took customers' data out of the house.
const DOWNLOADED: &str = "Downloaded";
const RECORDING: &str = "PluginRecording";

pub(crate) fn table() -> Routes {
    Routes::at("/api/plugins")
        .get("getrecordingswitch", PLUGINS, get_switch)
        .post("recordfaults", PLUGINS_ENABLE, record)
        .list("getrecordings", PLUGINS, list)
        .raw(Method::GET, "downloadrecording", PLUGINS, 0, download)
        .writes()
        .delete("deleterecording", PLUGINS_ENABLE, delete)
}

pub(crate) fn platform_table() -> Routes {
    Routes::at("/api/plugins/platform").post("recordfaults", PLUGINS_INSTALL, record_for)
}

/// Whether calls that fail are written down.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SwitchView {
    /// Null: they are not.
    until: Option<DateTime<Utc>>,
    switched_by: Option<String>,
}

async fn get_switch(mut scope: Scope, of: OfPlugin) -> Result<SwitchView> {
    let plugin = find(&scope, &of.id)?;
    let tenant = scope.tenant;
    let found = switches::read(&mut scope, &plugin.id, tenant).await?;
    Ok(match found {
        Some((until, by)) => SwitchView {
            until: Some(until),
            switched_by: Some(by),
        },
        None => SwitchView {
            until: None,
            switched_by: None,
        },
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Record {
    /// The plugin's id.
    id: String,
    /// On for an hour from now, or off at once. What is written down holds customers' data.
    is_on: bool,
}

async fn record(mut scope: Scope, wanted: Record) -> Result<Empty> {
    let plugin = find(&scope, &wanted.id)?;
    let tenant = scope.tenant;
    switches::switch(&mut scope, &plugin.id, tenant, wanted.is_on).await?;
    Ok(Empty {})
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RecordFor {
    /// The plugin's id.
    plugin: String,
    /// Whose calls: the recordings are that tenant's, to be read and downloaded there.
    tenant_id: TenantId,
    /// On for an hour from now, or off at once.
    is_on: bool,
}

async fn record_for(mut scope: Scope, wanted: RecordFor) -> Result<Empty> {
    let plugin = find(&scope, &wanted.plugin)?;
    if tenancy::tenant(scope.host(), wanted.tenant_id)
        .await?
        .is_none()
    {
        return Err(Error::NotFound("The tenant"));
    }
    switches::switch(&mut scope, &plugin.id, wanted.tenant_id, wanted.is_on).await?;
    Ok(Empty {})
}

/// A recording without what it holds: a page of whole ones could be many megabytes.
#[derive(Debug, Clone, Record)]
#[record(view_of = RecordingRow)]
struct Line {
    id: i64,
    plugin: String,
    version: String,
    call: String,
    account: String,
    fault: String,
    message: String,
    is_whole: bool,
    bytes: i64,
    creation_time: DateTime<Utc>,
}

/// A recorded call as a tenant's administrator sees it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RecordingView {
    id: i64,
    version: String,
    /// The function that was called.
    call: String,
    /// The code of the account the call was made for.
    account: String,
    /// The fault's name, `panic`.
    fault: String,
    message: String,
    /// False: something was too large to be kept, and the call can be replayed only as far as that.
    is_whole: bool,
    /// The file's size.
    bytes: i64,
    creation_time: DateTime<Utc>,
}

async fn list(mut scope: Scope, of: OfPlugin, query: ListQuery) -> Result<PageOf<RecordingView>> {
    let page = scope
        .page::<Line>(&query, Where::all().eq(RecordingRow::PLUGIN, of.id))
        .await?;
    Ok(page.map(|line| RecordingView {
        id: line.id,
        version: line.version,
        call: line.call,
        account: line.account,
        fault: line.fault,
        message: line.message,
        is_whole: line.is_whole,
        bytes: line.bytes,
        creation_time: line.creation_time,
    }))
}

/// The recording's file, as `waybill plugin replay` takes it.
async fn download(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<i64>>()?;
    let row: RecordingRow = scope.find(id).await?;
    scope.record(Entry::new(RECORDING, row.id, DOWNLOADED).named(&row.plugin));
    scope.commit().await?;
    let name: String = row
        .plugin
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect();
    let disposition = format!(
        "attachment; filename=\"{name}-{}-{}.recording.json\"",
        row.call, row.id
    );
    let mut response = Response::new(Body::from(row.recording));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::CONTENT_DISPOSITION,
        HeaderValue::from_str(&disposition).map_err(Error::internal)?,
    );
    Ok(response)
}

async fn delete(mut scope: Scope, ById { id }: ById<i64>) -> Result<Empty> {
    let line: Line = scope.find(id).await?;
    scope.delete::<RecordingRow>(id).await?;
    scope.record(Entry::new(RECORDING, id, DELETED).named(&line.plugin));
    scope.commit().await?;
    Ok(Empty {})
}
