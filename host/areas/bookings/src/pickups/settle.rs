//! Settles pickups whose carrier call is pending.

use data::{Error, Message, Result, Scope, Where, message};

use crate::{
    bookings::records::{Pickup, PickupId},
    carrier_calls,
    pickups::{self, rules::PickupStatus},
};

/// Retries a pending pickup; one reference is booked once.
pub async fn settle(scope: &mut Scope, id: PickupId, attempt: i64) -> Result<()> {
    let Some(pickup) = scope.first::<Pickup>(Where::id(id)).await? else {
        return Ok(());
    };
    if pickup.attempts != attempt {
        return Ok(());
    }
    if pickups::attempts::has_exhausted_attempts(&pickup) {
        return give_up(scope, pickup).await;
    }
    let result = match pickup.status {
        PickupStatus::Booking => pickups::service::call_carrier(scope, pickup).await,
        PickupStatus::Cancelling => pickups::cancel::call_carrier(scope, pickup).await,
        _ => Ok(()),
    };
    if !matches!(result, Err(Error::Refused { .. })) {
        return result;
    }
    scope.rollback();
    match scope.first::<Pickup>(Where::id(id)).await? {
        // The carrier cannot be called any more, such as with an account that is switched off.
        Some(open) if open.attempts == attempt => give_up(scope, open).await,
        _ => result,
    }
}

/// Ends a pending operation of which the carrier's side is unknown.
async fn give_up(scope: &mut Scope, pickup: Pickup) -> Result<()> {
    let why = carrier_calls::service::UNANSWERED.with_message(exhausted_message());
    match pickup.status {
        PickupStatus::Booking => pickups::service::record_refusal(scope, pickup, &why).await,
        PickupStatus::Cancelling => pickups::cancel::record_refusal(scope, pickup, &why).await,
        _ => Ok(()),
    }
}

fn exhausted_message() -> Message {
    message!("The carrier has not responded. Check its status before you try again.")
}
