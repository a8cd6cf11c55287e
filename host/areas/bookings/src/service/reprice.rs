//! Requoting: a booking that no carrier has yet takes today's price of the same account and service.

use std::time::Duration;

use kernel::{Refusal, Result, Scope, db::Mode, ids::BookingId};
use quotes::{CustomerRef, Filter, Quote, QuoteAsk};

use super::{
    carrier, change,
    charge::{self, Wanted},
    insurance, payment,
};
use crate::{
    events,
    model::Booking,
    rules::operations::{LoggedOperation, Operation, OperationStatus, UNCERTAIN},
    store::{self, Entry},
};

const NO_PRICE: Refusal = Refusal::new(4123, "The carrier has no price for this booking now.");
/// So long the carrier is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Takes today's price. The scope is saved on the way.
pub async fn requote(scope: &mut Scope, id: BookingId) -> Result<Booking> {
    let booking = store::find(scope, id).await?;
    check(&booking)?;
    let (account, service, customer) = (
        booking.carrier_account_id,
        booking.carrier_service_code.clone(),
        booking.customer_id,
    );
    // What is asked for next is not there for a transaction that began before.
    scope.rollback();
    let answer = quotes::quoted(
        scope.sibling(Mode::Read),
        asked(booking),
        Some(customer),
        PATIENCE,
    )
    .await?;
    let is_same = |quote: &Quote| {
        Some(quote.carrier_account_id) == account
            && Some(quote.service.code.as_str()) == service.as_deref()
    };
    let Some(quote) = answer
        .quotes
        .iter()
        .find(|quote| is_same(quote))
        .map(|quote| quote.id)
    else {
        return Err(NO_PRICE.into());
    };
    let mut booking = store::find(scope, id).await?;
    check(&booking)?;
    // The price is one of the booking as it was before the carrier was asked.
    let is_same_booking = booking.customer_id == customer
        && booking.carrier_account_id == account
        && booking.carrier_service_code == service;
    if !is_same_booking {
        return Err(carrier::lost(&booking));
    }
    let before = booking.clone();
    let wanted = Wanted {
        quote,
        token: Some(answer.resource_token),
        customer: Some(customer),
    };
    let cover = charge::price(scope, &mut booking, wanted, "").await?;
    insurance::anew(scope, &mut booking, cover).await?;
    payment::release_others(scope, &booking).await?;
    scope
        .update(&mut booking)
        .await
        .map_err(charge::quote_taken)?;
    let value = Some(format!(
        "{} → {}",
        before.total_price.normalize(),
        booking.total_price.normalize()
    ));
    let entry = Entry {
        operation: LoggedOperation::Requote,
        status: OperationStatus::Success,
        value,
        message: None,
    };
    store::log(scope, id, entry).await?;
    scope
        .announce(&events::CHANGED, &events::OneBooking { booking_id: id })
        .await?;
    change::announce_status(scope, &booking, before.booking_status).await?;
    scope.commit().await?;
    Ok(booking)
}

fn check(booking: &Booking) -> Result<()> {
    Operation::Requote.check_for(booking)?;
    carrier::account(booking)?;
    if booking.is_uncertain {
        Err(UNCERTAIN.into())
    } else {
        Ok(())
    }
}

/// The booking's question. Its insurance is priced apart.
fn asked(booking: Booking) -> QuoteAsk {
    QuoteAsk {
        items: booking.items,
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
        pickup_ready_time: booking.pickup_ready_time,
        ..QuoteAsk::default()
    }
}
