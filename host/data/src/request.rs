//! The request served by a scope.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// The request served by a scope.
#[derive(Debug, Clone, Default)]
pub struct RequestInfo {
    /// Included in every response and log line.
    pub id: String,
    /// The caller's address.
    pub address: String,
    /// Scheme, host and port as used by the caller, without a trailing slash.
    pub base_url: String,
    pub user_agent: String,
    /// Accepted languages, best first.
    pub languages: Vec<String>,
    pub departure: Departure,
}

/// Set when the client has its response or disconnects; long work for it then stops.
#[derive(Debug, Clone, Default)]
pub struct Departure(Arc<AtomicBool>);

/// Sets its [`Departure`] on drop.
#[derive(Debug)]
pub struct Presence(Departure);

impl Departure {
    /// Returns the guard that the server holds while the client waits.
    pub fn presence(&self) -> Presence {
        Presence(self.clone())
    }

    /// Returns the flag, for work that polls it.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

impl RequestInfo {
    /// Returns the host name used by the caller, without the port.
    pub fn host_name(&self) -> &str {
        let rest = self
            .base_url
            .split_once("://")
            .map_or(self.base_url.as_str(), |(_, rest)| rest);
        let end = if rest.starts_with('[') {
            rest.find(']').map(|at| at + 1)
        } else {
            rest.find(':')
        };
        &rest[..end.unwrap_or(rest.len())]
    }
}
