//! Card reservations made before the carrier call.
//!
//! Invariants:
//! - Booking and card transaction are claimed in one transaction before the provider call, so the
//!   booking cannot change meanwhile.
//! - Everything decided before the provider's answer is read again after it.
//! - A rejection after the answer voids the reservation and restores the promo code's use.

use data::{Error, Result, Scope, Where, ids::BookingId};
use rust_decimal::Decimal;

use crate::{
    bookings::{self, book::ClaimedBooking},
    carrier_calls, payments,
};
use crate::{
    bookings::{
        model::{Booking, Intent},
        status::Status,
    },
    card_port::{BookingCards, ReservationId},
};

/// Reserves the price with the booking's nonce, claims the booking for its carrier and commits.
/// Without a card payment it claims directly.
pub async fn claim(scope: &mut Scope, id: BookingId) -> Result<ClaimedBooking> {
    let Some((attempt, reservation)) = begin(scope, id).await? else {
        let claimed = bookings::book::claim(scope, id).await?;
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
            if let Some(mut booking) =
                carrier_calls::service::load_claimed(scope, id, Intent::Pay, attempt).await?
            {
                port.release(scope, id, None).await?;
                release_claim(scope, &mut booking).await?;
                scope.commit().await?;
            }
            Err(error)
        }
    }
}

/// Claims reservation and booking. None if no provider call is needed.
async fn begin(scope: &mut Scope, id: BookingId) -> Result<Option<(i64, ReservationId)>> {
    let mut booking = bookings::book::load_bookable(scope, id).await?;
    if payments::service::is_paid(scope, &booking).await? {
        return Ok(None);
    }
    let Some(nonce) = payments::service::load_nonce(scope, id).await? else {
        return Ok(None);
    };
    let port = scope.port::<dyn BookingCards>()?;
    let Some(reservation) = port
        .claim(scope, payments::service::card_booking(&booking), nonce)
        .await?
    else {
        return Ok(None);
    };
    // The card transaction holds the single-use nonce.
    payments::store::delete_nonce(scope, id).await?;
    bookings::book::spend(scope, &booking, Decimal::ZERO).await?;
    // An unreachable carrier must not lead to a reservation.
    carrier_calls::service::prepare_booking_call(scope, &booking).await?;
    let attempt = carrier_calls::service::claim_intent(scope, &mut booking, Intent::Pay).await?;
    Ok(Some((attempt, reservation)))
}

/// Repeats all checks and moves the claim from provider to carrier.
async fn claim_reserved(scope: &mut Scope, id: BookingId, attempt: i64) -> Result<ClaimedBooking> {
    let Some(mut booking) =
        carrier_calls::service::load_claimed(scope, id, Intent::Pay, attempt).await?
    else {
        return Err(carrier_calls::service::claim_lost(
            &bookings::store::find(scope, id).await?,
        ));
    };
    // Lock order: card, then booking.
    if !payments::service::is_paid(scope, &booking).await? {
        return Err(payments::service::NOT_PAID.into());
    }
    carrier_calls::service::clear_intent(&mut booking);
    scope.update(&mut booking).await?;
    let claimed = bookings::book::claim(scope, id).await?;
    scope.commit().await?;
    Ok(claimed)
}

/// Ends the claim after a refused or unconfirmed reservation; the caller saves.
pub async fn release_claim(scope: &mut Scope, booking: &mut Booking) -> Result<()> {
    carrier_calls::service::clear_intent(booking);
    scope.update(booking).await?;
    if booking.pending.is_uncertain {
        Ok(())
    } else {
        pricing::release(scope, booking.id).await
    }
}

/// Continues after a job settled the reservation, because the original call may have crashed. Sends
/// a guest's booking to its carrier; releases any other. Commits the scope.
pub async fn continue_settled(scope: &mut Scope, id: BookingId, is_reserved: bool) -> Result<()> {
    let Some(mut booking) = scope.first::<Booking>(Where::id(id)).await? else {
        return Ok(());
    };
    if booking.pending.intent == Some(Intent::Pay) {
        release_claim(scope, &mut booking).await?;
        scope.commit().await?;
    }
    let is_due = booking.booking_status == Status::PendingPayment
        && booking.pending.intent.is_none()
        && !booking.pending.is_uncertain;
    if !is_reserved || !is_due {
        return Ok(());
    }
    match bookings::book::book(scope, id).await {
        Ok(_) | Err(Error::Refused { .. } | Error::Invalid(_)) => Ok(()),
        Err(error) => Err(error),
    }
}
