//! Pickups: requests one collection per account, sender and day.

use std::collections::BTreeMap;

use carriers::{
    accounts,
    port::{BookedPickup, CarrierFault, CarrierPort, FaultKind, PickupRequest},
};
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use kernel::{
    Error, Message, Refusal, Result, Scope, Where,
    ids::{BookingId, CarrierAccountId},
    job::NewJob,
    message,
};
use quotes::{calendar, quotes::consignment};
use rust_decimal::Decimal;
use serde_json::json;

use crate::{bookings, carrier_calls, manifests};
use crate::{
    bookings::{
        model::{Booking, Intent},
        operations::{
            LoggedOperation, OPERATION_PENDING, Operation, OperationStatus, STATUS_NOT_ALLOWED,
        },
        records::{Pickup, PickupId},
        store::Entry,
    },
    numbers::{self, store::Number},
    pickups::{self, rules::PickupStatus},
};
use quotes::calendar::{RequestedPickup, Window};

/// The hundreds of an attempt number count requests (book, cancel), so that a job of one never
/// matches the other.
const ATTEMPTS_PER_REQUEST: i64 = 100;

/// Job kind that settles pending pickups.
pub const SETTLE_JOB: &str = "bookings.settle-pickup";

pub const UNSUPPORTED: Refusal =
    Refusal::new(4122, "Collections cannot be booked with this carrier.");
/// Maximum bookings of one carrier request; longer lists are split.
const MAX_COUNT: usize = 500;

/// Grouping key: account, sender and day.
type Key = (CarrierAccountId, String, NaiveDate);

/// Books pickups, grouped by account, sender and day.
pub async fn run(scope: &mut Scope, ids: &[BookingId]) -> Vec<(BookingId, Result<()>)> {
    let mut results = Vec::new();
    let mut groups: BTreeMap<Key, Vec<(Booking, Window)>> = BTreeMap::new();
    // One timestamp, so that one call yields one pickup.
    let now = scope.now();
    for id in ids {
        match candidate(scope, *id, now).await {
            Ok((key, booking, window)) => groups.entry(key).or_default().push((booking, window)),
            Err(error) => results.push((*id, Err(error))),
        }
    }
    scope.rollback();
    for (key, bookings) in groups {
        for some in bookings.chunks(MAX_COUNT) {
            let outcome = book_group(scope, &key, some).await;
            if outcome.is_err() {
                scope.rollback();
            }
            let each = some.iter().map(|(booking, _)| booking.id);
            results.extend(each.map(|id| {
                (
                    id,
                    outcome
                        .as_ref()
                        .copied()
                        .map_err(manifests::service::copy_error),
                )
            }));
        }
    }
    results
}

async fn candidate(
    scope: &mut Scope,
    id: BookingId,
    now: DateTime<Utc>,
) -> Result<(Key, Booking, Window)> {
    let booking = bookings::store::find(scope, id).await?;
    Operation::BookPickup.check_for(&booking)?;
    carrier_calls::service::carrier_record(&booking)?;
    let account = carrier_calls::service::account_of(&booking)?;
    let port = scope.port::<dyn CarrierPort>()?;
    let carrier = booking
        .carrier
        .as_deref()
        .and_then(|code| port.carrier(scope.tenant, code));
    if !carrier.is_some_and(|carrier| carrier.picks_up) {
        return Err(UNSUPPORTED.into());
    }
    let requested = RequestedPickup {
        ready: booking.pickup_ready_time,
        closing: booking.business_closing_time,
    };
    let window = window(scope, account, requested, now).await?;
    Ok((
        (
            account,
            manifests::service::sender_key(&booking.from_address),
            window.day,
        ),
        booking,
        window,
    ))
}

/// First pickup window of the account's carrier.
pub async fn window(
    scope: &mut Scope,
    account: CarrierAccountId,
    requested: RequestedPickup,
    now: DateTime<Utc>,
) -> Result<Window> {
    let account = accounts::find(scope, account).await?;
    if account
        .customer_id
        .is_some_and(|owner| scope.caller.customer().is_some_and(|own| own != owner))
    {
        return Err(Error::NotFound("The carrier account"));
    }
    window_of(scope, &account.settings, requested, now).await
}

async fn window_of(
    scope: &Scope,
    account: &BTreeMap<String, String>,
    requested: RequestedPickup,
    now: DateTime<Utc>,
) -> Result<Window> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let zone = consignment::zone(&settings.general.timezone);
    Ok(calendar::window_of(
        account,
        requested,
        now,
        zone,
        &settings.bookings.holidays,
    ))
}

/// Dispatch day of a booking as of now. A deleted account has no cut-off.
pub async fn dispatch_day(
    scope: &mut Scope,
    booking: &Booking,
    now: DateTime<Utc>,
) -> Result<NaiveDate> {
    let account = match booking.carrier_account_id {
        Some(id) => accounts::find(scope, id)
            .await
            .map(|account| account.settings),
        None => Ok(BTreeMap::new()),
    };
    let account = match account {
        Err(Error::NotFound(_)) => BTreeMap::new(),
        account => account?,
    };
    let requested = RequestedPickup {
        ready: booking.pickup_ready_time,
        closing: booking.business_closing_time,
    };
    Ok(window_of(scope, &account, requested, now).await?.day)
}

/// Books one group's pickup.
async fn book_group(scope: &mut Scope, key: &Key, some: &[(Booking, Window)]) -> Result<()> {
    let (account, _, day) = key;
    let (account, day) = (*account, *day);
    let windows = some.iter().map(|(_, window)| *window);
    let (Some((first, _)), Some((ready, closes))) =
        (some.first(), pickups::rules::common_window(windows))
    else {
        return Ok(());
    };
    let clock = |time: NaiveTime| time.format("%H:%M").to_string();
    let bookings: Vec<Booking> = some.iter().map(|(booking, _)| booking.clone()).collect();
    carrier_calls::service::prepare_call(scope, account).await?;
    let mut instructions: Vec<&str> = bookings
        .iter()
        .filter_map(|booking| booking.special_instructions.as_deref())
        .collect();
    instructions.sort_unstable();
    instructions.dedup();
    let mut pickup = Pickup {
        id: PickupId::default(),
        row_version: 0,
        carrier: first.carrier.clone().unwrap_or_default(),
        carrier_account_id: account,
        status: PickupStatus::Booking,
        number: None,
        carrier_data: String::new(),
        pickup_day: day,
        ready: clock(ready),
        closes: clock(closes),
        sender: first.from_address.clone(),
        pieces: bookings.iter().map(|booking| booking.total_items).sum(),
        weight: bookings
            .iter()
            .map(|booking| booking.total_weight)
            .sum::<Decimal>(),
        instructions: instructions.join("; "),
        message: None,
        attempts: 0,
        creation_time: scope.now(),
        closed_time: None,
    };
    scope.insert(&mut pickup).await?;
    for mut booking in bookings {
        booking.pickup_row_id = Some(pickup.id);
        carrier_calls::service::claim_intent(scope, &mut booking, Intent::BookPickup).await?;
    }
    call_carrier(scope, pickup).await
}

/// Claims the next attempt, so that one of two concurrent workers calls the carrier. The caller
/// saves.
async fn claim(scope: &mut Scope, pickup: &mut Pickup) -> Result<()> {
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

/// Calls the carrier and records the outcome.
async fn call_carrier(scope: &mut Scope, mut pickup: Pickup) -> Result<()> {
    let (port, call) =
        carrier_calls::service::prepare_call(scope, pickup.carrier_account_id).await?;
    let request = request(scope, &pickup).await?;
    claim(scope, &mut pickup).await?;
    scope.commit().await?;
    let answer = port.book_pickup(call, request).await;
    let Some(pickup) = load_pending(scope, &pickup).await? else {
        return Ok(());
    };
    match answer {
        Ok(Some(picked)) => record_booked(scope, pickup, picked).await,
        Ok(None) => record_refusal(scope, pickup, &UNSUPPORTED.into()).await,
        Err(fault) => record_failure(scope, pickup, &fault).await,
    }
}

async fn bookings_on(scope: &mut Scope, pickup: PickupId) -> Result<Vec<Booking>> {
    scope
        .all(Where::all().eq(Booking::PICKUP_ROW_ID, pickup))
        .await
}

async fn request(scope: &mut Scope, pickup: &Pickup) -> Result<PickupRequest> {
    let bookings = bookings_on(scope, pickup.id).await?;
    Ok(PickupRequest {
        reference: format!("WBP{}-{}", scope.tenant, pickup.id),
        at: pickup.sender.clone(),
        day: pickup.pickup_day,
        ready: pickup.ready.clone(),
        closes: pickup.closes.clone(),
        booked: bookings
            .iter()
            .filter_map(|booking| booking.carrier_record.booked.clone())
            .collect(),
        pieces: u32::try_from(pickup.pieces).unwrap_or(u32::MAX),
        weight_g: freight::quantity::Weight::kilograms(pickup.weight).to_grams(),
        instructions: pickup.instructions.clone(),
    })
}

/// Loads the pickup if this attempt is current.
async fn load_pending(scope: &mut Scope, claimed: &Pickup) -> Result<Option<Pickup>> {
    let pickup: Pickup = scope.find(claimed.id).await?;
    Ok((pickup.status == claimed.status && pickup.attempts == claimed.attempts).then_some(pickup))
}

/// Records an accepted pickup.
async fn record_booked(scope: &mut Scope, mut pickup: Pickup, picked: BookedPickup) -> Result<()> {
    numbers::store::supersede(
        scope,
        Number::Pickup,
        &pickup.carrier,
        &picked.number,
        pickup.id.0,
    )
    .await?;
    pickup.number = Some(picked.number.clone());
    pickup.carrier_data = picked.data;
    pickup.status = PickupStatus::Booked;
    pickup.message = None;
    pickup.closed_time = Some(scope.now());
    scope.update(&mut pickup).await?;
    for mut booking in bookings_on(scope, pickup.id).await? {
        let before = booking.booking_status;
        carrier_calls::service::clear_intent(&mut booking);
        booking.booking_status = pickups::rules::status_once_booked(before);
        booking.pickup_request_id = Some(picked.number.clone());
        scope.update(&mut booking).await?;
        log(
            scope,
            &booking,
            LoggedOperation::BookPickup,
            OperationStatus::Success,
            Some(&picked.number),
            None,
        )
        .await?;
        bookings::change::announce_status(scope, &booking, before).await?;
    }
    scope.commit().await
}

async fn record_failure(scope: &mut Scope, mut pickup: Pickup, fault: &CarrierFault) -> Result<()> {
    if !carrier_calls::service::is_outcome_unknown(fault) || has_exhausted_attempts(&pickup) {
        return record_refusal(scope, pickup, &carrier_calls::service::rejection(fault)).await;
    }
    let message = carrier_calls::service::fault_message(fault);
    pickup.message = Some(message.clone());
    scope.update(&mut pickup).await?;
    for booking in bookings_on(scope, pickup.id).await? {
        let operation = LoggedOperation::BookPickup;
        log(
            scope,
            &booking,
            operation,
            OperationStatus::Pending,
            None,
            Some(&message),
        )
        .await?;
    }
    keep_pending(scope, &pickup, message).await
}

/// Enqueues a retry, saves, and returns the user's message.
async fn keep_pending(scope: &mut Scope, pickup: &Pickup, message: String) -> Result<()> {
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

/// Records a refusal: the bookings can be collected another way.
async fn record_refusal(scope: &mut Scope, mut pickup: Pickup, why: &Error) -> Result<()> {
    let message = why.sentence();
    pickup.status = PickupStatus::Failed;
    pickup.message = Some(message.clone());
    pickup.closed_time = Some(scope.now());
    scope.update(&mut pickup).await?;
    for mut booking in bookings_on(scope, pickup.id).await? {
        carrier_calls::service::clear_intent(&mut booking);
        booking.pickup_row_id = None;
        scope.update(&mut booking).await?;
        let operation = LoggedOperation::BookPickup;
        log(
            scope,
            &booking,
            operation,
            OperationStatus::Failed,
            None,
            Some(&message),
        )
        .await?;
    }
    scope.commit().await?;
    Err(manifests::service::copy_error(why))
}

async fn log(
    scope: &mut Scope,
    booking: &Booking,
    operation: LoggedOperation,
    status: OperationStatus,
    value: Option<&str>,
    message: Option<&str>,
) -> Result<()> {
    let entry = Entry {
        operation,
        status,
        value: value.map(str::to_owned),
        message: message.map(str::to_owned),
    };
    bookings::store::log(scope, booking.id, entry).await
}

/// Cancels a pickup. Commits the scope in between.
pub async fn cancel(scope: &mut Scope, id: PickupId) -> Result<()> {
    let mut pickup: Pickup = scope.find(id).await?;
    if pickup.status != PickupStatus::Booked {
        let status = pickup.status;
        return Err(STATUS_NOT_ALLOWED.with_message(message!(
            "The pickup is {status}: only one that is Booked can be cancelled."
        )));
    }
    let too_late = |booking: &&Booking| !pickups::rules::can_cancel(booking.booking_status);
    if let Some(booking) = bookings_on(scope, id).await?.iter().find(too_late) {
        let (name, status) = (booking.name(), booking.booking_status);
        return Err(STATUS_NOT_ALLOWED.with_message(message!(
            "The carrier has been there already: {booking} is {status}.",
            booking = name,
            status = status
        )));
    }
    pickup.status = PickupStatus::Cancelling;
    pickup.attempts = (pickup.attempts / ATTEMPTS_PER_REQUEST + 1) * ATTEMPTS_PER_REQUEST;
    call_carrier_to_cancel(scope, pickup).await
}

async fn call_carrier_to_cancel(scope: &mut Scope, mut pickup: Pickup) -> Result<()> {
    let (port, call) =
        carrier_calls::service::prepare_call(scope, pickup.carrier_account_id).await?;
    claim(scope, &mut pickup).await?;
    scope.commit().await?;
    let record = BookedPickup {
        number: pickup.number.clone().unwrap_or_default(),
        data: pickup.carrier_data.clone(),
    };
    let answer = port.cancel_pickup(call, record).await;
    let Some(mut pickup) = load_pending(scope, &pickup).await? else {
        return Ok(());
    };
    match answer {
        // Unknown to the carrier counts as cancelled.
        Ok(Some(()))
        | Err(CarrierFault {
            kind: FaultKind::NotFound,
            ..
        }) => record_cancelled(scope, pickup).await,
        Err(fault)
            if carrier_calls::service::is_outcome_unknown(&fault)
                && !has_exhausted_attempts(&pickup) =>
        {
            let message = carrier_calls::service::fault_message(&fault);
            pickup.message = Some(message.clone());
            scope.update(&mut pickup).await?;
            keep_pending(scope, &pickup, message).await
        }
        Ok(None) => record_cancel_refusal(scope, pickup, &UNSUPPORTED.into()).await,
        Err(fault) => {
            record_cancel_refusal(scope, pickup, &carrier_calls::service::rejection(&fault)).await
        }
    }
}

/// Records a refused cancellation.
async fn record_cancel_refusal(scope: &mut Scope, mut pickup: Pickup, why: &Error) -> Result<()> {
    pickup.status = PickupStatus::Booked;
    pickup.message = Some(why.sentence());
    scope.update(&mut pickup).await?;
    scope.commit().await?;
    Err(manifests::service::copy_error(why))
}

async fn record_cancelled(scope: &mut Scope, mut pickup: Pickup) -> Result<()> {
    let number = pickup.number.clone();
    pickup.status = PickupStatus::Cancelled;
    pickup.message = None;
    pickup.closed_time = Some(scope.now());
    scope.update(&mut pickup).await?;
    for mut booking in bookings_on(scope, pickup.id).await? {
        let before = booking.booking_status;
        booking.booking_status = pickups::rules::status_once_cancelled(before);
        booking.pickup_row_id = None;
        booking.pickup_request_id = None;
        scope.update(&mut booking).await?;
        let operation = LoggedOperation::CancelPickup;
        log(
            scope,
            &booking,
            operation,
            OperationStatus::Success,
            number.as_deref(),
            None,
        )
        .await?;
        bookings::change::announce_status(scope, &booking, before).await?;
    }
    scope.commit().await
}

/// Retries a pending pickup; one reference is booked once.
pub async fn settle(scope: &mut Scope, id: PickupId, attempt: i64) -> Result<()> {
    let Some(pickup) = scope.first::<Pickup>(Where::id(id)).await? else {
        return Ok(());
    };
    if pickup.attempts != attempt {
        return Ok(());
    }
    match pickup.status {
        PickupStatus::Booking if has_exhausted_attempts(&pickup) => {
            record_refusal(
                scope,
                pickup,
                &carrier_calls::service::UNANSWERED.with_message(exhausted_message()),
            )
            .await
        }
        PickupStatus::Booking => call_carrier(scope, pickup).await,
        PickupStatus::Cancelling if has_exhausted_attempts(&pickup) => {
            record_cancel_refusal(
                scope,
                pickup,
                &carrier_calls::service::UNANSWERED.with_message(exhausted_message()),
            )
            .await
        }
        PickupStatus::Cancelling => call_carrier_to_cancel(scope, pickup).await,
        _ => Ok(()),
    }
}

fn has_exhausted_attempts(pickup: &Pickup) -> bool {
    pickup.attempts % ATTEMPTS_PER_REQUEST >= carrier_calls::service::MAX_ATTEMPTS
}

fn exhausted_message() -> Message {
    message!("The carrier has not responded. Check its status before you try again.")
}
