//! A booking as seen by fees.

use carriage::{money::Amount, quantity::LengthUnit};
use data::{
    Error, Result, Scope, Where,
    ids::{BookingId, CustomerId},
};
use rust_decimal::Decimal;

use crate::bookings::{booked::BookedConsignment, status::Status};

/// The facts of a booking by which it is charged fees.
#[derive(Debug, Clone)]
pub struct FeeableBooking {
    pub id: BookingId,
    pub customer_id: CustomerId,
    /// The connote number, or the booking id.
    pub name: String,
    pub is_void: bool,
    pub options: Vec<String>,
    pub is_dangerous: bool,
    pub is_insured: bool,
    pub pieces: i64,
    pub longest_cm: Decimal,
    /// Freight and additional services, exclusive of tax.
    pub sold: Decimal,
}

/// Loads the booking for staff and background jobs.
pub async fn load_feeable(scope: &mut Scope, id: BookingId) -> Result<FeeableBooking> {
    let booking: Option<BookedConsignment> = scope.first(Where::id(id)).await?;
    let booking = booking.ok_or(Error::NotFound("The booking"))?;
    let sides = booking
        .items
        .iter()
        .flat_map(|item| [item.length, item.width, item.height])
        .flatten();
    let longest = sides
        .map(|side| side.to(LengthUnit::Cm).value)
        .max()
        .unwrap_or_default();
    let void_statuses = [Status::Cancelled, Status::Deleted, Status::Failed];
    let pieces = booking.pieces();
    Ok(FeeableBooking {
        id,
        customer_id: booking.payer.customer_id,
        name: booking.name(),
        is_void: void_statuses.contains(&booking.booking_status),
        options: booking.options(),
        is_dangerous: booking.dangerous_goods.is_dangerous_good,
        is_insured: booking.pricing_detail.insurance != Amount::ZERO,
        pieces: pieces.iter().map(|piece| i64::from(piece.quantity)).sum(),
        longest_cm: longest,
        sold: booking.sold(),
    })
}
