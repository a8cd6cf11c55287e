//! Pickups: one collection per account, sender and day.

use std::collections::BTreeMap;

use carriage::{Picked, PickupRequest, PluginFault};
use carriers::port::CarrierPort;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use data::{
    Error, New, Outcome, Refusal, Result, Scope,
    ids::{BookingId, CarrierAccountId},
};
use quotes::calendar::{RequestedPickup, Window};
use rust_decimal::Decimal;

use crate::{bookings, carrier_calls, manifests};
use crate::{
    bookings::{
        model::{Booking, Intent},
        operations::{LoggedOperation, Operation, OperationStatus},
        records::Pickup,
        store::Entry,
    },
    numbers::{self, store::Number},
    pickups::{self, rules::PickupStatus},
};

pub const UNSUPPORTED: Refusal = Refusal::new(4122, "Pickups cannot be booked with this carrier.");
/// Maximum bookings per carrier request.
const MAX_COUNT: usize = 500;

/// Account, sender and day.
type Key = (CarrierAccountId, String, NaiveDate);

/// Books pickups, one per [`Key`].
pub async fn run(scope: &mut Scope, ids: &[BookingId]) -> Vec<Outcome<BookingId>> {
    let mut results = Vec::new();
    let mut groups: BTreeMap<Key, Vec<(Booking, Window)>> = BTreeMap::new();
    // One timestamp, so that one call yields one pickup.
    let now = scope.now();
    for id in ids {
        match candidate(scope, *id, now).await {
            Ok((key, booking, window)) => groups.entry(key).or_default().push((booking, window)),
            Err(error) => results.push(Outcome::new(*id, Err(error))),
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
                let booked = outcome.as_ref().copied();
                Outcome::new(id, booked.map_err(manifests::service::copy_error))
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
        .service
        .carrier
        .as_deref()
        .and_then(|code| port.carrier(scope.tenant, code));
    if !carrier.is_some_and(|carrier| carrier.picks_up) {
        return Err(UNSUPPORTED.into());
    }
    let requested = RequestedPickup {
        ready: booking.handling.pickup_ready_time,
        closing: booking.handling.business_closing_time,
    };
    let window = pickups::windows::window(scope, account, requested, now).await?;
    Ok((
        (
            account,
            manifests::service::sender_key(&booking.route.from_address),
            window.day,
        ),
        booking,
        window,
    ))
}

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
        .filter_map(|booking| booking.handling.special_instructions.as_deref())
        .collect();
    instructions.sort_unstable();
    instructions.dedup();
    let pickup = scope
        .create(New::<Pickup> {
            carrier: first.service.carrier.clone().unwrap_or_default(),
            carrier_account_id: account,
            status: PickupStatus::Booking,
            number: None,
            carrier_data: String::new(),
            pickup_day: day,
            ready: clock(ready),
            closes: clock(closes),
            sender: first.route.from_address.clone(),
            pieces: bookings
                .iter()
                .map(|booking| booking.measures.total_items)
                .sum(),
            weight: bookings
                .iter()
                .map(|booking| booking.measures.total_weight)
                .sum::<Decimal>(),
            instructions: instructions.join("; "),
            message: None,
            attempts: 0,
            closed_time: None,
        })
        .await?;
    for mut booking in bookings {
        booking.consignment.pickup_row_id = Some(pickup.id);
        carrier_calls::service::claim_intent(scope, &mut booking, Intent::BookPickup).await?;
    }
    call_carrier(scope, pickup).await
}

pub async fn call_carrier(scope: &mut Scope, mut pickup: Pickup) -> Result<()> {
    let (port, call) =
        carrier_calls::service::prepare_call(scope, pickup.carrier_account_id).await?;
    let request = request(scope, &pickup).await?;
    pickups::attempts::claim(scope, &mut pickup).await?;
    scope.commit().await?;
    let answer = port.book_pickup(call, request).await;
    let Some(pickup) = pickups::attempts::load_pending(scope, &pickup).await? else {
        return Ok(());
    };
    match answer {
        Ok(Some(picked)) => record_booked(scope, pickup, picked).await,
        Ok(None) => record_refusal(scope, pickup, &UNSUPPORTED.into()).await,
        Err(fault) => record_failure(scope, pickup, &fault).await,
    }
}

async fn request(scope: &mut Scope, pickup: &Pickup) -> Result<PickupRequest> {
    let bookings = pickups::store::load_bookings(scope, pickup.id).await?;
    Ok(PickupRequest {
        reference: format!("WBP{}-{}", scope.tenant, pickup.id),
        at: (&pickup.sender).into(),
        day: pickup.pickup_day.to_string(),
        ready: pickup.ready.clone(),
        closes: pickup.closes.clone(),
        booked: bookings
            .iter()
            .filter_map(|booking| booking.carrier_record.booked.clone())
            .collect(),
        pieces: u32::try_from(pickup.pieces).unwrap_or(u32::MAX),
        weight_g: carriage::quantity::Weight::kilograms(pickup.weight).to_grams(),
        instructions: pickup.instructions.clone(),
    })
}

async fn record_booked(scope: &mut Scope, mut pickup: Pickup, picked: Picked) -> Result<()> {
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
    for mut booking in pickups::store::load_bookings(scope, pickup.id).await? {
        let before = booking.booking_status;
        carrier_calls::service::clear_intent(&mut booking);
        booking.booking_status = pickups::rules::status_once_booked(before);
        booking.consignment.pickup_request_id = Some(picked.number.clone());
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

async fn record_failure(scope: &mut Scope, mut pickup: Pickup, fault: &PluginFault) -> Result<()> {
    if !carrier_calls::service::is_outcome_unknown(fault)
        || pickups::attempts::has_exhausted_attempts(&pickup)
    {
        return record_refusal(scope, pickup, &carrier_calls::service::rejection(fault)).await;
    }
    let message = carrier_calls::service::fault_message(fault);
    pickup.message = Some(message.clone());
    scope.update(&mut pickup).await?;
    for booking in pickups::store::load_bookings(scope, pickup.id).await? {
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
    pickups::attempts::keep_pending(scope, &pickup, message).await
}

/// Records a refusal: the bookings can be collected another way.
pub async fn record_refusal(scope: &mut Scope, mut pickup: Pickup, why: &Error) -> Result<()> {
    let message = why.sentence();
    pickup.status = PickupStatus::Failed;
    pickup.message = Some(message.clone());
    pickup.closed_time = Some(scope.now());
    scope.update(&mut pickup).await?;
    for mut booking in pickups::store::load_bookings(scope, pickup.id).await? {
        carrier_calls::service::clear_intent(&mut booking);
        booking.consignment.pickup_row_id = None;
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

pub async fn log(
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
