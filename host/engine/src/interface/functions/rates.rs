//! Host calls to rate engines.

use super::call;
use crate::{
    interface::{answers, wit::*},
    policy::limits::{MAX_ARGUMENTS, MAX_CARD},
};

call!(Price(String, PriceRequest) -> Vec<ServicePrice>, at most MAX_ARGUMENTS + MAX_CARD,
    Price = rate_engine.call_price |call| (&call.0, &call.1),
    |call, said| answers::prices(&call.1.currency, said));

call!(PriceLane(Lane, LaneRequest) -> LaneAnswer, PriceLane = lane_engine.call_price_lane |call| (&call.0, &call.1),
    |call, said| answers::lane(&call.0, said));

call!(Check(String) -> (), at most MAX_CARD, Check = rate_engine.call_check |call| (&call.0));
