//! Lane matrix: rates of a service and method on a day, as one table.

pub mod load;
pub mod save;

use data::Save;
use web::Routes;

use crate::access::{FEATURE, RATES, RATES_EDIT};

pub(crate) fn table() -> Routes {
    Routes::new("/api/rates/rate")
        .feature(FEATURE)
        .get("matrix", RATES, crate::matrix::load::matrix)
        .put(
            "matrix",
            Save::with_permission(RATES_EDIT),
            crate::matrix::save::save,
        )
}
