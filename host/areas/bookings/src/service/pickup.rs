//! Pickups: an account's carrier is asked to collect from one sender on one day, once.

use std::collections::BTreeMap;

use carriers::{
    accounts,
    port::{CarrierFault, CarrierPort, FaultKind, Picked, PickupRequest},
};
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use kernel::{
    Error, Message, Refusal, Result, Scope, Where,
    ids::{BookingId, CarrierAccountId},
    job::NewJob,
    message,
};
use quotes::rules::{calendar, consignment};
use rust_decimal::Decimal;
use serde_json::json;

use super::{carrier, change, manifest};
use crate::{
    model::{Booking, Intent, Pickup, PickupId},
    rules::{
        operations::{LoggedOperation, NOT_NOW, Operation, OperationStatus, UNDER_WAY},
        pickups::{self, PickupStatus, Wanted, Window},
    },
    store::{
        self, Entry,
        numbers::{self, Number},
    },
};

/// The number of an attempt counts what is asked for (to come, not to come) in its hundreds, so that no job of one is
/// taken for that of the other.
const OPERATION: i64 = 100;

/// The kind of job that ends what a carrier left open.
pub const SETTLE: &str = "bookings.settle-pickup";

pub const CANNOT: Refusal = Refusal::new(4122, "Collections cannot be booked with this carrier.");
/// What a carrier takes in one request; more becomes several pickups.
const MAX_COUNT: usize = 500;

/// What makes bookings one collection: the account, the sender and the day.
type Key = (CarrierAccountId, String, NaiveDate);

/// Books collections of the bookings, grouped by account, sender and day.
pub async fn run(scope: &mut Scope, ids: &[BookingId]) -> Vec<(BookingId, Result<()>)> {
    let mut results = Vec::new();
    let mut groups: BTreeMap<Key, Vec<(Booking, Window)>> = BTreeMap::new();
    // The same for all, so that what is asked for together is collected together.
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
            let outcome = one(scope, &key, some).await;
            if outcome.is_err() {
                scope.rollback();
            }
            let each = some.iter().map(|(booking, _)| booking.id);
            results.extend(each.map(|id| (id, outcome.as_ref().copied().map_err(manifest::copy))));
        }
    }
    results
}

async fn candidate(
    scope: &mut Scope,
    id: BookingId,
    now: DateTime<Utc>,
) -> Result<(Key, Booking, Window)> {
    let booking = store::find(scope, id).await?;
    Operation::BookPickup.check_for(&booking)?;
    carrier::booked(&booking)?;
    let account = carrier::account(&booking)?;
    let port = scope.port::<dyn CarrierPort>()?;
    let carrier = booking
        .carrier
        .as_deref()
        .and_then(|code| port.carrier(scope.tenant, code));
    if !carrier.is_some_and(|carrier| carrier.picks_up) {
        return Err(CANNOT.into());
    }
    let wanted = Wanted {
        ready: booking.pickup_ready_time,
        closing: booking.business_closing_time,
    };
    let window = window(scope, account, wanted, now).await?;
    Ok((
        (
            account,
            manifest::sender_key(&booking.from_address),
            window.day,
        ),
        booking,
        window,
    ))
}

/// The first window in which the account's carrier can come.
pub async fn window(
    scope: &mut Scope,
    account: CarrierAccountId,
    wanted: Wanted,
    now: DateTime<Utc>,
) -> Result<Window> {
    let account = accounts::find(scope, account).await?;
    if account
        .customer_id
        .is_some_and(|owner| scope.caller.customer().is_some_and(|own| own != owner))
    {
        return Err(Error::NotFound("The carrier account"));
    }
    window_of(scope, &account.settings, wanted, now).await
}

async fn window_of(
    scope: &Scope,
    account: &BTreeMap<String, String>,
    wanted: Wanted,
    now: DateTime<Utc>,
) -> Result<Window> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let zone = consignment::zone(&settings.general.timezone);
    Ok(calendar::window_of(
        account,
        wanted,
        now,
        zone,
        &settings.bookings.holidays,
    ))
}

/// The day on which a booking's goods leave, seen from this moment. A deleted account has no cut-off.
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
    let wanted = Wanted {
        ready: booking.pickup_ready_time,
        closing: booking.business_closing_time,
    };
    Ok(window_of(scope, &account, wanted, now).await?.day)
}

/// One collection of bookings that share everything that makes one.
async fn one(scope: &mut Scope, key: &Key, some: &[(Booking, Window)]) -> Result<()> {
    let (account, _, day) = key;
    let (account, day) = (*account, *day);
    let windows = some.iter().map(|(_, window)| *window);
    let (Some((first, _)), Some((ready, closes))) = (some.first(), pickups::together(windows))
    else {
        return Ok(());
    };
    let clock = |time: NaiveTime| time.format("%H:%M").to_string();
    let bookings: Vec<Booking> = some.iter().map(|(booking, _)| booking.clone()).collect();
    carrier::call(scope, account).await?;
    let mut said: Vec<&str> = bookings
        .iter()
        .filter_map(|booking| booking.special_instructions.as_deref())
        .collect();
    said.sort_unstable();
    said.dedup();
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
        instructions: said.join("; "),
        message: None,
        attempts: 0,
        creation_time: scope.now(),
        closed_time: None,
    };
    scope.insert(&mut pickup).await?;
    for mut booking in bookings {
        booking.pickup_row_id = Some(pickup.id);
        carrier::claim(scope, &mut booking, Intent::BookPickup).await?;
    }
    ask(scope, pickup).await
}

/// Claims the next attempt at the pickup, so that of two at once only one asks. The caller saves.
async fn claim(scope: &mut Scope, pickup: &mut Pickup) -> Result<()> {
    pickup.attempts += 1;
    match scope.update(pickup).await {
        Err(Error::Conflict) => {
            return Err(UNDER_WAY.because(message!(
                "Somebody else is working on this pickup just now."
            )));
        }
        other => other?,
    }
    enqueue(scope, pickup, carrier::LEASE).await
}

async fn enqueue(scope: &mut Scope, pickup: &Pickup, after: TimeDelta) -> Result<()> {
    let (id, attempt) = (pickup.id, pickup.attempts);
    let due = scope.now() + after;
    let key = format!("{id}/{attempt}/{}", after.num_seconds());
    scope
        .enqueue(
            NewJob::new(SETTLE, json!({ "pickupId": id, "attempt": attempt }))
                .once(key)
                .at(due),
        )
        .await
}

/// Asks the carrier to come and writes the outcome down.
async fn ask(scope: &mut Scope, mut pickup: Pickup) -> Result<()> {
    let (port, call) = carrier::call(scope, pickup.carrier_account_id).await?;
    let request = request(scope, &pickup).await?;
    claim(scope, &mut pickup).await?;
    scope.commit().await?;
    let answer = port.book_pickup(call, request).await;
    let Some(pickup) = still_open(scope, &pickup).await? else {
        return Ok(());
    };
    match answer {
        Ok(Some(picked)) => booked(scope, pickup, picked).await,
        Ok(None) => refused(scope, pickup, &CANNOT.into()).await,
        Err(fault) => failed(scope, pickup, &fault).await,
    }
}

async fn on_it(scope: &mut Scope, pickup: PickupId) -> Result<Vec<Booking>> {
    scope
        .all(Where::all().eq(Booking::PICKUP_ROW_ID, pickup))
        .await
}

async fn request(scope: &mut Scope, pickup: &Pickup) -> Result<PickupRequest> {
    let bookings = on_it(scope, pickup.id).await?;
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

/// The pickup if this attempt's outcome is still waited for.
async fn still_open(scope: &mut Scope, asked: &Pickup) -> Result<Option<Pickup>> {
    let pickup: Pickup = scope.find(asked.id).await?;
    Ok((pickup.status == asked.status && pickup.attempts == asked.attempts).then_some(pickup))
}

/// The carrier comes.
async fn booked(scope: &mut Scope, mut pickup: Pickup, picked: Picked) -> Result<()> {
    numbers::supersede(
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
    for mut booking in on_it(scope, pickup.id).await? {
        let before = booking.booking_status;
        carrier::ended(&mut booking);
        booking.booking_status = pickups::once_booked(before);
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
        change::announce_status(scope, &booking, before).await?;
    }
    scope.commit().await
}

async fn failed(scope: &mut Scope, mut pickup: Pickup, fault: &CarrierFault) -> Result<()> {
    if !carrier::is_open(fault) || is_worn_out(&pickup) {
        return refused(scope, pickup, &carrier::refusal(fault)).await;
    }
    let words = carrier::words(fault);
    pickup.message = Some(words.clone());
    scope.update(&mut pickup).await?;
    for booking in on_it(scope, pickup.id).await? {
        let operation = LoggedOperation::BookPickup;
        log(
            scope,
            &booking,
            operation,
            OperationStatus::Pending,
            None,
            Some(&words),
        )
        .await?;
    }
    left_open(scope, &pickup, words).await
}

/// The carrier is asked again soon. Saves, and gives what the person is told.
async fn left_open(scope: &mut Scope, pickup: &Pickup, words: String) -> Result<()> {
    enqueue(scope, pickup, carrier::pause(pickup.attempts)).await?;
    scope.commit().await?;
    Err(carrier::UNANSWERED.because(message!(
        "The carrier has not confirmed the pickup ({words}). We keep asking, and the pickup will show what came of it."
    )))
}

/// The carrier does not come: its bookings can be collected otherwise.
async fn refused(scope: &mut Scope, mut pickup: Pickup, why: &Error) -> Result<()> {
    let words = why.sentence();
    pickup.status = PickupStatus::Failed;
    pickup.message = Some(words.clone());
    pickup.closed_time = Some(scope.now());
    scope.update(&mut pickup).await?;
    for mut booking in on_it(scope, pickup.id).await? {
        carrier::ended(&mut booking);
        booking.pickup_row_id = None;
        scope.update(&mut booking).await?;
        let operation = LoggedOperation::BookPickup;
        log(
            scope,
            &booking,
            operation,
            OperationStatus::Failed,
            None,
            Some(&words),
        )
        .await?;
    }
    scope.commit().await?;
    Err(manifest::copy(why))
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
    store::log(scope, booking.id, entry).await
}

/// Takes a collection back. The scope is saved on the way.
pub async fn cancel(scope: &mut Scope, id: PickupId) -> Result<()> {
    let mut pickup: Pickup = scope.find(id).await?;
    if pickup.status != PickupStatus::Booked {
        let status = pickup.status;
        return Err(NOT_NOW.because(message!(
            "The pickup is {status}: only one that is Booked can be cancelled."
        )));
    }
    let too_late = |booking: &&Booking| !pickups::may_cancel(booking.booking_status);
    if let Some(booking) = on_it(scope, id).await?.iter().find(too_late) {
        let (name, status) = (booking.name(), booking.booking_status);
        return Err(NOT_NOW.because(message!(
            "The carrier has been there already: {booking} is {status}.",
            booking = name,
            status = status
        )));
    }
    pickup.status = PickupStatus::Cancelling;
    pickup.attempts = (pickup.attempts / OPERATION + 1) * OPERATION;
    ask_back(scope, pickup).await
}

async fn ask_back(scope: &mut Scope, mut pickup: Pickup) -> Result<()> {
    let (port, call) = carrier::call(scope, pickup.carrier_account_id).await?;
    claim(scope, &mut pickup).await?;
    scope.commit().await?;
    let picked = Picked {
        number: pickup.number.clone().unwrap_or_default(),
        data: pickup.carrier_data.clone(),
    };
    let answer = port.cancel_pickup(call, picked).await;
    let Some(mut pickup) = still_open(scope, &pickup).await? else {
        return Ok(());
    };
    match answer {
        // What is gone already is cancelled.
        Ok(Some(()))
        | Err(CarrierFault {
            kind: FaultKind::NotFound,
            ..
        }) => cancelled(scope, pickup).await,
        Err(fault) if carrier::is_open(&fault) && !is_worn_out(&pickup) => {
            let words = carrier::words(&fault);
            pickup.message = Some(words.clone());
            scope.update(&mut pickup).await?;
            left_open(scope, &pickup, words).await
        }
        Ok(None) => kept(scope, pickup, &CANNOT.into()).await,
        Err(fault) => kept(scope, pickup, &carrier::refusal(&fault)).await,
    }
}

/// The carrier comes all the same.
async fn kept(scope: &mut Scope, mut pickup: Pickup, why: &Error) -> Result<()> {
    pickup.status = PickupStatus::Booked;
    pickup.message = Some(why.sentence());
    scope.update(&mut pickup).await?;
    scope.commit().await?;
    Err(manifest::copy(why))
}

async fn cancelled(scope: &mut Scope, mut pickup: Pickup) -> Result<()> {
    let number = pickup.number.clone();
    pickup.status = PickupStatus::Cancelled;
    pickup.message = None;
    pickup.closed_time = Some(scope.now());
    scope.update(&mut pickup).await?;
    for mut booking in on_it(scope, pickup.id).await? {
        let before = booking.booking_status;
        booking.booking_status = pickups::once_cancelled(before);
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
        change::announce_status(scope, &booking, before).await?;
    }
    scope.commit().await
}

/// Asks again about a pickup that was left open; the same reference is booked once.
pub async fn settle(scope: &mut Scope, id: PickupId, attempt: i64) -> Result<()> {
    let Some(pickup) = scope.first::<Pickup>(Where::id(id)).await? else {
        return Ok(());
    };
    if pickup.attempts != attempt {
        return Ok(());
    }
    match pickup.status {
        PickupStatus::Booking if is_worn_out(&pickup) => {
            refused(scope, pickup, &carrier::UNANSWERED.because(worn_out())).await
        }
        PickupStatus::Booking => ask(scope, pickup).await,
        PickupStatus::Cancelling if is_worn_out(&pickup) => {
            kept(scope, pickup, &carrier::UNANSWERED.because(worn_out())).await
        }
        PickupStatus::Cancelling => ask_back(scope, pickup).await,
        _ => Ok(()),
    }
}

fn is_worn_out(pickup: &Pickup) -> bool {
    pickup.attempts % OPERATION >= carrier::MAX_ATTEMPTS
}

fn worn_out() -> Message {
    message!("The carrier has not answered. Ask it what it has before trying again.")
}
