//! Cancelling: here alone while no carrier has the consignment, through the carrier afterwards.

use carriers::port::{Booked, CarrierCall, CarrierFault, FaultKind};
use kernel::{Result, Scope, ids::BookingId, message};
use serde_json::{Value, json};

use super::{
    carrier, certificate,
    exchange::{self, Asking},
    payment,
};
use crate::{
    events,
    model::{Booking, Intent},
    rules::{
        operations::{LoggedOperation, NOT_NOW, Operation, OperationStatus},
        status::Status,
    },
    store::{self, Entry},
};

/// Cancels it. The scope is saved on the way.
pub async fn cancel(scope: &mut Scope, id: BookingId) -> Result<Booking> {
    let mut booking = store::find(scope, id).await?;
    Operation::Cancel.check_for(&booking)?;
    if booking.invoice_id.is_some() {
        return Err(NOT_NOW.because(message!(
            "The booking is on an invoice: take it off that first, by voiding the invoice."
        )));
    }
    if booking.carrier_record.booked.is_none() && !booking.is_uncertain {
        done(scope, &mut booking, None).await?;
        scope.commit().await?;
        return Ok(booking);
    }
    let (port, call) = carrier::call_for(scope, &booking).await?;
    let asking = asking(scope, &call, &booking)?;
    let attempt = carrier::claim(scope, &mut booking, Intent::Cancel).await?;
    scope.commit().await?;
    let outcome = ask(
        port,
        call,
        &booking,
        booking.carrier_reference(scope.tenant),
    )
    .await;
    asking.answered(scope, id, &told(&outcome)).await?;
    finish(scope, id, attempt, outcome).await
}

/// What the carrier is asked to give up.
pub fn asking(scope: &Scope, call: &CarrierCall, booking: &Booking) -> Result<Asking> {
    let connote = booking
        .carrier_record
        .booked
        .as_ref()
        .map(|booked| booked.connote.as_str());
    let sent = json!({"reference": booking.carrier_reference(scope.tenant), "connote": connote});
    Asking::of(LoggedOperation::Cancel, call, &sent)
}

/// What the carrier has answered.
pub fn told(outcome: &Result<(), CarrierFault>) -> Value {
    exchange::answer(outcome, |()| json!({"cancelled": true}))
}

/// Asks the carrier. Where it is not certain that it has the consignment, it is asked that first.
pub async fn ask(
    port: std::sync::Arc<dyn carriers::port::CarrierPort>,
    call: CarrierCall,
    booking: &Booking,
    reference: String,
) -> Result<(), CarrierFault> {
    let booked: Option<Booked> = match &booking.carrier_record.booked {
        Some(booked) => Some(booked.clone()),
        None => port.find(call.clone(), reference).await?,
    };
    match booked {
        None => Ok(()),
        Some(booked) => match port.cancel(call, booked).await {
            // What is gone already is cancelled.
            Err(CarrierFault {
                kind: FaultKind::NotFound,
                ..
            }) => Ok(()),
            outcome => outcome,
        },
    }
}

/// Writes the outcome down, unless another has already.
pub async fn finish(
    scope: &mut Scope,
    id: BookingId,
    attempt: i64,
    outcome: Result<(), CarrierFault>,
) -> Result<Booking> {
    let Some(mut booking) = carrier::still_ours(scope, id, Intent::Cancel, attempt).await? else {
        return store::find(scope, id).await;
    };
    match outcome {
        Ok(()) => {
            done(scope, &mut booking, None).await?;
            scope.commit().await?;
            Ok(booking)
        }
        // Up to the manifest the carrier has promised nothing: what it cannot be told ends here.
        Err(CarrierFault {
            kind: FaultKind::Unsupported,
            message,
        }) if booking.booking_status == Status::Booked => {
            done(scope, &mut booking, Some(message)).await?;
            scope.commit().await?;
            Ok(booking)
        }
        Err(fault) if carrier::is_open(&fault) => {
            let answer = carrier::left_open(scope, booking, &fault).await?;
            scope.commit().await?;
            Err(answer)
        }
        Err(fault) => {
            refused(scope, &mut booking, &carrier::words(&fault)).await?;
            scope.commit().await?;
            Err(carrier::refusal(&fault))
        }
    }
}

async fn done(scope: &mut Scope, booking: &mut Booking, message: Option<String>) -> Result<()> {
    let before = booking.booking_status;
    carrier::ended(booking);
    booking.is_uncertain = false;
    booking.booking_status = Status::Cancelled;
    booking.status_before_hold = None;
    booking.tracked_automatically = false;
    scope.update(booking).await?;
    pricing::give_back(scope, booking.id).await?;
    certificate::enqueue(scope, booking).await?;
    payment::forget(scope, booking.id).await?;
    store::log(
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
        .announce(
            &events::CANCELLED,
            &events::OneBooking {
                booking_id: booking.id,
            },
        )
        .await?;
    super::change::announce_status(scope, booking, before).await
}

/// The carrier keeps it: the booking stays as it was.
pub async fn refused(scope: &mut Scope, booking: &mut Booking, words: &str) -> Result<()> {
    carrier::ended(booking);
    scope.update(booking).await?;
    let entry = Entry {
        operation: LoggedOperation::Cancel,
        status: OperationStatus::Failed,
        value: None,
        message: Some(words.to_owned()),
    };
    store::log(scope, booking.id, entry).await
}
