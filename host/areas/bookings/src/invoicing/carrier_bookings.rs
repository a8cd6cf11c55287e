//! Bookings matched against a carrier invoice, with their quoted lines.

use data::{
    Result, Scope, Where,
    ids::{BookingId, CarrierAccountId, CustomerId},
};
use rust_decimal::Decimal;

use crate::{
    bookings::{model::Booking, status::Status},
    prices::model::ServiceDetail,
};

#[derive(Debug, Clone)]
pub struct BilledBooking {
    pub id: BookingId,
    pub carrier: String,
    pub carrier_account_id: Option<CarrierAccountId>,
    /// The carrier's connote number.
    pub consignment_id: Option<String>,
    /// Our reference, as sent to the carrier.
    pub own_reference: String,
    /// The customer's reference.
    pub reference: Option<String>,
    pub customer_id: CustomerId,
    pub customer_code: String,
    pub customer_name: Option<String>,
    pub company_name: Option<String>,
    /// Kilograms; `volume` is in cubic metres.
    pub weight: Decimal,
    pub volume: Decimal,
    pub services: Vec<ServiceDetail>,
}

impl BilledBooking {
    fn from_booking(booking: Booking, own_reference: String) -> Self {
        Self {
            id: booking.id,
            carrier: booking.carrier.unwrap_or_default(),
            carrier_account_id: booking.carrier_account_id,
            consignment_id: booking.consignment_id,
            own_reference,
            reference: booking.reference,
            customer_id: booking.customer_id,
            customer_code: booking.customer_code,
            customer_name: booking.customer_name,
            company_name: booking.company_name,
            weight: booking.total_weight,
            volume: booking.total_volume,
            services: booking.pricing_detail.service_details,
        }
    }
}

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
) -> Result<Vec<BilledBooking>> {
    let tenant = scope.tenant;
    let mut bookings: Vec<Booking> = Vec::new();
    // One query per number, so that each uses its own index.
    for narrow in [
        Where::all().is_in(Booking::CONSIGNMENT_ID, &by.consignments),
        Where::all().is_in(Booking::REFERENCE, &by.references),
        Where::all().is_in(Booking::ID, &by.ids),
    ] {
        let narrow = narrow
            .eq(Booking::CARRIER, carrier.to_owned())
            .ne(Booking::BOOKING_STATUS, Status::Deleted);
        bookings.extend(scope.all::<Booking>(narrow).await?);
    }
    bookings.sort_by_key(|booking| booking.id);
    bookings.dedup_by_key(|booking| booking.id);
    let billed = |booking: Booking| {
        let own_reference = booking.carrier_reference(tenant);
        BilledBooking::from_booking(booking, own_reference)
    };
    Ok(bookings.into_iter().map(billed).collect())
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
