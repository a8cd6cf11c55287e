//! Asking a booking's carrier: what it is sent, how its outcome is read, and how an intent is claimed before and ended after.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use carriers::port::{
    BookRequest, Booked, CarrierCall, CarrierFault, CarrierPort, Consignment, FaultKind,
};
use chrono::TimeDelta;
use kernel::{
    Error, Message, Refusal, Result, Scope,
    ids::{BookingId, CarrierAccountId},
    job::NewJob,
    message,
};
use quotes::rules::consignment;
use serde_json::json;

use super::pickup;
use crate::{
    model::{Booking, Intent},
    rules::operations::{NOT_NOW, OperationStatus, UNDER_WAY},
    store,
};

/// No carrier is waited for longer than this.
const PATIENCE: Duration = Duration::from_secs(45);
/// After this an intent whose host was not heard of again is settled by another.
pub const LEASE: TimeDelta = TimeDelta::seconds(120);
/// So many times a carrier is asked before a person has to look.
pub const MAX_ATTEMPTS: i64 = 12;

/// When a carrier that gave no answer is asked again: after two seconds, then four, up to some two hours in all.
pub fn pause(attempt: i64) -> TimeDelta {
    TimeDelta::seconds(1 << (attempt % OPERATION).clamp(1, MAX_ATTEMPTS))
}

pub const REFUSED: Refusal = Refusal::new(4105, "The carrier has refused this.");
pub const UNANSWERED: Refusal = Refusal::new(4106, "The carrier has not answered.");

/// The kind of job that ends what a carrier left open.
pub const SETTLE: &str = "bookings.settle";

/// How to ask the carrier of a booking's account now, for the booking's customer. Reads the database: save or undo before
/// the call itself.
pub async fn call_for(
    scope: &mut Scope,
    booking: &Booking,
) -> Result<(Arc<dyn CarrierPort>, CarrierCall)> {
    let (port, mut call) = call(scope, account(booking)?).await?;
    call.customer = Some(booking.customer_id);
    Ok((port, call))
}

/// How to ask an account's carrier now. Reads the database: save or undo before the call itself.
pub async fn call(
    scope: &mut Scope,
    account: CarrierAccountId,
) -> Result<(Arc<dyn CarrierPort>, CarrierCall)> {
    let account = carriers::accounts::find(scope, account).await?;
    if !account.is_active {
        return Err(NOT_NOW.because(message!(
            "The carrier account {name} is switched off.",
            name = account.name
        )));
    }
    let call = carriers::accounts::call(scope, &account, Some(Instant::now() + PATIENCE)).await?;
    Ok((scope.port::<dyn CarrierPort>()?, call))
}

/// The account of a booking that has one.
pub fn account(booking: &Booking) -> Result<CarrierAccountId> {
    booking.carrier_account_id.ok_or_else(|| {
        NOT_NOW.because(message!(
            "The booking has no carrier yet. Get a quote and choose a price."
        ))
    })
}

/// What the carrier is asked to take.
pub async fn request(scope: &mut Scope, booking: &Booking) -> Result<BookRequest> {
    let settings = tenancy::settings(scope).await?;
    let now = scope.now();
    let dispatch_day = pickup::dispatch_day(scope, booking, now).await?;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let consignment = Consignment {
        customer_reference: text(&booking.reference),
        pickup_instructions: text(&booking.special_instructions),
        delivery_instructions: text(&booking.delivery_instructions),
        ..consignment::consignment(
            booking.goods(),
            booking.carrier_reference(scope.tenant),
            &settings.base_currency,
            dispatch_day,
        )
    };
    Ok(BookRequest {
        consignment,
        service_code: booking.carrier_service_code.clone().unwrap_or_default(),
        carrier_quote: booking.carrier_record.quote.clone(),
    })
}

/// The carrier's own record of a booking that it has taken.
pub fn booked(booking: &Booking) -> Result<Booked> {
    booking
        .carrier_record
        .booked
        .clone()
        .ok_or_else(|| NOT_NOW.because(message!("The carrier does not have this consignment yet.")))
}

/// Whether nobody can say what the carrier did: it was not reached or did not answer, or its plugin broke on the way.
pub fn is_open(fault: &CarrierFault) -> bool {
    matches!(
        fault.kind,
        FaultKind::Unavailable | FaultKind::Plugin { .. }
    )
}

/// The carrier's words, with the fields that it names.
pub fn words(fault: &CarrierFault) -> String {
    match &fault.kind {
        FaultKind::Invalid(fields) if !fields.is_empty() => fields
            .iter()
            .map(|field| format!("{}: {}", field.member, field.message))
            .collect::<Vec<_>>()
            .join("; "),
        FaultKind::Rejected { code } if !code.is_empty() => format!("{} ({code})", fault.message),
        _ => fault.message.clone(),
    }
}

/// The refusal that tells a person what the carrier said.
pub fn refusal(fault: &CarrierFault) -> Error {
    if is_open(fault) {
        UNANSWERED.because(Message::verbatim(words(fault)))
    } else {
        REFUSED.because(Message::verbatim(words(fault)))
    }
}

/// Claims the booking for one operation at the carrier: of two who ask at once, one is refused. Gives the attempt's
/// number, which tells later whether the outcome is still waited for.
pub async fn claim(scope: &mut Scope, booking: &mut Booking, intent: Intent) -> Result<i64> {
    booking.intent = Some(intent);
    booking.intent_attempts += 1;
    booking.intent_time = Some(scope.now() + LEASE);
    match scope.update(booking).await {
        Err(Error::Conflict) => {
            return Err(lost(booking));
        }
        other => other?,
    }
    // A manifest and a pickup are looked after whole.
    if !matches!(intent, Intent::Manifest | Intent::BookPickup) {
        enqueue_settling(scope, booking.id, booking.intent_attempts, LEASE).await?;
    }
    Ok(booking.intent_attempts)
}

/// Leaves the word to look after the booking later, should nobody have ended its intent by then.
pub async fn enqueue_settling(
    scope: &mut Scope,
    booking: BookingId,
    attempt: i64,
    after: TimeDelta,
) -> Result<()> {
    let due = scope.now() + after;
    let job = NewJob::new(SETTLE, json!({ "bookingId": booking }))
        .once(format!("{booking}/{attempt}/{}", after.num_seconds()))
        .at(due);
    scope.enqueue(job).await
}

/// The booking if this attempt's outcome is still waited for; none when another has ended it already.
pub async fn still_ours(
    scope: &mut Scope,
    id: BookingId,
    intent: Intent,
    attempt: i64,
) -> Result<Option<Booking>> {
    let booking: Booking = scope.find(id).await?;
    Ok((booking.intent == Some(intent) && booking.intent_attempts == attempt).then_some(booking))
}

/// The refusal of a call whose claim another one has ended meanwhile.
pub fn lost(booking: &Booking) -> Error {
    UNDER_WAY.because(message!(
        "Somebody else is working on {booking} just now.",
        booking = booking.name()
    ))
}

/// The number of an attempt counts operations in its hundreds and the attempts of each in the rest, so that an answer
/// that comes much too late is never taken for that of a later operation.
const OPERATION: i64 = 100;

/// Whether the carrier was asked as often as it will be.
pub fn is_worn_out(booking: &Booking) -> bool {
    booking.intent_attempts % OPERATION >= MAX_ATTEMPTS
}

/// Ends the intent; the caller sets the outcome and updates.
pub fn ended(booking: &mut Booking) {
    booking.intent = None;
    booking.intent_time = None;
    booking.intent_attempts = (booking.intent_attempts / OPERATION + 1) * OPERATION;
}

/// The carrier did not say: the intent stays, and is settled soon.
pub async fn left_open(
    scope: &mut Scope,
    mut booking: Booking,
    fault: &CarrierFault,
) -> Result<Error> {
    let operation = booking.intent.unwrap_or(Intent::Book).into();
    booking.intent_time = Some(scope.now());
    booking.is_uncertain |= booking.intent == Some(Intent::Book);
    scope.update(&mut booking).await?;
    let entry = store::Entry {
        operation,
        status: OperationStatus::Pending,
        message: Some(words(fault)),
        value: None,
    };
    store::log(scope, booking.id, entry).await?;
    enqueue_settling(
        scope,
        booking.id,
        booking.intent_attempts,
        pause(booking.intent_attempts),
    )
    .await?;
    Ok(UNANSWERED.because(message!(
        "The carrier has not confirmed it ({fault}). We keep asking, and the booking will show what came of it.",
        fault = words(fault)
    )))
}
