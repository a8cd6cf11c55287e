//! Exact decimals as JSON numbers, written as short as possible.
//!
//! [`wire`](macro@crate::wire) applies it to the members of a struct. Exact to 15 digits; numbers
//! sent as text are accepted.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

pub fn serialize<S: Serializer>(value: &Decimal, target: S) -> Result<S::Ok, S::Error> {
    if let Ok(digits) = i64::try_from(value.mantissa())
        && digits.unsigned_abs() <= MAX_EXACT
        && let Some(ten) = TENS.get(value.scale() as usize)
    {
        // Both are exact as floats, so their quotient is the nearest float.
        let (units, number) = (10_i64.pow(value.scale()), digits as f64 / ten);
        return match digits % units {
            0 => target.serialize_i64(digits / units),
            _ => target.serialize_f64(number),
        };
    }
    let value = value.normalize();
    match value.to_i64() {
        Some(whole) if value.scale() == 0 => target.serialize_i64(whole),
        _ => target.serialize_f64(to_nearest_f64(value)),
    }
}

/// Largest integer up to which every whole number is a float.
const MAX_EXACT: u64 = 1 << 53;
const TENS: [f64; 9] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];

/// Decimal's own conversion divides in binary and may be off by one bit; parsing the digits is not.
fn to_nearest_f64(value: Decimal) -> f64 {
    // The digits of a decimal always parse, so the default is never used.
    value.to_string().parse().unwrap_or_default()
}

pub fn schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "number" })
}

pub mod option {
    use super::*;

    pub fn serialize<S: Serializer>(value: &Option<Decimal>, target: S) -> Result<S::Ok, S::Error> {
        struct Some<'a>(&'a Decimal);
        impl Serialize for Some<'_> {
            fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
                super::serialize(self.0, target)
            }
        }
        match value {
            None => target.serialize_none(),
            Option::Some(value) => target.serialize_some(&Some(value)),
        }
    }

    pub fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["number", "null"] })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_decimal::Decimal;
    use serde::{Deserialize, Serialize};

    #[crate::wire]
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Price {
        net: Decimal,
        tax: Option<Decimal>,
    }

    fn written(net: &str) -> String {
        serde_json::to_string(&Price {
            net: net.parse().unwrap(),
            tax: None,
        })
        .unwrap()
    }

    #[test]
    fn the_digits_are_the_shortest() {
        for (text, digits) in [
            ("1234567.8901", "1234567.8901"),
            ("0.3", "0.3"),
            ("100.00", "100"),
            ("-0.10", "-0.1"),
            ("0.0000", "0"),
            ("9007199254740991", "9007199254740991"),
            ("-9007199254740.993", "-9007199254740.992"),
            ("90071992547409.9200", "90071992547409.92"),
            ("0.00012", "0.00012"),
        ] {
            assert_eq!(written(text), format!(r#"{{"net":{digits},"tax":null}}"#));
        }
        assert_eq!(
            written(
                &("0.1".parse::<Decimal>().unwrap() + "0.2".parse::<Decimal>().unwrap())
                    .to_string()
            ),
            r#"{"net":0.3,"tax":null}"#
        );
    }

    #[test]
    fn numbers_and_text_are_read() {
        let read = |text: &str| crate::case::from_json::<Price>(text.as_bytes()).unwrap();
        assert_eq!(
            read(r#"{"net":1234567.8901,"tax":"0.10"}"#),
            Price {
                net: "1234567.8901".parse().unwrap(),
                tax: Some("0.1".parse().unwrap())
            }
        );
        assert_eq!(
            read(r#"{"net":5}"#),
            Price {
                net: Decimal::from(5),
                tax: None
            }
        );
        assert_eq!(
            read(r#"{"net":1e2,"tax":null}"#),
            Price {
                net: Decimal::from(100),
                tax: None
            }
        );
    }

    proptest! {
        #[test]
        fn fifteen_digits_come_back(units in -999_999_999_999_999i64..=999_999_999_999_999, scale in 0u32..=8) {
            let price = Price { net: Decimal::new(units, scale), tax: Some(Decimal::new(-units, scale)) };
            let text = serde_json::to_string(&price).unwrap();
            prop_assert_eq!(&crate::case::from_json::<Price>(text.as_bytes()).unwrap(), &price);
            prop_assert_eq!(&serde_json::from_str::<Price>(&text).unwrap(), &price);
        }
    }
}
