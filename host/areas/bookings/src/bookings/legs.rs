//! Multi-leg bookings: legs refer to the parent booking for the whole route.

use data::{Caller, Edit, Error, Message, Result, Scope, Where, ids::BookingId, message};

use crate::bookings::{self, model::Booking, operations::STATUS_NOT_ALLOWED};

const MAX_DEPTH: usize = 8;

/// Validates the form's parent and updates old and new parents. Call after the customer is set,
/// before storing.
pub async fn apply(scope: &mut Scope, edit: &mut Edit<Booking>, member: &str) -> Result<()> {
    edit.record.legs.parent_booking_id = edit.record.legs.parent_booking_id.filter(|id| id.0 != 0);
    let (parent, is_multi_leg) = (
        edit.record.legs.parent_booking_id,
        edit.record.legs.is_multi_leg,
    );
    let before = edit
        .before
        .as_ref()
        .and_then(|before| before.legs.parent_booking_id);
    let is_moved = edit
        .before
        .as_ref()
        .is_some_and(|before| before.payer.customer_id != edit.record.payer.customer_id);
    if is_moved && is_multi_leg {
        let message = message!("cannot change: the booking's legs are this customer's");
        return Err(Error::invalid(format!("{member}customer.id"), message));
    }
    if parent == before && !is_moved {
        return Ok(());
    }
    if let Some(parent) = parent {
        let refuse = |says: Message| Error::invalid(format!("{member}parentBookingId"), says);
        attach(scope, &edit.record, parent).await?.map_err(refuse)?;
    }
    match before.filter(|before| parent != Some(*before)) {
        Some(before) => detach(scope, before).await,
        None => Ok(()),
    }
}

async fn attach(
    scope: &mut Scope,
    booking: &Booking,
    parent: BookingId,
) -> Result<Result<(), Message>> {
    let unknown = || Ok(Err(message!("is not a booking of this customer")));
    if matches!(scope.caller, Caller::Guest) {
        return unknown();
    }
    let row: Option<Booking> = scope.first(Where::id(parent)).await?;
    let Some(mut whole) = row.filter(|whole| whole.payer.customer_id == booking.payer.customer_id)
    else {
        return unknown();
    };
    if whole.booking_status.is_gone() {
        return Ok(Err(message!(
            "is a booking that is {status}",
            status = whole.booking_status
        )));
    }
    if let Err(why) = can_be_parent(scope, booking.id, &whole).await? {
        return Ok(Err(why));
    }
    if !whole.legs.is_multi_leg {
        whole.legs.is_multi_leg = true;
        scope.update(&mut whole).await?;
    }
    Ok(Ok(()))
}

/// True if the other booking is neither this one nor one of its legs.
async fn can_be_parent(
    scope: &mut Scope,
    booking: BookingId,
    parent_booking: &Booking,
) -> Result<Result<(), Message>> {
    let (mut id, mut next) = (parent_booking.id, parent_booking.legs.parent_booking_id);
    for _ in 0..MAX_DEPTH {
        if id == booking {
            return Ok(Err(message!("would make the booking a leg of itself")));
        }
        let Some(above) = next else { return Ok(Ok(())) };
        let above = bookings::store::find(scope, above).await?;
        (id, next) = (above.id, above.legs.parent_booking_id);
    }
    Ok(Err(message!(
        "must not be more than {max} legs deep",
        max = MAX_DEPTH
    )))
}

/// A parent without legs becomes a plain booking.
async fn detach(scope: &mut Scope, parent: BookingId) -> Result<()> {
    // The detached leg still counts here.
    if scope.count(legs_of(parent)).await? > 1 {
        return Ok(());
    }
    let mut parent_booking = bookings::store::find(scope, parent).await?;
    parent_booking.legs.is_multi_leg = false;
    scope.update(&mut parent_booking).await
}

/// Rejects a parent with legs; detaches a leg.
pub async fn check_delete(scope: &mut Scope, booking: &Booking) -> Result<()> {
    if booking.legs.is_multi_leg && scope.count(legs_of(booking.id)).await? > 0 {
        return Err(STATUS_NOT_ALLOWED.with_message(message!(
            "The booking has legs: delete or detach them first."
        )));
    }
    match booking.legs.parent_booking_id {
        Some(parent) => detach(scope, parent).await,
        None => Ok(()),
    }
}

fn legs_of(parent: BookingId) -> Where<Booking> {
    Where::all().eq(Booking::PARENT_BOOKING_ID, parent)
}
