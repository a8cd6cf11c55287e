//! Settings about bookings: what customers see of them, and how long goods are followed.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How bookings are looked after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "TenantBookingSettings")]
pub struct Bookings {
    /// Whether they read in histories, logs and notes which of the tenant's people did it; otherwise the tenant's name
    /// stands there.
    pub show_staff_names: bool,
    /// Days, 1 to 365, after which nobody asks any more about goods that nothing was heard of.
    pub tracking_days: i64,
    /// Days on which nobody collects, beside weekends: at most 200.
    pub holidays: Vec<NaiveDate>,
}

impl Default for Bookings {
    fn default() -> Self {
        Self { show_staff_names: false, tracking_days: 45, holidays: Vec::new() }
    }
}
