//! Deliveries: stored calls, acknowledged at once and retried until the plugin accepts them.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use data::{Error, New, NewRecord, Record, Result, Scope, Where, ids::CustomerId, states};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use work::job::{NewJob, ScopeJobs};

use crate::{
    deliveries,
    endpoints::{
        self,
        port::{Endpoint, EndpointPort, HttpCall},
    },
};

/// Processes one delivery.
pub(crate) const DELIVER: &str = "plugins.deliver";
/// The delivery counts its attempts; the job fails only with the database.
pub(crate) const JOB_ATTEMPTS: i64 = 20;

/// Retry pauses in seconds: ten attempts over a day.
const PAUSES: [i64; 9] = [10, 60, 300, 900, 3600, 7200, 14_400, 21_600, 36_000];
/// Timeout of one attempt.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(60);
/// An attempt without a result for this long died with its host. Longer than an attempt and a
/// job's lease, so a job that runs again earlier is enqueued for that time.
const LOST_AFTER: TimeDelta = TimeDelta::minutes(4);
/// Maximum pending deliveries per plugin and tenant; more are rejected.
const MAX_PENDING: i64 = 10_000;
/// Maximum bytes of a tenant's pending bodies.
const MAX_PENDING_BYTES: i64 = 256 * 1024 * 1024;
const RETENTION: TimeDelta = TimeDelta::days(7);
const MAX_EVENT_ID_LENGTH: usize = 200;
const MAX_ERROR_LENGTH: usize = 500;

/// A delivery. The body is stored unchanged, in Base64.
#[derive(Debug, Clone, Record)]
#[record(table = "plugin_deliveries", name = "The delivery", unrecorded)]
pub(crate) struct Delivery {
    pub id: i64,
    pub row_version: i64,
    #[record(listed)]
    pub plugin: String,
    #[record(listed, customer)]
    pub customer_id: Option<CustomerId>,
    pub store_key: Option<String>,
    #[record(listed)]
    pub method: String,
    #[record(listed)]
    pub path: String,
    pub query: String,
    #[record(listed)]
    /// Display id; `event_key` detects repeats.
    pub event_id: String,
    pub event_key: String,
    #[record(json)]
    pub headers: Vec<(String, String)>,
    pub body: String,
    #[record(listed)]
    pub bytes: i64,
    #[record(listed)]
    pub state: DeliveryState,
    #[record(listed)]
    pub attempts: i64,
    #[record(listed)]
    pub next_at: Option<DateTime<Utc>>,
    pub last_error: Option<String>,
    #[record(listed)]
    pub creation_time: DateTime<Utc>,
}

states! {
    /// State of a delivery.
    pub(crate) enum DeliveryState {
        Waiting [is_pending],
        Working [is_pending],
        Done,
        Failed,
        #[text_enum(unknown)]
        Unknown,
    }
    facts {
        /// A job is to handle it.
        pub(crate) is_pending,
    }
    operations {
        /// A user's operation on a delivery.
        pub(crate) enum DeliveryOperation {
            /// Restarts it with all attempts.
            Retry: [Waiting, Failed] => Waiting,
        }
    }
}

/// True if the attempt has died with its host.
pub(crate) fn is_lost(
    state: DeliveryState,
    next_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> bool {
    state == DeliveryState::Working && next_at.is_none_or(|next| next <= now)
}

pub(crate) enum StoreResult {
    New,
    /// A repeated delivery.
    Again,
    Full,
}

/// Stores call and job in one transaction.
pub(crate) async fn store_delivery(
    mut scope: Scope,
    plugin: &str,
    customer: Option<CustomerId>,
    endpoint: &Endpoint,
    sent: HttpCall,
) -> Result<StoreResult> {
    let event_id = event_id(endpoint, &sent);
    let event_key = event_key(&endpoint.path, sent.store.as_deref(), &event_id);
    let same_event = Where::all()
        .eq(Delivery::PLUGIN, plugin.to_owned())
        .eq(Delivery::EVENT_KEY, event_key.clone());
    if scope.unrestricted().await?.count(same_event).await? > 0 {
        return Ok(StoreResult::Again);
    }
    let waiting = Where::all()
        .eq(Delivery::PLUGIN, plugin.to_owned())
        .eq(Delivery::STATE, DeliveryState::Waiting);
    let pending = scope.unrestricted().await?.count(waiting).await?;
    let pending_bytes = deliveries::store::sum_pending_bytes(&mut scope).await?;
    let bytes = sent.body.len() as i64;
    if pending >= MAX_PENDING || pending_bytes + bytes > MAX_PENDING_BYTES {
        return Ok(StoreResult::Full);
    }
    let now = scope.now();
    let mut delivery = New::<Delivery> {
        plugin: plugin.to_owned(),
        customer_id: customer,
        store_key: sent.store,
        method: sent.method,
        path: sent.path,
        query: sent.query,
        event_id,
        event_key,
        headers: sent.headers,
        body: BASE64.encode(&sent.body),
        bytes,
        state: DeliveryState::Waiting,
        attempts: 0,
        next_at: Some(now),
        last_error: None,
    }
    .created_at(now);
    // The delivery belongs to the endpoint's customer, whatever the caller.
    let stored = async {
        scope.unrestricted().await?.insert(&mut delivery).await?;
        scope
            .enqueue(NewJob::new(DELIVER, json!({ "id": delivery.id })))
            .await?;
        scope.commit().await
    };
    match stored.await {
        Ok(()) => Ok(StoreResult::New),
        // Another host stored the same delivery concurrently.
        Err(Error::Refused { .. }) => Ok(StoreResult::Again),
        Err(error) => Err(error),
    }
}

fn event_id(endpoint: &Endpoint, sent: &HttpCall) -> String {
    let header = endpoint
        .event_id
        .as_ref()
        .and_then(|name| sent.header(name))
        .map(str::trim);
    match header {
        Some(id) if !id.is_empty() && id.chars().count() <= MAX_EVENT_ID_LENGTH => id.to_owned(),
        _ => hex::encode(Sha256::digest(&sent.body)),
    }
}

/// The same event at two endpoints or stores counts twice.
fn event_key(path: &str, store: Option<&str>, event_id: &str) -> String {
    let mut key = Sha256::new();
    for part in [path, store.unwrap_or_default(), event_id] {
        key.update((part.len() as u64).to_be_bytes());
        key.update(part);
    }
    hex::encode(key.finalize())
}

#[derive(Deserialize)]
struct Payload {
    id: i64,
}

pub(crate) async fn run_attempt(mut scope: Scope, payload: Value) -> Result<()> {
    let Payload { id } = serde_json::from_value(payload)?;
    let Some(delivery) = claim(&mut scope, id).await? else {
        return Ok(());
    };
    let outcome = deliver(&scope, &delivery).await;
    let attempt = delivery.attempts;
    let mut delivery: Delivery = scope.find(id).await?;
    // Another host has claimed it since: its result counts.
    if delivery.state != DeliveryState::Working || delivery.attempts != attempt {
        return Ok(());
    }
    match outcome {
        Ok(()) => {
            delivery.state = DeliveryState::Done;
            delivery.next_at = None;
            delivery.last_error = None;
            // The row remains to detect repeats.
            delivery.headers = Vec::new();
            delivery.body = String::new();
        }
        Err(words) => {
            delivery.last_error = Some(words.chars().take(MAX_ERROR_LENGTH).collect());
            let pause = usize::try_from(delivery.attempts - 1)
                .ok()
                .and_then(|tries| PAUSES.get(tries));
            delivery.next_at = pause.map(|seconds| scope.now() + TimeDelta::seconds(*seconds));
            delivery.state = if pause.is_some() {
                DeliveryState::Waiting
            } else {
                DeliveryState::Failed
            };
        }
    }
    scope.update(&mut delivery).await?;
    if let Some(next) = delivery.next_at {
        scope
            .enqueue(NewJob::new(DELIVER, json!({ "id": id })).run_at(next))
            .await?;
    }
    scope.commit().await
}

async fn claim(scope: &mut Scope, id: i64) -> Result<Option<Delivery>> {
    let Some(mut delivery) = scope.first::<Delivery>(Where::id(id)).await? else {
        return Ok(None);
    };
    let now = scope.now();
    let is_due = delivery.next_at.is_none_or(|next| next <= now);
    if delivery.state == DeliveryState::Working
        && let Some(next) = delivery.next_at.filter(|_| !is_due)
    {
        // The earlier attempt may have died with its host, which leaves no other job.
        let again = NewJob::new(DELIVER, json!({ "id": id })).run_at(next);
        scope.enqueue(again).await?;
        scope.commit().await?;
        return Ok(None);
    }
    if !is_due || !delivery.state.is_pending() {
        scope.rollback();
        return Ok(None);
    }
    delivery.state = DeliveryState::Working;
    delivery.attempts += 1;
    delivery.next_at = Some(now + LOST_AFTER);
    match scope.update(&mut delivery).await {
        Ok(()) => {}
        Err(Error::Conflict) => {
            scope.rollback();
            return Ok(None);
        }
        Err(error) => return Err(error),
    }
    scope.commit().await?;
    Ok(Some(delivery))
}

async fn deliver(scope: &Scope, delivery: &Delivery) -> Result<(), String> {
    let sentence = |error: Error| error.sentence();
    if !endpoints::lookup::is_enabled(scope, &delivery.plugin, delivery.customer_id)
        .await
        .map_err(sentence)?
    {
        return Err(
            "The plugin is switched off here, or asks for more than was agreed to.".to_owned(),
        );
    }
    let call = endpoints::lookup::call_context(
        scope,
        &delivery.plugin,
        delivery.customer_id,
        ATTEMPT_TIMEOUT,
    )
    .await
    .map_err(sentence)?;
    let body = BASE64
        .decode(&delivery.body)
        .map_err(|error| error.to_string())?;
    let sent = HttpCall {
        method: delivery.method.clone(),
        path: delivery.path.clone(),
        store: delivery.store_key.clone(),
        query: delivery.query.clone(),
        headers: delivery.headers.clone(),
        body: Bytes::from(body),
        caller: None,
    };
    let port = scope.port::<dyn EndpointPort>().map_err(sentence)?;
    let working = port.deliver(scope.sibling(data::db::Mode::Write), call, sent);
    working.await.map_err(|fault| fault.to_string())
}

pub(crate) async fn sweep(mut scope: Scope) -> Result<()> {
    let before = scope.now() - RETENTION;
    deliveries::store::delete_before(&mut scope, before).await?;
    scope.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_tries_take_about_a_day() {
        let total: i64 = PAUSES.iter().sum();
        assert!((20 * 3600..=26 * 3600).contains(&total), "{total}");
        assert!(PAUSES.is_sorted());
    }

    #[test]
    fn an_event_is_one_at_its_endpoint_and_store() {
        let key = event_key("/events", Some("a"), "1");
        assert_eq!(key, event_key("/events", Some("a"), "1"));
        for other in [
            event_key("/events", Some("b"), "1"),
            event_key("/events", None, "a1"),
            event_key("/event", Some("sa"), "1"),
            event_key("/events", Some("a"), "2"),
        ] {
            assert_ne!(key, other);
        }
    }
}
