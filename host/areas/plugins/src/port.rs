//! What is installed: declared here, filled by the program with the engine's plugins.

use std::collections::BTreeMap;

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
    pub face: Option<Face>,
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
