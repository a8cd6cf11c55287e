//! Carrier calls of bookings: requests, outcomes, and the claim and end of intents.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use carriage::{BookRequest, Booked, Consignment, FaultKind, PluginFault};
use carriers::port::{CarrierCall, CarrierPort};
use chrono::TimeDelta;
use data::{
    Error, Message, Refusal, Result, Scope,
    ids::{BookingId, CarrierAccountId},
    message,
};
use serde_json::json;
use work::job::{NewJob, ScopeJobs};

use crate::bookings::{
    self,
    model::{Booking, Intent},
    operations::{OPERATION_PENDING, OperationStatus, STATUS_NOT_ALLOWED},
};
use crate::pickups;

const CALL_TIMEOUT: Duration = Duration::from_secs(45);
/// Lease of an intent. When it expires, another host settles the intent.
pub const LEASE: TimeDelta = TimeDelta::seconds(120);
/// Maximum attempts before manual action is required.
pub const MAX_ATTEMPTS: i64 = 12;

/// Exponential backoff: two seconds, then four, up to about two hours in total.
pub fn retry_delay(attempt: i64) -> TimeDelta {
    TimeDelta::seconds(1 << (attempt % ATTEMPTS_PER_OPERATION).clamp(1, MAX_ATTEMPTS))
}

pub const REFUSED: Refusal = Refusal::new(4105, "The carrier has refused this.");
pub const UNANSWERED: Refusal = Refusal::new(4106, "The carrier has not answered.");

pub const SETTLE_JOB: &str = "bookings.settle";

/// Reads the database: commit or roll back before the call itself.
pub async fn prepare_booking_call(
    scope: &mut Scope,
    booking: &Booking,
) -> Result<(Arc<dyn CarrierPort>, CarrierCall)> {
    let (port, mut call) = prepare_call(scope, account_of(booking)?).await?;
    call.customer = Some(booking.payer.customer_id);
    Ok((port, call))
}

/// Reads the database: commit or roll back before the call itself.
pub async fn prepare_call(
    scope: &mut Scope,
    account: CarrierAccountId,
) -> Result<(Arc<dyn CarrierPort>, CarrierCall)> {
    let account = carriers::accounts::find(scope, account).await?;
    if !account.is_active {
        return Err(STATUS_NOT_ALLOWED.with_message(message!(
            "The carrier account {name} is switched off.",
            name = account.name
        )));
    }
    let call =
        carriers::accounts::prepare_call(scope, &account, Some(Instant::now() + CALL_TIMEOUT))
            .await?;
    Ok((scope.port::<dyn CarrierPort>()?, call))
}

pub fn account_of(booking: &Booking) -> Result<CarrierAccountId> {
    booking.service.carrier_account_id.ok_or_else(|| {
        STATUS_NOT_ALLOWED.with_message(message!(
            "The booking has no carrier yet. Get a quote and choose a price."
        ))
    })
}

pub async fn build_request(scope: &mut Scope, booking: &Booking) -> Result<BookRequest> {
    let settings = tenancy::settings(scope).await?;
    let now = scope.now();
    let dispatch_day = pickups::windows::dispatch_day(scope, booking, now).await?;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let consignment = Consignment {
        customer_reference: text(&booking.references.reference),
        pickup_instructions: text(&booking.handling.special_instructions),
        delivery_instructions: text(&booking.handling.delivery_instructions),
        ..Consignment::new(
            booking.goods(),
            booking.carrier_reference(scope.tenant),
            &settings.base_currency,
            dispatch_day,
        )
    };
    Ok(BookRequest {
        consignment,
        service_code: booking
            .service
            .carrier_service_code
            .clone()
            .unwrap_or_default(),
        carrier_quote: booking.carrier_record.quote.clone(),
    })
}

pub fn carrier_record(booking: &Booking) -> Result<Booked> {
    booking.carrier_record.booked.clone().ok_or_else(|| {
        STATUS_NOT_ALLOWED.with_message(message!("The carrier does not have this consignment yet."))
    })
}

/// True if the carrier was unreachable or silent, or its plugin failed.
pub fn is_outcome_unknown(fault: &PluginFault) -> bool {
    !fault.kind.is_rejection()
}

/// The carrier's message with the fields it names, as stored.
pub fn fault_message(fault: &PluginFault) -> String {
    shown_message(fault).to_string()
}

/// Customers read it too, so a plugin's own failure is not repeated: staff find its text with the
/// recorded requests.
fn shown_message(fault: &PluginFault) -> Message {
    match fault.kind {
        FaultKind::Internal | FaultKind::BadAnswer => message!(
            "The carrier's answer could not be used. The cause is recorded with the carrier's requests."
        ),
        _ => fault.sentence_with_code(),
    }
}

pub fn rejection(fault: &PluginFault) -> Error {
    let refusal = match is_outcome_unknown(fault) {
        true => UNANSWERED,
        false => REFUSED,
    };
    refusal.with_message(shown_message(fault))
}

/// Claims the booking; of two concurrent claims one fails. Returns the attempt number, which
/// identifies a current outcome.
pub async fn claim_intent(scope: &mut Scope, booking: &mut Booking, intent: Intent) -> Result<i64> {
    booking.pending.intent = Some(intent);
    booking.pending.intent_attempts += 1;
    booking.pending.intent_time = Some(scope.now() + LEASE);
    match scope.update(booking).await {
        Err(Error::Conflict) => {
            return Err(claim_lost(booking));
        }
        other => other?,
    }
    // Manifests and pickups have their own settle jobs.
    if !matches!(intent, Intent::Manifest | Intent::BookPickup) {
        enqueue_settle_job(scope, booking.id, booking.pending.intent_attempts, LEASE).await?;
    }
    Ok(booking.pending.intent_attempts)
}

/// Settles the intent if still pending by then.
pub async fn enqueue_settle_job(
    scope: &mut Scope,
    booking: BookingId,
    attempt: i64,
    after: TimeDelta,
) -> Result<()> {
    let due = scope.now() + after;
    let job = NewJob::new(SETTLE_JOB, json!({ "bookingId": booking }))
        .with_dedup_key(format!("{booking}/{attempt}/{}", after.num_seconds()))
        .run_at(due);
    scope.enqueue(job).await
}

/// Returns None if another worker ended this attempt.
pub async fn load_claimed(
    scope: &mut Scope,
    id: BookingId,
    intent: Intent,
    attempt: i64,
) -> Result<Option<Booking>> {
    let booking: Booking = scope.find(id).await?;
    Ok(
        (booking.pending.intent == Some(intent) && booking.pending.intent_attempts == attempt)
            .then_some(booking),
    )
}

pub fn claim_lost(booking: &Booking) -> Error {
    OPERATION_PENDING.with_message(message!(
        "Another user is working on {booking}.",
        booking = booking.name()
    ))
}

/// Hundreds of an attempt number count operations, the rest attempts: a late answer never matches a
/// later operation.
const ATTEMPTS_PER_OPERATION: i64 = 100;

pub fn has_exhausted_attempts(booking: &Booking) -> bool {
    booking.pending.intent_attempts % ATTEMPTS_PER_OPERATION >= MAX_ATTEMPTS
}

/// Clears it; the caller sets the outcome and updates.
pub fn clear_intent(booking: &mut Booking) {
    booking.pending.intent = None;
    booking.pending.intent_time = None;
    booking.pending.intent_attempts =
        (booking.pending.intent_attempts / ATTEMPTS_PER_OPERATION + 1) * ATTEMPTS_PER_OPERATION;
}

pub async fn keep_pending(
    scope: &mut Scope,
    mut booking: Booking,
    fault: &PluginFault,
) -> Result<Error> {
    let operation = booking.pending.intent.unwrap_or(Intent::Book).into();
    booking.pending.intent_time = Some(scope.now());
    booking.pending.is_uncertain |= booking.pending.intent == Some(Intent::Book);
    scope.update(&mut booking).await?;
    let entry = bookings::store::Entry {
        operation,
        status: OperationStatus::Pending,
        message: Some(fault_message(fault)),
        value: None,
    };
    bookings::store::log(scope, booking.id, entry).await?;
    enqueue_settle_job(
        scope,
        booking.id,
        booking.pending.intent_attempts,
        retry_delay(booking.pending.intent_attempts),
    )
    .await?;
    Ok(UNANSWERED.with_message(message!(
        "The carrier has not confirmed it ({fault}). We retry automatically and show the result on the booking.",
        fault = fault.sentence_with_code()
    )))
}
