//! What a booking says in its customer's reference fields.

use customers::ReferenceId;
use kernel::case::null_is_default;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the booking says in one of its customer's reference fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReferenceValue {
    pub reference_id: ReferenceId,
    /// The field's own, whatever is sent.
    #[serde(deserialize_with = "null_is_default")]
    pub name: String,
    /// At most 128 characters; an empty one is left out.
    #[serde(deserialize_with = "null_is_default")]
    pub value: String,
}
