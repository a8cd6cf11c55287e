//! Attempts of pickup calls: claims, retries and their limit.

use chrono::TimeDelta;
use data::{Error, Result, Scope, message};
use serde_json::json;
use work::job::{NewJob, ScopeJobs};

use crate::{
    bookings::{operations::OPERATION_PENDING, records::Pickup},
    carrier_calls,
};

pub const SETTLE_JOB: &str = "bookings.settle-pickup";

/// The hundreds of an attempt number count requests (book, cancel), so that a job of one never
/// matches the other.
const ATTEMPTS_PER_REQUEST: i64 = 100;

pub fn next_request(pickup: &Pickup) -> i64 {
    (pickup.attempts / ATTEMPTS_PER_REQUEST + 1) * ATTEMPTS_PER_REQUEST
}

/// True if the current request makes no further carrier call.
pub fn has_exhausted_attempts(pickup: &Pickup) -> bool {
    pickup.attempts % ATTEMPTS_PER_REQUEST >= carrier_calls::service::MAX_ATTEMPTS
}

/// Claims the next attempt: one of two concurrent workers calls the carrier. The caller saves.
pub async fn claim(scope: &mut Scope, pickup: &mut Pickup) -> Result<()> {
    pickup.attempts += 1;
    match scope.update(pickup).await {
        Err(Error::Conflict) => {
            return Err(
                OPERATION_PENDING.with_message(message!("Another user is working on this pickup."))
            );
        }
        other => other?,
    }
    enqueue(scope, pickup, carrier_calls::service::LEASE).await
}

async fn enqueue(scope: &mut Scope, pickup: &Pickup, after: TimeDelta) -> Result<()> {
    let (id, attempt) = (pickup.id, pickup.attempts);
    let due = scope.now() + after;
    let key = format!("{id}/{attempt}/{}", after.num_seconds());
    scope
        .enqueue(
            NewJob::new(SETTLE_JOB, json!({ "pickupId": id, "attempt": attempt }))
                .with_dedup_key(key)
                .run_at(due),
        )
        .await
}

/// Loads the pickup if this attempt is current.
pub async fn load_pending(scope: &mut Scope, claimed: &Pickup) -> Result<Option<Pickup>> {
    let pickup: Pickup = scope.find(claimed.id).await?;
    Ok((pickup.status == claimed.status && pickup.attempts == claimed.attempts).then_some(pickup))
}

/// Enqueues a retry, saves, and returns the user's message.
pub async fn keep_pending(scope: &mut Scope, pickup: &Pickup, message: String) -> Result<()> {
    enqueue(
        scope,
        pickup,
        carrier_calls::service::retry_delay(pickup.attempts),
    )
    .await?;
    scope.commit().await?;
    Err(carrier_calls::service::UNANSWERED.with_message(message!(
        "The carrier has not confirmed the pickup ({words}). We retry automatically and show the result on the pickup.",
        words = message
    )))
}
