//! Errors of the engine other than faults of calls.

use std::{fmt, io, path::PathBuf};

use carriage::PluginFault;

/// Reason that the engine, a package, a plugin or a recording cannot be used.
///
/// For operators and for authors of plugins: the text names parts as plugin.toml and wit/ spell
/// them, so it is not translated.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error(
        "the pool of plugin instances cannot be reserved ({0:#}); it needs address space, so lift a limit on virtual memory (ulimit -v) or lower max_instances"
    )]
    Pool(wasmtime::Error),
    #[error("the plugins' interfaces cannot be linked: {0:#}")]
    Linking(wasmtime::Error),
    #[error("the plugin cache in {0} cannot be used: {1}")]
    Cache(PathBuf, io::Error),
    #[error("outgoing HTTP cannot be set up: {0}")]
    Network(reqwest::Error),
    #[error("the plugins' runtime cannot be started: {0}")]
    Runtime(io::Error),
    /// Names the part, and the value that is expected.
    #[error("{0}")]
    Invalid(String),
    #[error("{0}: {1}")]
    In(String, Box<EngineError>),
    #[error("{0}: {1}")]
    Io(String, io::Error),
    #[error("{0}: {1}")]
    Json(String, serde_json::Error),
    #[error("{0:#}")]
    Wasm(wasmtime::Error),
    #[error("{0}")]
    Task(tokio::task::JoinError),
    /// The plugin failed in a call that tests it.
    #[error("{0}")]
    Fault(PluginFault),
}

impl EngineError {
    pub(crate) fn invalid(reason: impl Into<String>) -> Self {
        Self::Invalid(reason.into())
    }

    /// Names the part in which the error is.
    pub(crate) fn within(self, part: impl fmt::Display) -> Self {
        Self::In(part.to_string(), Box::new(self))
    }
}

impl From<wasmtime::Error> for EngineError {
    fn from(error: wasmtime::Error) -> Self {
        Self::Wasm(error)
    }
}

impl From<tokio::task::JoinError> for EngineError {
    fn from(error: tokio::task::JoinError) -> Self {
        Self::Task(error)
    }
}

impl From<PluginFault> for EngineError {
    fn from(fault: PluginFault) -> Self {
        Self::Fault(fault)
    }
}

/// An [`EngineError::Invalid`] from a format string.
macro_rules! invalid {
    ($($text:tt)*) => {
        $crate::error::EngineError::Invalid(format!($($text)*))
    };
}
pub(crate) use invalid;
