//! Legs: bookings that carry the same goods one after another name the booking that stands for the whole way.

use kernel::{Caller, Edit, Error, Message, Result, Scope, Where, ids::BookingId, message};

use crate::{
    model::Booking,
    rules::{operations::NOT_NOW, status::Status},
    store,
};

/// A leg may have legs itself, down to so many levels.
const MAX_DEPTH: usize = 8;

/// Checks the booking that a form names as the whole way, and tells that one and the one before of it. Call it once the
/// customer is on the booking, and before it is stored.
pub async fn settle(scope: &mut Scope, edit: &mut Edit<Booking>, member: &str) -> Result<()> {
    edit.record.parent_booking_id = edit.record.parent_booking_id.filter(|id| id.0 != 0);
    let (parent, is_multi_leg) = (edit.record.parent_booking_id, edit.record.is_multi_leg);
    let before = edit
        .before
        .as_ref()
        .and_then(|before| before.parent_booking_id);
    let is_moved = edit
        .before
        .as_ref()
        .is_some_and(|before| before.customer_id != edit.record.customer_id);
    if is_moved && is_multi_leg {
        let says = message!("cannot change: the booking's legs are this customer's");
        return Err(Error::invalid(format!("{member}customer.id"), says));
    }
    if parent == before && !is_moved {
        return Ok(());
    }
    if let Some(parent) = parent {
        let refuse = |says: Message| Error::invalid(format!("{member}parentBookingId"), says);
        join(scope, &edit.record, parent).await?.map_err(refuse)?;
    }
    match before.filter(|before| parent != Some(*before)) {
        Some(before) => leave(scope, before).await,
        None => Ok(()),
    }
}

/// Makes the booking a leg of another one, or says why not.
async fn join(
    scope: &mut Scope,
    booking: &Booking,
    parent: BookingId,
) -> Result<Result<(), Message>> {
    let unknown = || Ok(Err(message!("is no booking of this customer")));
    if matches!(scope.caller, Caller::Guest) {
        return unknown();
    }
    let found: Option<Booking> = scope.first(Where::id(parent)).await?;
    let Some(mut whole) = found.filter(|whole| whole.customer_id == booking.customer_id) else {
        return unknown();
    };
    if matches!(whole.booking_status, Status::Cancelled | Status::Deleted) {
        return Ok(Err(message!(
            "is a booking that is {status}",
            status = whole.booking_status
        )));
    }
    if let Err(why) = is_above(scope, booking.id, &whole).await? {
        return Ok(Err(why));
    }
    if !whole.is_multi_leg {
        whole.is_multi_leg = true;
        scope.update(&mut whole).await?;
    }
    Ok(Ok(()))
}

/// Whether the other booking can stand above this one: it must not be this one, nor a leg of it.
async fn is_above(
    scope: &mut Scope,
    booking: BookingId,
    whole: &Booking,
) -> Result<Result<(), Message>> {
    let (mut id, mut next) = (whole.id, whole.parent_booking_id);
    for _ in 0..MAX_DEPTH {
        if id == booking {
            return Ok(Err(message!("would make the booking a leg of itself")));
        }
        let Some(above) = next else { return Ok(Ok(())) };
        let above = store::find(scope, above).await?;
        (id, next) = (above.id, above.parent_booking_id);
    }
    Ok(Err(message!(
        "must not be more than {max} legs deep",
        max = MAX_DEPTH
    )))
}

/// The booking has one leg less; without any it is a plain booking.
async fn leave(scope: &mut Scope, parent: BookingId) -> Result<()> {
    // The one that leaves is still counted.
    if scope.count(legs_of(parent)).await? > 1 {
        return Ok(());
    }
    let mut whole = store::find(scope, parent).await?;
    whole.is_multi_leg = false;
    scope.update(&mut whole).await
}

/// Refuses to delete a booking that has legs; a leg that is deleted leaves its parent.
pub async fn deleted(scope: &mut Scope, booking: &Booking) -> Result<()> {
    if booking.is_multi_leg && scope.count(legs_of(booking.id)).await? > 0 {
        return Err(NOT_NOW.because(message!(
            "The booking has legs: delete them first, or take them off it."
        )));
    }
    match booking.parent_booking_id {
        Some(parent) => leave(scope, parent).await,
        None => Ok(()),
    }
}

fn legs_of(parent: BookingId) -> Where<Booking> {
    Where::all().eq(Booking::PARENT_BOOKING_ID, parent)
}
