//! Cancels pickups at the carrier.

use carriage::{FaultKind, Picked, PluginFault};
use data::{Error, Result, Scope, life_cycle::Operation as _, message};

use crate::{
    bookings::{
        self,
        model::Booking,
        operations::{LoggedOperation, OperationStatus, STATUS_NOT_ALLOWED},
        records::{Pickup, PickupId},
    },
    carrier_calls, manifests,
    pickups::{
        self,
        rules::{PickupOperation, PickupStatus},
    },
};

/// Commits the scope in between.
pub async fn cancel(scope: &mut Scope, id: PickupId) -> Result<()> {
    let mut pickup: Pickup = scope.find(id).await?;
    check_cancel(pickup.status)?;
    let too_late = |booking: &&Booking| !pickups::rules::can_cancel(booking.booking_status);
    if let Some(booking) = pickups::store::load_bookings(scope, id)
        .await?
        .iter()
        .find(too_late)
    {
        let (name, status) = (booking.name(), booking.booking_status);
        return Err(STATUS_NOT_ALLOWED.with_message(message!(
            "The carrier has already picked up: {booking} is {status}.",
            booking = name,
            status = status
        )));
    }
    pickup.status = PickupOperation::Cancel.target().unwrap_or(pickup.status);
    pickup.attempts = pickups::attempts::next_request(&pickup);
    call_carrier(scope, pickup).await
}

fn check_cancel(status: PickupStatus) -> Result<()> {
    if PickupOperation::Cancel.is_allowed_in(status) {
        return Ok(());
    }
    Err(STATUS_NOT_ALLOWED.with_message(message!(
        "The pickup is {status}: only one that is Booked can be cancelled."
    )))
}

pub async fn call_carrier(scope: &mut Scope, mut pickup: Pickup) -> Result<()> {
    let (port, call) =
        carrier_calls::service::prepare_call(scope, pickup.carrier_account_id).await?;
    pickups::attempts::claim(scope, &mut pickup).await?;
    scope.commit().await?;
    let record = Picked {
        number: pickup.number.clone().unwrap_or_default(),
        data: pickup.carrier_data.clone(),
    };
    let answer = port.cancel_pickup(call, record).await;
    let Some(mut pickup) = pickups::attempts::load_pending(scope, &pickup).await? else {
        return Ok(());
    };
    match answer {
        // Unknown to the carrier counts as cancelled.
        Ok(Some(()))
        | Err(PluginFault {
            kind: FaultKind::NotFound,
            ..
        }) => record_cancelled(scope, pickup).await,
        Err(fault)
            if carrier_calls::service::is_outcome_unknown(&fault)
                && !pickups::attempts::has_exhausted_attempts(&pickup) =>
        {
            let message = carrier_calls::service::fault_message(&fault);
            pickup.message = Some(message.clone());
            scope.update(&mut pickup).await?;
            pickups::attempts::keep_pending(scope, &pickup, message).await
        }
        Ok(None) => record_refusal(scope, pickup, &pickups::service::UNSUPPORTED.into()).await,
        Err(fault) => {
            record_refusal(scope, pickup, &carrier_calls::service::rejection(&fault)).await
        }
    }
}

pub async fn record_refusal(scope: &mut Scope, mut pickup: Pickup, why: &Error) -> Result<()> {
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
    for mut booking in pickups::store::load_bookings(scope, pickup.id).await? {
        let before = booking.booking_status;
        booking.booking_status = pickups::rules::status_once_cancelled(before);
        booking.consignment.pickup_row_id = None;
        booking.consignment.pickup_request_id = None;
        scope.update(&mut booking).await?;
        let operation = LoggedOperation::CancelPickup;
        pickups::service::log(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_booked_pickup_is_cancelled() {
        data::life_cycle::assert_transitions(
            STATUS_NOT_ALLOWED.code,
            |operation: PickupOperation, status| match check_cancel(status) {
                Err(Error::Refused { code, .. }) => Err(code),
                result => {
                    result.unwrap();
                    Ok(operation.target().unwrap())
                }
            },
        );
    }
}
