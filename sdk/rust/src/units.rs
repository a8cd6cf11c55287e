//! From Waybill's units (grams, millimetres, minor units) to what other sides count in, without
//! losing a digit.

use crate::Decimal;
use crate::decimal::minor_digits;
use crate::types::{Item, Money};

/// Grams as kilograms; saturates far beyond any load.
pub fn kilograms(grams: u64) -> Decimal {
    Decimal::from_micros(
        i64::try_from(grams)
            .unwrap_or(i64::MAX)
            .saturating_mul(1_000),
    )
}

/// Millimetres as centimetres.
pub fn centimetres(millimetres: u32) -> Decimal {
    Decimal::from_micros(i64::from(millimetres) * 100_000)
}

/// Total pieces of all lines.
pub fn pieces(items: &[Item]) -> u64 {
    items.iter().map(|item| u64::from(item.quantity)).sum()
}

/// Total weight of all pieces in grams; saturates.
pub fn dead_weight(items: &[Item]) -> u64 {
    items.iter().fold(0, |sum, item| {
        sum.saturating_add(item.weight_g.saturating_mul(u64::from(item.quantity)))
    })
}

/// Total volume of all pieces in cubic millimetres; saturates.
pub fn volume(items: &[Item]) -> u128 {
    items.iter().fold(0, |sum: u128, item| {
        let piece =
            u128::from(item.length_mm) * u128::from(item.width_mm) * u128::from(item.height_mm);
        sum.saturating_add(piece.saturating_mul(u128::from(item.quantity)))
    })
}

impl Money {
    pub fn new(minor: i64, currency: &str) -> Self {
        Self {
            minor,
            currency: currency.into(),
        }
    }

    /// The amount in whole units: 12.5 for 1250 cents. Saturates.
    pub fn amount(&self) -> Decimal {
        Decimal::from_micros(
            self.minor
                .saturating_mul(10_i64.pow(6 - minor_digits(&self.currency).min(6))),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_exactly() {
        assert_eq!(kilograms(1_250).to_string(), "1.25");
        assert_eq!(kilograms(1).to_string(), "0.001");
        assert_eq!(centimetres(105).to_string(), "10.5");
        assert_eq!(centimetres(u32::MAX).to_string(), "429496729.5");
        assert_eq!(Money::new(1_250, "AUD").amount().to_string(), "12.5");
        assert_eq!(Money::new(1_250, "JPY").amount().to_string(), "1250");
    }
}
