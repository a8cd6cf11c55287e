//! The trait of a rate engine and the glue that turns it into component exports.

use core::marker::PhantomData;

use crate::Result;
use crate::bindings::rate_engine::exports::waybill::rates::engine;
use crate::types::{PriceRequest, ServicePrice};

/// Prices requests against a rate card. Pure: the same card and request give the same answer.
pub trait RateEngine {
    /// `card` is the card's data, a JSON object in the form that the engine documents. One entry a service that can
    /// carry the request; lines exclude tax.
    fn price(card: &str, request: &PriceRequest) -> Result<Vec<ServicePrice>>;

    /// Checks a card when it is saved: `invalid-input` names each wrong member.
    fn check(card: &str) -> Result<()>;
}

/// Exports a rate engine: `register_rate_engine!(Zones)`.
#[macro_export]
macro_rules! register_rate_engine {
    ($engine:ty) => {
        // Exports exist only in the component; natively the same code is an ordinary library for its unit tests.
        #[cfg(target_family = "wasm")]
        #[allow(unsafe_code)]
        const _: () = {
            type Plugin = $crate::RateEngineGuest<$engine>;
    $crate::bindings::rate_engine::export_rate_engine!(Plugin with_types_in $crate::bindings::rate_engine);
        };
    };
}

/// The exported side of a rate engine; only the registering macro names it.
#[derive(Debug)]
pub struct RateEngineGuest<E>(PhantomData<E>);

impl<E: RateEngine> engine::Guest for RateEngineGuest<E> {
    fn price(card: String, request: PriceRequest) -> Result<Vec<ServicePrice>> {
        E::price(&card, &request)
    }

    fn check(card: String) -> Result<()> {
        E::check(&card)
    }
}
