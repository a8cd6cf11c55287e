//! Reports: list, and rows streamed as CSV.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use carriage::{FaultKind, PluginFault};
use data::{Empty, Error, Message, PageOf, Result, Scope, message};
use futures_util::{StreamExt, future::BoxFuture, stream};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc;
use web::{
    http::{Body, HeaderValue, IntoResponse, Response, header},
    routes::Raw,
    rows,
};

use crate::endpoints::{
    self,
    port::{Cell, Closed, Parameter, PluginCall, ReportInfo, ReportPort, RowSink},
};

const LIST_TIMEOUT: Duration = Duration::from_secs(5);
const RUN_TIMEOUT: Duration = Duration::from_secs(300);
/// Byte order mark, by which spreadsheets recognise UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// Buffered chunks before a slow reader blocks the plugin.
const MAX_BUFFERED_CHUNKS: usize = 8;

/// A report that can be run.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportView {
    /// `<plugin>.<report>`
    id: String,
    name: String,
    description: String,
    /// Time since when the report is available; null for the initial reports.
    created_at: Option<chrono::DateTime<chrono::Utc>>,
    updated_at: Option<chrono::DateTime<chrono::Utc>>,
    parameters: Vec<Parameter>,
}

/// Skips failing plugins.
pub(crate) async fn list(scope: Scope, _: Empty) -> Result<PageOf<ReportView>> {
    let port = scope.port::<dyn ReportPort>()?;
    let mut calls = Vec::new();
    for plugin in port.generators() {
        if endpoints::lookup::is_enabled(&scope, &plugin, scope.caller.customer()).await? {
            calls.push(
                endpoints::lookup::call_context(
                    &scope,
                    &plugin,
                    scope.caller.customer(),
                    LIST_TIMEOUT,
                )
                .await?,
            );
        }
    }
    let lists =
        stream::iter(calls.into_iter().map(|call| list_reports_of(&*port, call))).buffered(8);
    let mut reports: Vec<ReportInfo> = lists
        .collect::<Vec<_>>()
        .await
        .into_iter()
        .flatten()
        .collect();
    reports.sort_by(|one, other| {
        (&one.name, &one.plugin, &one.id).cmp(&(&other.name, &other.plugin, &other.id))
    });
    Ok(PageOf {
        total_count: i64::try_from(reports.len()).unwrap_or(i64::MAX),
        items: reports.into_iter().map(view).collect(),
    })
}

async fn list_reports_of(port: &dyn ReportPort, call: PluginCall) -> Vec<ReportInfo> {
    let plugin = call.plugin.clone();
    match port.reports(call).await {
        Ok(reports) => reports.unwrap_or_default(),
        Err(fault) => {
            tracing::warn!(
                plugin,
                %fault,
                "failed to list a plugin's reports"
            );
            Vec::new()
        }
    }
}

fn view(report: ReportInfo) -> ReportView {
    ReportView {
        id: format!("{}.{}", report.plugin, report.id),
        name: report.name,
        description: report.description,
        created_at: None,
        updated_at: None,
        parameters: report.parameters,
    }
}

#[derive(serde::Deserialize, JsonSchema)]
pub(crate) struct Which {
    /// As listed: `<plugin>.<report>`.
    id: String,
}

const UNKNOWN: Error = Error::NotFound("The report");

/// Streams rows as CSV. Failures after the first row abort the response, so that a partial report
/// isn't mistaken for a complete one.
pub(crate) async fn run(scope: Scope, raw: Raw) -> Result<Response> {
    let Which { id } = raw.query()?;
    let (plugin, report) = id.split_once('.').ok_or(UNKNOWN)?;
    let parameters: Value = match raw.body.trim_ascii() {
        b"" => Value::Object(serde_json::Map::new()),
        _ => raw.json()?,
    };
    if !parameters.is_object() {
        return Err(Error::invalid(
            "body",
            message!("must be an object of the parameters"),
        ));
    }
    let port = scope.port::<dyn ReportPort>()?;
    let customer = scope.caller.customer();
    let is_there = port.generators().iter().any(|known| known == plugin);
    if !is_there || !endpoints::lookup::is_enabled(&scope, plugin, customer).await? {
        return Err(UNKNOWN);
    }
    let mut call = endpoints::lookup::call_context(&scope, plugin, customer, RUN_TIMEOUT).await?;
    call.caller = Some(scope.caller.clone());
    let (sender, mut pieces) = mpsc::channel(MAX_BUFFERED_CHUNKS);
    let sink = Arc::new(Csv(sender.clone()));
    let running = port.run(call, report.to_owned(), parameters, sink);
    tokio::spawn(async move {
        let ended = tokio::select! {
            ended = running => ended,
            // The reader has disconnected: dropping the run stops the plugin.
            () = sender.closed() => return,
        };
        if let Err(fault) = ended {
            // A disconnected reader needs no error.
            let _ = sender.send(Err(fault)).await;
        }
    });
    let first = match pieces.recv().await {
        Some(Err(fault)) => return Err(refusal(fault)),
        Some(Ok(first)) => Some(first),
        None => None,
    };
    let remaining = stream::unfold(pieces, |mut pieces| async move {
        Some((pieces.recv().await?, pieces))
    })
    .fuse();
    let beginning = std::iter::once(Bytes::from_static(BYTE_ORDER_MARK)).chain(first);
    let body = stream::iter(beginning.map(Ok))
        .chain(remaining)
        .map(|piece| {
            piece.map_err(|fault: PluginFault| {
                tracing::warn!(%fault, "report aborted");
                std::io::Error::other("report aborted")
            })
        });
    let mut response = Body::from_stream(body).into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/csv; charset=utf-8"),
    );
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    let name: String = report
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect();
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}.csv\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

fn refusal(fault: PluginFault) -> Error {
    match fault.kind {
        FaultKind::InvalidInput(fields) => Error::Invalid(fields),
        FaultKind::NotFound => UNKNOWN,
        FaultKind::Unauthorised | FaultKind::Rejected { .. } => Error::Forbidden(fault.message),
        FaultKind::Unavailable { .. }
        | FaultKind::CircuitOpen { .. }
        | FaultKind::Capacity
        | FaultKind::NotCalled { .. } => Error::Unavailable(fault.message),
        _ => FAILED.with_message(fault.message),
    }
}

const FAILED: data::Refusal = data::Refusal::new(716, "The report could not be written.");

/// Streams rows as CSV text.
struct Csv(mpsc::Sender<Result<Bytes, PluginFault>>);

impl Csv {
    async fn send(&self, text: Result<Vec<u8>>) -> Result<(), Closed> {
        let text = text.map_err(|error| {
            PluginFault::new(FaultKind::Failed, Message::verbatim(error.sentence()))
        });
        self.0.send(text.map(Bytes::from)).await.map_err(|_| Closed)
    }
}

impl RowSink for Csv {
    fn columns(&self, titles: Vec<String>) -> BoxFuture<'_, Result<(), Closed>> {
        Box::pin(self.send(rows::lines([titles])))
    }
    fn rows(&self, rows: Vec<Vec<Cell>>) -> BoxFuture<'_, Result<(), Closed>> {
        let lines = rows::lines(
            rows.into_iter()
                .map(|row| row.into_iter().map(text).collect::<Vec<_>>()),
        );
        Box::pin(self.send(lines))
    }
}

fn text(cell: Cell) -> String {
    match cell {
        Cell::None => String::new(),
        Cell::Text(text) => text,
        Cell::Integer(number) => number.to_string(),
        Cell::Decimal(digits) => digits,
        Cell::Truth(truth) => truth.to_string(),
    }
}
