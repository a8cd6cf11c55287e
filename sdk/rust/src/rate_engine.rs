//! The traits of rate engines and the glue that turns them into component exports.

use crate::bindings::rate_engine::exports::waybill::rates::engine;
use crate::types::{Lane, LaneAnswer, LaneRequest, PriceRequest, ServicePrice};
use crate::{Guest, Result, register::ability};

/// Prices requests against a rate card. Pure: the same card and request give the same answer.
pub trait RateEngine {
    /// `card` is a JSON object in the engine's format. One entry per suitable service; lines
    /// exclude tax.
    fn price(card: &str, request: &PriceRequest) -> Result<Vec<ServicePrice>>;

    /// Checks a card when it is saved: `invalid-input` names each wrong member.
    fn check(card: &str) -> Result<()>;
}

ability! {
    /// Prices the rates of a lane that the host has found. Pure.
    ///
    /// [`lane`](crate::lane) has the shared arithmetic.
    LaneEngine = crate::bindings::lane_engine::exports::waybill::rates::lane_engine::Guest {
        /// One price or one reason for each service with rates here.
        fn price_lane(lane: Lane as &Lane, request: LaneRequest as &LaneRequest) -> Result<LaneAnswer>;
    }
}

impl<E: RateEngine, K> engine::Guest for Guest<E, K> {
    fn price(card: String, request: PriceRequest) -> Result<Vec<ServicePrice>> {
        E::price(&card, &request)
    }

    fn check(card: String) -> Result<()> {
        E::check(&card)
    }
}
