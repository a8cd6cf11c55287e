//! Bookings as things that documents can hang on, and as what stands against deleting a tenant.

use files::port::{Named, Seen};
use kernel::{Error, Result, Scope, Where};
use quotes::access::BOOKING;

use crate::{access::BOOKING_EDIT, model::Booking};

/// The booking, for a caller who may see it; to all others there is none. A customer's user has the bookings of that
/// customer.
pub async fn seen(scope: &mut Scope, named: Named) -> Result<Seen> {
    const NONE: Error = Error::NotFound("The booking");
    if !scope.can(BOOKING) {
        return Err(NONE);
    }
    let narrow = match named {
        Named::Id(id) => Where::id(id.into()),
        Named::Guid(value) => Where::all().eq(Booking::GUID, value),
    };
    let booking: Booking = scope.first(narrow).await?.ok_or(NONE)?;
    Ok(Seen {
        id: booking.id.0,
        may_change: scope.can(BOOKING_EDIT),
    })
}

/// How many bookings the tenant has.
pub async fn count(scope: &mut Scope) -> Result<i64> {
    scope.count::<Booking>(Where::all()).await
}
