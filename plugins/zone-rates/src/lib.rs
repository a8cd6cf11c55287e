//! The zone rate engine: prices by zone, service and rate, with breaks, minimums, surcharges and a fuel levy.
//!
//! Rates that are rows are priced by the lane: [`lanes`]. The other way is a card of the engine's own form, priced as a whole.
//! The card's form and the rules are in the README. [`card`] reads it (lean, because every quote does), [`zones`] finds
//! where the addresses lie, [`pricing`] is the arithmetic, [`check`] names what is wrong with a card being saved.

pub mod card;
pub mod check;
pub mod lanes;
pub mod measures;
pub mod pricing;
pub mod zones;

use waybill_plugin::types::{Lane, LaneAnswer, LaneRequest, PriceRequest, ServicePrice};
use waybill_plugin::{LaneEngine, RateEngine, Result, error, register};

/// The engine, as registered.
#[derive(Debug)]
pub struct ZoneRates;

register!(rate_engine ZoneRates, lane_engine);

impl LaneEngine for ZoneRates {
    fn price_lane(lane: &Lane, request: &LaneRequest) -> Result<LaneAnswer> {
        lanes::price(lane, request)
    }
}

impl RateEngine for ZoneRates {
    fn price(card: &str, request: &PriceRequest) -> Result<Vec<ServicePrice>> {
        let card = card::Card::read(card).map_err(|fault| {
            error::internal(format!("the rate card could not be read: {fault}"))
        })?;
        pricing::price(&card, request)
    }

    fn check(card: &str) -> Result<()> {
        check::check(card)
    }
}
