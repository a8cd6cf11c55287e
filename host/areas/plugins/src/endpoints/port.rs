//! The ports by which endpoints and reports reach plugins: declared here, implemented by the program with the engine.

use std::{sync::Arc, time::Duration, time::Instant};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use kernel::{Caller, FieldError, Scope, ids::CustomerId, ids::TenantId};
use serde_json::Value;

use crate::Effective;

/// What a plugin's manifest says of its endpoints.
#[derive(Debug, Clone)]
pub struct DeclaredEndpoints {
    pub plugin: String,
    pub endpoints: Vec<Endpoint>,
    /// Its call-backs ask for prices at a shop's checkout, which the host quotes.
    pub prices_checkouts: bool,
    /// Its calls are deliveries that it reads, stored or not: it answers none of them by itself.
    pub reads_deliveries: bool,
}

/// One HTTP call that a plugin takes.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// `/events`; a last part `*` stands for any rest.
    pub path: String,
    pub methods: Vec<String>,
    pub access: Access,
    /// Stored, answered at once, and worked off with retries.
    pub queue: bool,
    /// The header that names a delivery.
    pub event_id: Option<String>,
    pub per_minute: u32,
    /// Bytes.
    pub max_body: usize,
    /// The last part of its call-back address.
    pub callback: Option<String>,
}

/// What a caller needs.
#[derive(Debug, Clone)]
pub enum Access {
    Open,
    Hmac(Signing),
    /// With this permission, if one is named.
    ApiKey(Option<String>),
    Session(Option<String>),
}

/// How a sender signs the bytes of the body.
#[derive(Debug, Clone)]
pub struct Signing {
    pub header: String,
    /// The key of the secret setting.
    pub secret: String,
    pub digest: Digest,
    pub encoding: Encoding,
    /// What stands before the signature.
    pub prefix: String,
    /// The header says when it was signed, too: `t=…,v1=…`, and the seconds are signed with the body.
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

/// For whom a plugin is asked, and by whom.
#[derive(Debug, Clone)]
pub struct PluginCall {
    pub tenant: TenantId,
    pub plugin: String,
    pub customer: Option<CustomerId>,
    pub settings: Arc<Effective>,
    /// IANA name of the tenant's zone.
    pub timezone: String,
    pub now: DateTime<Utc>,
    /// Who is signed in, where the access says it: what the plugin lists is what the API would show this caller.
    pub caller: Option<Caller>,
    /// No answer is of use after this.
    pub deadline: Option<Instant>,
}

/// An HTTP call as a plugin sees it.
#[derive(Debug, Clone)]
pub struct Sent {
    pub method: String,
    /// Below `/api/plugins/<id>`, as sent.
    pub path: String,
    /// The store's key, on a call-back path.
    pub store: Option<String>,
    /// As sent, without the question mark.
    pub query: String,
    /// Names in lower case; no cookie and no authorization.
    pub headers: Vec<(String, String)>,
    pub body: Bytes,
    pub caller: Option<Known>,
}

/// A caller who is signed in.
#[derive(Debug, Clone)]
pub struct Known {
    pub user: i64,
    pub name: String,
    pub customer: Option<i64>,
    pub permissions: Vec<String>,
}

/// A plugin's answer to an HTTP call, before the host has looked it over.
#[derive(Debug, Clone)]
pub struct Answered {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// Why a plugin gave no answer.
#[derive(Debug, Clone)]
pub struct Fault {
    pub kind: FaultKind,
    /// A sentence for people.
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
    /// The plugin itself is at fault: it trapped, ran out of time, answered what is none.
    Plugin,
}

pub type Answer<T> = BoxFuture<'static, Result<T, Fault>>;

/// Plugins that answer HTTP calls.
pub trait EndpointPort: Send + Sync {
    /// The endpoints of the plugin in the tenant's version; none when no such plugin is installed.
    fn endpoints(&self, tenant: TenantId, plugin: &str) -> Option<DeclaredEndpoints>;
    /// Whether the tenant has agreed to all that its version of the plugin asks for.
    fn agreed<'a>(&'a self, tenant: TenantId, plugin: &'a str) -> BoxFuture<'a, bool>;
    fn handle(&self, call: PluginCall, sent: Sent) -> Answer<Answered>;
    /// Reads a checkout, quotes it for the call's customer and writes the options, as the shop wants to read them.
    fn price_checkout(&self, scope: Scope, call: PluginCall, sent: Sent) -> Answer<Answered>;
    /// Works one delivery off: a carrier's tracking events go to the bookings, others to the plugin's endpoint.
    fn deliver(&self, scope: Scope, call: PluginCall, sent: Sent) -> Answer<()>;
}

/// One report that a plugin can write.
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

/// One cell of a report; a decimal is its digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    None,
    Text(String),
    Integer(i64),
    Decimal(String),
    Truth(bool),
}

/// Where a report's rows go. The futures wait while the reader is slow; an error means that nobody reads any more.
pub trait RowSink: Send + Sync {
    fn columns(&self, titles: Vec<String>) -> BoxFuture<'_, Result<(), Closed>>;
    fn rows(&self, rows: Vec<Vec<Cell>>) -> BoxFuture<'_, Result<(), Closed>>;
}

/// The reader of a report has left.
#[derive(Debug, Clone, Copy)]
pub struct Closed;

/// Plugins that write reports.
pub trait ReportPort: Send + Sync {
    /// The reports of the plugin; none when it is no report generator.
    fn reports(&self, call: PluginCall) -> Answer<Option<Vec<ReportInfo>>>;
    /// Runs one for the call's caller.
    fn run(
        &self,
        call: PluginCall,
        report: String,
        parameters: Value,
        sink: Arc<dyn RowSink>,
    ) -> Answer<()>;
    /// The ids of the report generators that are installed.
    fn generators(&self) -> Vec<String>;
}
