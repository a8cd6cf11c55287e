//! A booking as card payments see it: its price now, and whether a reservation is still of use.

use kernel::{
    Result, Scope, Where,
    ids::{BookingId, CustomerId, QuoteId},
};
use rust_decimal::Decimal;

use crate::{
    model::{Booking, Intent},
    rules::status::Status,
};

/// The use that a booking has for its reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Not sent to a carrier yet.
    Waiting,
    /// A provider or the carrier is being asked, or the carrier's answer is not known.
    Uncertain,
    /// The carrier has the consignment.
    Booked,
    /// Cancelled, deleted, refused by the carrier, or without a price.
    Over,
}

/// A booking's price now.
#[derive(Debug, Clone, Copy)]
pub struct Payable {
    pub customer: CustomerId,
    pub quote: Option<QuoteId>,
    /// With tax.
    pub amount: Decimal,
    pub stage: Stage,
}

/// The booking's price now; none where the booking was deleted. Not bound to a customer: for jobs and listeners.
pub async fn payable(scope: &mut Scope, id: BookingId) -> Result<Option<Payable>> {
    let found: Option<Booking> = scope.unbound().await?.first(Where::id(id)).await?;
    Ok(found.map(|booking| Payable {
        customer: booking.customer_id,
        quote: booking.quote_id,
        amount: booking.total_price,
        stage: stage(&booking),
    }))
}

fn stage(booking: &Booking) -> Stage {
    if booking.is_uncertain
        || matches!(
            booking.intent,
            Some(Intent::Pay | Intent::Book | Intent::Cancel)
        )
    {
        return Stage::Uncertain;
    }
    let is_booked = booking.carrier_record.booked.is_some();
    match booking.booking_status {
        Status::Draft | Status::Cancelled | Status::Deleted | Status::Failed => Stage::Over,
        Status::Quoted | Status::PendingPayment => Stage::Waiting,
        Status::OnHold if !is_booked => Stage::Waiting,
        _ => Stage::Booked,
    }
}
