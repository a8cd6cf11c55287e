//! Rate engines that a guest's call reaches: they run nested in it.

use crate::{
    call::{executor::Executor, loaded::Loaded, nested},
    interface::{
        calls::{Price, PriceLane},
        wit::{Lane, LaneAnswer, LaneRequest, PriceRequest, ServicePrice},
    },
    kind::Kind,
    sandbox::{
        context::CallContext,
        rate_engines::{Priced, RateEngineId, RateEngines},
    },
};
use std::sync::Arc;

impl Executor {
    fn rate_engine(&self, engine: RateEngineId<'_>) -> Option<Arc<Loaded>> {
        self.loaded_as(engine.plugin, engine.version)
            .filter(|plugin| plugin.manifest.kind == Kind::RateEngine)
    }
}

impl RateEngines for Executor {
    fn price_card<'a>(
        self: Arc<Self>,
        engine: RateEngineId<'a>,
        context: CallContext,
        card: String,
        request: PriceRequest,
    ) -> Priced<'a, Vec<ServicePrice>> {
        Box::pin(async move {
            let engine = self.rate_engine(engine)?;
            Some(nested(&self, &engine, context, Price(card, request)).await)
        })
    }

    fn price_lane<'a>(
        self: Arc<Self>,
        engine: RateEngineId<'a>,
        context: CallContext,
        lane: Lane,
        request: LaneRequest,
    ) -> Priced<'a, LaneAnswer> {
        Box::pin(async move {
            let engine = self.rate_engine(engine)?;
            Some(nested(&self, &engine, context, PriceLane(lane, request)).await)
        })
    }
}
