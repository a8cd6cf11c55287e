//! Has the positions of bookings' addresses found in the background.

use data::{Result, Scope, Where};
use places::PlacedAddress;
use work::event::Listener;

use crate::{
    bookings::model::Booking,
    events::{self, OneBooking},
};

pub(crate) fn listeners() -> [Listener; 2] {
    [
        Listener::new("bookings.locate-created", &events::CREATED, locate),
        Listener::new("bookings.locate-changed", &events::CHANGED, locate),
    ]
}

/// Enqueues the search for addresses that have no position yet.
async fn locate(mut scope: Scope, OneBooking { booking_id }: OneBooking) -> Result<()> {
    let booking: Option<Booking> = scope.first(Where::id(booking_id)).await?;
    let Some(booking) = booking else {
        return Ok(());
    };
    for address in [&booking.route.from_address, &booking.route.to_address] {
        places::locate(&mut scope, &PlacedAddress::from(address)).await?;
    }
    scope.commit().await
}
