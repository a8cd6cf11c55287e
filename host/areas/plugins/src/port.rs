//! What is installed and how packages are read and run: declared here, filled by the program with the plugin engine.

use std::collections::BTreeMap;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A plugin that is installed.
#[derive(Debug, Clone)]
pub struct Installed {
    pub id: String,
    pub name: String,
    pub version: String,
    /// `carrier`, `rate-engine`, …
    pub kind: String,
    pub description: String,
    /// Came with the program or was put into its folder by the operator, who answers for it; no package.
    pub is_bundled: bool,
    /// What it wants to be allowed to do.
    pub asks: Vec<Ask>,
    pub face: Option<Face>,
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
    /// Path to `sha384-…`, for every script.
    pub integrity: BTreeMap<String, String>,
    /// The slots it fills, as its manifest declares them: `id`, `slot`, `module`, `order`, `permission`, `feature`.
    pub slots: Vec<Value>,
    pub routes: Vec<Value>,
    pub nav: Vec<Value>,
}

/// All plugins that are installed.
pub trait InstalledPort: Send + Sync {
    fn installed(&self) -> Vec<Installed>;
    /// Changes whenever what is installed changes: an open page is told to reload.
    fn generation(&self) -> String;
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
}

/// How packages are read and run.
pub trait PackagePort: Send + Sync {
    /// Reads a package; the error is in words for whoever made it.
    fn read(&self, package: &[u8]) -> Result<ReadPackage, String>;
    /// A public key as it is compared by eye, or why it is none.
    fn fingerprint(&self, key: &str) -> Result<String, String>;
    /// Unpacks, compiles and tries the package out without anybody calling it yet.
    fn prepare(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>>;
    /// Gives new calls this package, in one step.
    fn activate(&self, package: Bytes) -> BoxFuture<'_, Result<(), String>>;
    /// Takes the plugin away from new calls.
    fn remove(&self, plugin: &str);
    /// The packages that are active in this program: plugin to digest.
    fn active(&self) -> BTreeMap<String, String>;
    /// What became of the plugin's calls in this program since it was loaded.
    fn health(&self, plugin: &str) -> Vec<FunctionHealth>;
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
    /// Turned away because too many ran already.
    pub turned_away: u64,
    pub average_micros: u64,
}
