//! Card reservations made before the carrier is asked.
//!
//! Invariants:
//! - The booking and the card transaction are claimed in one transaction before the provider is asked, so that the
//!   booking cannot change meanwhile.
//! - Everything decided before the provider's answer is read again after it.
//! - A refusal after the answer voids the reservation and returns the promo code's use.

use kernel::{Error, Result, Scope, Where, ids::BookingId};
use rust_decimal::Decimal;

use super::{
    book::{self, Claimed},
    carrier, payment,
};
use crate::{
    card_port::{BookingCards, ReservationId},
    model::{Booking, Intent},
    rules::status::Status,
    store,
};

/// Reserves the price on the card whose nonce waits with the booking, then claims the booking for its carrier and
/// commits. A booking that no card pays for is claimed directly.
pub async fn claim(scope: &mut Scope, id: BookingId) -> Result<Claimed> {
    let Some((attempt, reservation)) = begin(scope, id).await? else {
        let claimed = book::claim(scope, id).await?;
        scope.commit().await?;
        return Ok(claimed);
    };
    scope.commit().await?;
    let port = scope.port::<dyn BookingCards>()?;
    let outcome = match port.authorise(scope, reservation).await {
        Ok(()) => claim_reserved(scope, id, attempt).await,
        Err(error) => Err(error),
    };
    match outcome {
        Ok(claimed) => Ok(claimed),
        Err(error) => {
            scope.rollback();
            if let Some(mut booking) = carrier::still_ours(scope, id, Intent::Pay, attempt).await? {
                port.release(scope, id, None).await?;
                release_claim(scope, &mut booking).await?;
                scope.commit().await?;
            }
            Err(error)
        }
    }
}

/// Claims the reservation and the booking, in the scope's transaction. None where no provider has to be asked.
async fn begin(scope: &mut Scope, id: BookingId) -> Result<Option<(i64, ReservationId)>> {
    let mut booking = book::checked(scope, id).await?;
    if payment::is_paid(scope, &booking).await? {
        return Ok(None);
    }
    let Some(nonce) = payment::nonce(scope, id).await? else {
        return Ok(None);
    };
    let port = scope.port::<dyn BookingCards>()?;
    let Some(reservation) = port
        .claim(scope, payment::card_booking(&booking), nonce)
        .await?
    else {
        return Ok(None);
    };
    // The card transaction holds the nonce, which serves once.
    payment::forget(scope, id).await?;
    book::spend(scope, &booking, Decimal::ZERO).await?;
    // A carrier that cannot be reached at all is a reason not to touch the card.
    carrier::call_for(scope, &booking).await?;
    let attempt = carrier::claim(scope, &mut booking, Intent::Pay).await?;
    Ok(Some((attempt, reservation)))
}

/// Reads and decides everything again, and moves the claim from the provider to the carrier.
async fn claim_reserved(scope: &mut Scope, id: BookingId, attempt: i64) -> Result<Claimed> {
    let Some(mut booking) = carrier::still_ours(scope, id, Intent::Pay, attempt).await? else {
        return Err(carrier::lost(&store::find(scope, id).await?));
    };
    // The card's row is locked before the booking's.
    if !payment::is_paid(scope, &booking).await? {
        return Err(payment::NOT_PAID.into());
    }
    carrier::ended(&mut booking);
    scope.update(&mut booking).await?;
    let claimed = book::claim(scope, id).await?;
    scope.commit().await?;
    Ok(claimed)
}

/// Ends the claim of a booking whose reservation was refused or is not confirmed; the caller saves.
pub async fn release_claim(scope: &mut Scope, booking: &mut Booking) -> Result<()> {
    carrier::ended(booking);
    scope.update(booking).await?;
    if booking.is_uncertain {
        Ok(())
    } else {
        pricing::give_back(scope, booking.id).await
    }
}

/// Continues a booking whose reservation was settled by a job: the call that asked for it may have died with its host.
/// A guest's booking is sent to its carrier; any other becomes free again and is booked by the next call. Commits the
/// scope.
pub async fn settled(scope: &mut Scope, id: BookingId, is_reserved: bool) -> Result<()> {
    let Some(mut booking) = scope.first::<Booking>(Where::id(id)).await? else {
        return Ok(());
    };
    if booking.intent == Some(Intent::Pay) {
        release_claim(scope, &mut booking).await?;
        scope.commit().await?;
    }
    let is_due = booking.booking_status == Status::PendingPayment
        && booking.intent.is_none()
        && !booking.is_uncertain;
    if !is_reserved || !is_due {
        return Ok(());
    }
    match book::book(scope, id).await {
        Ok(_) | Err(Error::Refused { .. } | Error::Invalid(_)) => Ok(()),
        Err(error) => Err(error),
    }
}
