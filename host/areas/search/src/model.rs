//! Query of the search call.

use data::ids::CustomerId;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SearchRequest")]
pub(crate) struct SearchQuery {
    /// Typed numbers, names or places; every word must match. At most 100 characters.
    pub query: Option<String>,
    /// Restricts to this customer.
    pub customer_id: Option<CustomerId>,
}
