//! Settings for guests.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Permissions of guests.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "GuestSettings")]
pub struct Guests {
    /// True if guests can book a quote.
    pub can_book: bool,
    /// True if a guest's booking goes to the carrier at once and is paid later; otherwise payment
    /// comes first.
    pub on_account: bool,
}
