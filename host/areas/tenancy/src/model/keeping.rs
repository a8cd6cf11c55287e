//! Settings about what is kept: how long the record of changes, and which files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the record of changes is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Audit {
    /// Days that an entry is kept, 30 to 3650; 0: for ever.
    pub retention_days: i64,
}

impl Default for Audit {
    fn default() -> Self {
        Self {
            retention_days: 730,
        }
    }
}

/// Which files may be sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Files {
    /// The largest file in MiB, 1 to 50.
    pub max_megabytes: i64,
    /// Media types that are taken, of those that the product knows; empty: all of them.
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
