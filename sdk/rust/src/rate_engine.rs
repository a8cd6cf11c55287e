//! The trait of a rate engine and the glue that turns it into component exports.

use crate::bindings::rate_engine::exports::waybill::rates::engine;
use crate::types::{PriceRequest, ServicePrice};
use crate::{Guest, Result};

/// Prices requests against a rate card. Pure: the same card and request give the same answer.
pub trait RateEngine {
    /// `card` is the card's data, a JSON object in the form that the engine documents. One entry a service that can
    /// carry the request; lines exclude tax.
    fn price(card: &str, request: &PriceRequest) -> Result<Vec<ServicePrice>>;

    /// Checks a card when it is saved: `invalid-input` names each wrong member.
    fn check(card: &str) -> Result<()>;
}

impl<E: RateEngine, K> engine::Guest for Guest<E, K> {
    fn price(card: String, request: PriceRequest) -> Result<Vec<ServicePrice>> {
        E::price(&card, &request)
    }

    fn check(card: String) -> Result<()> {
        E::check(&card)
    }
}
