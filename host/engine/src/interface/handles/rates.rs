//! The functions of a rate engine.

use super::Answer;
use crate::{
    CallContext, Kind, Plugin,
    call::call,
    interface::{functions as f, wit},
};

impl Plugin {
    pub fn rate_engine(&self) -> Option<RateEngine> {
        (self.manifest().kind == Kind::RateEngine).then(|| RateEngine(self.clone()))
    }
}

/// The functions of a rate engine.
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

    /// Checks a card when it is saved; `InvalidInput` names each wrong member.
    pub async fn check(&self, context: CallContext, card: String) -> Answer<()> {
        call(&self.0, context, f::Check(card)).await
    }
}
