//! The request served by a scope.

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
