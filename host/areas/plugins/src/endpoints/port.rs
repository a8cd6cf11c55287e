//! Ports to plugins' endpoints and reports, implemented by the program with the engine.

use std::{sync::Arc, time::Instant};

use bytes::Bytes;
use carriage::PluginFault;
use chrono::{DateTime, Utc};
use data::{
    Caller, Scope, TextEnum,
    ids::{CustomerId, TenantId},
};
use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::settings::effective::Effective;

#[derive(Debug, Clone)]
pub struct DeclaredEndpoints {
    pub plugin: String,
    pub endpoints: Vec<Endpoint>,
    /// True if its callbacks request checkout prices, which the host quotes.
    pub prices_checkouts: bool,
    pub reads_deliveries: bool,
}

/// One HTTP call of a plugin.
#[derive(Debug, Clone)]
pub struct Endpoint {
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

#[derive(Debug, Clone)]
pub struct Signing {
    pub header: String,
    /// Key of the secret setting.
    pub secret: String,
    pub digest: Digest,
    pub encoding: Encoding,
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

#[derive(Debug, Clone)]
pub struct PluginCall {
    pub tenant: TenantId,
    pub plugin: String,
    pub customer: Option<CustomerId>,
    pub settings: Arc<Effective>,
    /// IANA name of the tenant's time zone.
    pub timezone: String,
    pub now: DateTime<Utc>,
    pub caller: Option<Caller>,
    /// Deadline of the answer.
    pub deadline: Option<Instant>,
}

#[derive(Debug, Clone)]
pub struct HttpCall {
    pub method: String,
    pub path: String,
    pub store: Option<String>,
    pub query: String,
    pub headers: Vec<(String, String)>,
    pub body: Bytes,
    pub caller: Option<AuthenticatedCaller>,
}

#[derive(Debug, Clone)]
pub struct AuthenticatedCaller {
    pub user: i64,
    pub name: String,
    pub customer: Option<i64>,
    pub permissions: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct HttpAnswer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

pub type Answer<T> = BoxFuture<'static, Result<T, PluginFault>>;

pub trait EndpointPort: Send + Sync {
    /// Returns the plugin's endpoints in the tenant's version. None if not installed.
    fn endpoints(&self, tenant: TenantId, plugin: &str) -> Option<DeclaredEndpoints>;
    fn has_consent<'a>(&'a self, tenant: TenantId, plugin: &'a str) -> BoxFuture<'a, bool>;
    fn handle(&self, call: PluginCall, sent: HttpCall) -> Answer<HttpAnswer>;
    fn price_checkout(&self, scope: Scope, call: PluginCall, sent: HttpCall) -> Answer<HttpAnswer>;
    fn deliver(&self, scope: Scope, call: PluginCall, sent: HttpCall) -> Answer<()>;
}

#[derive(Debug, Clone)]
pub struct ReportInfo {
    pub plugin: String,
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
    pub component: ReportComponent,
    /// Values of a `select` and a `multiselect`.
    pub choices: Vec<String>,
    pub required: bool,
}

/// Input of a report's parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum ReportComponent {
    #[text_enum(name = "text")]
    Text,
    #[text_enum(name = "number")]
    Number,
    #[text_enum(name = "date")]
    Date,
    #[text_enum(name = "daterange")]
    DateRange,
    #[text_enum(name = "select")]
    Select,
    #[text_enum(name = "multiselect")]
    MultiSelect,
    #[text_enum(name = "customer")]
    Customer,
    #[text_enum(name = "carrier")]
    Carrier,
    #[text_enum(name = "boolean")]
    Boolean,
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

pub trait ReportPort: Send + Sync {
    fn reports(&self, call: PluginCall) -> Answer<Option<Vec<ReportInfo>>>;
    fn run(
        &self,
        call: PluginCall,
        report: String,
        parameters: Value,
        sink: Arc<dyn RowSink>,
    ) -> Answer<()>;
    fn generators(&self) -> Vec<String>;
}
