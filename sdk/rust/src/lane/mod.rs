//! Shared parts of rate engines of rows: measures, the freight of a rate, levies, rounding, days.
//!
//! All arithmetic uses exact integers: quantities in 1/[`UNIT`] of a rate's unit, amounts in
//! 1/[`AMOUNT`] of the currency. [`rounded`] converts to the currency's smallest unit once a line.

mod days;
mod freight;
mod levies;
mod measures;
mod price;
pub mod words;

pub use days::days;
pub use freight::{Freight, freight, rounded};
pub use levies::levies;
pub use measures::{Measures, is_pallet};
pub use price::{Charge, answer};

/// Ten-thousandths, in which the interface counts, that make one.
pub const ONE: i64 = 10_000;
/// Quantities: a gram is 10^10 of them per kilogram, a mm³ 10^4 of a m³, and a mm³ × ten-thousandth
/// of a kilogram is one.
pub const UNIT: i128 = 10_000_000_000_000;
/// Amounts: ten-thousandths times quantities.
pub const AMOUNT: i128 = UNIT * ONE as i128;

/// Ten-thousandths as a quantity.
pub const fn quantity(ten_thousandths: i64) -> i128 {
    ten_thousandths as i128 * (UNIT / ONE as i128)
}

/// Ten-thousandths of the currency as an amount.
pub const fn amount(ten_thousandths: i64) -> i128 {
    ten_thousandths as i128 * UNIT
}
