//! A booking's price: taken from a quote, changed or cleared.

use carriage::money::Amount;
use carriers::accounts;
use data::{
    Error, FieldError, Refusal, Result, Scope,
    ids::{CustomerId, QuoteId},
    message,
};
use pricing::Cover;
use quotes::{SelectedQuote, quotes::consignment};
use rust_decimal::Decimal;

use crate::{
    bookings::{self, model::Booking, records::CarrierRecord, status::Status},
    prices::model::PricingDetail,
};

pub const QUOTE_TAKEN: Refusal = Refusal::new(4104, "This quote is already booked.");
pub const NOT_AS_QUOTED: &str = "notAsQuoted";

#[derive(Debug)]
pub struct QuoteSelection {
    pub quote: QuoteId,
    pub token: Option<String>,
    /// None for a guest quote.
    pub customer: Option<CustomerId>,
}

/// Maps the unique violation of two concurrent bookings of one quote to a rejection.
pub fn quote_taken(error: Error) -> Error {
    if error.is_duplicate() {
        QUOTE_TAKEN.into()
    } else {
        error
    }
}

/// Applies the form's quote and returns the insurance quoted with it.
pub async fn apply_quote(
    scope: &mut Scope,
    booking: &mut Booking,
    selection: QuoteSelection,
    member: &str,
) -> Result<Option<Cover>> {
    let QuoteSelection {
        quote,
        token,
        customer,
    } = selection;
    let Some(token) = token else {
        return Err(Error::invalid(
            format!("{member}resourceToken"),
            message!("is required together with a quote"),
        ));
    };
    let offer = load_quote(scope, &token, quote, member).await?;
    if offer.customer_id != customer {
        return Err(Error::invalid(
            format!("{member}quoteId"),
            message!("is a quote for another customer"),
        ));
    }
    if let Err(field) = consignment::same_freight(offer.ask.goods(), booking.goods()) {
        let message = message!("differs from the quoted price; get a new quote");
        return Err(Error::Invalid(vec![
            FieldError::new(format!("{member}{field}"), message).with_code(NOT_AS_QUOTED),
        ]));
    }
    if let Some(other) = bookings::store::booked_quote(scope, quote)
        .await?
        .filter(|other| other.id != booking.id)
    {
        return Err(QUOTE_TAKEN.with_message(message!(
            "This quote is already booked: booking {other}.",
            other = other.name()
        )));
    }
    let account = accounts::find(scope, offer.account_id).await?;
    booking.service.carrier = Some(offer.carrier);
    booking.service.carrier_account_id = Some(account.id);
    booking.service.carrier_service_code = Some(offer.service_code);
    booking.service.carrier_service_name = Some(offer.service_name);
    booking.carrier_record = CarrierRecord {
        quote: offer.carrier_quote,
        transit_days: offer.transit_days,
        booked: None,
    };
    booking.offer.promo_code_id = offer.promo.as_ref().map(|promo| promo.id);
    booking.offer.promo_code = offer.promo.map(|promo| promo.code);
    booking.offer.quote_id = Some(offer.id);
    booking.offer.resource_token = Some(offer.resource_token);
    set_price(booking, PricingDetail::from_lines(&offer.lines));
    booking.booking_status = Status::Quoted;
    Ok(offer.insurance)
}

async fn load_quote(
    scope: &mut Scope,
    token: &str,
    quote: QuoteId,
    member: &str,
) -> Result<SelectedQuote> {
    quotes::take(scope, token, quote)
        .await
        .map_err(|error| match error {
            Error::NotFound(_) => Error::invalid(
                format!("{member}resourceToken"),
                message!("is not a quote of this customer"),
            ),
            Error::Invalid(errors) => Error::Invalid(
                errors
                    .into_iter()
                    .map(|error| error.with_prefix(member))
                    .collect(),
            ),
            other => other,
        })
}

/// Sets the quoted price and the totals that lists sort and sum by.
pub fn set_price(booking: &mut Booking, price: PricingDetail) {
    booking.price.quoted_net =
        price.freight.tax_exclusive_amount + price.additional.tax_exclusive_amount;
    change_price(booking, price);
}

/// Sets a price other than the quoted one, with the same totals.
pub fn change_price(booking: &mut Booking, price: PricingDetail) {
    let net =
        |amount: Option<Amount>| amount.map_or(Decimal::ZERO, |amount| amount.tax_exclusive_amount);
    booking.price.sold_net =
        price.freight.tax_exclusive_amount + price.additional.tax_exclusive_amount;
    booking.price.cost_net = net(price.carrier_freight) + net(price.carrier_additional);
    booking.price.insurance_net = price.insurance.tax_exclusive_amount;
    booking.price.total_price = price.total.total;
    booking.price.insurance_price = price.insurance.total;
    booking.price.freight_price = price.total.total - price.insurance.total;
    booking.price.carrier_price = price
        .carrier_total
        .map_or(Decimal::ZERO, |total| total.total);
    booking.pricing_detail = price;
}

/// Clears an invalid price: the booking becomes a draft without carrier.
pub fn clear_price(booking: &mut Booking) {
    booking.booking_status = Status::Draft;
    booking.service.carrier = None;
    booking.service.carrier_account_id = None;
    booking.service.carrier_service_code = None;
    booking.service.carrier_service_name = None;
    booking.carrier_record = CarrierRecord::default();
    booking.offer.quote_id = None;
    booking.offer.resource_token = None;
    booking.offer.promo_code_id = None;
    set_price(booking, PricingDetail::default());
}
