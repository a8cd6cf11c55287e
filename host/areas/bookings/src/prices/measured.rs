//! Reprices a booking by the carrier's measurements, on the day of collection.

use std::time::Duration;

use carriage::measured::{MeasuredTotal, scale_to_total};
use data::{Result, Scope, ids::BookingId};
use quotes::QuoteAsk;
use rust_decimal::Decimal;

use super::reprice;
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
    let items = scale_to_total(
        &booking.items,
        declared,
        measurement.weight,
        measurement.volume,
    );
    let booking_date = booking.booking_date;
    let ask = reprice::quote_request(booking);
    QuoteAsk {
        items,
        pickup_ready_time: ask.pickup_ready_time.or(Some(booking_date)),
        ..ask
    }
}
