//! A tenant's own limits of a plugin's calls.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A tenant's limits; an unset one is the manifest's, else the default.
///
/// JSON in camelCase without unset members: `{"memoryMib":64,"cpuMs":{"rates":100},"inFlight":4}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct CallLimits {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<u32>,
    /// Milliseconds by function of wit/v1.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub cpu_ms: BTreeMap<String, u32>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub wall_ms: BTreeMap<String, u32>,
    /// Outgoing HTTP requests per call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub http_calls: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_lines: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_bytes: Option<u32>,
    /// Concurrent calls of this plugin by this tenant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_flight: Option<u32>,
    /// Retries of a read-only call after a transient failure: 0 or 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retries: Option<u32>,
    /// Faults within half a minute that open the tenant's circuit breaker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breaker_faults: Option<u32>,
    /// Set for a replay, with generous limits. Never stored.
    #[serde(skip)]
    pub unhurried: bool,
}
