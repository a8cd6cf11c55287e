//! Calls and types of webhooks, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct WebhooksCalls<'a>(pub(super) &'a Client);

impl<'a> WebhooksCalls<'a> {
    /// `GET /api/webhooks/delivery/getdeliveries`
    pub fn get_deliveries(self) -> Call<'a, PageOfWebhookDelivery, WebhooksGetDeliveries> {
        Call::new(self.0, Method::GET, "/api/webhooks/delivery/getdeliveries")
    }
    /// `GET /api/webhooks/delivery/getdelivery`
    pub fn get_delivery(self, id: impl IntoField<WebhookDeliveryId>) -> Call<'a, WebhookDeliveryView> {
        Call::new(self.0, Method::GET, "/api/webhooks/delivery/getdelivery").parameter("id", id.into_field())
    }
    /// `POST /api/webhooks/delivery/resenddelivery`
    pub fn re_send_delivery(self, body: ReSendDeliveryBody) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/webhooks/delivery/resenddelivery").body(body.into())
    }
    /// `POST /api/webhooks/subscription/createorupdatesubscription`
    pub fn create_or_update_subscription(self, body: SaveWebhookSubscription) -> Call<'a, OneWebhookSubscription> {
        Call::new(self.0, Method::POST, "/api/webhooks/subscription/createorupdatesubscription").body(body.into())
    }
    /// `DELETE /api/webhooks/subscription/deletesubscription`
    pub fn delete_subscription(self, id: impl IntoField<WebhookSubscriptionId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/webhooks/subscription/deletesubscription").parameter("id", id.into_field())
    }
    /// `GET /api/webhooks/subscription/geteventtypes`
    pub fn get_event_types(self) -> Call<'a, WebhookEventTypes> {
        Call::new(self.0, Method::GET, "/api/webhooks/subscription/geteventtypes")
    }
    /// `GET /api/webhooks/subscription/getsubscriptionforedit`
    pub fn get_subscription_for_edit(self, id: impl IntoField<WebhookSubscriptionId>) -> Call<'a, OneWebhookSubscription> {
        Call::new(self.0, Method::GET, "/api/webhooks/subscription/getsubscriptionforedit").parameter("id", id.into_field())
    }
    /// `GET /api/webhooks/subscription/getsubscriptions`
    pub fn get_subscriptions(self) -> Call<'a, PageOfWebhookSubscriptionView, WebhooksGetSubscriptions> {
        Call::new(self.0, Method::GET, "/api/webhooks/subscription/getsubscriptions")
    }
    /// `POST /api/webhooks/subscription/rotatesecret`
    pub fn rotate_secret(self, body: RotateWebhookSecret) -> Call<'a, NewWebhookSecret> {
        Call::new(self.0, Method::POST, "/api/webhooks/subscription/rotatesecret").body(body.into())
    }
    /// `POST /api/webhooks/subscription/sendtest`
    pub fn send_test(self, body: SendTestBody) -> Call<'a, WebhookTest> {
        Call::new(self.0, Method::POST, "/api/webhooks/subscription/sendtest").body(body.into())
    }
}

parameters! { WebhooksGetDeliveries -> PageOfWebhookDelivery {
    subscription_id: WebhookSubscriptionId = "subscriptionId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { WebhooksGetSubscriptions -> PageOfWebhookSubscriptionView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

enums! {
    WebhookDeliveryState {
        Waiting = "Waiting",
        Delivered = "Delivered",
        Failed = "Failed",
    }
    WebhookFailure {
        Status = "Status",
        TimedOut = "TimedOut",
        Unreachable = "Unreachable",
        Refused = "Refused",
        SwitchedOff = "SwitchedOff",
    }
    WebhookPauseReason {
        Failing = "Failing",
        Gone = "Gone",
        Backlog = "Backlog",
    }
}

requests! {
    ReSendDeliveryBody {
        id: WebhookDeliveryId = "id",
    }
    RotateWebhookSecret {
        ends_now: bool = "endsNow",
        id: WebhookSubscriptionId = "id",
    }
    SaveWebhookSubscription {
        subscription: WebhookSubscription = "subscription",
    }
    SendTestBody {
        id: WebhookSubscriptionId = "id",
    }
    WebhookSubscription {
        customer_id: CustomerId = "customerId",
        description: String = "description",
        events: Vec<String> = "events",
        id: WebhookSubscriptionId = "id",
        is_active: bool = "isActive",
        name: String = "name",
        row_version: i64 = "rowVersion",
        url: String = "url",
    }
}

responses! {
    NewWebhookSecret {
        previous_secret_until: Option<String> = member "previousSecretUntil",
        secret: String = member "secret",
    }
    OneWebhookSubscription {
        secret: Option<Option<String>> = optional "secret",
        subscription: WebhookSubscriptionView = member "subscription",
    }
    PageOfWebhookDelivery {
        items: Vec<WebhookDelivery> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfWebhookSubscriptionView {
        items: Vec<WebhookSubscriptionView> = member "items",
        total_count: i64 = member "totalCount",
    }
    WebhookAttempt {
        answer: String = member "answer",
        begun_time: String = member "begunTime",
        duration_ms: i64 = member "durationMs",
        failure: Option<WebhookFailure> = member "failure",
        failure_text: Option<String> = member "failureText",
        number: i64 = member "number",
        status_code: Option<i64> = member "statusCode",
    }
    WebhookDelivery {
        answer_start: Option<String> = member "answerStart",
        attempts: i64 = member "attempts",
        creation_time: String = member "creationTime",
        duration_ms: Option<i64> = member "durationMs",
        ended_time: Option<String> = member "endedTime",
        event: String = member "event",
        event_id: String = member "eventId",
        failure: Option<WebhookFailure> = member "failure",
        failure_text: Option<String> = member "failureText",
        guid: String = member "guid",
        id: WebhookDeliveryId = member "id",
        next_time: Option<String> = member "nextTime",
        state: WebhookDeliveryState = member "state",
        status_code: Option<i64> = member "statusCode",
        subscription_id: WebhookSubscriptionId = member "subscriptionId",
    }
    WebhookDeliveryView {
        answer_start: Option<String> = member "answerStart",
        attempts: i64 = member "attempts",
        body: String = member "body",
        creation_time: String = member "creationTime",
        duration_ms: Option<i64> = member "durationMs",
        ended_time: Option<String> = member "endedTime",
        event: String = member "event",
        event_id: String = member "eventId",
        failure: Option<WebhookFailure> = member "failure",
        failure_text: Option<String> = member "failureText",
        guid: String = member "guid",
        history: Vec<WebhookAttempt> = member "history",
        id: WebhookDeliveryId = member "id",
        next_time: Option<String> = member "nextTime",
        state: WebhookDeliveryState = member "state",
        status_code: Option<i64> = member "statusCode",
        subscription_id: WebhookSubscriptionId = member "subscriptionId",
        subscription_name: String = member "subscriptionName",
    }
    WebhookEventType {
        description: String = member "description",
        group: String = member "group",
        may_choose: bool = member "mayChoose",
        name: String = member "name",
        sample: Value = member "sample",
        title: String = member "title",
    }
    WebhookEventTypes {
        event_types: Vec<WebhookEventType> = member "eventTypes",
    }
    WebhookHealth {
        failing_since: Option<String> = member "failingSince",
        failures: i64 = member "failures",
        last_delivered_time: Option<String> = member "lastDeliveredTime",
        last_failed_time: Option<String> = member "lastFailedTime",
    }
    WebhookSubscriptionView {
        creation_time: String = member "creationTime",
        customer_id: Option<CustomerId> = member "customerId",
        customer_name: Option<String> = member "customerName",
        description: Option<String> = member "description",
        events: Vec<String> = member "events",
        health: WebhookHealth = member "health",
        id: WebhookSubscriptionId = member "id",
        is_active: bool = member "isActive",
        last_modification_time: String = member "lastModificationTime",
        name: String = member "name",
        pause_reason: Option<WebhookPauseReason> = member "pauseReason",
        paused_time: Option<String> = member "pausedTime",
        previous_secret_until: Option<String> = member "previousSecretUntil",
        row_version: i64 = member "rowVersion",
        url: String = member "url",
    }
    WebhookTest {
        delivery_id: WebhookDeliveryId = member "deliveryId",
    }
}
