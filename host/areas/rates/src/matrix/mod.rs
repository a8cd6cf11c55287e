//! The lane matrix: the rates of one service and method on a day, from each zone to each, read and saved as a whole.

mod read;
mod save;

use kernel::{Routes, Save};

use crate::access::{FEATURE, RATES, RATES_EDIT};

pub(crate) fn table() -> Routes {
    Routes::at("/api/rates/rate")
        .feature(FEATURE)
        .get("matrix", RATES, read::matrix)
        .put("matrix", Save::by(RATES_EDIT), save::save)
}
