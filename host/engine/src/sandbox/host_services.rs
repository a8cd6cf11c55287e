//! Services that the host implements for the engine: storage, documents, rate cards, records, the
//! log.

use crate::{
    interface::wit,
    recording::{Recording, Taping},
};
use futures_util::future::BoxFuture;
use std::{any::Any, sync::Arc, time::Duration};

/// The host's side of the capabilities. Runs on the plugins' runtime and must not block a thread.
pub trait HostServices: Send + Sync + 'static {
    /// Runs for every call and must answer from memory.
    fn taping(&self, _owner: Owner<'_>) -> Taping {
        Taping::Off
    }

    /// A call that was written down and is to be kept. It holds the tenant's data, though no
    /// secret.
    fn recorded(&self, _tenant: i64, _recording: Recording) {}

    fn log(&self, lines: LogLines);

    fn key_value_get<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<Vec<u8>>, wit::StoreError>>;

    /// The engine limits a value to 64 KiB; the store enforces the total of 10 MiB (`full`).
    fn key_value_set<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
        value: Vec<u8>,
        ttl: Option<Duration>,
    ) -> BoxFuture<'a, Result<(), wit::StoreError>>;

    fn key_value_delete<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
    ) -> BoxFuture<'a, Result<(), wit::StoreError>>;

    /// Adds to a counter atomically (0 if new) and returns the new value. Counters never expire.
    fn key_value_increment<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
        by: u64,
    ) -> BoxFuture<'a, Result<u64, wit::StoreError>>;

    /// A PDF of one page a label; the error names the field that cannot be drawn.
    fn render_labels<'a>(
        &'a self,
        owner: Owner<'a>,
        labels: Vec<wit::Label>,
    ) -> BoxFuture<'a, Result<wit::File, String>>;

    fn render_manifest<'a>(
        &'a self,
        owner: Owner<'a>,
        sheet: wit::ManifestSheet,
    ) -> BoxFuture<'a, Result<wit::File, String>>;

    /// `None` without such a card; the error is the text of an outage.
    fn rate_card<'a>(
        &'a self,
        owner: Owner<'a>,
        code: &'a str,
        request: &'a wit::PriceRequest,
    ) -> BoxFuture<'a, Result<Option<RateCard>, String>>;

    /// Returns another plugin's version for calls of this tenant; `None` for the active one.
    fn version<'a>(&'a self, _owner: Owner<'a>, _plugin: &'a str) -> BoxFuture<'a, Option<String>> {
        Box::pin(async { None })
    }

    /// Names of records that reports may list. The default is none.
    fn data_sources<'a>(&'a self, _owner: Owner<'a>) -> BoxFuture<'a, Vec<String>> {
        Box::pin(async { Vec::new() })
    }

    /// Returns one page of a query with the permissions of `caller` (of
    /// [`CallContext`](crate::CallContext)): `most` rows (1 to 500, equal for all pages), fewer or
    /// none at the end, one value per column. `page` counts from 0.
    fn data_rows<'a>(
        &'a self,
        _owner: Owner<'a>,
        query: wit::DataQuery,
        _caller: Option<Arc<dyn Any + Send + Sync>>,
        _page: u64,
        _most: u32,
    ) -> BoxFuture<'a, Result<Vec<Vec<wit::DataValue>>, wit::DataError>> {
        Box::pin(async { Err(wit::DataError::NoSource(query.source)) })
    }
}

/// Destination of a running report's rows. A pending future holds the guest back;
/// [`wit::OutputError::Closed`] signals that the reader has left. The engine has validated the
/// data: columns once and first, rows as long as the columns, at most 1,000,000 rows and 256 MiB.
pub trait ReportOutput: Send + Sync + 'static {
    fn columns(
        &self,
        columns: Vec<wit::ReportColumn>,
    ) -> BoxFuture<'_, Result<(), wit::OutputError>>;
    fn rows(&self, rows: Vec<Vec<wit::DataValue>>) -> BoxFuture<'_, Result<(), wit::OutputError>>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Owner<'a> {
    pub tenant: i64,
    pub plugin: &'a str,
}

#[derive(Clone, Debug)]
pub struct RateCard {
    /// The id of a plugin of the kind `rate-engine`.
    pub engine: String,
    pub priced: Priced,
}

/// Pricing input of a rate engine.
#[derive(Clone, Debug)]
pub enum Priced {
    /// The whole card: JSON in the form that the engine documents.
    Card(String),
    /// Relevant rows of a card whose rates are rows, for the request.
    Lane(Box<(wit::Lane, wit::LaneRequest)>),
    Nothing(String),
}

#[derive(Clone, Debug)]
pub struct LogLines {
    pub tenant: i64,
    pub plugin: String,
    pub account: String,
    pub function: &'static str,
    pub lines: Vec<LogLine>,
    /// Number of lines beyond the maximum per call.
    pub dropped: u32,
}

#[derive(Clone, Debug)]
pub struct LogLine {
    pub level: wit::Level,
    pub message: String,
}
