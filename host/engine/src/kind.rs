//! Kinds of plugins.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Carrier,
    RateEngine,
    Commerce,
    Payment,
    Report,
}
