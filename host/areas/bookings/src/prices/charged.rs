//! Charged bookings of a period, page by page, for repricing.

use chrono::{DateTime, Utc};
use data::{
    Result, Scope, Where,
    ids::{BookingId, CustomerId},
};

use crate::{
    bookings::{booked::BookedConsignment, model::Booking},
    prices,
};

/// Start (inclusive) and end (exclusive).
pub type Period = (DateTime<Utc>, DateTime<Utc>);

/// Loads the next page after a date and an id.
pub async fn load_charged(
    scope: &mut Scope,
    period: Period,
    customer: Option<CustomerId>,
    after: BookingId,
    limit: i64,
) -> Result<Vec<BookedConsignment>> {
    let ids = prices::store::list_charged(scope, period, customer, after, limit).await?;
    let narrow = Where::all().is_in(Booking::ID, &ids);
    let mut bookings: Vec<BookedConsignment> = scope.all(narrow).await?;
    bookings.sort_by_key(|booking| (booking.booking_date, booking.id));
    Ok(bookings)
}
