//! Rows and views of webhooks.

use chrono::{DateTime, Utc};
use data::{
    Form, New, NewRecord, Record, TextEnum,
    db::Sealed,
    ids::{CustomerId, UserId},
    states,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::subscriptions::rules::{MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, MAX_URL_LENGTH};

data::id! { WebhookSubscriptionId, WebhookDeliveryId }

/// Reason for a pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum WebhookPauseReason {
    /// Only failures for days.
    Failing,
    /// The address answered 410, a permanent removal.
    Gone,
    /// Too many pending deliveries.
    Backlog,
    #[text_enum(unknown)]
    Unknown,
}

/// A target address and its event types.
#[data::wire(lists)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "WebhookSubscription")]
#[record(
    table = "webhook_subscriptions",
    name = "The subscription",
    called = "WebhookSubscription",
    open
)]
#[garde(allow_unvalidated)]
pub struct Subscription {
    /// 0 or absent for a new one.
    pub id: WebhookSubscriptionId,
    pub row_version: i64,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub name: String,
    /// Target of the POST requests: an https address without user name or password.
    #[garde(length(chars, min = 1, max = MAX_URL_LENGTH))]
    pub url: String,
    /// Event types as in `geteventtypes`.
    #[record(json)]
    pub events: Vec<String>,
    /// Activating a paused subscription ends the pause.
    pub is_active: bool,
    /// Limits events to this customer and its bookings. Null: all.
    #[record(customer)]
    pub customer_id: Option<CustomerId>,
    #[garde(length(chars, max = MAX_DESCRIPTION_LENGTH))]
    #[wire(trim)]
    pub description: Option<String>,
    /// Reason for the pause. Null if not paused.
    #[serde(skip_deserializing)]
    pub pause_reason: Option<WebhookPauseReason>,
    #[serde(skip_deserializing)]
    pub paused_time: Option<DateTime<Utc>>,
    #[serde(skip)]
    #[record(internal)]
    pub owner_user_id: Option<UserId>,
    #[serde(skip_deserializing)]
    pub creation_time: DateTime<Utc>,
    #[serde(skip_deserializing)]
    #[record(filtered)]
    pub last_modification_time: DateTime<Utc>,
    #[serde(skip)]
    #[record(secret)]
    pub secret: Sealed,
    #[serde(skip)]
    #[record(secret)]
    pub old_secret: Option<Sealed>,
    /// The previous secret also signs until this time.
    #[serde(rename = "previousSecretUntil", skip_deserializing)]
    #[record(recorded)]
    pub old_secret_until: Option<DateTime<Utc>>,
}

impl Default for Subscription {
    fn default() -> Self {
        New::<Self> {
            name: String::new(),
            url: String::new(),
            events: Vec::new(),
            is_active: true,
            customer_id: None,
            description: None,
            pause_reason: None,
            paused_time: None,
            owner_user_id: None,
            last_modification_time: DateTime::UNIX_EPOCH,
            secret: Sealed::default(),
            old_secret: None,
            old_secret_until: None,
        }
        .unsaved()
    }
}

/// Recent failures of a subscription's address.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookHealth")]
pub struct Health {
    /// Consecutive failed attempts.
    pub failures: i64,
    pub failing_since: Option<DateTime<Utc>>,
    pub last_failed_time: Option<DateTime<Utc>>,
    pub last_delivered_time: Option<DateTime<Utc>>,
}

/// A subscription with its health. Its secret is returned only on creation.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookSubscriptionView")]
pub struct SubscriptionView {
    #[serde(flatten)]
    pub subscription: Subscription,
    /// Null if valid for all customers, or the customer was deleted.
    pub customer_name: Option<String>,
    pub health: Health,
}

states! {
    /// State of a delivery.
    pub enum WebhookDeliveryState {
        /// Pending its first or next attempt.
        Waiting,
        Delivered,
        Failed,
        #[text_enum(unknown)]
        Unknown,
    }
    operations {
        /// A user's operation on a delivery.
        pub enum WebhookDeliveryOperation {
            /// Sends it again now, with the retries of a new one.
            Resend: [Waiting, Delivered, Failed] => Waiting,
        }
    }
}

/// Failure of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum WebhookFailure {
    /// The status was not 200 to 299.
    Status,
    /// No answer within ten seconds.
    TimedOut,
    /// No connection: name resolution, network or certificate.
    Unreachable,
    /// The address is forbidden.
    Refused,
    /// The subscription or webhooks were switched off before.
    SwitchedOff,
    #[text_enum(unknown)]
    Unknown,
}

#[derive(Debug, Clone, Record)]
#[record(table = "webhook_deliveries", name = "The delivery", unrecorded)]
pub struct Delivery {
    #[record(listed)]
    pub id: WebhookDeliveryId,
    pub row_version: i64,
    #[record(listed)]
    pub guid: Uuid,
    #[record(listed)]
    pub subscription_id: WebhookSubscriptionId,
    #[record(listed)]
    pub event_id: Uuid,
    #[record(listed)]
    pub event: String,
    pub body: String,
    #[record(listed)]
    pub state: WebhookDeliveryState,
    #[record(listed)]
    pub attempts: i64,
    pub tries: i64,
    pub turn: i64,
    #[record(listed)]
    pub next_time: Option<DateTime<Utc>>,
    #[record(listed)]
    pub status_code: Option<i64>,
    #[record(listed)]
    pub duration_ms: Option<i64>,
    #[record(listed)]
    pub failure: Option<WebhookFailure>,
    pub failure_text: Option<String>,
    pub answer_start: Option<String>,
    #[record(listed)]
    pub ended_time: Option<DateTime<Utc>>,
    #[record(listed)]
    pub creation_time: DateTime<Utc>,
}

/// A delivery without its body, for lists.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookDelivery")]
#[record(view_of = Delivery)]
pub struct Line {
    pub id: WebhookDeliveryId,
    /// As in the header `Waybill-Delivery`.
    pub guid: Uuid,
    pub subscription_id: WebhookSubscriptionId,
    /// The payload's `id`, equal in all deliveries of an event.
    pub event_id: Uuid,
    pub event: String,
    pub state: WebhookDeliveryState,
    pub attempts: i64,
    /// Time of the next attempt, if pending.
    pub next_time: Option<DateTime<Utc>>,
    /// Status of the last answer. Null without an answer.
    pub status_code: Option<i64>,
    /// Duration of the last attempt.
    pub duration_ms: Option<i64>,
    /// Failure of the last attempt.
    pub failure: Option<WebhookFailure>,
    pub failure_text: Option<String>,
    /// The beginning of the last answer.
    pub answer_start: Option<String>,
    pub ended_time: Option<DateTime<Utc>>,
    pub creation_time: DateTime<Utc>,
}

#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookAttempt")]
#[record(table = "webhook_attempts", name = "The attempt", unrecorded)]
pub struct Attempt {
    #[serde(skip)]
    pub id: i64,
    #[serde(skip)]
    pub row_version: i64,
    #[serde(skip)]
    pub delivery_id: WebhookDeliveryId,
    pub number: i64,
    pub begun_time: DateTime<Utc>,
    pub duration_ms: i64,
    pub status_code: Option<i64>,
    pub failure: Option<WebhookFailure>,
    pub failure_text: Option<String>,
    /// The first 4 KiB of the answer.
    pub answer: String,
}
