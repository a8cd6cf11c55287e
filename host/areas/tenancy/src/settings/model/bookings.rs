//! Booking settings: customers' view, tracking period and notification emails.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Settings of bookings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "TenantBookingSettings")]
pub struct Bookings {
    /// True if customers see the names of the tenant's users in histories, logs and notes, instead
    /// of the tenant's name.
    pub show_staff_names: bool,
    /// Days, 1 to 365, after which tracking of silent consignments stops.
    pub tracking_days: i64,
    /// Days without collection or delivery, besides weekends: at most 200.
    pub holidays: Vec<NaiveDate>,
    /// Statuses that trigger emails. Receivers get them if the customer's settings allow
    /// (`notification`).
    pub mailed_statuses: Vec<MailedStatus>,
    /// True if senders get the emails too.
    pub mails_sender: bool,
    /// True if the customer's notification address gets the emails too.
    pub mails_customer: bool,
}

/// A booking status that can trigger an email.
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
