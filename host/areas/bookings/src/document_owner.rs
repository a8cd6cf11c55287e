//! Links bookings to attached documents and to the tenant deletion check.

use data::{Error, Result, Scope, Where};
use files::port::{ThingKey, VisibleThing};
use quotes::access::BOOKING;

use crate::{access::BOOKING_EDIT, bookings::model::Booking};

/// Loads the booking if the caller may see it.
pub async fn find_entity(scope: &mut Scope, reference: ThingKey) -> Result<VisibleThing> {
    const NONE: Error = Error::NotFound("The booking");
    if !scope.can(BOOKING) {
        return Err(NONE);
    }
    let narrow = match reference {
        ThingKey::Id(id) => Where::id(id.into()),
        ThingKey::Guid(value) => Where::all().eq(Booking::GUID, value),
    };
    let booking: Booking = scope.first(narrow).await?.ok_or(NONE)?;
    Ok(VisibleThing {
        id: booking.id.0,
        may_change: scope.can(BOOKING_EDIT),
    })
}

pub async fn count(scope: &mut Scope) -> Result<i64> {
    scope.count::<Booking>(Where::all()).await
}
