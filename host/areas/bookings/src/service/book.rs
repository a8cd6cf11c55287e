//! Booking at the carrier: claim, ask, write down the outcome. Nothing is booked twice and nothing is lost on the way.

use std::sync::Arc;

use carriers::port::{BookRequest, Booked, CarrierCall, CarrierFault, CarrierPort, FaultKind};
use chrono::TimeDelta;
use kernel::{Error, Result, Scope, ids::BookingId};
use quotes::rules::{calendar, consignment};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::{
    carrier, certificate,
    exchange::{self, Asking},
    insurance, payment, pickup, references, reserve, track,
};
use crate::{
    events,
    model::{Booking, Intent},
    rules::{
        check, dates,
        operations::{LoggedOperation, Operation, OperationStatus},
        status::Status,
    },
    store::{
        self, Entry,
        numbers::{self, Number},
    },
};

/// Books it. The scope is saved on the way: nothing of the caller's may be half done.
pub async fn book(scope: &mut Scope, id: BookingId) -> Result<Booking> {
    let claimed = match payment::is_there(scope, id).await? {
        true => reserve::claim(scope, id).await?,
        false => {
            let claimed = claim(scope, id).await?;
            scope.commit().await?;
            claimed
        }
    };
    claimed.ask().await.finish(scope).await
}

/// A booking that was claimed for booking, and how its carrier is asked.
pub struct Claimed {
    booking: BookingId,
    attempt: i64,
    port: Arc<dyn CarrierPort>,
    call: CarrierCall,
    request: BookRequest,
    was_asked_before: bool,
    asking: Asking,
}

/// Checks that it can be booked and claims it; the caller saves.
pub async fn claim(scope: &mut Scope, id: BookingId) -> Result<Claimed> {
    let mut booking = checked(scope, id).await?;
    let is_paid = payment::is_paid(scope, &booking).await?;
    if is_paid {
        payment::forget(scope, id).await?;
    } else {
        payment::check_paid(scope, &booking).await?;
    }
    // What nobody knows the outcome of is among what the customer owes already, and a card pays what is reserved on it.
    let amount = if booking.is_uncertain || is_paid {
        Decimal::ZERO
    } else {
        booking.total_price
    };
    spend(scope, &booking, amount).await?;
    let (port, call) = carrier::call_for(scope, &booking).await?;
    let request = carrier::request(scope, &booking).await?;
    let was_asked_before = booking.is_uncertain;
    let asking = Asking::of(LoggedOperation::Book, &call, &request)?;
    let attempt = carrier::claim(scope, &mut booking, Intent::Book).await?;
    Ok(Claimed {
        booking: id,
        attempt,
        port,
        call,
        request,
        was_asked_before,
        asking,
    })
}

/// The booking, if its state and its content allow booking it.
pub async fn checked(scope: &mut Scope, id: BookingId) -> Result<Booking> {
    let booking = store::find(scope, id).await?;
    Operation::Book.check_for(&booking)?;
    let mut missing = check::ready_to_book(&booking, "booking.");
    missing.extend(references::missing(scope, &booking, "booking.").await?);
    missing.extend(insurance::missing(scope, &booking, "booking.").await?);
    match missing.is_empty() {
        true => Ok(booking),
        false => Err(Error::Invalid(missing)),
    }
}

/// Takes the amount of the customer's credit or balance and a use of the promo code, or refuses.
pub async fn spend(scope: &mut Scope, booking: &Booking, amount: Decimal) -> Result<()> {
    customers::check_may_book(scope, booking.customer_id, amount).await?;
    match booking.promo_code_id {
        Some(code) => pricing::spend(scope, code, booking.id, booking.customer_id).await,
        None => Ok(()),
    }
}

impl Claimed {
    /// Asks the carrier; no transaction is open meanwhile.
    pub async fn ask(self) -> Asked {
        let Self {
            booking,
            attempt,
            port,
            call,
            request,
            was_asked_before,
            asking,
        } = self;
        let outcome = ask(port, call, request, was_asked_before).await;
        Asked {
            booking,
            attempt,
            asking,
            outcome,
        }
    }
}

/// What a carrier has said of a booking.
pub struct Asked {
    booking: BookingId,
    attempt: i64,
    asking: Asking,
    outcome: Result<Booked, CarrierFault>,
}

impl Asked {
    pub fn booking(&self) -> BookingId {
        self.booking
    }

    /// Writes the exchange and its outcome down and saves.
    pub async fn finish(self, scope: &mut Scope) -> Result<Booking> {
        let answer = self.write(scope).await?;
        scope.commit().await?;
        answer
    }

    /// The same for the caller to save, whatever the carrier has said: what its caller is told is inside.
    pub async fn write(&self, scope: &mut Scope) -> Result<Result<Booking>> {
        self.asking
            .answered(scope, self.booking, &told(&self.outcome))
            .await?;
        write(scope, self.booking, self.attempt, self.outcome.clone()).await
    }
}

/// Asks the carrier. Where an earlier attempt had no answer it is first asked what it has.
pub async fn ask(
    port: Arc<dyn CarrierPort>,
    call: CarrierCall,
    request: BookRequest,
    was_asked_before: bool,
) -> Result<Booked, CarrierFault> {
    if was_asked_before {
        match port
            .find(call.clone(), request.consignment.reference.clone())
            .await
        {
            Ok(Some(booked)) => return Ok(booked),
            Ok(None) => {}
            // A carrier that cannot look up is asked to book again: the same reference is never booked twice.
            Err(CarrierFault {
                kind: FaultKind::Unsupported | FaultKind::NotFound,
                ..
            }) => {}
            Err(fault) => return Err(fault),
        }
    }
    port.book(call, request).await
}

/// What the carrier has answered.
pub fn told(outcome: &Result<Booked, CarrierFault>) -> Value {
    exchange::answer(
        outcome,
        |booked| json!({"reference": booked.reference, "connote": booked.connote, "data": booked.data}),
    )
}

/// Writes the outcome down, unless another has already, and saves.
pub async fn finish(
    scope: &mut Scope,
    id: BookingId,
    attempt: i64,
    outcome: Result<Booked, CarrierFault>,
) -> Result<Booking> {
    let answer = write(scope, id, attempt, outcome).await?;
    scope.commit().await?;
    answer
}

async fn write(
    scope: &mut Scope,
    id: BookingId,
    attempt: i64,
    outcome: Result<Booked, CarrierFault>,
) -> Result<Result<Booking>> {
    let Some(mut booking) = carrier::still_ours(scope, id, Intent::Book, attempt).await? else {
        return Ok(store::find(scope, id).await);
    };
    match outcome {
        Ok(booked) => {
            taken(scope, &mut booking, booked).await?;
            Ok(Ok(booking))
        }
        Err(fault) if carrier::is_open(&fault) => {
            Ok(Err(carrier::left_open(scope, booking, &fault).await?))
        }
        Err(fault) => {
            refused(scope, &mut booking, &carrier::words(&fault), false).await?;
            Ok(Err(carrier::refusal(&fault)))
        }
    }
}

/// The carrier has it.
async fn taken(scope: &mut Scope, booking: &mut Booking, booked: Booked) -> Result<()> {
    let settings = tenancy::settings(scope).await?;
    let zone = consignment::zone(&settings.timezone);
    let now = scope.now();
    let before = booking.booking_status;
    carrier::ended(booking);
    booking.is_uncertain = false;
    booking.booking_status = Status::Booked;
    booking.booking_date = now;
    booking.consignment_id = Some(booked.connote.clone());
    booking.tracked_automatically = track::tracks(scope, booking)?;
    if let Some(days) = booking.carrier_record.transit_days {
        let leaves = pickup::dispatch_day(scope, booking, now).await?;
        let holidays = tenancy::settings_of(scope.host(), scope.tenant)
            .await?
            .bookings
            .holidays
            .clone();
        let due = calendar::working_days_after(leaves, days, &holidays);
        booking.eta = Some(dates::close_of(due, zone));
    }
    let value = Some(booked.connote.clone());
    if let Some(carrier) = booking.carrier.as_deref() {
        numbers::supersede(
            scope,
            Number::Connote,
            carrier,
            &booked.connote,
            booking.id.0,
        )
        .await?;
    }
    booking.carrier_record.booked = Some(booked);
    scope.update(booking).await?;
    store::log(
        scope,
        booking.id,
        Entry {
            operation: LoggedOperation::Book,
            status: OperationStatus::Success,
            value,
            message: None,
        },
    )
    .await?;
    certificate::enqueue(scope, booking).await?;
    scope
        .announce(
            &events::BOOKED,
            &events::OneBooking {
                booking_id: booking.id,
            },
        )
        .await?;
    super::change::announce_status(scope, booking, before).await?;
    if booking.tracked_automatically {
        track::enqueue(scope, TimeDelta::minutes(track::EVERY_MINUTES)).await?;
    }
    Ok(())
}

/// The carrier has refused, or was asked often enough without an answer.
pub async fn refused(
    scope: &mut Scope,
    booking: &mut Booking,
    words: &str,
    is_uncertain: bool,
) -> Result<()> {
    let before = booking.booking_status;
    carrier::ended(booking);
    booking.is_uncertain = is_uncertain;
    booking.booking_status = Status::Failed;
    scope.update(booking).await?;
    if !is_uncertain {
        pricing::give_back(scope, booking.id).await?;
    }
    let entry = Entry {
        operation: LoggedOperation::Book,
        status: OperationStatus::Failed,
        value: None,
        message: Some(words.to_owned()),
    };
    store::log(scope, booking.id, entry).await?;
    super::change::announce_status(scope, booking, before).await
}
