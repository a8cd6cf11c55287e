//! Calls of deliveries: list, details, and resending.

use data::{ById, Empty, ListQuery, PageOf, Refusal, Result, Scope, Where, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;
use work::job::ScopeJobs;

use crate::limits::MANUAL_SEND_LIMIT;
use crate::{
    access::{ENABLED, WEBHOOKS, WEBHOOKS_EDIT},
    catalog::{self, PING},
    deliveries,
    model::{
        Attempt, Delivery, Line, Subscription, WebhookDeliveryId, WebhookDeliveryState,
        WebhookSubscriptionId,
    },
    subscriptions::rules::MAX_ATTEMPTS,
};

const SWITCHED_OFF: Refusal = Refusal::new(
    2302,
    "The subscription is switched off. Switch it on to send its messages again.",
);
const TOO_MANY_ATTEMPTS: Refusal = Refusal::new(2303, "The message was sent too often.");

pub fn table() -> Routes {
    Routes::new("/api/webhooks/delivery")
        .feature(ENABLED)
        .list("getdeliveries", WEBHOOKS, list)
        .get("getdelivery", WEBHOOKS, get)
        .post("resenddelivery", WEBHOOKS_EDIT, resend)
        .with_limit(MANUAL_SEND_LIMIT)
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DeliveriesQuery {
    /// Default: all subscriptions.
    subscription_id: Option<WebhookSubscriptionId>,
}

async fn list(mut scope: Scope, filter: DeliveriesQuery, query: ListQuery) -> Result<PageOf<Line>> {
    scope
        .page(
            &query,
            Where::all().eq_some(Delivery::SUBSCRIPTION_ID, filter.subscription_id),
        )
        .await
}

/// A delivery with its body and attempts.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookDeliveryView")]
struct DeliveryView {
    #[serde(flatten)]
    line: Line,
    subscription_name: String,
    /// The sent and signed JSON body.
    body: String,
    /// Attempts, oldest first.
    history: Vec<Attempt>,
}

async fn get(mut scope: Scope, ById { id }: ById<WebhookDeliveryId>) -> Result<DeliveryView> {
    let delivery: Delivery = scope.find(id).await?;
    check_visibility(&scope, &delivery)?;
    let line: Line = scope.find(id).await?;
    let subscription: Subscription = scope.find(line.subscription_id).await?;
    let history = scope.all(Where::all().eq(Attempt::DELIVERY_ID, id)).await?;
    Ok(DeliveryView {
        line,
        subscription_name: subscription.name,
        body: delivery.body,
        history,
    })
}

/// A body is shown with the permission of its event.
fn check_visibility(scope: &Scope, delivery: &Delivery) -> Result<()> {
    match catalog::type_by_name(&delivery.event) {
        Some(kind) => scope.require(kind.permission),
        None => Ok(()),
    }
}

/// Sends it again now, with the retries of a new one.
async fn resend(mut scope: Scope, ById { id }: ById<WebhookDeliveryId>) -> Result<Empty> {
    let mut delivery: Delivery = scope.find(id).await?;
    check_visibility(&scope, &delivery)?;
    let subscription: Subscription = scope.find(delivery.subscription_id).await?;
    if !subscription.is_active && delivery.event != PING {
        return Err(SWITCHED_OFF.into());
    }
    if delivery.attempts >= MAX_ATTEMPTS {
        let max = MAX_ATTEMPTS;
        return Err(TOO_MANY_ATTEMPTS.with_message(message!(
            "The message was sent {max} times, which is as often as it can be."
        )));
    }
    delivery.state = WebhookDeliveryState::Waiting;
    delivery.next_time = Some(scope.now());
    delivery.ended_time = None;
    delivery.tries = 0;
    delivery.turn += 1;
    scope.update(&mut delivery).await?;
    scope
        .enqueue(deliveries::deliver::delivery_job(&delivery).priority(work::job::Priority::High))
        .await?;
    scope.commit().await?;
    Ok(Empty {})
}
