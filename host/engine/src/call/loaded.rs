//! A loaded plugin: state shared by all handles and running calls.

use crate::{
    interface::{exports::Exports, wit},
    manifest::Manifest,
    policy::concurrency::Gate,
    sandbox::state::{CalledPlugin, State},
};
use std::{
    path::PathBuf,
    sync::{Arc, OnceLock},
};
use wasmtime::component::InstancePre;

pub(crate) struct Loaded {
    pub(crate) manifest: Arc<Manifest>,
    pub(crate) folder: PathBuf,
    /// SHA-256 of the component, in hexadecimal.
    pub(crate) hash: Arc<str>,
    pub(crate) pre: InstancePre<State>,
    pub(crate) exports: Exports,
    pub(crate) gate: Gate,
    /// Set once, while the plugin is loaded.
    pub(crate) self_description: OnceLock<SelfDescription>,
}

impl Loaded {
    pub(crate) fn called(&self) -> CalledPlugin {
        CalledPlugin {
            manifest: self.manifest.clone(),
            hash: self.hash.clone(),
        }
    }
}

/// A plugin's description of itself, read when it is loaded.
pub(crate) struct SelfDescription {
    pub(crate) description: wit::Description,
    /// A carrier's services; empty for other kinds.
    pub(crate) services: Vec<wit::Service>,
}
