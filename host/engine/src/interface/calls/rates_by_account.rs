//! Records of `rating-by-account`, which are those of `rating` under other names.

use crate::interface::{
    bindings::carrier::exports::waybill::carrier1_2_0::rating_by_account as by_account,
    wit::{Charge, PluginError, Rate},
};

/// Converts each account's rates to the records of `rating`.
pub(super) fn as_rates(
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
