//! Rates that change an amount: a percentage, a fixed amount, or a replacement.

use data::{FieldError, TextEnum, message};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Calculation method of a rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, TextEnum)]
pub enum CalcMethod {
    /// Percent of the amount.
    Percentage,
    /// An amount in the tenant's base currency, once per consignment.
    Fixed,
    /// The new amount itself.
    Override,
}

/// A calculation method and its value.
#[data::wire]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkupRate {
    pub calc_method: CalcMethod,
    /// Percent, or an amount before tax in the tenant's base currency.
    pub value: Decimal,
}

const MAX_PERCENT: i64 = 1000;
const MAX_AMOUNT: i64 = 1_000_000;
const MAX_DECIMALS: u32 = 4;

/// Validates a markup, which can be negative.
pub fn check_markup(rate: &MarkupRate, member: &str) -> Option<FieldError> {
    let (least, most) = match rate.calc_method {
        CalcMethod::Percentage => (-100, MAX_PERCENT),
        CalcMethod::Fixed => (-MAX_AMOUNT, MAX_AMOUNT),
        CalcMethod::Override => (0, MAX_AMOUNT),
    };
    check(rate.value, least, most, member)
}

/// Validates a promo code's discount.
pub fn check_discount(rate: &MarkupRate, member: &str) -> Option<FieldError> {
    let max = if rate.calc_method == CalcMethod::Percentage {
        100
    } else {
        MAX_AMOUNT
    };
    check(rate.value, 0, max, member)
}

fn check(value: Decimal, least: i64, limit: i64, member: &str) -> Option<FieldError> {
    let range = Decimal::from(least)..=Decimal::from(limit);
    let is_good = range.contains(&value) && value.normalize().scale() <= MAX_DECIMALS;
    let said = || {
        message!(
            "must be from {min} to {max}, with at most {decimals} decimals",
            min = least,
            max = limit,
            decimals = MAX_DECIMALS
        )
    };
    (!is_good).then(|| FieldError::new(format!("{member}.value"), said()))
}
