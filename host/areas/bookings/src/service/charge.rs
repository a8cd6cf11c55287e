//! The price that a booking has: taken from a quote, changed, given up.

use carriers::accounts;
use freight::money::Amount;
use kernel::{
    Error, FieldError, Refusal, Result, Scope,
    ids::{CustomerId, QuoteId},
    message,
};
use pricing::Cover;
use quotes::{Taken, rules::consignment};
use rust_decimal::Decimal;

use crate::{
    model::{Booking, CarrierRecord, PricingDetail},
    rules::status::Status,
    store,
};

pub const QUOTE_TAKEN: Refusal = Refusal::new(4104, "This quote is booked already.");
/// The word for a member that is another than in the quote.
pub const NOT_AS_QUOTED: &str = "notAsQuoted";

/// The quote whose price a form takes, and the token that it was asked with.
#[derive(Debug)]
pub struct Wanted {
    pub quote: QuoteId,
    pub token: Option<String>,
    /// Whom it must have been asked for; none for a guest's.
    pub customer: Option<CustomerId>,
}

/// Two who book a quote at once: the second is told that it is taken.
pub fn quote_taken(error: Error) -> Error {
    if error.is_duplicate() {
        QUOTE_TAKEN.into()
    } else {
        error
    }
}

/// Takes the price of the quote that the form names; gives the insurance that was quoted with it.
pub async fn price(
    scope: &mut Scope,
    booking: &mut Booking,
    wanted: Wanted,
    member: &str,
) -> Result<Option<Cover>> {
    let Wanted {
        quote,
        token,
        customer,
    } = wanted;
    let Some(token) = token else {
        return Err(Error::invalid(
            format!("{member}resourceToken"),
            message!("is required with a quoteId"),
        ));
    };
    let taken = taken(scope, &token, quote, member).await?;
    if taken.customer_id != customer {
        return Err(Error::invalid(
            format!("{member}quoteId"),
            message!("is a quote for another customer"),
        ));
    }
    if let Err(what) = consignment::same_freight(taken.ask.goods(), booking.goods()) {
        let says = message!("differs from what was quoted; ask for a new quote");
        return Err(Error::Invalid(vec![
            FieldError::new(format!("{member}{what}"), says).coded(NOT_AS_QUOTED),
        ]));
    }
    if let Some(other) = store::booked_quote(scope, quote)
        .await?
        .filter(|other| other.id != booking.id)
    {
        return Err(QUOTE_TAKEN.because(message!(
            "This quote is booked already: it is booking {other}.",
            other = other.name()
        )));
    }
    let account = accounts::find(scope, taken.account_id).await?;
    booking.carrier = Some(taken.carrier);
    booking.carrier_account_id = Some(account.id);
    booking.carrier_service_code = Some(taken.service_code);
    booking.carrier_service_name = Some(taken.service_name);
    booking.carrier_record = CarrierRecord {
        quote: taken.carrier_quote,
        transit_days: taken.transit_days,
        booked: None,
    };
    booking.promo_code_id = taken.promo.as_ref().map(|promo| promo.id);
    booking.promo_code = taken.promo.map(|promo| promo.code);
    booking.quote_id = Some(taken.id);
    booking.resource_token = Some(taken.resource_token);
    set_price(booking, PricingDetail::of(&taken.lines));
    booking.booking_status = Status::Quoted;
    Ok(taken.insurance)
}

async fn taken(scope: &mut Scope, token: &str, quote: QuoteId, member: &str) -> Result<Taken> {
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
                    .map(|error| error.under(member))
                    .collect(),
            ),
            other => other,
        })
}

/// The price of a quote, with the sums that lists sort and add up by.
pub fn set_price(booking: &mut Booking, price: PricingDetail) {
    booking.quoted_net = price.freight.tax_exclusive_amount + price.additional.tax_exclusive_amount;
    change_price(booking, price);
}

/// A price that is another than it was quoted, with the same sums.
pub fn change_price(booking: &mut Booking, price: PricingDetail) {
    let net =
        |amount: Option<Amount>| amount.map_or(Decimal::ZERO, |amount| amount.tax_exclusive_amount);
    booking.sold_net = price.freight.tax_exclusive_amount + price.additional.tax_exclusive_amount;
    booking.cost_net = net(price.carrier_freight) + net(price.carrier_additional);
    booking.insurance_net = price.insurance.tax_exclusive_amount;
    booking.total_price = price.total.total;
    booking.insurance_price = price.insurance.total;
    booking.freight_price = price.total.total - price.insurance.total;
    booking.carrier_price = price
        .carrier_total
        .map_or(Decimal::ZERO, |total| total.total);
    booking.pricing_detail = price;
}

/// What was quoted no longer holds: the booking is a draft again, without carrier and price.
pub fn unpriced(booking: &mut Booking) {
    booking.booking_status = Status::Draft;
    booking.carrier = None;
    booking.carrier_account_id = None;
    booking.carrier_service_code = None;
    booking.carrier_service_name = None;
    booking.carrier_record = CarrierRecord::default();
    booking.quote_id = None;
    booking.resource_token = None;
    booking.promo_code_id = None;
    set_price(booking, PricingDetail::default());
}
