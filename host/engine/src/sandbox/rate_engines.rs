//! Rate engines as a guest's call reaches them: they are plugins too, and the call layer runs them.

use std::sync::Arc;

use carriage::PluginFault;
use futures_util::future::BoxFuture;

use crate::{
    interface::wit::{Lane, LaneAnswer, LaneRequest, PriceRequest, ServicePrice},
    sandbox::context::CallContext,
};

/// A rate engine by id, in the version that the tenant is pinned to.
#[derive(Clone, Copy)]
pub(crate) struct RateEngineId<'a> {
    pub(crate) plugin: &'a str,
    /// `None` for the active version.
    pub(crate) version: Option<&'a str>,
}

/// The answer is `None` if no such rate engine is loaded.
pub(crate) type Priced<'a, T> = BoxFuture<'a, Option<Result<T, PluginFault>>>;

/// Prices inside another plugin's call, within its permit and deadline.
pub(crate) trait RateEngines: Send + Sync {
    fn price_card<'a>(
        self: Arc<Self>,
        engine: RateEngineId<'a>,
        context: CallContext,
        card: String,
        request: PriceRequest,
    ) -> Priced<'a, Vec<ServicePrice>>;

    fn price_lane<'a>(
        self: Arc<Self>,
        engine: RateEngineId<'a>,
        context: CallContext,
        lane: Lane,
        request: LaneRequest,
    ) -> Priced<'a, LaneAnswer>;
}
