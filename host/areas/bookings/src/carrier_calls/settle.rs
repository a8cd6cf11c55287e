//! Settles pending carrier operations after a crash or a missing answer.

use data::{
    Result, Scope, Where,
    ids::{BookingId, ManifestId},
};
use serde::Deserialize;
use serde_json::Value;

use crate::bookings::{
    model::{Booking, Intent},
    operations::LoggedOperation,
    records::PickupId,
};
use crate::{
    bookings,
    carrier_calls::{self, exchanges::PendingExchange},
    manifests, payments, pickups,
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SettleBooking {
    booking_id: BookingId,
}

pub async fn settle_booking(mut scope: Scope, payload: Value) -> Result<()> {
    let SettleBooking { booking_id } = serde_json::from_value(payload)?;
    let Some(mut booking) = scope.first::<Booking>(Where::id(booking_id)).await? else {
        return Ok(());
    };
    let Some(intent @ (Intent::Pay | Intent::Book | Intent::Cancel)) = booking.pending.intent
    else {
        return Ok(());
    };
    if booking
        .pending
        .intent_time
        .is_some_and(|lease| lease > scope.now())
    {
        // Another worker holds the lease and has enqueued its own retry.
        return Ok(());
    }
    if intent == Intent::Pay {
        // The host that called the provider is dead. Finance settles the reservation, unless the
        // provider has reported it meanwhile: then nothing else continues.
        let is_reserved = match payments::service::is_paid(&mut scope, &booking).await {
            // The outcome is open.
            Err(data::Error::Refused { .. }) => false,
            other => other?,
        };
        return payments::reserve::continue_settled(&mut scope, booking_id, is_reserved).await;
    }
    if carrier_calls::service::has_exhausted_attempts(&booking) {
        let message = format!(
            "The carrier gave no answer {} times.",
            carrier_calls::service::MAX_ATTEMPTS
        );
        return give_up(&mut scope, booking, intent, &message).await;
    }
    let (port, call) =
        match carrier_calls::service::prepare_booking_call(&mut scope, &booking).await {
            Err(error @ data::Error::Refused { .. }) => {
                return give_up(&mut scope, booking, intent, &error.sentence()).await;
            }
            other => other?,
        };
    let request = carrier_calls::service::build_request(&mut scope, &booking).await?;
    let attempt = match carrier_calls::service::claim_intent(&mut scope, &mut booking, intent).await
    {
        Err(data::Error::Refused { .. }) => return Ok(()),
        other => other?,
    };
    scope.commit().await?;
    let outcome = match intent {
        Intent::Cancel => {
            let exchange = bookings::cancel::new_exchange(&scope, &call, &booking)?;
            let outcome =
                bookings::cancel::call_carrier(port, call, &booking, request.consignment.reference)
                    .await;
            exchange
                .record(
                    &mut scope,
                    booking_id,
                    &bookings::cancel::outcome_json(&outcome),
                )
                .await?;
            bookings::cancel::finish(&mut scope, booking_id, attempt, outcome).await
        }
        _ => {
            let exchange = PendingExchange::new(LoggedOperation::Book, &call, &request)?;
            let outcome = bookings::book::call_carrier(port, call, request, true).await;
            exchange
                .record(
                    &mut scope,
                    booking_id,
                    &bookings::book::outcome_json(&outcome),
                )
                .await?;
            bookings::book::finish(&mut scope, booking_id, attempt, outcome).await
        }
    };
    match outcome {
        // A rejection is an outcome; an unanswered call has enqueued its own retry.
        Ok(_) | Err(data::Error::Refused { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Completes the message of a call whose outcome stays unknown.
pub(crate) fn ask_the_carrier(message: &str) -> String {
    format!("{message} Ask the carrier what it has before trying again.")
}

/// Records that manual action is required.
async fn give_up(
    scope: &mut Scope,
    mut booking: Booking,
    intent: Intent,
    message: &str,
) -> Result<()> {
    let message = ask_the_carrier(message);
    match intent {
        Intent::Book => bookings::book::record_refusal(scope, &mut booking, &message, true).await?,
        _ => bookings::cancel::record_refusal(scope, &mut booking, &message).await?,
    }
    scope.commit().await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SettleManifest {
    manifest_id: ManifestId,
    attempt: i64,
}

pub async fn settle_manifest(mut scope: Scope, payload: Value) -> Result<()> {
    let SettleManifest {
        manifest_id,
        attempt,
    } = serde_json::from_value(payload)?;
    match manifests::service::settle(&mut scope, manifest_id, attempt).await {
        Ok(()) | Err(data::Error::Refused { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SettlePickup {
    pickup_id: PickupId,
    attempt: i64,
}

pub async fn settle_pickup(mut scope: Scope, payload: Value) -> Result<()> {
    let SettlePickup { pickup_id, attempt } = serde_json::from_value(payload)?;
    match pickups::settle::settle(&mut scope, pickup_id, attempt).await {
        Ok(()) | Err(data::Error::Refused { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}
