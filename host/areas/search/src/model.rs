//! What is asked and what is found.

use kernel::ids::CustomerId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Question {
    /// What was typed: numbers, names, places; each word must be found. At most 100 characters.
    pub query: Option<String>,
    /// Only this customer's.
    pub customer_id: Option<CustomerId>,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Groups {
    #[serde(rename = "Bookings")]
    pub bookings: Vec<Found>,
    #[serde(rename = "Customers")]
    pub customers: Vec<Found>,
}

/// One result.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Found {
    /// The id of what was found.
    #[serde(rename = "ref")]
    pub reference: String,
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub title: String,
    /// JSON text.
    pub details: String,
}
