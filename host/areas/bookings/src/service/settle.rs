//! Ending what a carrier left open: after a crash, or when it gave no answer, another host finds out and finishes.

use kernel::{
    Result, Scope, Where,
    ids::{BookingId, ManifestId},
};
use serde::Deserialize;
use serde_json::Value;

use super::{book, cancel, carrier, exchange::Asking, manifest, pickup, reserve};
use crate::{
    model::{Booking, Intent, PickupId},
    rules::operations::LoggedOperation,
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfBooking {
    booking_id: BookingId,
}

/// The job `bookings.settle`.
pub async fn booking(mut scope: Scope, payload: Value) -> Result<()> {
    let OfBooking { booking_id } = serde_json::from_value(payload)?;
    let Some(mut booking) = scope.first::<Booking>(Where::id(booking_id)).await? else {
        return Ok(());
    };
    let Some(intent @ (Intent::Pay | Intent::Book | Intent::Cancel)) = booking.intent else {
        return Ok(());
    };
    if booking.intent_time.is_some_and(|lease| lease > scope.now()) {
        // Somebody is at it right now, and has left word of its own.
        return Ok(());
    }
    if intent == Intent::Pay {
        // The host that asked the provider is dead; finance settles the reservation.
        reserve::release_claim(&mut scope, &mut booking).await?;
        return scope.commit().await;
    }
    if carrier::is_worn_out(&booking) {
        let words = format!(
            "The carrier gave no answer {} times.",
            carrier::MAX_ATTEMPTS
        );
        return give_up(&mut scope, booking, intent, &words).await;
    }
    let (port, call) = match carrier::call_for(&mut scope, &booking).await {
        Err(error @ kernel::Error::Refused { .. }) => {
            return give_up(&mut scope, booking, intent, &error.sentence()).await;
        }
        other => other?,
    };
    let request = carrier::request(&mut scope, &booking).await?;
    let attempt = match carrier::claim(&mut scope, &mut booking, intent).await {
        Err(kernel::Error::Refused { .. }) => return Ok(()),
        other => other?,
    };
    scope.commit().await?;
    let outcome = match intent {
        Intent::Cancel => {
            let asking = cancel::asking(&scope, &call, &booking)?;
            let outcome = cancel::ask(port, call, &booking, request.consignment.reference).await;
            asking
                .answered(&mut scope, booking_id, &cancel::told(&outcome))
                .await?;
            cancel::finish(&mut scope, booking_id, attempt, outcome).await
        }
        _ => {
            let asking = Asking::of(LoggedOperation::Book, &call, &request)?;
            let outcome = book::ask(port, call, request, true).await;
            asking
                .answered(&mut scope, booking_id, &book::told(&outcome))
                .await?;
            book::finish(&mut scope, booking_id, attempt, outcome).await
        }
    };
    match outcome {
        // A refusal is an outcome; an answer that never came has left word of its own.
        Ok(_) | Err(kernel::Error::Refused { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Nobody will ask any more: a person has to look.
async fn give_up(
    scope: &mut Scope,
    mut booking: Booking,
    intent: Intent,
    words: &str,
) -> Result<()> {
    let words = format!("{words} Ask the carrier what it has before trying again.");
    match intent {
        Intent::Book => book::refused(scope, &mut booking, &words, true).await?,
        _ => cancel::refused(scope, &mut booking, &words).await?,
    }
    scope.commit().await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfManifest {
    manifest_id: ManifestId,
    attempt: i64,
}

/// The job `bookings.settle-manifest`.
pub async fn manifest(mut scope: Scope, payload: Value) -> Result<()> {
    let OfManifest {
        manifest_id,
        attempt,
    } = serde_json::from_value(payload)?;
    match manifest::settle(&mut scope, manifest_id, attempt).await {
        Ok(()) | Err(kernel::Error::Refused { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfPickup {
    pickup_id: PickupId,
    attempt: i64,
}

/// The job `bookings.settle-pickup`.
pub async fn pickup(mut scope: Scope, payload: Value) -> Result<()> {
    let OfPickup { pickup_id, attempt } = serde_json::from_value(payload)?;
    match pickup::settle(&mut scope, pickup_id, attempt).await {
        Ok(()) | Err(kernel::Error::Refused { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}
