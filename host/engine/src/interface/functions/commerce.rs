//! Host calls to shop platform plugins.

use super::call;
use crate::{
    interface::{answers, wit::*},
    policy::limits::{MAX_ARGUMENTS, MAX_REQUEST},
};

call!(
    ListOrders(Option<String>) -> OrderPage,
    ListOrders = orders.call_list_orders | call | (call.0.as_deref()),
    |call, answer| answers::order_page(call.0.as_deref(), answer)
);

call!(WriteTracking(Fulfilled) -> String, WriteTracking = fulfilment.call_write_tracking |call| (&call.0),
    |call, answer| answers::name("the shop's id of the fulfilment", answer));

call!(ReadCheckout(WebRequest) -> Checkout, at most MAX_REQUEST,
    ReadCheckout = checkout_rates.call_read_checkout |call| (&call.0),
    |call, answer| answers::checkout(answer));

call!(
    WriteOptions(Checkout, Vec<ShippingOption>) -> WebResponse,
    WriteOptions = checkout_rates.call_write_options | call | (&call.0, &call.1),
    |call, answer| answers::response(answer)
);

call!(ReadConfiguration() -> Option<Configuration>,
    ReadConfiguration = carrier_service.call_read_configuration |call| (),
    |call, answer| answer.as_ref().map_or(Ok(()), answers::configuration));

call!(Configure(String, bool) -> Configuration,
    Configure = carrier_service.call_configure |call| (&call.0, call.1),
    |call, answer| answers::configuration(answer));

call!(Unconfigure() -> (), Unconfigure = carrier_service.call_unconfigure |call| ());

call!(ReadShopPush(WebRequest) -> Vec<Notice>, at most MAX_REQUEST,
    ReadPush = shop_push.call_read_push |call| (&call.0),
    |call, answer| answers::notices(answer));
