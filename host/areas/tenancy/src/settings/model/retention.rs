//! Retention of the record of changes, and file limits.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Retention of the record of changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Audit {
    /// Retention of an entry in days, 30 to 3650; 0: unlimited.
    pub retention_days: i64,
}

impl Default for Audit {
    fn default() -> Self {
        Self {
            retention_days: 730,
        }
    }
}

/// Accepted files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Files {
    /// Maximum file size in MiB, 1 to 50.
    pub max_megabytes: i64,
    /// Accepted media types among those supported; empty: all.
    pub allowed_types: Vec<String>,
}

impl Default for Files {
    fn default() -> Self {
        Self {
            max_megabytes: 25,
            allowed_types: Vec::new(),
        }
    }
}
