//! Numbers and steps of an explanation as people read them.

use super::{AMOUNT, ONE, UNIT};
use crate::types::Method;

/// Ten-thousandths with no more digits than they have: `12.5`.
pub fn plain(ten_thousandths: i64) -> String {
    digits(ten_thousandths.into(), ONE.into(), 4)
}

/// A quantity, to four places.
pub fn quantity(quantity: i128) -> String {
    digits(quantity, UNIT, 4)
}

/// An amount, to four places.
pub fn amount(amount: i128) -> String {
    digits(amount, AMOUNT, 4)
}

fn digits(number: i128, one: i128, places: u32) -> String {
    let scale = 10_i128.pow(places);
    let scaled = crate::decimal::round_div(number.saturating_mul(scale), one);
    let sign = if scaled < 0 { "-" } else { "" };
    let (whole, rest) = (
        scaled.unsigned_abs() / scale.unsigned_abs(),
        scaled.unsigned_abs() % scale.unsigned_abs(),
    );
    let text = format!("{sign}{whole}.{rest:04}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// Formats a quantity of a method: `12.5 kg`, `1 item`.
pub fn counted(number: i128, method: Method) -> String {
    let (one, more) = match method {
        Method::Flat | Method::PerKg => ("kg", "kg"),
        Method::PerItem => ("item", "items"),
        Method::PerPallet => ("pallet", "pallets"),
        Method::PerCubicMetre => ("m³", "m³"),
        Method::PerKm => ("km", "km"),
        Method::PerHour => ("hour", "hours"),
    };
    format!(
        "{} {}",
        quantity(number),
        if number == UNIT { one } else { more }
    )
}
