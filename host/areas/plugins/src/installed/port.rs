//! Ports to installed plugins and packages, implemented by the program with the engine.

use std::{collections::BTreeMap, sync::Arc};

use bytes::Bytes;
use data::{
    FieldError, ListQuery, PageOf, Scope,
    ids::{CustomerId, TenantId},
    secrets::Secret,
};
use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{locales::Locales, settings::schema::SettingsSchema};

#[derive(Debug, Clone)]
pub struct Installed {
    pub id: String,
    pub name: String,
    pub version: String,
    /// `carrier`, `rate-engine`, …
    pub kind: String,
    pub description: String,
    /// True if the tenant is pinned to this version.
    pub is_pinned: bool,
    /// True for a plugin of the program or the operator's folder, which is no package and needs no
    /// consent.
    pub is_bundled: bool,
    /// Requested capabilities.
    pub asks: Vec<Ask>,
    pub front_end: Option<FrontEnd>,
    /// Schema of its settings; none without settings.
    pub schema: Option<Arc<SettingsSchema>>,
    /// Translations of its texts.
    pub locales: Arc<Locales>,
    /// Callback paths; `{storeId}` is the store's key.
    pub callbacks: Vec<String>,
}

impl Installed {
    pub fn in_languages(mut self, languages: &[String]) -> Self {
        let locales = self.locales.clone();
        locales.translate(languages, "name", &mut self.name);
        locales.translate(languages, "description", &mut self.description);
        if let Some(front_end) = &mut self.front_end {
            locales.translate_front_end(languages, front_end);
        }
        self
    }
}

/// A capability requested by a plugin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ask {
    /// `capability:key-value`, `host:api.example.com`, `slot:booking.detail.panel@1`, …
    pub code: String,
    /// Display text.
    pub words: String,
}

#[derive(Debug, Clone)]
pub struct FrontEnd {
    /// Range of `@waybill/plugin` that it was built for.
    pub sdk: String,
    pub entry: String,
    /// Alternative paths of the entry and its imports, for browsers that cached a failure.
    pub retries: Vec<String>,
    /// Path to `sha384-…`, for every script.
    pub integrity: BTreeMap<String, String>,
    pub slots: Vec<Value>,
    pub routes: Vec<Value>,
    pub nav: Vec<Value>,
    /// Document of slots shown in a frame, if any.
    pub frame: Option<web::page::frame::Frame>,
}

pub trait InstalledPort: Send + Sync {
    fn installed(&self) -> Vec<Installed>;
    fn installed_for(&self, tenant: TenantId) -> Vec<Installed>;
    /// Changes with the tenant's installed plugins, to reload open pages.
    fn generation(&self, tenant: TenantId) -> String;
}

/// Contents of a package with valid structure and signatures.
#[derive(Debug, Clone)]
pub struct ReadPackage {
    pub plugin: String,
    pub version: String,
    pub name: String,
    pub kind: String,
    pub digest: String,
    pub asks: Vec<Ask>,
    pub signers: Vec<String>,
    pub warnings: Vec<String>,
}

pub trait PackagePort: Send + Sync {
    fn read(&self, package: &[u8]) -> Result<ReadPackage, String>;
    /// The error is the reason it is invalid.
    fn fingerprint(&self, key: &str) -> Result<String, String>;
    /// Unpacks, compiles and tests the package without activating it.
    fn prepare(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>>;
    fn activate(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>>;
    /// Loads the package next to the active version, for [`PackagePort::route`].
    fn load(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>>;
    /// Requires the same settings and all capabilities of the active version.
    fn check_canary(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>>;
    /// True if this package is loaded, active or not.
    fn is_loaded(&self, plugin: &str, digest: &str) -> bool;
    /// Unloads unused versions. True if the routing changed.
    fn route(&self, plugin: &str, routed: Routed) -> bool;
    fn canary(&self, plugin: &str) -> Option<CanaryState>;
    fn remove(&self, plugin: &str);
    fn active(&self) -> BTreeMap<String, String>;
    fn health(&self, plugin: &str, tenant: Option<TenantId>) -> Health;
}

/// Maximum share of a canary in percent.
pub const MAX_SHARE: u32 = 50;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Routed {
    /// Pinned versions by tenant.
    pub pins: BTreeMap<TenantId, String>,
    /// Canary version and its percentage of the other tenants' calls.
    pub canary: Option<(String, u32)>,
}

/// Comparison with the active version since the canary's start in this process.
#[derive(Debug, Clone)]
pub struct CanaryState {
    pub version: String,
    pub candidate: CallCounts,
    pub active: CallCounts,
    /// Reason the canary gets no more calls; none while healthy.
    pub failure: Option<String>,
}

/// Calls answered or failed by a version.
#[derive(Debug, Clone, Copy, Default, Serialize, JsonSchema)]
pub struct CallCounts {
    pub calls: u64,
    /// Calls failed by the version itself.
    pub faults: u64,
}

#[derive(Debug)]
pub struct SettingsCall {
    pub tenant: TenantId,
    pub plugin: String,
    pub settings: String,
    pub secrets: BTreeMap<String, Secret>,
}

/// Plugin operations on settings and limits.
pub trait PluginPort: Send + Sync {
    /// None if the plugin doesn't migrate settings. The error contains no secret.
    fn migrate<'a>(
        &'a self,
        tenant: TenantId,
        plugin: &'a str,
        from: &'a str,
        settings: String,
    ) -> BoxFuture<'a, Result<Option<String>, String>>;
    /// No transaction may be open.
    fn check_account(&self, called: SettingsCall) -> BoxFuture<'_, Result<(), String>>;
    /// Returns all limits of the plugin's calls, with these settings of them.
    fn limits(&self, plugin: &str, set: &Value) -> Result<Vec<Limit>, String>;
    /// Validates limits; the error names the field.
    fn check_limits(&self, set: &Value) -> Result<(), FieldError>;
}

/// One limit of a plugin's calls.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Limit {
    /// Path in the settings: `memoryMib`, `cpuMs.rates`, …
    pub name: String,
    /// Value without a setting.
    pub default: u64,
    /// Maximum allowed value.
    pub most: u64,
    /// Set value, or null.
    pub value: Option<u64>,
    /// `MiB`, `ms`, `bytes`, `lines`, `calls`, …
    pub unit: String,
}

/// A customer as needed by this area.
#[derive(Debug, Clone)]
pub struct KnownCustomer {
    pub id: CustomerId,
    pub name: String,
    pub code: String,
}

/// Customers, which belong to a higher area.
pub trait CustomerPort: Send + Sync {
    fn find<'a>(
        &'a self,
        scope: &'a mut Scope,
        id: CustomerId,
    ) -> BoxFuture<'a, data::Result<KnownCustomer>>;
    /// Returns a page of the tenant's customers by name or code.
    fn page<'a>(
        &'a self,
        scope: &'a mut Scope,
        list: &'a ListQuery,
        search: Option<&'a str>,
    ) -> BoxFuture<'a, data::Result<PageOf<KnownCustomer>>>;
}

/// Health of a plugin.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Health {
    pub functions: Vec<FunctionHealth>,
    /// State of the circuit breaker; null without monitoring.
    pub breaker: Option<BreakerState>,
    /// Other problems, such as settings that an upgrade could not migrate.
    pub problems: Vec<String>,
}

/// State of a plugin's circuit breaker.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct BreakerState {
    /// `closed` (calls pass), `open` (calls are rejected) or `half-open` (one trial call passes).
    pub state: String,
    /// Time of the next trial call; null unless open.
    pub until: Option<chrono::DateTime<chrono::Utc>>,
    /// Reason it is open.
    pub reason: Option<String>,
}

/// Call statistics of one function.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FunctionHealth {
    pub function: String,
    pub calls: u64,
    /// Calls with an error answer: bad input, or a refusal of the external service.
    pub declined: u64,
    /// Failed calls: traps, limits, invalid answers.
    pub faulted: u64,
    /// Calls rejected by the concurrency limit or the circuit breaker.
    pub turned_away: u64,
    /// Calls repeated once.
    pub retried: u64,
    /// From call to answer, including queueing.
    pub average_micros: u64,
    /// The plugin's CPU time.
    pub average_cpu_micros: u64,
    /// Highest memory of one call.
    pub peak_memory_bytes: u64,
    /// The plugin's outgoing HTTP calls.
    pub http_calls: u64,
}
