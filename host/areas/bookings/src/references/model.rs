//! A booking's values in its customer's reference fields.

use customers::ReferenceId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A value in one of the customer's reference fields.
#[data::wire]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReferenceValue {
    pub reference_id: ReferenceId,
    /// The field's name; a sent name is ignored.
    #[wire(null)]
    pub name: String,
    /// At most 128 characters; empty values are dropped.
    #[wire(null)]
    pub value: String,
}
