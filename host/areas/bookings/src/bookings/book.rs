//! Books at the carrier, never twice: claim, call, record the outcome.

use std::sync::Arc;

use carriage::{BookRequest, Booked, FaultKind, PluginFault};
use carriers::port::{self, CarrierCall, CarrierPort};
use chrono::TimeDelta;
use data::{Error, FieldError, Result, Scope, ids::BookingId};
use quotes::{calendar, quotes::consignment};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use work::event::ScopeEvents;

use crate::{
    bookings::{
        self,
        model::{Booking, Intent},
        operations::{LoggedOperation, Operation, OperationStatus},
        status::Status,
        store::Entry,
    },
    dates, events,
    numbers::{self, store::Number},
};
use crate::{
    carrier_calls::{self, exchanges::PendingExchange},
    insurance, payments, pickups, references, tracking,
};

/// Commits in between: the scope must have no unfinished changes.
pub async fn book(scope: &mut Scope, id: BookingId) -> Result<Booking> {
    let claimed = match payments::service::has_nonce(scope, id).await? {
        true => payments::reserve::claim(scope, id).await?,
        false => {
            let claimed = claim(scope, id).await?;
            scope.commit().await?;
            claimed
        }
    };
    claimed.call_carrier().await.finish(scope).await
}

pub struct ClaimedBooking {
    booking: BookingId,
    attempt: i64,
    port: Arc<dyn CarrierPort>,
    call: CarrierCall,
    request: BookRequest,
    has_earlier_attempt: bool,
    exchange: PendingExchange,
}

/// Claims the booking; the caller saves.
pub async fn claim(scope: &mut Scope, id: BookingId) -> Result<ClaimedBooking> {
    let mut booking = load_bookable(scope, id).await?;
    let is_paid = payments::service::is_paid(scope, &booking).await?;
    if is_paid {
        payments::store::delete_nonce(scope, id).await?;
    } else {
        payments::service::check_paid(scope, &booking).await?;
    }
    // The customer's debt already includes an uncertain booking; a reserved one is paid by card.
    let amount = if booking.pending.is_uncertain || is_paid {
        Decimal::ZERO
    } else {
        booking.price.total_price
    };
    spend(scope, &booking, amount).await?;
    let (port, call) = carrier_calls::service::prepare_booking_call(scope, &booking).await?;
    let request = carrier_calls::service::build_request(scope, &booking).await?;
    let has_earlier_attempt = booking.pending.is_uncertain;
    let exchange = PendingExchange::new(LoggedOperation::Book, &call, &request)?;
    let attempt = carrier_calls::service::claim_intent(scope, &mut booking, Intent::Book).await?;
    Ok(ClaimedBooking {
        booking: id,
        attempt,
        port,
        call,
        request,
        has_earlier_attempt,
        exchange,
    })
}

pub async fn load_bookable(scope: &mut Scope, id: BookingId) -> Result<Booking> {
    let booking = bookings::store::find(scope, id).await?;
    Operation::Book.check_for(&booking)?;
    let mut missing = bookings::rules::ready_to_book(&booking, "booking.");
    missing.extend(references::service::missing(scope, &booking, "booking.").await?);
    missing.extend(insurance::service::check_cover(scope, &booking, "booking.").await?);
    missing.extend(refusal_of_goods(scope, &booking, "booking.")?);
    match missing.is_empty() {
        true => Ok(booking),
        false => Err(Error::Invalid(missing)),
    }
}

/// Checks that the carrier accepts the UN numbers of the items.
fn refusal_of_goods(scope: &Scope, booking: &Booking, before: &str) -> Result<Option<FieldError>> {
    let Some(code) = booking.service.carrier.as_deref() else {
        return Ok(None);
    };
    let port = scope.port::<dyn CarrierPort>()?;
    let names = port.names(scope.tenant, &scope.languages());
    let name = names.get(code).map_or(code, String::as_str);
    let refusal = port::refusal_of_goods(&*port, scope.tenant, code, name, booking.dangerous());
    Ok(refusal.map(|refusal| FieldError::new(format!("{before}items"), refusal)))
}

pub async fn spend(scope: &mut Scope, booking: &Booking, amount: Decimal) -> Result<()> {
    customers::check_may_book(scope, booking.payer.customer_id, amount).await?;
    match booking.offer.promo_code_id {
        Some(code) => pricing::spend_use(scope, code, booking.id, booking.payer.customer_id).await,
        None => Ok(()),
    }
}

impl ClaimedBooking {
    /// Calls with no transaction open.
    pub async fn call_carrier(self) -> CarrierAnswer {
        let Self {
            booking,
            attempt,
            port,
            call,
            request,
            has_earlier_attempt,
            exchange,
        } = self;
        let outcome = call_carrier(port, call, request, has_earlier_attempt).await;
        CarrierAnswer {
            booking,
            attempt,
            exchange,
            outcome,
        }
    }
}

pub struct CarrierAnswer {
    booking: BookingId,
    attempt: i64,
    exchange: PendingExchange,
    outcome: Result<Booked, PluginFault>,
}

impl CarrierAnswer {
    pub fn booking(&self) -> BookingId {
        self.booking
    }

    /// Records the exchange and outcome and commits.
    pub async fn finish(self, scope: &mut Scope) -> Result<Booking> {
        let answer = self.record(scope).await?;
        scope.commit().await?;
        answer
    }

    /// Records the outcome, even a refusal, for the caller to save; the inner result is the
    /// response.
    pub async fn record(&self, scope: &mut Scope) -> Result<Result<Booking>> {
        self.exchange
            .record(scope, self.booking, &outcome_json(&self.outcome))
            .await?;
        record_outcome(scope, self.booking, self.attempt, self.outcome.clone()).await
    }
}

/// Looks up the consignment first if an earlier attempt has no answer.
pub async fn call_carrier(
    port: Arc<dyn CarrierPort>,
    call: CarrierCall,
    request: BookRequest,
    has_earlier_attempt: bool,
) -> Result<Booked, PluginFault> {
    if has_earlier_attempt {
        match port
            .find(call.clone(), request.consignment.reference.clone())
            .await
        {
            Ok(Some(booked)) => return Ok(booked),
            Ok(None) => {}
            // Carriers without a lookup never book one reference twice.
            Err(PluginFault {
                kind: FaultKind::Unsupported | FaultKind::NotFound,
                ..
            }) => {}
            Err(fault) => return Err(fault),
        }
    }
    port.book(call, request).await
}

pub fn outcome_json(outcome: &Result<Booked, PluginFault>) -> Value {
    carrier_calls::exchanges::format_outcome(
        outcome,
        |booked| json!({"reference": booked.reference, "connote": booked.connote, "data": booked.data}),
    )
}

/// Does nothing if the outcome is recorded; commits.
pub async fn finish(
    scope: &mut Scope,
    id: BookingId,
    attempt: i64,
    outcome: Result<Booked, PluginFault>,
) -> Result<Booking> {
    let answer = record_outcome(scope, id, attempt, outcome).await?;
    scope.commit().await?;
    answer
}

async fn record_outcome(
    scope: &mut Scope,
    id: BookingId,
    attempt: i64,
    outcome: Result<Booked, PluginFault>,
) -> Result<Result<Booking>> {
    let Some(mut booking) =
        carrier_calls::service::load_claimed(scope, id, Intent::Book, attempt).await?
    else {
        return Ok(bookings::store::find(scope, id).await);
    };
    match outcome {
        Ok(booked) => {
            record_booked(scope, &mut booking, booked).await?;
            Ok(Ok(booking))
        }
        Err(fault) if carrier_calls::service::is_outcome_unknown(&fault) => Ok(Err(
            carrier_calls::service::keep_pending(scope, booking, &fault).await?,
        )),
        Err(fault) => {
            record_refusal(
                scope,
                &mut booking,
                &carrier_calls::service::fault_message(&fault),
                false,
            )
            .await?;
            Ok(Err(carrier_calls::service::rejection(&fault)))
        }
    }
}

async fn record_booked(scope: &mut Scope, booking: &mut Booking, booked: Booked) -> Result<()> {
    let now = scope.now();
    let before = booking.booking_status;
    carrier_calls::service::clear_intent(booking);
    booking.pending.is_uncertain = false;
    booking.booking_status = Status::Booked;
    booking.booking_date = now;
    booking.consignment.consignment_id = Some(booked.connote.clone());
    booking.tracking.tracked_automatically = tracking::service::supports_tracking(scope, booking)?;
    set_eta(scope, booking).await?;
    let value = Some(booked.connote.clone());
    if let Some(carrier) = booking.service.carrier.as_deref() {
        numbers::store::supersede(
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
    bookings::store::log(
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
    insurance::certificates::enqueue(scope, booking).await?;
    scope
        .publish(
            &events::BOOKED,
            &events::OneBooking {
                booking_id: booking.id,
            },
        )
        .await?;
    crate::bookings::change::announce_status(scope, booking, before).await?;
    if booking.tracking.tracked_automatically {
        tracking::service::enqueue(scope, TimeDelta::minutes(tracking::service::EVERY_MINUTES))
            .await?;
    }
    Ok(())
}

/// Sets the day of delivery from the quoted transit days, if there are any.
pub async fn set_eta(scope: &mut Scope, booking: &mut Booking) -> Result<()> {
    let Some(days) = booking.carrier_record.transit_days else {
        return Ok(());
    };
    let zone = consignment::zone(&tenancy::settings(scope).await?.timezone);
    let leaves = pickups::windows::dispatch_day(scope, booking, scope.now()).await?;
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let due = calendar::working_days_after(leaves, days, &settings.bookings.holidays);
    booking.tracking.eta = Some(dates::close_of_business(due, zone));
    Ok(())
}

pub async fn record_refusal(
    scope: &mut Scope,
    booking: &mut Booking,
    message: &str,
    is_uncertain: bool,
) -> Result<()> {
    let before = booking.booking_status;
    carrier_calls::service::clear_intent(booking);
    booking.pending.is_uncertain = is_uncertain;
    booking.booking_status = Status::Failed;
    scope.update(booking).await?;
    if !is_uncertain {
        pricing::release(scope, booking.id).await?;
    }
    let entry = Entry {
        operation: LoggedOperation::Book,
        status: OperationStatus::Failed,
        value: None,
        message: Some(message.to_owned()),
    };
    bookings::store::log(scope, booking.id, entry).await?;
    crate::bookings::change::announce_status(scope, booking, before).await
}
