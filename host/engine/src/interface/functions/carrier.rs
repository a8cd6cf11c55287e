//! Host calls to carrier plugins.

use super::call;
use crate::{
    interface::{
        answers,
        bindings::carrier::exports::waybill::carrier1_2_0::rating_by_account as by_account, wit::*,
    },
    policy::limits::{MAX_ARGUMENTS, MAX_FILE, MAX_REQUEST},
};

call!(ListServices() -> plain Vec<Service>, ListServices = services.call_list_services |call| (),
    |call, answer| answers::services(answer));

call!(Rates(Consignment) -> Vec<Rate>, Rates = rating.call_rates |call| (&call.0),
    |call, answer| answers::rates(&call.0.currency, answer));

call!(RatesByAccount(Vec<AskedAccount>, Consignment) -> plain Vec<Result<Vec<Rate>, PluginError>>, through as_rates,
    RatesByAccount = rating_by_account.call_rates_by_account |call| (&call.0, &call.1),
    |call, answer| answers::rates_by_account(call.0.len(), &call.1.currency, answer));

/// Converts each account's rates to the records of `rating`.
fn as_rates(
    answers: Vec<Result<Vec<by_account::Rate>, PluginError>>,
) -> Vec<Result<Vec<Rate>, PluginError>> {
    let charge = |by_account::Charge {
                      code,
                      description,
                      amount,
                      tax,
                      additional,
                  }| Charge {
        code,
        description,
        amount,
        tax,
        additional,
    };
    let rate = |rate: by_account::Rate| Rate {
        service_code: rate.service_code,
        service_name: rate.service_name,
        charges: rate.charges.into_iter().map(charge).collect(),
        transit_days: rate.transit_days,
        cut_off: rate.cut_off,
        carrier_quote: rate.carrier_quote,
    };
    answers
        .into_iter()
        .map(|answer| answer.map(|rates| rates.into_iter().map(rate).collect()))
        .collect()
}

call!(Book(BookRequest) -> Booked, Book = shipping.call_book |call| (&call.0),
    |call, answer| answers::booked(&call.0.consignment.reference, answer));

call!(Find(String) -> Option<Booked>, Find = shipping.call_find |call| (&call.0),
    |call, answer| answer.as_ref().map_or(Ok(()), |found| answers::booked(&call.0, found)));

call!(Label(BookRequest, Booked) -> File, Label = shipping.call_label |call| (&call.0, &call.1),
    |call, answer| answers::file(answer));

call!(Cancel(Booked) -> (), Cancel = shipping.call_cancel |call| (&call.0));

call!(Manifest(ManifestRequest) -> Manifested, Manifest = manifesting.call_manifest |call| (&call.0),
    |call, answer| answers::manifested(answer));

call!(
    Track(Vec<Booked>) -> Vec<Tracked>,
    Track = tracking.call_track | call | (&call.0),
    |call, answer| answers::tracked(&call.0, answer)
);

call!(BookPickup(PickupRequest) -> Picked, BookPickup = pickup.call_book_pickup |call| (&call.0),
    |call, answer| answers::picked(answer));

call!(CancelPickup(Picked) -> (), CancelPickup = pickup.call_cancel_pickup |call| (&call.0));

call!(ReadTrackingPush(WebRequest) -> Vec<Tracked>, at most MAX_REQUEST,
    ReadPush = tracking_push.call_read_push |call| (&call.0),
    |call, answer| answers::pushed(answer));

call!(ReadInvoice(File) -> CarrierInvoice, at most MAX_FILE,
    ReadInvoice = invoice_file.call_read_invoice |call| (&call.0),
    |call, answer| answers::invoice(answer));

call!(CheckAddress(Address) -> Verdict, CheckAddress = address_check.call_check_address |call| (&call.0),
    |call, answer| answers::verdict(answer));
