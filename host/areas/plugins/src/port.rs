//! What is installed and how packages are read and run: declared here, filled by the program with the plugin engine.

use std::{collections::BTreeMap, sync::Arc};

use bytes::Bytes;
use futures_util::future::BoxFuture;
use kernel::{
    FieldError, ListQuery, PageOf, Scope,
    ids::{CustomerId, TenantId},
    secrets::Secret,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{locales::Locales, schema::SettingsSchema};

/// A plugin that is installed.
#[derive(Debug, Clone)]
pub struct Installed {
    pub id: String,
    pub name: String,
    pub version: String,
    /// `carrier`, `rate-engine`, …
    pub kind: String,
    pub description: String,
    /// The tenant stays at this version whatever is active.
    pub is_pinned: bool,
    /// Came with the program or was put into its folder by the operator, who answers for it; no package.
    pub is_bundled: bool,
    /// What it wants to be allowed to do.
    pub asks: Vec<Ask>,
    pub face: Option<Face>,
    /// What its settings may be; none when it has no settings.
    pub schema: Option<Arc<SettingsSchema>>,
    /// What it says in other languages than its manifest.
    pub locales: Arc<Locales>,
    /// The paths at which the other side calls it; `{storeId}` stands for the key of the store.
    pub callbacks: Vec<String>,
}

impl Installed {
    /// The same with its name, its description and its pages' titles in one of the languages.
    pub fn in_languages(mut self, languages: &[String]) -> Self {
        let locales = self.locales.clone();
        locales.say(languages, "name", &mut self.name);
        locales.say(languages, "description", &mut self.description);
        if let Some(face) = &mut self.face {
            locales.face(languages, face);
        }
        self
    }
}

/// One thing that a plugin wants to be allowed to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ask {
    /// `capability:key-value`, `host:api.example.com`, `slot:booking.detail.panel@1`, …
    pub code: String,
    /// The same for people.
    pub words: String,
}

/// The part of a plugin that runs in the browser.
#[derive(Debug, Clone)]
pub struct Face {
    /// The range of `@waybill/plugin` that it was built for.
    pub sdk: String,
    /// The path of its entry, which holds the hash of its content.
    pub entry: String,
    /// Other paths of the same entry, for browsers that remember a failed one; all it imports is there as well.
    pub retries: Vec<String>,
    /// Path to `sha384-…`, for every script.
    pub integrity: BTreeMap<String, String>,
    /// The slots it fills, as its manifest declares them: `id`, `slot`, `module`, `order`, `permission`, `feature`.
    pub slots: Vec<Value>,
    pub routes: Vec<Value>,
    pub nav: Vec<Value>,
    /// The document that its slots show in a frame, where it has one.
    pub frame: Option<kernel::page::frame::Frame>,
}

/// All plugins that are installed.
pub trait InstalledPort: Send + Sync {
    /// The active version of each.
    fn installed(&self) -> Vec<Installed>;
    /// The tenant's version of each: the one that it is pinned to, else the active one.
    fn of_tenant(&self, tenant: TenantId) -> Vec<Installed>;
    /// Changes whenever what is installed for the tenant changes: an open page is told to reload.
    fn generation(&self, tenant: TenantId) -> String;
}

/// What a package says of itself once its parts are whole and its signatures hold.
#[derive(Debug, Clone)]
pub struct ReadPackage {
    pub plugin: String,
    pub version: String,
    pub name: String,
    pub kind: String,
    pub digest: String,
    pub asks: Vec<Ask>,
    /// Public keys whose signatures hold, trusted or not.
    pub signers: Vec<String>,
    /// What should make people wonder, in words.
    pub warnings: Vec<String>,
}

/// How packages are read and run.
pub trait PackagePort: Send + Sync {
    /// Reads a package; the error is in words for its author.
    fn read(&self, package: &[u8]) -> Result<ReadPackage, String>;
    /// A public key as it is compared by eye, or why it is none.
    fn fingerprint(&self, key: &str) -> Result<String, String>;
    /// Unpacks, compiles and tries the package out without anybody calling it yet.
    fn prepare(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>>;
    /// Gives new calls this package, in one step.
    fn activate(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>>;
    /// Loads the package beside the active version of its plugin, which there must be, for [`PackagePort::route`] to
    /// send calls to.
    fn hold(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>>;
    /// Whether the package may be tried out beside the active version: it takes the same settings and can do all that
    /// one can. The error is in words.
    fn fits(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>>;
    /// Whether this package of the plugin is loaded, active or beside.
    fn is_loaded(&self, plugin: &str, digest: &str) -> bool;
    /// Says which calls go to versions beside the active one; what no call needs is let go. Whether that is news.
    fn route(&self, plugin: &str, routed: Routed) -> bool;
    /// How the plugin's canary does in this program, if there is one.
    fn canary(&self, plugin: &str) -> Option<CanaryState>;
    /// Takes the plugin away from new calls, in all its versions.
    fn remove(&self, plugin: &str);
    /// The packages that are active in this program: plugin to digest.
    fn active(&self) -> BTreeMap<String, String>;
    /// What became of the plugin's calls in this program, those of one tenant or of all.
    fn health(&self, plugin: &str, tenant: Option<TenantId>) -> Health;
}

/// The most of the calls, in percent, that a version gets while it is tried out.
pub const MAX_SHARE: u32 = 50;

/// Which calls of a plugin do not go to the active version.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Routed {
    /// Tenants and the versions that they are pinned to.
    pub pins: BTreeMap<TenantId, String>,
    /// The version that is tried out, and its share of the other tenants' calls in percent.
    pub canary: Option<(String, u32)>,
}

/// How a version that is tried out does beside the active one, since the trial began in this program.
#[derive(Debug, Clone)]
pub struct CanaryState {
    pub version: String,
    pub candidate: Tally,
    pub active: Tally,
    /// Why it gets no more calls, in words; none while it does well.
    pub failure: Option<String>,
}

/// Calls that a version answered or failed to.
#[derive(Debug, Clone, Copy, Default, Serialize, JsonSchema)]
pub struct Tally {
    pub calls: u64,
    /// Those that the version itself failed.
    pub faults: u64,
}

/// For whom a plugin is called, and with which settings.
#[derive(Debug)]
pub struct Called {
    pub tenant: TenantId,
    pub plugin: String,
    /// A JSON object of the plain settings.
    pub settings: String,
    pub secrets: BTreeMap<String, Secret>,
}

/// How a plugin is asked about its settings and what its calls may take.
pub trait PluginPort: Send + Sync {
    /// Settings of version `from`, a JSON object, as the plugin's version of now has them; none when it moves no
    /// settings. The error is in words and holds no secret.
    fn migrate<'a>(
        &'a self,
        tenant: TenantId,
        plugin: &'a str,
        from: &'a str,
        settings: String,
    ) -> BoxFuture<'a, Result<Option<String>, String>>;
    /// Asks the other side whether it takes these settings. Calls out: no transaction may be open meanwhile.
    fn check_account(&self, called: Called) -> BoxFuture<'_, Result<(), String>>;
    /// Every limit of the plugin's calls, with these limits set.
    fn limits(&self, plugin: &str, set: &Value) -> Result<Vec<Limit>, String>;
    /// Whether these may be limits; the error names the member.
    fn check_limits(&self, set: &Value) -> Result<(), FieldError>;
}

/// One limit of a plugin's calls.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Limit {
    /// Its path in what is set: `memoryMib`, `cpuMs.rates`, …
    pub name: String,
    /// What holds where nothing is set.
    pub default: u64,
    /// The most that may be set.
    pub most: u64,
    /// What is set; null when nothing is.
    pub value: Option<u64>,
    /// `MiB`, `ms`, `bytes`, `lines`, `calls`, …
    pub unit: String,
}

/// A customer, as the area plugins needs it.
#[derive(Debug, Clone)]
pub struct KnownCustomer {
    pub id: CustomerId,
    pub name: String,
    pub code: String,
}

/// Which customers there are: they stand on a floor above.
pub trait CustomerPort: Send + Sync {
    /// The customer, or that there is none in the scope's tenant.
    fn find<'a>(
        &'a self,
        scope: &'a mut Scope,
        id: CustomerId,
    ) -> BoxFuture<'a, kernel::Result<KnownCustomer>>;
    /// A page of the tenant's customers whose name or code holds the words, if there are any.
    fn page<'a>(
        &'a self,
        scope: &'a mut Scope,
        list: &'a ListQuery,
        search: Option<&'a str>,
    ) -> BoxFuture<'a, kernel::Result<PageOf<KnownCustomer>>>;
}

/// How a plugin does.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Health {
    pub functions: Vec<FunctionHealth>,
    /// Whether its calls rest after too many faults; null when nobody watches.
    pub breaker: Option<BreakerState>,
    /// What is wrong besides, in words: settings that an upgrade could not move.
    pub problems: Vec<String>,
}

/// Whether calls of a plugin are let through.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct BreakerState {
    /// `closed` (calls are let through), `open` (they rest) or `half-open` (one is let through to see).
    pub state: String,
    /// When it is tried again; null unless it rests.
    pub until: Option<chrono::DateTime<chrono::Utc>>,
    /// Why it rests, in words.
    pub reason: Option<String>,
}

/// What became of the calls of one function.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FunctionHealth {
    pub function: String,
    pub calls: u64,
    /// Answered with an error of its own: bad input, a refusal of the other side.
    pub declined: u64,
    /// Failed: traps, limits, bad answers.
    pub faulted: u64,
    /// Turned away because too many ran already, or because the plugin rests after faults.
    pub turned_away: u64,
    /// Made a second time.
    pub retried: u64,
    /// From the call to its answer, waiting among it.
    pub average_micros: u64,
    /// The plugin's own processor time.
    pub average_cpu_micros: u64,
    /// The most memory that one call had.
    pub peak_memory_bytes: u64,
    /// Calls that the plugin made to the Internet.
    pub http_calls: u64,
}
