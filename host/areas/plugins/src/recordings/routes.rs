//! Routes that switch, list, download and delete recordings.

use chrono::{DateTime, Utc};
use data::{
    ById, Empty, Error, ListQuery, PageOf, Record, Result, Scope, Where,
    audit::{DELETED, Entry},
    ids::TenantId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw, Routes,
    http::{Body, HeaderValue, Method, Response, header},
};

use crate::recordings::{RecordingRow, store, switches};
use crate::{
    access::{PLUGINS, PLUGINS_ENABLE, PLUGINS_INSTALL},
    installed::routes::{PluginRef, find},
};

/// Recorded for each download, since it exports customers' data.
const DOWNLOADED: &str = "Downloaded";
const RECORDING: &str = "PluginRecording";

pub(crate) fn table() -> Routes {
    Routes::new("/api/plugins")
        .get("getrecordingswitch", PLUGINS, get_switch)
        .post("recordfaults", PLUGINS_ENABLE, record)
        .list("getrecordings", PLUGINS, list)
        .raw(Method::GET, "downloadrecording", PLUGINS, 0, download)
        .describe_query::<ById<i64>>()
        .writes()
        .delete("deleterecording", PLUGINS_ENABLE, delete)
}

pub(crate) fn platform_table() -> Routes {
    Routes::new("/api/plugins/platform").post("recordfaults", PLUGINS_INSTALL, record_for)
}

/// State of the recording switch.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SwitchView {
    /// Null: off.
    until: Option<DateTime<Utc>>,
    switched_by: Option<String>,
}

async fn get_switch(mut scope: Scope, input: PluginRef) -> Result<SwitchView> {
    let plugin = find(&scope, &input.id)?;
    let tenant = scope.tenant;
    let found = store::load_switch(&mut scope, &plugin.id, tenant).await?;
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
    /// True: on for an hour; false: off at once. Recordings contain customers' data.
    is_on: bool,
}

async fn record(mut scope: Scope, input: Record) -> Result<Empty> {
    let plugin = find(&scope, &input.id)?;
    let tenant = scope.tenant;
    switches::set_switch(&mut scope, &plugin.id, tenant, input.is_on).await?;
    Ok(Empty {})
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RecordFor {
    /// The plugin's id.
    plugin: String,
    /// Tenant of the calls, where the recordings are read and downloaded.
    tenant_id: TenantId,
    /// True: on for an hour; false: off at once.
    is_on: bool,
}

async fn record_for(mut scope: Scope, input: RecordFor) -> Result<Empty> {
    let plugin = find(&scope, &input.plugin)?;
    if tenancy::tenant(scope.host(), input.tenant_id)
        .await?
        .is_none()
    {
        return Err(Error::NotFound("The tenant"));
    }
    switches::set_switch(&mut scope, &plugin.id, input.tenant_id, input.is_on).await?;
    Ok(Empty {})
}

/// A recording without its content: a page of contents could be many megabytes.
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

/// A recording for a tenant's administrator.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RecordingView {
    id: i64,
    version: String,
    /// Called function.
    call: String,
    /// Code of the call's account.
    account: String,
    /// Fault name, `panic`.
    fault: String,
    message: String,
    /// False: truncated, so that a replay ends there.
    is_whole: bool,
    /// File size.
    bytes: i64,
    creation_time: DateTime<Utc>,
}

async fn list(
    mut scope: Scope,
    input: PluginRef,
    query: ListQuery,
) -> Result<PageOf<RecordingView>> {
    let page = scope
        .page::<Line>(&query, Where::all().eq(RecordingRow::PLUGIN, input.id))
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

async fn download(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<i64>>()?;
    let row: RecordingRow = scope.find(id).await?;
    scope.record(Entry::new(RECORDING, row.id, DOWNLOADED).with_name(&row.plugin));
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
    scope.record(Entry::new(RECORDING, id, DELETED).with_name(&line.plugin));
    scope.commit().await?;
    Ok(Empty {})
}
