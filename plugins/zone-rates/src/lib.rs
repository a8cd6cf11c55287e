//! The zone rate engine: prices by zone, service and rate, with breaks, minimums, surcharges and a
//! fuel levy.
//!
//! Rates stored as rows are priced by lane: [`lanes`]. The alternative is a card in the engine's
//! own format. The README has the format and the rules. [`card`] parses it fast, because every
//! quote does; [`zones`] finds the zones of addresses; [`pricing`] computes prices; [`check`]
//! validates a card before it is saved.

pub mod card;
pub mod check;
pub mod lanes;
pub mod measures;
pub mod pricing;
pub mod zones;

use waybill_plugin::types::{Lane, LaneAnswer, LaneRequest, PriceRequest, ServicePrice};
use waybill_plugin::{LaneEngine, RateEngine, Result, error, register};

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
