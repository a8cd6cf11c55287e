//! Host calls to rate engines.

use super::call;
use crate::{
    interface::{answers, wit::*},
    policy::limits::{MAX_ARGUMENTS, MAX_CARD},
};

call!(Price(String, PriceRequest) -> Vec<ServicePrice>, at most MAX_ARGUMENTS + MAX_CARD,
    Price = rate_engine.call_price |call| (&call.0, &call.1),
    |call, answer| answers::prices(&call.1.currency, answer));

call!(PriceLane(Lane, LaneRequest) -> LaneAnswer, PriceLane = lane_engine.call_price_lane |call| (&call.0, &call.1),
    |call, answer| answers::lane(&call.0, answer));

call!(Check(String) -> (), at most MAX_CARD, Check = rate_engine.call_check |call| (&call.0));
