//! What is asked.

use kernel::ids::CustomerId;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SearchRequest")]
pub(crate) struct SearchQuery {
    /// What was typed: numbers, names, places; each word must be found. At most 100 characters.
    pub query: Option<String>,
    /// Only this customer's.
    pub customer_id: Option<CustomerId>,
}
