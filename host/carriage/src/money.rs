//! Amounts of money: exact decimals, tax rounded per line, totals as sums of rounded lines.

use std::iter::Sum;
use std::ops::{Add, Neg, Sub};

use rust_decimal::{Decimal, RoundingStrategy, prelude::ToPrimitive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use data::{FieldError, message};

/// Both databases hold the sum of 90,000 such amounts.
pub const LIMIT: i64 = 10_000_000_000;

/// Minor units by which rounding can change a tax.
const MAX_ROUNDING_UNITS: i64 = 2;
const MIN_TAX_PERCENT: Decimal = Decimal::from_parts(1, 0, 0, false, 4);

/// Decimal places (ISO 4217).
pub fn minor_units(currency: &str) -> u32 {
    match currency.to_ascii_uppercase().as_str() {
        "BIF" | "CLP" | "DJF" | "GNF" | "ISK" | "JPY" | "KMF" | "KRW" | "PYG" | "RWF" | "UGX"
        | "VND" | "VUV" | "XAF" | "XOF" | "XPF" => 0,
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        _ => 2,
    }
}

/// To the minor unit, halves away from zero.
pub fn round(value: Decimal, currency: &str) -> Decimal {
    value.round_dp_with_strategy(
        minor_units(currency),
        RoundingStrategy::MidpointAwayFromZero,
    )
}

/// Smallest unit; none above 64 bits.
pub fn to_minor(value: Decimal, currency: &str) -> Option<i64> {
    let scale = Decimal::from(10_i64.pow(minor_units(currency)));
    round(value, currency).checked_mul(scale)?.to_i64()
}

pub fn from_minor(minor: i64, currency: &str) -> Decimal {
    Decimal::new(minor, minor_units(currency))
}

/// Rejects an implausibly large amount.
pub fn check(value: Decimal, member: &str) -> Result<(), FieldError> {
    if value.abs() > Decimal::from(LIMIT) {
        return Err(FieldError::new(
            member,
            message!("must be between -{limit} and {limit}", limit = LIMIT),
        ));
    }
    Ok(())
}

/// Tax of a tax-exclusive amount, rounded to the minor unit.
pub fn tax(net: Decimal, percent: Decimal, currency: &str) -> Decimal {
    round(net.saturating_mul(percent) / Decimal::ONE_HUNDRED, currency)
}

/// An amount before tax, its tax, and both together.
#[data::wire]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Amount {
    pub tax_exclusive_amount: Decimal,
    pub tax: Decimal,
    pub total: Decimal,
}

impl Amount {
    pub const ZERO: Self = Self {
        tax_exclusive_amount: Decimal::ZERO,
        tax: Decimal::ZERO,
        total: Decimal::ZERO,
    };

    /// Rounds the tax-exclusive amount first, then its tax (`percent` is 10 for 10 %).
    pub fn line(net: Decimal, percent: Decimal, currency: &str) -> Self {
        let net = round(net, currency);
        let tax = tax(net, percent, currency);
        Self {
            tax_exclusive_amount: net,
            tax,
            total: net.saturating_add(tax),
        }
    }

    pub fn line_including_tax(total: Decimal, percent: Decimal, currency: &str) -> Self {
        let total = round(total, currency);
        let parts = Decimal::ONE_HUNDRED.saturating_add(percent);
        // A tax of -100 % has no inverse; the total then counts as untaxed.
        let tax = if parts.is_zero() {
            Decimal::ZERO
        } else {
            round(total.saturating_mul(percent) / parts, currency)
        };
        Self {
            tax_exclusive_amount: total.saturating_sub(tax),
            tax,
            total,
        }
    }

    /// Returns the rate of the tax: the usual one if only rounding differs, or the shortest rate
    /// that gives the tax. Without tax: zero-rated. A tax is no rounding of a rate of zero.
    pub fn tax_percent(self, usual: Decimal, currency: &str) -> Decimal {
        let net = self.tax_exclusive_amount;
        if self.tax.is_zero() {
            return Decimal::ZERO;
        }
        let by_rate = net.saturating_mul(usual) / Decimal::ONE_HUNDRED;
        let rounding = from_minor(MAX_ROUNDING_UNITS, currency);
        let is_usual = !usual.is_zero() && (self.tax - by_rate).abs() <= rounding;
        if is_usual || net.is_zero() || net.is_sign_negative() != self.tax.is_sign_negative() {
            return usual;
        }
        let ratio = self.tax.saturating_mul(Decimal::ONE_HUNDRED) / net;
        (0..=2)
            .map(|digits| ratio.round_dp(digits))
            .find(|percent| tax(net, *percent, currency) == self.tax)
            .unwrap_or_else(|| ratio.round_dp(4).max(MIN_TAX_PERCENT))
            .normalize()
    }

    pub fn untaxed(net: Decimal, currency: &str) -> Self {
        Self::line(net, Decimal::ZERO, currency)
    }
}

impl Add for Amount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            tax_exclusive_amount: self
                .tax_exclusive_amount
                .saturating_add(other.tax_exclusive_amount),
            tax: self.tax.saturating_add(other.tax),
            total: self.total.saturating_add(other.total),
        }
    }
}

impl Neg for Amount {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            tax_exclusive_amount: -self.tax_exclusive_amount,
            tax: -self.tax,
            total: -self.total,
        }
    }
}

impl Sub for Amount {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Self>>(lines: I) -> Self {
        lines.fold(Self::ZERO, Self::add)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn halves_round_away_from_zero() {
        assert_eq!(round(decimal("1.005"), "AUD"), decimal("1.01"));
        assert_eq!(round(decimal("-1.005"), "AUD"), decimal("-1.01"));
        assert_eq!(round(decimal("0.5"), "jpy"), decimal("1"));
        assert_eq!(round(decimal("0.0005"), "KWD"), decimal("0.001"));
    }

    #[test]
    fn tax_is_of_the_rounded_line() {
        let line = Amount::line(decimal("12.345"), decimal("10"), "AUD");
        assert_eq!(
            (line.tax_exclusive_amount, line.tax, line.total),
            (decimal("12.35"), decimal("1.24"), decimal("13.59"))
        );
        let paid = Amount::line_including_tax(decimal("110"), decimal("10"), "AUD");
        assert_eq!(
            (paid.tax_exclusive_amount, paid.tax, paid.total),
            (decimal("100"), decimal("10"), decimal("110"))
        );
        let lines = [Amount::line(decimal("0.05"), decimal("10"), "AUD"); 3];
        assert_eq!(
            lines.into_iter().sum::<Amount>().tax,
            decimal("0.03"),
            "three cents, not the 0.02 of one sum"
        );
    }

    #[test]
    fn minor_units_go_both_ways() {
        assert_eq!(to_minor(decimal("12.34"), "AUD"), Some(1234));
        assert_eq!(to_minor(decimal("1234"), "JPY"), Some(1234));
        assert_eq!(to_minor(decimal("1.2345"), "BHD"), Some(1235));
        assert_eq!(to_minor(Decimal::MAX, "AUD"), None);
        assert_eq!(from_minor(-5, "AUD"), decimal("-0.05"));
    }

    #[test]
    fn a_given_tax_determines_its_rate() {
        let of = |net: &str, tax: &str, usual: &str, currency: &str| {
            let (net, tax) = (decimal(net), decimal(tax));
            let amount = Amount {
                tax_exclusive_amount: net,
                tax,
                total: net + tax,
            };
            amount.tax_percent(decimal(usual), currency)
        };
        for (net, tax, usual, currency, percent) in [
            ("100", "10.01", "10", "AUD", "10"),
            ("100", "15", "10", "AUD", "15"),
            ("100", "0", "10", "AUD", "0"),
            ("0", "5", "10", "AUD", "10"),
            ("300", "37", "10", "AUD", "12.3333"),
            ("5.55", "0.83", "10", "AUD", "15"),
            ("105", "11", "10", "JPY", "10"),
            ("1005", "151", "10", "JPY", "15"),
            ("1", "0.102", "10", "KWD", "10"),
            ("1", "0.11", "10", "KWD", "11"),
            ("0.20", "0.02", "0", "AUD", "10"),
            ("100", "0.02", "0", "AUD", "0.02"),
            ("100", "0", "0", "AUD", "0"),
        ] {
            let actual = of(net, tax, usual, currency);
            let name = format!("{tax} of {net} {currency}, usually {usual} %");
            assert_eq!(actual, decimal(percent), "{name}");
        }
    }

    #[test]
    fn is_written_as_numbers() {
        let text =
            serde_json::to_string(&Amount::line(decimal("100"), decimal("10"), "AUD")).unwrap();
        assert_eq!(text, r#"{"taxExclusiveAmount":100,"tax":10,"total":110}"#);
        assert!(check(decimal("10000000000.01"), "amount").is_err());
    }

    proptest! {
        #[test]
        fn the_parts_make_the_whole(
            tenths in prop::collection::vec(-10_000_000_000i64..10_000_000_000, 0..20),
            percent in 0i64..4000,
        ) {
            let percent = Decimal::new(percent, 2);
            let line = |&tenths: &i64| Amount::line(Decimal::new(tenths, 3), percent, "AUD");
            let lines: Vec<Amount> = tenths.iter().map(line).collect();
            let sum: Amount = lines.iter().copied().sum();
            prop_assert_eq!(sum.tax_exclusive_amount + sum.tax, sum.total);
            prop_assert_eq!(sum.total, lines.iter().map(|line| line.total).sum::<Decimal>());
            prop_assert_eq!(sum - sum, Amount::ZERO);
            for line in lines {
                prop_assert!(line.total.scale() <= 2 || line.total.normalize().scale() <= 2);
                let expected = line.tax_exclusive_amount * percent / Decimal::ONE_HUNDRED;
                prop_assert!((line.tax - expected).abs() <= Decimal::new(5, 3), "the tax is within half a cent");
                let paid = Amount::line_including_tax(line.total, percent, "AUD");
                prop_assert_eq!(paid.tax_exclusive_amount + paid.tax, line.total);
                prop_assert!((paid.tax - line.tax).abs() <= Decimal::new(1, 2));
            }
        }

        #[test]
        fn minor_amounts_come_back(minor in any::<i32>(), currency in prop_oneof!["AUD", "JPY", "KWD"]) {
            prop_assert_eq!(to_minor(from_minor(minor.into(), &currency), &currency), Some(minor.into()));
        }

        #[test]
        fn no_amount_breaks_it(mantissa in any::<i128>(), scale in 0u32..=28, percent in any::<i64>()) {
            let value = Decimal::try_from_i128_with_scale(mantissa >> 32, scale).unwrap_or(Decimal::MAX);
            let percent = Decimal::from(percent);
            let _ = Amount::line(value, percent, "AUD") + Amount::line_including_tax(value, percent, "AUD");
            let _ = to_minor(value, "AUD");
        }
    }
}
