//! Lane matrix: rates of one service and method on a day, zone by zone, read and saved as one
//! table.

mod read;
mod save;

use kernel::{Routes, Save};

use crate::access::{FEATURE, RATES, RATES_EDIT};

pub(crate) fn table() -> Routes {
    Routes::new("/api/rates/rate")
        .feature(FEATURE)
        .get("matrix", RATES, read::matrix)
        .put("matrix", Save::with_permission(RATES_EDIT), save::save)
}
