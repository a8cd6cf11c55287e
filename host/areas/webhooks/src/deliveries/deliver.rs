//! One delivery attempt: load, call without a transaction, record the outcome.

use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};
use data::{Error, New, NewRecord, Result, Scope, Where, db::Mode};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::Deserialize;
use serde_json::{Value, json};
use work::{
    job::{NewJob, Priority, ScopeJobs},
    outgoing::{Outgoing, OutgoingError},
};

use crate::subscriptions;
use crate::{
    access::ENABLED,
    catalog::PING,
    deliveries,
    model::{
        Attempt, Delivery, Health, Subscription, WebhookDeliveryId, WebhookDeliveryState,
        WebhookFailure, WebhookPauseReason,
    },
    store,
};

pub const DELIVER: &str = "webhooks.deliver";
/// Maximum retries of recording an outcome after conflicts.
const MAX_WRITE_ATTEMPTS: usize = 3;

#[derive(Deserialize)]
struct Payload {
    id: WebhookDeliveryId,
    turn: i64,
}

pub fn delivery_job(delivery: &Delivery) -> NewJob {
    let new = NewJob::new(DELIVER, json!({ "id": delivery.id, "turn": delivery.turn }));
    delivery
        .next_time
        .map_or(new.clone(), |time| new.run_at(time))
}

pub async fn handle_job(mut scope: Scope, payload: Value) -> Result<()> {
    let mut reading = scope.sibling(Mode::Read);
    let Some((delivery, subscription)) =
        load_current(&mut reading, serde_json::from_value(payload)?).await?
    else {
        return Ok(());
    };
    let is_ping = delivery.event == PING;
    if !scope.feature(ENABLED.name).await? || !subscription.is_active && !is_ping {
        return switched_off(&mut scope, delivery).await;
    }
    let health = store::load_subscription_health(&mut reading, subscription.id).await?;
    let rest = deliveries::retry::initial_delay(&health, scope.now(), random_number(&scope));
    if let Some(rest) = rest.filter(|_| delivery.tries == 0 && delivery.attempts == 0 && !is_ping) {
        return postpone(&mut scope, delivery, rest).await;
    }
    drop(reading);
    let attempt = make_attempt(&scope, &delivery, &subscription).await?;
    for _ in 1..MAX_WRITE_ATTEMPTS {
        match record_attempt(&mut scope, &delivery, &subscription, attempt.clone()).await {
            Err(Error::Conflict) => scope.rollback(),
            written => return written,
        }
    }
    record_attempt(&mut scope, &delivery, &subscription, attempt).await
}

async fn load_current(
    scope: &mut Scope,
    Payload { id, turn }: Payload,
) -> Result<Option<(Delivery, Subscription)>> {
    let Some(delivery) = scope.first::<Delivery>(Where::id(id)).await? else {
        return Ok(None);
    };
    if delivery.state != WebhookDeliveryState::Waiting || delivery.turn != turn {
        return Ok(None);
    }
    let subscription = scope.find(delivery.subscription_id).await?;
    Ok(Some((delivery, subscription)))
}

async fn switched_off(scope: &mut Scope, mut delivery: Delivery) -> Result<()> {
    delivery.state = WebhookDeliveryState::Failed;
    delivery.next_time = None;
    delivery.ended_time = Some(scope.now());
    delivery.failure = Some(WebhookFailure::SwitchedOff);
    delivery.failure_text =
        Some("The subscription was switched off before the message was delivered.".to_owned());
    scope.update(&mut delivery).await?;
    scope.commit().await
}

async fn postpone(scope: &mut Scope, mut delivery: Delivery, rest: TimeDelta) -> Result<()> {
    delivery.next_time = Some(scope.now() + rest);
    delivery.turn += 1;
    scope.update(&mut delivery).await?;
    scope.enqueue(delivery_job(&delivery)).await?;
    scope.commit().await
}

/// Remote failures are the attempt's outcome; an error is internal.
async fn make_attempt(
    scope: &Scope,
    delivery: &Delivery,
    subscription: &Subscription,
) -> Result<Attempt> {
    let (begun_time, clock) = (scope.now(), Instant::now());
    let called = call(scope, delivery, subscription, begun_time).await?;
    let mut attempt = New::<Attempt> {
        delivery_id: delivery.id,
        number: 0,
        begun_time,
        duration_ms: i64::try_from(clock.elapsed().as_millis()).unwrap_or(i64::MAX),
        status_code: None,
        failure: None,
        failure_text: None,
        answer: String::new(),
    }
    .unsaved();
    match called {
        Ok(answer) => {
            attempt.status_code = Some(i64::from(answer.status.as_u16()));
            attempt.answer = deliveries::payload::to_stored_text(&answer.body);
            if !answer.status.is_success() {
                attempt.failure = Some(WebhookFailure::Status);
                attempt.failure_text = Some(refusal(answer.status));
            }
        }
        Err(error) => {
            attempt.failure = Some(match error {
                OutgoingError::TimedOut => WebhookFailure::TimedOut,
                OutgoingError::Refused(_) => WebhookFailure::Refused,
                OutgoingError::Unreachable(_) | OutgoingError::TooLarge => {
                    WebhookFailure::Unreachable
                }
            });
            attempt.failure_text = Some(deliveries::payload::to_stored_text(
                error.to_string().as_bytes(),
            ));
        }
    }
    Ok(attempt)
}

fn refusal(status: StatusCode) -> String {
    let followed = if status.is_redirection() {
        "; redirects are not followed"
    } else {
        ""
    };
    format!("answered {status}{followed}")
}

async fn call(
    scope: &Scope,
    delivery: &Delivery,
    subscription: &Subscription,
    now: DateTime<Utc>,
) -> Result<Result<work::outgoing::OutgoingResponse, OutgoingError>> {
    let url = match subscriptions::rules::address(&subscription.url) {
        Ok(url) => url,
        Err(why) => return Ok(Err(OutgoingError::Refused(format!("the address {why}")))),
    };
    let secrets = subscriptions::secrets::signing(scope, subscription, now)?;
    let value = |text: &str| HeaderValue::from_str(text).map_err(Error::internal);
    let mut headers = HeaderMap::new();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    headers.insert("waybill-event", value(&delivery.event)?);
    headers.insert("waybill-delivery", value(&delivery.guid.to_string())?);
    headers.insert(
        "waybill-signature",
        value(&deliveries::signature::header(
            &secrets,
            now.timestamp(),
            &delivery.body,
        ))?,
    );
    let outgoing = Outgoing::from_host(scope.host())?;
    Ok(outgoing
        .post(
            &url,
            headers,
            delivery.body.clone().into_bytes(),
            deliveries::payload::MAX_ANSWER_BYTES,
        )
        .await)
}

/// The consequence is a retry, the end, or a pause of the subscription.
async fn record_attempt(
    scope: &mut Scope,
    tried: &Delivery,
    subscription: &Subscription,
    mut attempt: Attempt,
) -> Result<()> {
    let Some(mut delivery) = scope.first::<Delivery>(Where::id(tried.id)).await? else {
        return Ok(());
    };
    let now = scope.now();
    let health = match attempt.failure {
        None => {
            store::note_delivered(scope, subscription.id, now).await?;
            None
        }
        Some(_) => Some(store::note_failed(scope, subscription.id, now).await?),
    };
    delivery.attempts += 1;
    attempt.number = delivery.attempts;
    delivery.status_code = attempt.status_code;
    delivery.duration_ms = Some(attempt.duration_ms);
    delivery.failure = attempt.failure;
    delivery.failure_text = attempt.failure_text.clone();
    delivery.answer_start = deliveries::payload::first_line(&attempt.answer);
    // After a manual resend another job decides.
    if delivery.turn == tried.turn {
        delivery.tries += 1;
        let again = match attempt.failure {
            None | Some(WebhookFailure::Refused) => None,
            Some(_) if delivery.event == PING => None,
            Some(_) => deliveries::retry::retry_delay(delivery.tries, random_number(scope)),
        };
        delivery.next_time = again.map(|pause| now + pause);
        delivery.turn += 1;
        match (attempt.failure, again) {
            (None, _) => delivery.state = WebhookDeliveryState::Delivered,
            (Some(_), None) => delivery.state = WebhookDeliveryState::Failed,
            (Some(_), Some(_)) => {
                scope
                    .enqueue(delivery_job(&delivery).priority(Priority::Normal))
                    .await?
            }
        }
        delivery.ended_time = again.is_none().then_some(now);
    }
    scope.update(&mut delivery).await?;
    scope.insert(&mut attempt).await?;
    if let Some(reason) = health.and_then(|health| pauses(&health, &attempt, now)) {
        let mut subscription: Subscription = scope.find(subscription.id).await?;
        if subscription.is_active {
            subscriptions::pause::pause(scope, &mut subscription, reason).await?;
        }
    }
    scope.commit().await
}

fn pauses(health: &Health, attempt: &Attempt, now: DateTime<Utc>) -> Option<WebhookPauseReason> {
    if attempt.status_code == Some(i64::from(StatusCode::GONE.as_u16())) {
        return Some(WebhookPauseReason::Gone);
    }
    deliveries::retry::should_pause(health, now).then_some(WebhookPauseReason::Failing)
}

fn random_number(scope: &Scope) -> u32 {
    let bytes = scope.new_guid().into_bytes();
    u32::from_be_bytes([bytes[12], bytes[13], bytes[14], bytes[15]])
}
