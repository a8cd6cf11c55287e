//! The rows of webhooks and what the API answers of them.

use chrono::{DateTime, Utc};
use garde::Validate;
use kernel::{
    Form, Record, Words,
    case::null_is_default,
    db::Sealed,
    ids::{CustomerId, UserId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::rules::check::{MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, MAX_URL_LENGTH};

kernel::id! { WebhookSubscriptionId, WebhookDeliveryId }

/// Why the program switched a subscription off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum WebhookPauseReason {
    /// Nothing but failures for days.
    Failing,
    /// The address answered 410: it wants no more.
    Gone,
    /// More deliveries waited than are kept.
    Backlog,
    #[words(unknown)]
    Unknown,
}

/// Where events are sent, and which.
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
    /// 0 or left out for a new one.
    pub id: WebhookSubscriptionId,
    pub row_version: i64,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub name: String,
    /// Where events are sent with POST: an https address without a user name or password in it.
    #[garde(length(chars, min = 1, max = MAX_URL_LENGTH))]
    pub url: String,
    /// Types of events, as `geteventtypes` names them.
    #[serde(deserialize_with = "null_is_default")]
    #[record(json)]
    pub events: Vec<String>,
    /// Switching on a paused subscription ends the pause.
    pub is_active: bool,
    /// Only what happens to this customer and its bookings is told; null: what happens to all.
    #[record(customer)]
    pub customer_id: Option<CustomerId>,
    #[garde(length(chars, max = MAX_DESCRIPTION_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub description: Option<String>,
    /// Why the program switched it off; null when it did not.
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
    /// Until then the secret before the present one signs, too.
    #[serde(rename = "previousSecretUntil", skip_deserializing)]
    #[record(recorded)]
    pub old_secret_until: Option<DateTime<Utc>>,
}

impl Default for Subscription {
    fn default() -> Self {
        Self {
            id: WebhookSubscriptionId(0),
            row_version: 0,
            name: String::new(),
            url: String::new(),
            events: Vec::new(),
            is_active: true,
            customer_id: None,
            description: None,
            pause_reason: None,
            paused_time: None,
            owner_user_id: None,
            creation_time: DateTime::UNIX_EPOCH,
            last_modification_time: DateTime::UNIX_EPOCH,
            secret: Sealed::default(),
            old_secret: None,
            old_secret_until: None,
        }
    }
}

/// How the address of a subscription does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookHealth")]
pub struct Health {
    /// Attempts that failed since the last one that did not.
    pub failures: i64,
    pub failing_since: Option<DateTime<Utc>>,
    pub last_failed_time: Option<DateTime<Utc>>,
    pub last_delivered_time: Option<DateTime<Utc>>,
}

/// A subscription with how it does. Its secret is told by no call but the one that made it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookSubscriptionView")]
pub struct SubscriptionView {
    #[serde(flatten)]
    pub subscription: Subscription,
    /// Null where it is for all customers, or the customer was deleted.
    pub customer_name: Option<String>,
    pub health: Health,
}

/// How far a delivery has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum WebhookDeliveryState {
    /// For its first attempt, or for the next one.
    Waiting,
    Delivered,
    Failed,
    #[words(unknown)]
    Unknown,
}

/// Why an attempt did not deliver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum WebhookFailure {
    /// It answered with another status than 200 to 299.
    Status,
    /// It did not answer within ten seconds.
    TimedOut,
    /// There was no connection: its name, its network or its certificate.
    Unreachable,
    /// Its address is one that must not be called.
    Refused,
    /// The subscription, or webhooks, were switched off before.
    SwitchedOff,
    #[words(unknown)]
    Unknown,
}

/// An event for one subscription.
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
    /// As the header `Waybill-Delivery` says it.
    pub guid: Uuid,
    pub subscription_id: WebhookSubscriptionId,
    /// The payload's `id`: the same in all deliveries of one event.
    pub event_id: Uuid,
    /// The type of the event.
    pub event: String,
    pub state: WebhookDeliveryState,
    pub attempts: i64,
    /// When it is tried next, while it waits.
    pub next_time: Option<DateTime<Utc>>,
    /// What the last attempt was answered; null when it was not.
    pub status_code: Option<i64>,
    /// How long the last attempt took.
    pub duration_ms: Option<i64>,
    /// Why the last attempt did not deliver.
    pub failure: Option<WebhookFailure>,
    pub failure_text: Option<String>,
    /// The beginning of the last answer.
    pub answer_start: Option<String>,
    pub ended_time: Option<DateTime<Utc>>,
    pub creation_time: DateTime<Utc>,
}

/// One attempt to deliver.
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
    /// The first 4 KiB of what was answered.
    pub answer: String,
}
