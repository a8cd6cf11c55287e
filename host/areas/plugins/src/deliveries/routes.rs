//! List and retry of deliveries for a tenant's administrator.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use data::{
    ById, Empty, ListQuery, PageOf, Record, Refusal, Result, Scope, Where, ids::CustomerId,
    life_cycle::Operation as _,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use work::job::{NewJob, ScopeJobs};

use crate::{
    deliveries::service::{DELIVER, Delivery, DeliveryOperation, DeliveryState, is_lost},
    installed::port::CustomerPort,
};

const ALREADY_DELIVERED: Refusal = Refusal::new(
    715,
    "The delivery was worked off already, or is being worked on.",
);

/// A delivery without its body: a page of bodies could reach a gigabyte.
#[derive(Debug, Clone, Record)]
#[record(view_of = Delivery)]
struct Line {
    id: i64,
    customer_id: Option<CustomerId>,
    method: String,
    path: String,
    event_id: String,
    bytes: i64,
    state: DeliveryState,
    attempts: i64,
    next_at: Option<DateTime<Utc>>,
    last_error: Option<String>,
    creation_time: DateTime<Utc>,
}

#[derive(Deserialize, JsonSchema)]
pub struct Of {
    /// The plugin's id.
    id: String,
}

/// A delivery for a tenant's administrator.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryView {
    id: i64,
    method: String,
    /// Below `/api/plugins/<id>`.
    path: String,
    /// The sender's id, or the SHA-256 of the body.
    event_id: String,
    customer_id: Option<CustomerId>,
    /// Customer of the store; null for the tenant's own.
    customer_name: Option<String>,
    state: DeliveryState,
    attempts: i64,
    next_at: Option<DateTime<Utc>>,
    last_error: Option<String>,
    /// Body size.
    bytes: i64,
    creation_time: DateTime<Utc>,
    /// Operations that its state allows.
    allowed_operations: Vec<DeliveryOperation>,
}

pub async fn list(mut scope: Scope, filter: Of, query: ListQuery) -> Result<PageOf<DeliveryView>> {
    let page = scope
        .page::<Line>(&query, Where::all().eq(Delivery::PLUGIN, filter.id))
        .await?;
    let ids: BTreeSet<CustomerId> = page
        .items
        .iter()
        .filter_map(|line| line.customer_id)
        .collect();
    let now = scope.now();
    let (port, mut names) = (scope.port::<dyn CustomerPort>()?, BTreeMap::new());
    for id in ids {
        names.insert(id, port.find(&mut scope, id).await?.name);
    }
    Ok(page.map(|line| DeliveryView {
        id: line.id,
        method: line.method,
        path: line.path,
        event_id: line.event_id,
        customer_name: line.customer_id.and_then(|id| names.get(&id).cloned()),
        customer_id: line.customer_id,
        next_at: line
            .next_at
            .filter(|_| line.state == DeliveryState::Waiting),
        state: line.state,
        allowed_operations: match is_lost(line.state, line.next_at, now) {
            true => vec![DeliveryOperation::Retry],
            false => DeliveryOperation::list_allowed(line.state),
        },
        attempts: line.attempts,
        last_error: line.last_error,
        bytes: line.bytes,
        creation_time: line.creation_time,
    }))
}

/// Restarts a failed, pending or lost delivery now, with all attempts.
pub async fn retry(mut scope: Scope, ById { id }: ById<i64>) -> Result<Empty> {
    let mut delivery: Delivery = scope.find(id).await?;
    let now = scope.now();
    if !is_lost(delivery.state, delivery.next_at, now)
        && !DeliveryOperation::Retry.is_allowed_in(delivery.state)
    {
        return Err(ALREADY_DELIVERED.into());
    }
    delivery.state = DeliveryState::Waiting;
    delivery.attempts = 0;
    delivery.next_at = Some(now);
    scope.update(&mut delivery).await?;
    scope
        .enqueue(NewJob::new(DELIVER, json!({ "id": id })))
        .await?;
    scope.commit().await?;
    Ok(Empty {})
}
