//! Queueing of an event: a delivery and its job for each matching subscription, in one transaction.

use chrono::{DateTime, Utc};
use data::{New, Result, Scope, Where, ids::CustomerId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use uuid::Uuid;
use work::{
    feed::PublishedEvent,
    job::{NewJob, Priority, ScopeJobs},
};

use crate::{
    access::ENABLED,
    catalog::{self, EventContent, EventType, PING},
    deliveries::payload::Head,
    model::{Delivery, Subscription, WebhookDeliveryState, WebhookPauseReason},
    store,
    subscriptions::rules::MAX_WAITING,
};
use crate::{deliveries, subscriptions};

/// The job that queues one event.
pub const ENQUEUE_JOB: &str = "webhooks.take";

#[derive(Serialize, Deserialize)]
pub struct Event {
    id: Uuid,
    kind: String,
    version: i64,
    payload: Value,
    time: DateTime<Utc>,
}

impl Event {
    pub fn from_feed(id: Uuid, kind: &EventType, event: &PublishedEvent) -> Self {
        let PublishedEvent {
            version,
            payload,
            time,
            ..
        } = event.clone();
        Self {
            id,
            kind: kind.name.to_owned(),
            version,
            payload,
            time,
        }
    }
    pub fn work(self) -> Result<NewJob> {
        Ok(NewJob::new(ENQUEUE_JOB, serde_json::to_value(self)?))
    }
}

pub async fn job(mut scope: Scope, event: Value) -> Result<()> {
    let event: Event = serde_json::from_value(event)?;
    let Some(kind) = catalog::type_by_name(&event.kind) else {
        return Ok(());
    };
    if !scope.feature(ENABLED.name).await? || !scope.feature(kind.feature.name).await? {
        return Ok(());
    }
    let active: Vec<Subscription> = scope
        .all(Where::all().eq(Subscription::IS_ACTIVE, true))
        .await?;
    let mut wanting: Vec<Subscription> = active
        .into_iter()
        .filter(|subscription| subscription.events.contains(&event.kind))
        .collect();
    if wanting.is_empty() {
        return Ok(());
    }
    let happened = kind.read(&mut scope, event.version, event.payload).await?;
    wanting.retain(|subscription| matches_customer(subscription, happened.customer));
    let head = Head {
        id: event.id,
        kind: &event.kind,
        time: event.time,
        tenant: scope.tenant,
    };
    let body = deliveries::payload::body(head, happened)?;
    for subscription in &mut wanting {
        let of_event = Where::all()
            .eq(Delivery::SUBSCRIPTION_ID, subscription.id)
            .eq(Delivery::EVENT_ID, event.id);
        // Queued by an earlier attempt on a lost host.
        if scope.first::<Delivery>(of_event).await?.is_some() {
            continue;
        }
        if is_full(&mut scope, subscription).await? {
            subscriptions::pause::pause(&mut scope, subscription, WebhookPauseReason::Backlog)
                .await?;
            continue;
        }
        add(
            &mut scope,
            subscription,
            (event.id, &event.kind),
            body.clone(),
            Priority::Normal,
        )
        .await?;
    }
    scope.commit().await
}

/// True if the subscription includes this customer.
fn matches_customer(subscription: &Subscription, customer: Option<CustomerId>) -> bool {
    subscription.customer_id.is_none() || subscription.customer_id == customer
}

/// Only failing subscriptions accumulate deliveries, so others are not counted.
async fn is_full(scope: &mut Scope, subscription: &Subscription) -> Result<bool> {
    let health = store::load_subscription_health(scope, subscription.id).await?;
    Ok(health.failures > 0 && store::count_pending(scope, subscription.id).await? >= MAX_WAITING)
}

pub async fn ping(scope: &mut Scope, subscription: &Subscription) -> Result<Delivery> {
    let id = scope.new_guid();
    let record = json!({ "id": subscription.id, "name": subscription.name });
    let data = Map::from_iter([("subscription".to_owned(), record)]);
    let happened = EventContent {
        customer: None,
        brief: data.clone(),
        data,
    };
    let body = deliveries::payload::body(
        Head {
            id,
            kind: PING,
            time: scope.now(),
            tenant: scope.tenant,
        },
        happened,
    )?;
    add(scope, subscription, (id, PING), body, Priority::High).await
}

async fn add(
    scope: &mut Scope,
    subscription: &Subscription,
    (event_id, event): (Uuid, &str),
    body: String,
    priority: Priority,
) -> Result<Delivery> {
    let now = scope.now();
    let delivery = scope
        .create(New::<Delivery> {
            guid: scope.new_guid(),
            subscription_id: subscription.id,
            event_id,
            event: event.to_owned(),
            body,
            state: WebhookDeliveryState::Waiting,
            attempts: 0,
            tries: 0,
            turn: 0,
            next_time: Some(now),
            status_code: None,
            duration_ms: None,
            failure: None,
            failure_text: None,
            answer_start: None,
            ended_time: None,
        })
        .await?;
    scope
        .enqueue(deliveries::deliver::delivery_job(&delivery).priority(priority))
        .await?;
    Ok(delivery)
}
