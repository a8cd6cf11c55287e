//! What the engine cannot know by itself and the host program fills in: storage, documents, rate cards, records, the
//! log.

use crate::{Recording, Taping, interface::wit};
use futures_util::future::BoxFuture;
use std::{any::Any, sync::Arc, time::Duration};

/// The host program's side of the capabilities. Called on the plugins' runtime, so it must not block a thread.
pub trait HostServices: Send + Sync + 'static {
    /// Whether a call that begins is written down. Asked for every call, so it must answer from memory.
    fn taping(&self, _owner: Owner<'_>) -> Taping {
        Taping::Off
    }

    /// A call that was written down and is to be kept. It holds the tenant's data, though no secret.
    fn recorded(&self, _tenant: i64, _recording: Recording) {}

    /// What a guest said during one call, handed over once at its end and only when it said anything.
    fn log(&self, lines: LogLines);

    fn key_value_get<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<Vec<u8>>, wit::StoreError>>;

    /// The engine has checked that one value is at most 64 KiB; the total of 10 MiB is the store's to keep (`full`).
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

    /// Adds to a counter in one atomic step (0 when new) and gives its new value; counters never expire.
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

    /// What the tenant's rate card of this code has for a request, `None` when there is no such card; the error is an
    /// outage in words.
    fn rate_card<'a>(
        &'a self,
        owner: Owner<'a>,
        code: &'a str,
        request: &'a wit::PriceRequest,
    ) -> BoxFuture<'a, Result<Option<RateCard>, String>>;

    /// The version of another plugin that a call for this owner's tenant goes to; `None`: the active one.
    fn version<'a>(&'a self, _owner: Owner<'a>, _plugin: &'a str) -> BoxFuture<'a, Option<String>> {
        Box::pin(async { None })
    }

    /// The names of the records that reports may list. A host that keeps none has nothing to write here.
    fn data_sources<'a>(&'a self, _owner: Owner<'a>) -> BoxFuture<'a, Vec<String>> {
        Box::pin(async { Vec::new() })
    }

    /// One page of a query, as `caller` (of [`CallContext`](crate::CallContext)) may see it: `most` rows (1 to 500,
    /// the same for every page of a query), fewer or none at the end, each with one value a column. `page` counts
    /// from 0.
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

/// Where a report's rows go while it runs. A future that waits holds the guest back; [`wit::OutputError::Closed`] tells
/// it that nobody reads any more. The engine has checked what it passes on: columns once and first, every row as long
/// as the columns, at most 1,000,000 rows and 256 MiB.
pub trait ReportOutput: Send + Sync + 'static {
    fn columns(
        &self,
        columns: Vec<wit::ReportColumn>,
    ) -> BoxFuture<'_, Result<(), wit::OutputError>>;
    fn rows(&self, rows: Vec<Vec<wit::DataValue>>) -> BoxFuture<'_, Result<(), wit::OutputError>>;
}

/// Whose data a capability works on: one tenant's, one plugin's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Owner<'a> {
    pub tenant: i64,
    pub plugin: &'a str,
}

/// What a rate card has for a request: which rate engine prices it, and what it is given.
#[derive(Clone, Debug)]
pub struct RateCard {
    /// The id of a plugin of the kind `rate-engine`.
    pub engine: String,
    pub priced: Priced,
}

/// What a rate engine is given of a card.
#[derive(Clone, Debug)]
pub enum Priced {
    /// The whole card: JSON in the form that the engine documents.
    Card(String),
    /// What matters for the request, of a card whose rates are rows.
    Lane(Box<(wit::Lane, wit::LaneRequest)>),
    /// Nothing, for this reason.
    Nothing(String),
}

/// The lines of one call.
#[derive(Clone, Debug)]
pub struct LogLines {
    pub tenant: i64,
    pub plugin: String,
    pub account: String,
    pub function: &'static str,
    pub lines: Vec<LogLine>,
    /// How many lines came after the last one that a call may write.
    pub dropped: u32,
}

#[derive(Clone, Debug)]
pub struct LogLine {
    pub level: wit::Level,
    pub message: String,
}
