//! Host calls to card payment plugins.

use super::call;
use crate::{
    interface::{answers, wit::*},
    policy::limits::{MAX_ARGUMENTS, MAX_REQUEST},
};

call!(ClientToken() -> String, ClientToken = gateway.call_client_token |call| (),
    |call, answer| answers::client_token(answer));

call!(Charge(PaymentRequest) -> Transaction, Charge = gateway.call_charge |call| (&call.0),
    |call, answer| answers::charged(&call.0, answer));

call!(FindTransaction(String) -> Option<Transaction>, Find = gateway.call_find |call| (&call.0),
    |call, answer| answer.as_ref().map_or(Ok(()), |found| answers::found_transaction(&call.0, found)));

call!(Refund(String, Money, String) -> Transaction,
    Refund = gateway.call_refund |call| (&call.0, &call.1, &call.2),
    |call, answer| answers::refunded(&call.0, &call.1, answer));

call!(Authorise(PaymentRequest) -> Transaction, Authorise = authorisation.call_authorise |call| (&call.0),
    |call, answer| answers::charged(&call.0, answer));

call!(Capture(String, Money) -> Transaction, Capture = authorisation.call_capture |call| (&call.0, &call.1),
    |call, answer| answers::captured(&call.0, &call.1, answer));

call!(Void(String) -> Transaction, Void = authorisation.call_void |call| (&call.0),
    |call, answer| answers::voided(&call.0, answer));

call!(ReadPaymentPush(WebRequest) -> Vec<Transaction>, at most MAX_REQUEST,
    ReadPush = payment_push.call_read_push |call| (&call.0),
    |call, answer| answers::pushed_transactions(answer));
