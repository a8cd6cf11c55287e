//! The new price that is offered where a booking is refused because its quote no longer holds.

use std::time::{Duration, Instant};

use kernel::{Change, Error, Result, Scope, db::Mode, ids::QuoteId};
use quotes::{Quote, QuoteAsk, Taken};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use super::charge::NOT_AS_QUOTED;
use crate::{model::Booking, store};

/// So long the carriers are waited for, for all bookings of a call together.
const PATIENCE: Duration = Duration::from_secs(5);

/// A quote of the same account and service at today's price, for the booking as it was sent.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferedQuote {
    /// Sent back as the booking's `quoteId`, with the token, it books at this price.
    id: QuoteId,
    resource_token: String,
    /// What the customer pays, with tax and insurance.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    total: Decimal,
}

/// What new prices are asked for with, for the bookings of one call.
#[derive(Debug, Default)]
pub struct Offers {
    until: Option<Instant>,
}

impl Offers {
    /// The price that the refused booking could have now; none where the refusal was for something else, or where no
    /// carrier gave one in time.
    pub async fn of(
        &mut self,
        scope: &Scope,
        refused: &Error,
        form: Option<Change<Booking>>,
    ) -> Option<OfferedQuote> {
        let form = form.filter(|_| is_lapsed(refused))?;
        let until = *self.until.get_or_insert_with(|| Instant::now() + PATIENCE);
        let within = until.checked_duration_since(Instant::now())?;
        offer(scope, form, within).await.unwrap_or_else(|error| {
            tracing::debug!(error = error.sentence(), "no new price could be offered");
            None
        })
    }
}

/// Whether a booking was refused because its quote is too old, or was for other goods.
fn is_lapsed(refused: &Error) -> bool {
    match refused {
        Error::Refused { code, .. } => *code == quotes::EXPIRED.code,
        Error::Invalid(fields) => fields.iter().all(|field| field.code == NOT_AS_QUOTED),
        _ => false,
    }
}

async fn offer(
    scope: &Scope,
    form: Change<Booking>,
    within: Duration,
) -> Result<Option<OfferedQuote>> {
    let mut reading = scope.sibling(Mode::Read);
    let mut booking = match form.is_new() {
        true => Booking::default(),
        false => store::find(&mut reading, form.id().into()).await?,
    };
    form.apply(&mut booking);
    let (Some(id), Some(token)) = (booking.quote_id, booking.resource_token.clone()) else {
        return Ok(None);
    };
    let lapsed = quotes::lapsed(&mut reading, &token, id).await?;
    // What is asked for next is not there for a transaction that began before.
    reading.rollback();
    let (account, service, customer) = (
        lapsed.account_id,
        lapsed.service_code.clone(),
        lapsed.customer_id,
    );
    let answer = quotes::quoted(reading, asked(lapsed, booking), customer, within).await?;
    let token = answer.resource_token;
    let same = |quote: &Quote| quote.carrier_account_id == account && quote.service.code == service;
    Ok(answer
        .quotes
        .into_iter()
        .find(same)
        .map(|quote| OfferedQuote {
            id: quote.id,
            resource_token: token,
            total: quote.customer_cost.total_including_gst,
        }))
}

/// What was asked for then, for the goods of now, of one carrier's service.
fn asked(lapsed: Taken, booking: Booking) -> QuoteAsk {
    let mut ask = QuoteAsk {
        from_address: booking.from_address,
        to_address: booking.to_address,
        items: booking.items,
        pickup_options: booking.pickup_options,
        delivery_options: booking.delivery_options,
        is_dangerous_good: booking.is_dangerous_good,
        dangerous_good_un_code: booking.dangerous_good_un_code,
        dangerous_good_package_type: booking.dangerous_good_package_type,
        dangerous_good_description: booking.dangerous_good_description,
        pickup_ready_time: booking.pickup_ready_time,
        ..lapsed.ask
    };
    ask.filter.carrier_code = vec![lapsed.carrier];
    ask.filter.services = vec![lapsed.service_code];
    ask
}

#[cfg(test)]
mod tests {
    use kernel::{FieldError, message};

    use super::*;

    #[test]
    fn a_price_is_offered_only_where_the_quote_no_longer_holds() {
        let field = |code| FieldError::new("items", message!("differs")).coded(code);
        assert!(is_lapsed(&quotes::EXPIRED.into()));
        assert!(is_lapsed(&Error::Invalid(vec![field(NOT_AS_QUOTED)])));
        assert!(!is_lapsed(&Error::Invalid(vec![
            field(NOT_AS_QUOTED),
            field("tooLong")
        ])));
        assert!(!is_lapsed(&Error::Conflict));
    }
}
