//! Ports to plugins' endpoints and reports, implemented by the program with the engine.

use std::{sync::Arc, time::Duration, time::Instant};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use kernel::{Caller, FieldError, Scope, ids::CustomerId, ids::TenantId};
use serde_json::Value;

use crate::settings::effective::Effective;

/// Endpoints of a plugin's manifest.
#[derive(Debug, Clone)]
pub struct DeclaredEndpoints {
    pub plugin: String,
    pub endpoints: Vec<Endpoint>,
    /// True if its callbacks request checkout prices, which the host quotes.
    pub prices_checkouts: bool,
    /// True if all its calls are deliveries without an answer, stored or not.
    pub reads_deliveries: bool,
}

/// One HTTP call of a plugin.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// `/events`; a last part `*` matches any rest.
    pub path: String,
    pub methods: Vec<String>,
    pub access: Access,
    /// True if calls are stored, acknowledged at once and retried.
    pub queue: bool,
    /// Header with the delivery's id.
    pub event_id: Option<String>,
    pub per_minute: u32,
    /// Bytes.
    pub max_body: usize,
    /// Last part of its callback address.
    pub callback: Option<String>,
}

/// Required authentication.
#[derive(Debug, Clone)]
pub enum Access {
    Open,
    Hmac(Signing),
    /// Requires this permission, if set.
    ApiKey(Option<String>),
    Session(Option<String>),
}

/// Signature scheme for the body.
#[derive(Debug, Clone)]
pub struct Signing {
    pub header: String,
    /// Key of the secret setting.
    pub secret: String,
    pub digest: Digest,
    pub encoding: Encoding,
    /// Text before the signature.
    pub prefix: String,
    /// True if the header includes the signing time, `t=…,v1=…`, and the seconds are signed with
    /// the body.
    pub timestamped: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Digest {
    Sha256,
    Sha512,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Base64,
    Hex,
}

/// Context of a plugin call.
#[derive(Debug, Clone)]
pub struct PluginCall {
    pub tenant: TenantId,
    pub plugin: String,
    pub customer: Option<CustomerId>,
    pub settings: Arc<Effective>,
    /// IANA name of the tenant's time zone.
    pub timezone: String,
    pub now: DateTime<Utc>,
    /// Authenticated caller, if required; the plugin's lists match the API's for this caller.
    pub caller: Option<Caller>,
    /// Deadline of the answer.
    pub deadline: Option<Instant>,
}

/// An HTTP call as passed to a plugin.
#[derive(Debug, Clone)]
pub struct HttpCall {
    pub method: String,
    /// Raw path below `/api/plugins/<id>`.
    pub path: String,
    /// Store key of a callback.
    pub store: Option<String>,
    /// Raw query without the question mark.
    pub query: String,
    /// Lower-case names; without cookies and authorization.
    pub headers: Vec<(String, String)>,
    pub body: Bytes,
    pub caller: Option<AuthenticatedCaller>,
}

/// An authenticated caller.
#[derive(Debug, Clone)]
pub struct AuthenticatedCaller {
    pub user: i64,
    pub name: String,
    pub customer: Option<i64>,
    pub permissions: Vec<String>,
}

/// A plugin's raw answer to an HTTP call.
#[derive(Debug, Clone)]
pub struct HttpAnswer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// Reason for a missing answer.
#[derive(Debug, Clone)]
pub struct Fault {
    pub kind: FaultKind,
    /// Message for users.
    pub message: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    Invalid(Vec<FieldError>),
    Unauthorised,
    Rejected,
    NotFound,
    Unsupported,
    Unavailable(Option<Duration>),
    /// The plugin's own failure: trap, timeout or invalid answer.
    Plugin,
}

pub type Answer<T> = BoxFuture<'static, Result<T, Fault>>;

/// Plugins with HTTP endpoints.
pub trait EndpointPort: Send + Sync {
    /// Returns the plugin's endpoints in the tenant's version. None if not installed.
    fn endpoints(&self, tenant: TenantId, plugin: &str) -> Option<DeclaredEndpoints>;
    /// True if the tenant has approved all requests of its version.
    fn has_consent<'a>(&'a self, tenant: TenantId, plugin: &'a str) -> BoxFuture<'a, bool>;
    fn handle(&self, call: PluginCall, sent: HttpCall) -> Answer<HttpAnswer>;
    /// Reads a checkout, quotes it for the call's customer and formats the options for the shop.
    fn price_checkout(&self, scope: Scope, call: PluginCall, sent: HttpCall) -> Answer<HttpAnswer>;
    /// Processes one delivery: carrier tracking events update bookings, others go to the plugin's
    /// endpoint.
    fn deliver(&self, scope: Scope, call: PluginCall, sent: HttpCall) -> Answer<()>;
}

/// One report of a plugin.
#[derive(Debug, Clone)]
pub struct ReportInfo {
    pub plugin: String,
    /// Unique within the plugin.
    pub id: String,
    pub name: String,
    pub description: String,
    pub parameters: Vec<Parameter>,
}

#[derive(Debug, Clone, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Parameter {
    pub name: String,
    pub description: String,
    /// `text`, `number`, `date`, `date-range`, `customer`, `carrier`, `choice` or `boolean`.
    pub component: String,
    pub choices: Vec<String>,
    pub is_required: bool,
}

/// One cell of a report; decimals as digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    None,
    Text(String),
    Integer(i64),
    Decimal(String),
    Truth(bool),
}

/// Target of a report's rows. The futures apply back-pressure; an error means that the reader has
/// disconnected.
pub trait RowSink: Send + Sync {
    fn columns(&self, titles: Vec<String>) -> BoxFuture<'_, Result<(), Closed>>;
    fn rows(&self, rows: Vec<Vec<Cell>>) -> BoxFuture<'_, Result<(), Closed>>;
}

/// The reader has disconnected.
#[derive(Debug, Clone, Copy)]
pub struct Closed;

/// Plugins that generate reports.
pub trait ReportPort: Send + Sync {
    /// Returns the plugin's reports. None if it is no report generator.
    fn reports(&self, call: PluginCall) -> Answer<Option<Vec<ReportInfo>>>;
    /// Runs a report for the call's caller.
    fn run(
        &self,
        call: PluginCall,
        report: String,
        parameters: Value,
        sink: Arc<dyn RowSink>,
    ) -> Answer<()>;
    /// Returns the installed report generators.
    fn generators(&self) -> Vec<String>;
}
