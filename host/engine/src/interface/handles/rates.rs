//! Typed handle of rate engines.

use super::{Answer, optional};
use crate::{
    Ability, CallContext, Kind, Plugin,
    call::call,
    interface::{functions as f, wit},
};

impl Plugin {
    pub fn rate_engine(&self) -> Option<RateEngine> {
        (self.manifest().kind == Kind::RateEngine).then(|| RateEngine(self.clone()))
    }
}

#[derive(Clone)]
pub struct RateEngine(Plugin);

impl RateEngine {
    pub fn plugin(&self) -> &Plugin {
        &self.0
    }

    pub async fn price(
        &self,
        context: CallContext,
        card: String,
        request: wit::PriceRequest,
    ) -> Answer<Vec<wit::ServicePrice>> {
        call(&self.0, context, f::Price(card, request)).await
    }

    /// `None` if the engine reads only its own card format.
    pub async fn price_lane(
        &self,
        context: CallContext,
        lane: wit::Lane,
        request: wit::LaneRequest,
    ) -> Answer<Option<wit::LaneAnswer>> {
        optional(
            &self.0,
            Ability::LanePricing,
            context,
            f::PriceLane(lane, request),
        )
        .await
    }

    /// `InvalidInput` names each wrong member.
    pub async fn check(&self, context: CallContext, card: String) -> Answer<()> {
        call(&self.0, context, f::Check(card)).await
    }
}
