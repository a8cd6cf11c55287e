//! Settings about what customers see of their bookings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a customer's users are shown beside their bookings.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "TenantBookingSettings")]
pub struct Bookings {
    /// Whether they read in histories, logs and notes which of the tenant's people did it; otherwise the tenant's name
    /// stands there.
    pub show_staff_names: bool,
}
