//! Cancels bookings: locally before a carrier has the consignment, then through the carrier.

use carriage::{Booked, FaultKind, PluginFault};
use carriers::port::CarrierCall;
use data::{Result, Scope, ids::BookingId, message};
use serde_json::{Value, json};
use work::event::ScopeEvents;

use crate::{
    bookings::{
        self,
        model::{Booking, Intent},
        operations::{LoggedOperation, Operation, OperationStatus, STATUS_NOT_ALLOWED},
        status::Status,
        store::Entry,
    },
    carrier_calls::{self, exchanges::PendingExchange},
    events, insurance, payments,
};

/// Commits the scope in between.
pub async fn cancel(scope: &mut Scope, id: BookingId) -> Result<Booking> {
    let mut booking = bookings::store::find(scope, id).await?;
    check(&booking)?;
    if booking.carrier_record.booked.is_none() && !booking.pending.is_uncertain {
        record_cancelled(scope, &mut booking, None).await?;
        scope.commit().await?;
        return Ok(booking);
    }
    let (port, call) = carrier_calls::service::prepare_booking_call(scope, &booking).await?;
    let exchange = new_exchange(scope, &call, &booking)?;
    let attempt = carrier_calls::service::claim_intent(scope, &mut booking, Intent::Cancel).await?;
    scope.commit().await?;
    let outcome = call_carrier(
        port,
        call,
        &booking,
        booking.carrier_reference(scope.tenant),
    )
    .await;
    exchange.record(scope, id, &outcome_json(&outcome)).await?;
    finish(scope, id, attempt, outcome).await
}

pub fn check(booking: &Booking) -> Result<()> {
    Operation::Cancel.check_for(booking)?;
    if booking.invoice.invoice_id.is_some() {
        return Err(STATUS_NOT_ALLOWED.with_message(message!(
            "The booking is on an invoice: void the invoice first."
        )));
    }
    Ok(())
}

pub fn new_exchange(
    scope: &Scope,
    call: &CarrierCall,
    booking: &Booking,
) -> Result<PendingExchange> {
    let connote = booking
        .carrier_record
        .booked
        .as_ref()
        .map(|booked| booked.connote.as_str());
    let sent = json!({"reference": booking.carrier_reference(scope.tenant), "connote": connote});
    PendingExchange::new(LoggedOperation::Cancel, call, &sent)
}

pub fn outcome_json(outcome: &Result<(), PluginFault>) -> Value {
    carrier_calls::exchanges::format_outcome(outcome, |()| json!({"cancelled": true}))
}

/// Looks up the consignment first if the carrier may not have it.
pub async fn call_carrier(
    port: std::sync::Arc<dyn carriers::port::CarrierPort>,
    call: CarrierCall,
    booking: &Booking,
    reference: String,
) -> Result<(), PluginFault> {
    let booked: Option<Booked> = match &booking.carrier_record.booked {
        Some(booked) => Some(booked.clone()),
        None => port.find(call.clone(), reference).await?,
    };
    match booked {
        None => Ok(()),
        Some(booked) => match port.cancel(call, booked).await {
            // Unknown to the carrier counts as cancelled.
            Err(PluginFault {
                kind: FaultKind::NotFound,
                ..
            }) => Ok(()),
            outcome => outcome,
        },
    }
}

/// Does nothing if the outcome is recorded.
pub async fn finish(
    scope: &mut Scope,
    id: BookingId,
    attempt: i64,
    outcome: Result<(), PluginFault>,
) -> Result<Booking> {
    let Some(mut booking) =
        carrier_calls::service::load_claimed(scope, id, Intent::Cancel, attempt).await?
    else {
        return bookings::store::find(scope, id).await;
    };
    match outcome {
        Ok(()) => {
            record_cancelled(scope, &mut booking, None).await?;
            scope.commit().await?;
            Ok(booking)
        }
        // Before the manifest the carrier has no obligation: a local cancel suffices.
        Err(PluginFault {
            kind: FaultKind::Unsupported,
            message,
        }) if booking.booking_status == Status::Booked => {
            record_cancelled(scope, &mut booking, Some(message.to_string())).await?;
            scope.commit().await?;
            Ok(booking)
        }
        Err(fault) if carrier_calls::service::is_outcome_unknown(&fault) => {
            let answer = carrier_calls::service::keep_pending(scope, booking, &fault).await?;
            scope.commit().await?;
            Err(answer)
        }
        Err(fault) => {
            record_refusal(
                scope,
                &mut booking,
                &carrier_calls::service::fault_message(&fault),
            )
            .await?;
            scope.commit().await?;
            Err(carrier_calls::service::rejection(&fault))
        }
    }
}

async fn record_cancelled(
    scope: &mut Scope,
    booking: &mut Booking,
    message: Option<String>,
) -> Result<()> {
    let before = booking.booking_status;
    carrier_calls::service::clear_intent(booking);
    booking.pending.is_uncertain = false;
    booking.booking_status = Status::Cancelled;
    booking.status_before_hold = None;
    booking.tracking.tracked_automatically = false;
    scope.update(booking).await?;
    pricing::release(scope, booking.id).await?;
    insurance::certificates::enqueue(scope, booking).await?;
    payments::store::delete_nonce(scope, booking.id).await?;
    bookings::store::log(
        scope,
        booking.id,
        Entry {
            operation: LoggedOperation::Cancel,
            status: OperationStatus::Success,
            value: None,
            message,
        },
    )
    .await?;
    scope
        .publish(
            &events::CANCELLED,
            &events::OneBooking {
                booking_id: booking.id,
            },
        )
        .await?;
    crate::bookings::change::announce_status(scope, booking, before).await
}

pub async fn record_refusal(scope: &mut Scope, booking: &mut Booking, message: &str) -> Result<()> {
    carrier_calls::service::clear_intent(booking);
    scope.update(booking).await?;
    let entry = Entry {
        operation: LoggedOperation::Cancel,
        status: OperationStatus::Failed,
        value: None,
        message: Some(message.to_owned()),
    };
    bookings::store::log(scope, booking.id, entry).await
}
