//! What is done to an amount: a percentage, a fixed amount, or another amount in its place.

use kernel::{FieldError, Words, message};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a rate's value is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Words)]
pub enum CalcMethod {
    /// Percent of the amount.
    Percentage,
    /// An amount in the tenant's base currency, once for a consignment.
    Fixed,
    /// The amount itself, whatever it was before.
    Override,
}

/// A way of calculating and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkupRate {
    pub calc_method: CalcMethod,
    /// Percent, or an amount before tax in the tenant's base currency.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub value: Decimal,
}

const MAX_PERCENT: i64 = 1000;
const MAX_AMOUNT: i64 = 1_000_000;
/// Digits after the point.
const MAX_DECIMALS: u32 = 4;

/// What is wrong with the rate of a markup. One that takes something off is a markup as well.
pub fn check_markup(rate: &MarkupRate, member: &str) -> Option<FieldError> {
    let (least, most) = match rate.calc_method {
        CalcMethod::Percentage => (-100, MAX_PERCENT),
        CalcMethod::Fixed => (-MAX_AMOUNT, MAX_AMOUNT),
        CalcMethod::Override => (0, MAX_AMOUNT),
    };
    check(rate.value, least, most, member)
}

/// What is wrong with the rate of a promo code, which takes something off.
pub fn check_discount(rate: &MarkupRate, member: &str) -> Option<FieldError> {
    let most = if rate.calc_method == CalcMethod::Percentage {
        100
    } else {
        MAX_AMOUNT
    };
    check(rate.value, 0, most, member)
}

fn check(value: Decimal, least: i64, most: i64, member: &str) -> Option<FieldError> {
    let range = Decimal::from(least)..=Decimal::from(most);
    let is_good = range.contains(&value) && value.normalize().scale() <= MAX_DECIMALS;
    let said = || {
        message!(
            "must be from {min} to {max}, with at most {decimals} decimals",
            min = least,
            max = most,
            decimals = MAX_DECIMALS
        )
    };
    (!is_good).then(|| FieldError::new(format!("{member}.value"), said()))
}
