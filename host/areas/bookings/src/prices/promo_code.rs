//! Promo code of a booking, equal to that of its price.

use data::{Error, Result, message};

use crate::bookings::model::Booking;

/// Rejects a code that differs from the price's: it needs a new quote. Without a price, stores any
/// code for the next quote.
pub fn apply(booking: &mut Booking, sent: Option<String>, member: &str) -> Result<()> {
    let Some(sent) = sent else { return Ok(()) };
    let is_in_price = || {
        booking
            .offer
            .promo_code
            .as_deref()
            .unwrap_or_default()
            .to_lowercase()
            == sent.trim().to_lowercase()
    };
    if booking.offer.quote_id.is_none() {
        booking.offer.promo_code = Some(sent).filter(|code| !code.trim().is_empty());
    } else if !sent.trim().is_empty() && !is_in_price() {
        let message = message!("is not part of this quote; get a new quote with it");
        return Err(Error::invalid(format!("{member}promoCode"), message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use data::ids::QuoteId;

    use super::*;
    use crate::bookings::parts::Offer;

    #[test]
    fn a_price_keeps_the_code_that_is_in_it() {
        let noted = |quote: Option<QuoteId>, sent: Option<&str>| {
            let mut booking = Booking {
                offer: Offer {
                    quote_id: quote,
                    promo_code: Some("SPRING".to_owned()),
                    ..Offer::default()
                },
                ..Booking::default()
            };
            apply(&mut booking, sent.map(str::to_owned), "booking.")
                .map(|()| booking.offer.promo_code)
        };
        let spring = Some("SPRING".to_owned());
        for sent in [None, Some(""), Some(" spring ")] {
            assert_eq!(noted(Some(QuoteId(1)), sent).unwrap(), spring);
        }
        let refused = noted(Some(QuoteId(1)), Some("AUTUMN"))
            .unwrap_err()
            .sentence();
        assert!(refused.starts_with("booking.promoCode: "), "{refused}");
        assert_eq!(
            noted(None, Some("AUTUMN")).unwrap().as_deref(),
            Some("AUTUMN")
        );
        assert_eq!(noted(None, Some(" ")).unwrap(), None);
    }
}
