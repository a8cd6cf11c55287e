//! Settings about bookings: what customers see of them, how long goods are followed, and whom of them is written to.

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
    /// Days on which nobody collects or delivers, beside weekends: at most 200.
    pub holidays: Vec<NaiveDate>,
    /// When people are written to. Receivers are where the customer's own settings say so (`notification`).
    pub mailed_statuses: Vec<MailedStatus>,
    /// Whether senders are written to as well.
    pub mails_sender: bool,
    /// Whether customers are, at the address that the booking's news go to.
    pub mails_customer: bool,
}

/// A status of which people may want to hear by mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum MailedStatus {
    Booked,
    PickedUp,
    InTransit,
    OutForDelivery,
    DeliveryAttempted,
    AwaitingCollection,
    Delayed,
    Delivered,
    ReturnedToSender,
    Cancelled,
}

impl Default for Bookings {
    fn default() -> Self {
        Self {
            show_staff_names: false,
            tracking_days: 45,
            holidays: Vec::new(),
            mailed_statuses: vec![
                MailedStatus::Booked,
                MailedStatus::OutForDelivery,
                MailedStatus::DeliveryAttempted,
                MailedStatus::AwaitingCollection,
                MailedStatus::Delivered,
            ],
            mails_sender: false,
            mails_customer: false,
        }
    }
}
