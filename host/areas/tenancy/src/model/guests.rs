//! Settings about people who are not signed in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What somebody may do who is not signed in.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "GuestSettings")]
pub struct Guests {
    /// Whether a quote can be booked without signing in.
    pub can_book: bool,
    /// Whether such a booking goes to the carrier at once and is paid later; otherwise it waits for the payment.
    pub on_account: bool,
}
