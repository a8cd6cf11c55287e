//! Reprices a booking by the carrier's measurements, on the day of collection.

use std::time::Duration;

use carriage::measured::{MeasuredTotal, scale_to_total};
use data::{Result, Scope, ids::BookingId};
use quotes::{CustomerRef, Filter, QuoteAsk};
use rust_decimal::Decimal;

use crate::{bookings::model::Booking, prices::model::ServiceDetail};

/// Kilograms and cubic metres of the whole consignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    pub weight: Option<Decimal>,
    pub volume: Option<Decimal>,
}

/// Returns price lines, or the reason for none. Calls the carrier: no transaction
/// may be open.
pub async fn requote(
    mut scope: Scope,
    id: BookingId,
    measured: Measured,
    within: Duration,
) -> Result<Result<Vec<ServiceDetail>, String>> {
    let booking: Booking = scope.find(id).await?;
    // Rows written by the call are invisible to an older transaction.
    scope.rollback();
    let Some(account) = booking.service.carrier_account_id else {
        return Ok(Err(String::new()));
    };
    let customer = booking.payer.customer_id;
    let priced = quotes::fetch_price(
        scope,
        quote_request(booking, measured),
        customer,
        account,
        within,
    )
    .await?;
    Ok(priced.map(|lines| lines.iter().map(ServiceDetail::from).collect()))
}

/// Leaves out insurance, which carriers do not price.
fn quote_request(booking: Booking, measurement: Measured) -> QuoteAsk {
    let declared = MeasuredTotal {
        weight: booking.measures.total_weight,
        volume: booking.measures.total_volume,
    };
    QuoteAsk {
        items: scale_to_total(
            &booking.items,
            declared,
            measurement.weight,
            measurement.volume,
        ),
        from_address: booking.route.from_address,
        to_address: booking.route.to_address,
        pickup_options: booking.handling.pickup_options,
        delivery_options: booking.handling.delivery_options,
        is_dangerous_good: booking.dangerous_goods.is_dangerous_good,
        dangerous_good_un_code: booking.dangerous_goods.dangerous_good_un_code,
        dangerous_good_package_type: booking.dangerous_goods.dangerous_good_package_type,
        dangerous_good_description: booking.dangerous_goods.dangerous_good_description,
        filter: Filter {
            carrier_code: booking.service.carrier.into_iter().collect(),
            services: booking.service.carrier_service_code.into_iter().collect(),
        },
        customer: CustomerRef {
            customer_id: Some(booking.payer.customer_id),
        },
        promo_code: booking.offer.promo_code,
        is_insured: Some(false),
        pickup_ready_time: Some(
            booking
                .handling
                .pickup_ready_time
                .unwrap_or(booking.booking_date),
        ),
        ..QuoteAsk::default()
    }
}
