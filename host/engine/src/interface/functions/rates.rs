//! The functions of a rate engine.

use super::call;
use crate::{
    interface::{answers, wit::*},
    policy::limits::{ARGUMENTS_MOST, CARD_MOST},
};

call!(Price(String, PriceRequest) -> Vec<ServicePrice>, at most ARGUMENTS_MOST + CARD_MOST,
    Price = rate_engine.call_price |call| (&call.0, &call.1),
    |call, said| answers::prices(&call.1.currency, said));

call!(PriceLane(Lane, LaneRequest) -> LaneAnswer, PriceLane = lane_engine.call_price_lane |call| (&call.0, &call.1),
    |call, said| answers::lane(&call.0, said));

call!(Check(String) -> (), at most CARD_MOST, Check = rate_engine.call_check |call| (&call.0));
