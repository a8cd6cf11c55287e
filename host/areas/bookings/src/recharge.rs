//! What a booking's customer is charged again once the carrier's invoice is known, until an invoice takes it.

use kernel::{Result, Scope, Where, ids::BookingId};

use crate::{
    events,
    model::{Booking, price::PricingDetail},
    store,
};

/// Has the booking wait for being charged again with this price, or no longer with none. The caller saves.
pub async fn recharge(scope: &mut Scope, id: BookingId, price: Option<PricingDetail>) -> Result<()> {
    let mut booking = store::find(scope, id).await?;
    booking.recharge_price = price.as_ref().map(|price| price.total.total);
    booking.recharge_detail = price;
    scope.update(&mut booking).await?;
    scope.announce(&events::CHANGED, &events::OneBooking { booking_id: id }).await
}

/// The bookings that wait for it.
pub(crate) fn waiting() -> Where<Booking> {
    Where::all().is_not_null(Booking::RECHARGE_PRICE)
}
