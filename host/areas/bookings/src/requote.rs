//! What a booking would have cost as the carrier measured it: the same service, priced again for the day it was collected.

use std::time::Duration;

use freight::measured::{Whole, measured};
use kernel::{Result, Scope, ids::BookingId};
use quotes::{CustomerRef, Filter, QuoteAsk};
use rust_decimal::Decimal;

use crate::{billed::BilledService, model::Booking};

/// What the carrier found: kilograms and cubic metres of the whole consignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    pub weight: Option<Decimal>,
    pub volume: Option<Decimal>,
}

/// The lines of its price, exclusive of tax, or why there are none. Asks the carrier: the caller holds no transaction.
pub async fn requote(
    mut scope: Scope,
    id: BookingId,
    found: Measured,
    within: Duration,
) -> Result<Result<Vec<BilledService>, String>> {
    let booking: Booking = scope.find(id).await?;
    // What is asked for next is not there for a transaction that began before.
    scope.rollback();
    let Some(account) = booking.carrier_account_id else {
        return Ok(Err(String::new()));
    };
    let customer = booking.customer_id;
    let priced = quotes::priced(scope, asked(booking, found), customer, account, within).await?;
    Ok(priced.map(|lines| {
        let service = |line: quotes::PriceLine| BilledService {
            code: line.service_code,
            name: line.service_name,
            is_additional: line.is_additional,
            cost: line.carrier.tax_exclusive_amount,
            sold: line.customer.tax_exclusive_amount,
        };
        lines.into_iter().map(service).collect()
    }))
}

/// The booking's question, with the goods as they were found. Insurance is no carrier's.
fn asked(booking: Booking, found: Measured) -> QuoteAsk {
    let declared = Whole {
        weight: booking.total_weight,
        volume: booking.total_volume,
    };
    QuoteAsk {
        items: measured(&booking.items, declared, found.weight, found.volume),
        from_address: booking.from_address,
        to_address: booking.to_address,
        pickup_options: booking.pickup_options,
        delivery_options: booking.delivery_options,
        is_dangerous_good: booking.is_dangerous_good,
        dangerous_good_un_code: booking.dangerous_good_un_code,
        dangerous_good_package_type: booking.dangerous_good_package_type,
        dangerous_good_description: booking.dangerous_good_description,
        filter: Filter {
            carrier_code: booking.carrier.into_iter().collect(),
            services: booking.carrier_service_code.into_iter().collect(),
        },
        customer: CustomerRef {
            customer_id: Some(booking.customer_id),
        },
        promo_code: booking.promo_code,
        is_insured: Some(false),
        pickup_ready_time: Some(booking.pickup_ready_time.unwrap_or(booking.booking_date)),
        ..QuoteAsk::default()
    }
}
