//! Changes of a booked consignment, and its new price on own vehicles.

use carriage::goods::Goods;
use data::{Error, Result, Scope, message};
use quotes::quotes::consignment;
use rust_decimal::Decimal;

use crate::{
    bookings::{self, model::Booking, operations::STATUS_NOT_ALLOWED},
    insurance, payments,
    prices::{self, reprice, service::QuoteSelection},
};

/// Rejects changes of a consignment that the carrier has. On own vehicles, only options and
/// dangerous goods are fixed until the manifest.
pub fn check_change(
    before: &Booking,
    booking: &Booking,
    is_on_own_vehicles: bool,
    same_people: bool,
) -> Result<()> {
    if !is_on_own_vehicles {
        let freight = consignment::same_freight(before.goods(), booking.goods());
        return match freight.is_ok() && same_people {
            true => Ok(()),
            false => Err(STATUS_NOT_ALLOWED.with_message(message!("The carrier already has this consignment: its addresses, items and options cannot change. Cancel it and book again."))),
        };
    }
    let goods = Goods {
        from: &booking.route.from_address,
        to: &booking.route.to_address,
        items: &booking.items,
        ..before.goods()
    };
    match consignment::same_freight(goods, booking.goods()) {
        Ok(()) => Ok(()),
        Err(_) => Err(STATUS_NOT_ALLOWED.with_message(message!("The consignment is booked: its options and dangerous goods cannot change. Cancel it and book again."))),
    }
}

/// Applies a quote of the booking's carrier account and service. Status, connote and insurance
/// stay. The caller saves.
pub async fn apply(
    scope: &mut Scope,
    booking: &mut Booking,
    before: &Booking,
    selection: QuoteSelection,
    member: &str,
) -> Result<()> {
    if before.invoice.invoice_id.is_some() {
        return Err(STATUS_NOT_ALLOWED.with_message(message!(
            "The booking is invoiced: correct its price with a credit note."
        )));
    }
    if payments::service::is_paid(scope, before).await? {
        return Err(STATUS_NOT_ALLOWED.with_message(message!(
            "The booking is paid by card: its price cannot change. Cancel it and book again."
        )));
    }
    prices::service::apply_quote(scope, booking, selection, member).await?;
    let is_same = booking.service.carrier_account_id == before.service.carrier_account_id
        && booking.service.carrier_service_code == before.service.carrier_service_code;
    if !is_same {
        return Err(Error::invalid(
            format!("{member}quoteId"),
            message!("is not of the carrier and service that the consignment is booked with"),
        ));
    }
    booking.booking_status = before.booking_status;
    booking.carrier_record.booked = before.carrier_record.booked.clone();
    let cover = before.pricing_detail.insurance_cover.clone();
    insurance::service::reprice(scope, booking, cover).await?;
    spend(scope, booking, before).await?;
    bookings::book::set_eta(scope, booking).await?;
    reprice::log_requote(scope, booking, before.price.total_price).await
}

/// The customer's debt has the former price: only more than that needs credit.
async fn spend(scope: &mut Scope, booking: &Booking, before: &Booking) -> Result<()> {
    let more = booking.price.total_price - before.price.total_price;
    if more > Decimal::ZERO {
        customers::check_may_book(scope, booking.payer.customer_id, more).await?;
    }
    if booking.offer.promo_code_id == before.offer.promo_code_id {
        return Ok(());
    }
    pricing::release(scope, booking.id).await?;
    match booking.offer.promo_code_id {
        Some(code) => pricing::spend_use(scope, code, booking.id, booking.payer.customer_id).await,
        None => Ok(()),
    }
}
