//! Bookings matched against a carrier invoice, with their quoted lines.

use data::{Result, Scope, Where, ids::BookingId};

use crate::bookings::{booked::BookedConsignment, model::Booking, status::Status};

#[derive(Debug, Default)]
pub struct BilledBy {
    pub consignments: Vec<String>,
    pub references: Vec<String>,
    pub ids: Vec<BookingId>,
}

/// Matches any of the numbers.
pub async fn find_billed(
    scope: &mut Scope,
    carrier: &str,
    by: BilledBy,
) -> Result<Vec<BookedConsignment>> {
    let mut bookings: Vec<BookedConsignment> = Vec::new();
    // One query per number, so that each uses its own index.
    for narrow in [
        Where::all().is_in(Booking::CONSIGNMENT_ID, &by.consignments),
        Where::all().is_in(Booking::REFERENCE, &by.references),
        Where::all().is_in(Booking::ID, &by.ids),
    ] {
        let narrow = narrow
            .eq(Booking::CARRIER, carrier.to_owned())
            .ne(Booking::BOOKING_STATUS, Status::Deleted);
        bookings.extend(scope.all::<BookedConsignment>(narrow).await?);
    }
    bookings.sort_by_key(|booking| booking.id);
    bookings.dedup_by_key(|booking| booking.id);
    Ok(bookings)
}

/// Parses a reference this tenant sent to a carrier.
pub fn parse_booking_reference(scope: &Scope, reference: &str) -> Option<BookingId> {
    let code = reference.trim().to_ascii_uppercase();
    let id = code
        .strip_prefix(&format!("WB{}-", scope.tenant))?
        .parse()
        .ok()?;
    Some(BookingId(id))
}
