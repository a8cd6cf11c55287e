//! Exact decimal numbers of up to six places, for prices and measures on the wire: no binary
//! fractions anywhere.

use core::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

const ONE: i64 = 1_000_000;

/// A decimal number in millionths, up to about ±9.2 million million.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decimal(i64);

impl Decimal {
    pub const ZERO: Self = Self(0);

    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    pub const fn micros(self) -> i64 {
        self.0
    }

    /// A whole number; `None` when it is out of range.
    pub fn from_integer(number: i64) -> Option<Self> {
        number.checked_mul(ONE).map(Self)
    }

    /// Parses `12`, `12.5`, `-0.125`; rejects more than six places, exponents and separators.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let fraction_is_bare = digits.len() != whole.len() && fraction.is_empty();
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || fraction_is_bare || !is_number(whole) || !is_number(fraction) {
            return Err("must be a plain decimal number, such as 12.50");
        }
        let (kept, beyond) = fraction.split_at(fraction.len().min(6));
        if beyond.bytes().any(|byte| byte != b'0') {
            return Err("has more than six decimal places");
        }
        let mut micros: i64 = 0;
        for byte in whole
            .bytes()
            .chain(kept.bytes())
            .chain(core::iter::repeat_n(b'0', 6 - kept.len()))
        {
            micros = micros
                .checked_mul(10)
                .and_then(|micros| micros.checked_add(i64::from(byte - b'0')))
                .ok_or("is out of range")?;
        }
        Ok(Self(if negative { -micros } else { micros }))
    }

    /// The amount in a currency's smallest unit, rounded half away from zero.
    pub fn to_minor(self, minor_digits: u32) -> i64 {
        let minor = round_div(
            i128::from(self.0) * 10_i128.pow(minor_digits.min(6)),
            i128::from(ONE),
        );
        i64::try_from(minor).unwrap_or(if self.0 < 0 { i64::MIN } else { i64::MAX })
    }

    /// This many percent of an amount in minor units, rounded half away from zero.
    pub fn percent_of(self, minor: i64) -> i64 {
        let share = round_div(
            i128::from(self.0) * i128::from(minor),
            i128::from(ONE) * 100,
        );
        i64::try_from(share).unwrap_or(if share < 0 { i64::MIN } else { i64::MAX })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let micros = self.0.unsigned_abs();
        let (whole, fraction) = (micros / ONE.unsigned_abs(), micros % ONE.unsigned_abs());
        if fraction == 0 {
            write!(out, "{sign}{whole}")
        } else {
            let places = format!("{fraction:06}");
            write!(out, "{sign}{whole}.{}", places.trim_end_matches('0'))
        }
    }
}

impl Serialize for Decimal {
    /// A JSON number with exactly these digits.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw = RawValue::from_string(self.to_string()).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    /// A JSON number, or a string holding one, read digit by digit.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        let text = raw
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'))
            .unwrap_or(raw);
        Self::parse(text).map_err(D::Error::custom)
    }
}

/// Divides, rounding half away from zero; `divisor` is positive.
pub const fn round_div(number: i128, divisor: i128) -> i128 {
    let (quotient, remainder) = (number / divisor, number % divisor);
    if remainder.unsigned_abs() * 2 >= divisor.unsigned_abs() {
        quotient + number.signum()
    } else {
        quotient
    }
}

/// Number of decimal places of a currency's smallest unit (ISO 4217).
pub fn minor_digits(currency: &str) -> u32 {
    match currency {
        "BIF" | "CLP" | "DJF" | "GNF" | "ISK" | "JPY" | "KMF" | "KRW" | "PYG" | "RWF" | "UGX"
        | "UYI" | "VND" | "VUV" | "XAF" | "XOF" | "XPF" => 0,
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).expect("a number")
    }

    #[test]
    fn reads_and_writes_the_same_digits() {
        for text in [
            "0",
            "12",
            "12.5",
            "-0.125",
            "0.000001",
            "9223372036854.775807",
        ] {
            assert_eq!(decimal(text).to_string(), text);
        }
        assert_eq!(decimal("1.50").to_string(), "1.5");
        assert_eq!(decimal("1.5000000").to_string(), "1.5");
    }

    #[test]
    fn refuses_what_is_not_a_plain_decimal() {
        for text in [
            "",
            ".5",
            "5.",
            "1e3",
            "1,000",
            "+1",
            " 1",
            "--1",
            "1.2.3",
            "0.0000001",
            "9223372036854.775808",
        ] {
            assert!(Decimal::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn rounds_half_away_from_zero() {
        assert_eq!(decimal("1.005").to_minor(2), 101);
        assert_eq!(decimal("-1.005").to_minor(2), -101);
        assert_eq!(decimal("1.004999").to_minor(2), 100);
        assert_eq!(decimal("99.5").to_minor(0), 100);
        assert_eq!(decimal("10").percent_of(1_005), 101);
        assert_eq!(decimal("12.5").percent_of(-1_004), -126);
        assert_eq!(decimal("12.5").percent_of(1_003), 125);
    }

    #[test]
    fn travels_as_a_json_number_or_text() {
        #[derive(Deserialize, Serialize)]
        struct Price {
            amount: Decimal,
        }
        for json in [r#"{"amount":13.29}"#, r#"{"amount":"13.29"}"#] {
            let price: Price = serde_json::from_str(json).expect("a price");
            assert_eq!(price.amount.to_minor(2), 1_329);
            assert_eq!(
                serde_json::to_string(&price).expect("JSON"),
                r#"{"amount":13.29}"#
            );
        }
        assert!(serde_json::from_str::<Price>(r#"{"amount":true}"#).is_err());
    }

    #[test]
    fn knows_currencies_without_cents() {
        assert_eq!(
            (
                minor_digits("AUD"),
                minor_digits("JPY"),
                minor_digits("KWD")
            ),
            (2, 0, 3)
        );
    }
}
