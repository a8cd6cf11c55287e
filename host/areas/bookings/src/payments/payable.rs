//! A booking as seen by card payments.

use data::{
    Result, Scope, Where,
    ids::{BookingId, CustomerId, QuoteId},
};
use rust_decimal::Decimal;

use crate::bookings::{
    model::{Booking, Intent},
    status::Status,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Not yet sent to a carrier.
    Waiting,
    /// A provider or carrier call is pending, or its outcome is unknown.
    Uncertain,
    /// Accepted by the carrier.
    Booked,
    /// Cancelled, deleted, refused by the carrier, or without a price.
    Over,
}

#[derive(Debug, Clone, Copy)]
pub struct Payable {
    pub customer: CustomerId,
    pub quote: Option<QuoteId>,
    /// Including tax.
    pub amount: Decimal,
    pub stage: Stage,
}

/// Loads the current price; None if deleted. Not restricted to a customer: for jobs and listeners.
pub async fn load_payable(scope: &mut Scope, id: BookingId) -> Result<Option<Payable>> {
    let row: Option<Booking> = scope.unrestricted().await?.first(Where::id(id)).await?;
    Ok(row.map(|booking| Payable {
        customer: booking.payer.customer_id,
        quote: booking.offer.quote_id,
        amount: booking.price.total_price,
        stage: stage(&booking),
    }))
}

fn stage(booking: &Booking) -> Stage {
    if booking.pending.is_uncertain
        || matches!(
            booking.pending.intent,
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
