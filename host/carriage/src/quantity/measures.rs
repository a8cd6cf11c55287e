//! Measures of a consignment: dead weight, volume and chargeable weight.

use rust_decimal::Decimal;
use serde::Serialize;

use super::{Length, Volume, Weight, WeightUnit};

/// Default kilograms per cubic metre, for carriers without their own factor.
pub const DEFAULT_CUBIC_FACTOR: Decimal = Decimal::from_parts(250, 0, 0, false, 0);

/// One line of a consignment: `quantity` equal pieces, measures of one piece.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    pub quantity: u32,
    pub weight: Weight,
    pub length: Option<Length>,
    pub width: Option<Length>,
    pub height: Option<Length>,
}

impl Line {
    fn volume(&self) -> Volume {
        match (self.length, self.width, self.height) {
            (Some(length), Some(width), Some(height)) => Volume::from_sides(length, width, height),
            _ => Volume::cubic_metres(Decimal::ZERO),
        }
    }
}

/// The measures of all lines together, in kg and m³.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Consolidated {
    pub pieces: u64,
    pub total_weight: Weight,
    pub total_volume: Volume,
    /// The volume times the cubic factor.
    pub total_cubic_weight: Weight,
    /// The larger of the dead and the cubic weight.
    pub chargeable_weight: Weight,
}

/// `cubic_factor` is in kg per m³. Sums are rounded at the end.
pub fn consolidate(lines: &[Line], cubic_factor: Decimal) -> Consolidated {
    let mut weight = Decimal::ZERO;
    let mut volume = Decimal::ZERO;
    for line in lines {
        let quantity = Decimal::from(line.quantity);
        weight = weight.saturating_add(
            line.weight
                .to(WeightUnit::Kg)
                .value
                .saturating_mul(quantity),
        );
        volume = volume.saturating_add(line.volume().value.saturating_mul(quantity));
    }
    let cubic = volume.saturating_mul(cubic_factor);
    Consolidated {
        pieces: lines.iter().map(|line| u64::from(line.quantity)).sum(),
        total_weight: Weight::kilograms(weight).rounded_to_column(),
        total_volume: Volume::cubic_metres(volume).rounded_to_column(),
        total_cubic_weight: Weight::kilograms(cubic).rounded_to_column(),
        chargeable_weight: Weight::kilograms(weight.max(cubic)).rounded_to_column(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(quantity: u32, kilograms: &str, sides: Option<[i64; 3]>) -> Line {
        let side =
            |index: usize| sides.map(|sides| Length::centimetres(Decimal::from(sides[index])));
        Line {
            quantity,
            weight: Weight::kilograms(kilograms.parse().unwrap()),
            length: side(0),
            width: side(1),
            height: side(2),
        }
    }

    #[test]
    fn charges_the_larger_weight() {
        let lines = [line(2, "10", Some([50, 40, 30])), line(1, "3.5", None)];
        let sum = consolidate(&lines, DEFAULT_CUBIC_FACTOR);
        assert_eq!(sum.pieces, 3);
        assert_eq!(sum.total_weight.value.to_string(), "23.5");
        assert_eq!(sum.total_volume.value.to_string(), "0.12");
        assert_eq!(sum.total_cubic_weight.value.to_string(), "30");
        assert_eq!(sum.chargeable_weight.value.to_string(), "30");
        assert_eq!(
            consolidate(&lines, Decimal::from(167))
                .chargeable_weight
                .value
                .to_string(),
            "23.5"
        );
        assert_eq!(
            consolidate(&[], DEFAULT_CUBIC_FACTOR)
                .chargeable_weight
                .value,
            Decimal::ZERO
        );
    }

    #[test]
    fn small_pieces_add_up_before_rounding() {
        // 0.000125 m³ each would round to 0.0001 and lose a fifth.
        assert_eq!(
            consolidate(&[line(1000, "0.1", Some([5, 5, 5]))], DEFAULT_CUBIC_FACTOR)
                .total_volume
                .value
                .to_string(),
            "0.125"
        );
    }

    fn lines(measures: &[(u32, i64, i64)]) -> Vec<Line> {
        let line = |&(quantity, grams, side): &(u32, i64, i64)| Line {
            weight: Weight::new(Decimal::from(grams), WeightUnit::G),
            ..line(quantity, "0", Some([side, side + 1, side + 2]))
        };
        measures.iter().map(line).collect()
    }

    proptest! {
        #[test]
        fn order_and_splitting_change_nothing(
            measures in prop::collection::vec((1u32..50, 1i64..100_000, 1i64..300), 1..8)
        ) {
            let lines = lines(&measures);
            let in_one_go = consolidate(&lines, DEFAULT_CUBIC_FACTOR);
            let turned: Vec<Line> = lines.iter().rev().copied().collect();
            prop_assert_eq!(consolidate(&turned, DEFAULT_CUBIC_FACTOR), in_one_go);
            let pieces = |line: &Line| vec![Line { quantity: 1, ..*line }; line.quantity as usize];
            let split: Vec<Line> = lines.iter().flat_map(pieces).collect();
            prop_assert_eq!(consolidate(&split, DEFAULT_CUBIC_FACTOR), in_one_go);
            prop_assert!(in_one_go.chargeable_weight.value >= in_one_go.total_weight.value);
            prop_assert!(in_one_go.chargeable_weight.value >= in_one_go.total_cubic_weight.value);
        }
    }
}
