//! Reprices an unbooked booking: today's price of the same account and service.

use std::time::Duration;

use data::{Refusal, Result, Scope, db::Mode, ids::BookingId};
use quotes::{CustomerRef, Filter, Quote, QuoteAsk};
use rust_decimal::Decimal;
use work::event::ScopeEvents;

use crate::{
    bookings, carrier_calls, insurance, payments,
    prices::{self, service::QuoteSelection},
};
use crate::{
    bookings::{
        model::Booking,
        operations::{LoggedOperation, OUTCOME_UNKNOWN, Operation, OperationStatus},
        store::Entry,
    },
    events,
};

const NO_PRICE: Refusal = Refusal::new(4123, "The carrier has no price for this booking now.");
const QUOTE_TIMEOUT: Duration = Duration::from_secs(10);

/// Applies today's price. Commits the scope in between.
pub async fn requote(scope: &mut Scope, id: BookingId) -> Result<Booking> {
    let booking = bookings::store::find(scope, id).await?;
    check(&booking)?;
    let (account, service, customer) = (
        booking.service.carrier_account_id,
        booking.service.carrier_service_code.clone(),
        booking.payer.customer_id,
    );
    // Rows written by the call are invisible to an older transaction.
    scope.rollback();
    let answer = quotes::fetch_quotes(
        scope.sibling(Mode::Read),
        quote_request(booking),
        Some(customer),
        QUOTE_TIMEOUT,
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
    let mut booking = bookings::store::find(scope, id).await?;
    check(&booking)?;
    // The price is valid only if the booking is unchanged since the call.
    let is_same_booking = booking.payer.customer_id == customer
        && booking.service.carrier_account_id == account
        && booking.service.carrier_service_code == service;
    if !is_same_booking {
        return Err(carrier_calls::service::claim_lost(&booking));
    }
    let before = booking.clone();
    let selection = QuoteSelection {
        quote,
        token: Some(answer.resource_token),
        customer: Some(customer),
    };
    let cover = prices::service::apply_quote(scope, &mut booking, selection, "").await?;
    insurance::service::reprice(scope, &mut booking, cover).await?;
    payments::service::release_others(scope, &booking).await?;
    scope
        .update(&mut booking)
        .await
        .map_err(prices::service::quote_taken)?;
    log_requote(scope, &booking, before.price.total_price).await?;
    scope
        .publish(&events::CHANGED, &events::OneBooking { booking_id: id })
        .await?;
    bookings::change::announce_status(scope, &booking, before.booking_status).await?;
    scope.commit().await?;
    Ok(booking)
}

/// Logs a new price next to the former one.
pub(super) async fn log_requote(
    scope: &mut Scope,
    booking: &Booking,
    former: Decimal,
) -> Result<()> {
    let value = Some(format!(
        "{} → {}",
        former.normalize(),
        booking.price.total_price.normalize()
    ));
    let entry = Entry {
        operation: LoggedOperation::Requote,
        status: OperationStatus::Success,
        value,
        message: None,
    };
    bookings::store::log(scope, booking.id, entry).await
}

fn check(booking: &Booking) -> Result<()> {
    Operation::Requote.check_for(booking)?;
    carrier_calls::service::account_of(booking)?;
    if booking.pending.is_uncertain {
        Err(OUTCOME_UNKNOWN.into())
    } else {
        Ok(())
    }
}

/// Insurance is priced separately.
pub(super) fn quote_request(booking: Booking) -> QuoteAsk {
    QuoteAsk {
        items: booking.items,
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
        pickup_ready_time: booking.handling.pickup_ready_time,
        ..QuoteAsk::default()
    }
}
