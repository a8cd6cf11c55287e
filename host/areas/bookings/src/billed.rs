//! Bookings as a carrier's invoice names them, with what was quoted line by line: for comparing both.

use kernel::{
    Result, Scope, Where,
    ids::{BookingId, CarrierAccountId, CustomerId},
};
use rust_decimal::Decimal;

use crate::{model::Booking, rules::status::Status};

/// A booking as far as an invoice is compared with it.
#[derive(Debug, Clone)]
pub struct BilledBooking {
    pub id: BookingId,
    pub carrier: String,
    pub carrier_account_id: Option<CarrierAccountId>,
    /// The carrier's number.
    pub consignment_id: Option<String>,
    /// The reference that the carrier was given.
    pub own_reference: String,
    /// The customer's.
    pub reference: Option<String>,
    pub customer_id: CustomerId,
    pub customer_code: String,
    pub customer_name: Option<String>,
    pub company_name: Option<String>,
    /// Kilograms; cubic metres.
    pub weight: Decimal,
    pub volume: Decimal,
    pub services: Vec<BilledService>,
}

/// A line of its price, exclusive of tax.
#[derive(Debug, Clone)]
pub struct BilledService {
    pub code: String,
    pub name: String,
    pub is_additional: bool,
    pub cost: Decimal,
    pub sold: Decimal,
}

impl BilledBooking {
    fn of(booking: Booking, own_reference: String) -> Self {
        let service = |line: crate::model::price::ServiceDetail| BilledService {
            code: line.service_code,
            name: line.service_name,
            is_additional: line.is_additional_service,
            cost: line.carrier_tax_exclusive_amount.unwrap_or_default(),
            sold: line.tax_exclusive_amount,
        };
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
            services: booking
                .pricing_detail
                .service_details
                .into_iter()
                .map(service)
                .collect(),
        }
    }
}

/// The numbers that bookings are looked for by.
#[derive(Debug, Default)]
pub struct BilledBy {
    pub consignments: Vec<String>,
    pub references: Vec<String>,
    pub ids: Vec<BookingId>,
}

/// The bookings of a carrier that have one of these numbers.
pub async fn billed(scope: &mut Scope, carrier: &str, by: BilledBy) -> Result<Vec<BilledBooking>> {
    let tenant = scope.tenant;
    let mut found: Vec<Booking> = Vec::new();
    // Each by its own index.
    for narrow in [
        Where::all().is_in(Booking::CONSIGNMENT_ID, &by.consignments),
        Where::all().is_in(Booking::REFERENCE, &by.references),
        Where::all().is_in(Booking::ID, &by.ids),
    ] {
        let narrow = narrow
            .eq(Booking::CARRIER, carrier.to_owned())
            .ne(Booking::BOOKING_STATUS, Status::Deleted);
        found.extend(scope.all::<Booking>(narrow).await?);
    }
    found.sort_by_key(|booking| booking.id);
    found.dedup_by_key(|booking| booking.id);
    let billed = |booking: Booking| {
        let own_reference = booking.carrier_reference(tenant);
        BilledBooking::of(booking, own_reference)
    };
    Ok(found.into_iter().map(billed).collect())
}

/// The number in a reference that this tenant gave a carrier.
pub fn of_reference(scope: &Scope, reference: &str) -> Option<BookingId> {
    let rest = reference.trim().to_ascii_uppercase();
    let id = rest
        .strip_prefix(&format!("WB{}-", scope.tenant))?
        .parse()
        .ok()?;
    Some(BookingId(id))
}
