//! Settles pickups whose carrier call is pending.

use data::{Message, Result, Scope, Where, message};

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
    match pickup.status {
        PickupStatus::Booking if pickups::attempts::has_exhausted_attempts(&pickup) => {
            pickups::service::record_refusal(
                scope,
                pickup,
                &carrier_calls::service::UNANSWERED.with_message(exhausted_message()),
            )
            .await
        }
        PickupStatus::Booking => pickups::service::call_carrier(scope, pickup).await,
        PickupStatus::Cancelling if pickups::attempts::has_exhausted_attempts(&pickup) => {
            pickups::cancel::record_refusal(
                scope,
                pickup,
                &carrier_calls::service::UNANSWERED.with_message(exhausted_message()),
            )
            .await
        }
        PickupStatus::Cancelling => pickups::cancel::call_carrier(scope, pickup).await,
        _ => Ok(()),
    }
}

fn exhausted_message() -> Message {
    message!("The carrier has not responded. Check its status before you try again.")
}
