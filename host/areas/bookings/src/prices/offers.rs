//! Replacement quotes for bookings whose quote expired.

use std::time::{Duration, Instant};

use data::{Change, Error, Result, Scope, db::Mode, ids::QuoteId};
use quotes::{Filter, Quote, QuoteAsk, Quotes, SelectedQuote};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::bookings::{self, model::Booking, status::Status};
use crate::prices::reprice;
use crate::prices::service::NOT_AS_QUOTED;

/// Shared by all bookings of a call.
const OFFER_TIMEOUT: Duration = Duration::from_secs(5);

/// A quote of the same account and service at today's price, for the booking as sent.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferedQuote {
    /// Token to send with `id` as the booking's `quoteId` to accept this price.
    id: QuoteId,
    resource_token: String,
    /// Customer price including tax and insurance.
    total: Decimal,
}

/// Time budget for replacement quotes of one call.
#[derive(Debug, Default)]
pub struct Offers {
    until: Option<Instant>,
}

impl Offers {
    /// Returns None if the rejection has another reason or no carrier answered in time.
    pub async fn offer_for(
        &mut self,
        scope: &Scope,
        refused: &Error,
        form: Option<Change<Booking>>,
    ) -> Option<OfferedQuote> {
        let form = form.filter(|_| is_expired(refused))?;
        let until = *self
            .until
            .get_or_insert_with(|| Instant::now() + OFFER_TIMEOUT);
        let within = until.checked_duration_since(Instant::now())?;
        request_offer(scope, form, within)
            .await
            .unwrap_or_else(|error| {
                tracing::debug!(error = error.sentence(), "no replacement quote");
                None
            })
    }
}

/// True if the quote has expired or was for other goods.
fn is_expired(refused: &Error) -> bool {
    match refused {
        Error::Refused { code, .. } => *code == quotes::EXPIRED.code,
        Error::Invalid(fields) => fields.iter().all(|field| field.code == NOT_AS_QUOTED),
        _ => false,
    }
}

async fn request_offer(
    scope: &Scope,
    form: Change<Booking>,
    within: Duration,
) -> Result<Option<OfferedQuote>> {
    let mut reading = scope.sibling(Mode::Read);
    let mut booking = match form.is_new() {
        true => Booking::default(),
        false => bookings::store::find(&mut reading, form.id().into()).await?,
    };
    let booked = (booking.booking_status == Status::Booked).then(|| booking.clone());
    form.apply(&mut booking);
    if let Some(before) = booked {
        return offer_booked(reading, booking, &before, within).await;
    }
    let (Some(id), Some(token)) = (booking.offer.quote_id, booking.offer.resource_token.clone())
    else {
        return Ok(None);
    };
    let lapsed = quotes::take_expired(&mut reading, &token, id).await?;
    // Rows written by the call are invisible to an older transaction.
    reading.rollback();
    let (account, service, customer) = (
        lapsed.account_id,
        lapsed.service_code.clone(),
        lapsed.customer_id,
    );
    let answer =
        quotes::fetch_quotes(reading, quote_request(lapsed, booking), customer, within).await?;
    let same = |quote: &Quote| quote.carrier_account_id == account && quote.service.code == service;
    Ok(offer(answer, same))
}

/// Offers the quote of an answer that fits; its total is without insurance.
fn offer(answer: Quotes, fits: impl Fn(&Quote) -> bool) -> Option<OfferedQuote> {
    let resource_token = answer.resource_token;
    let quote = answer.quotes.into_iter().find(fits)?;
    Some(OfferedQuote {
        id: quote.id,
        resource_token,
        total: quote.customer_cost.total_including_gst,
    })
}

/// Requests the new price of a booked consignment. Its insurance stays.
async fn offer_booked(
    mut reading: Scope,
    booking: Booking,
    before: &Booking,
    within: Duration,
) -> Result<Option<OfferedQuote>> {
    // Rows written by the call are invisible to an older transaction.
    reading.rollback();
    let mut request = reprice::quote_request(booking);
    request.customer.customer_id = Some(before.payer.customer_id);
    let customer = Some(before.payer.customer_id);
    let answer = quotes::fetch_quotes(reading, request, customer, within).await?;
    let same = |quote: &Quote| {
        Some(quote.carrier_account_id) == before.service.carrier_account_id
            && Some(quote.service.code.as_str()) == before.service.carrier_service_code.as_deref()
    };
    Ok(offer(answer, same).map(|offered| OfferedQuote {
        total: offered.total + before.price.insurance_price,
        ..offered
    }))
}

/// Builds the original request with the current goods, for one carrier service.
fn quote_request(lapsed: SelectedQuote, booking: Booking) -> QuoteAsk {
    let asked = lapsed.ask;
    QuoteAsk {
        filter: Filter {
            carrier_code: vec![lapsed.carrier],
            services: vec![lapsed.service_code],
        },
        customer: asked.customer,
        promo_code: asked.promo_code,
        is_insured: asked.is_insured,
        insured_value: asked.insured_value,
        insurance_type: asked.insurance_type,
        ..reprice::quote_request(booking)
    }
}

#[cfg(test)]
mod tests {
    use data::{FieldError, message};

    use super::*;

    #[test]
    fn a_price_is_offered_only_where_the_quote_no_longer_holds() {
        let field = |code| FieldError::new("items", message!("differs")).with_code(code);
        assert!(is_expired(&quotes::EXPIRED.into()));
        assert!(is_expired(&Error::Invalid(vec![field(NOT_AS_QUOTED)])));
        assert!(!is_expired(&Error::Invalid(vec![
            field(NOT_AS_QUOTED),
            field("tooLong")
        ])));
        assert!(!is_expired(&Error::Conflict));
    }
}
