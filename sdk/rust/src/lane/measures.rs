//! Weight and volume of a consignment, or of one piece of it.

use super::{AMOUNT, ONE, UNIT};
use crate::bindings::measures::waybill::host::measures::Measure;
use crate::decimal::round_div;
use crate::types::{Item, LaneRequest, Method};
use crate::{Result, error};

/// Larger numbers are typing errors, and sums would not fit.
const MAX_KILOGRAMS: i128 = 1_000_000_000;
const MAX_CUBIC_METRES: i128 = 1_000_000;
const MAX_PIECES: u64 = 1_000_000;

/// Billionths of a gram in a gram, and of a metre in a millimetre.
const NG_PER_G: u64 = 1_000_000_000;
const NM_PER_MM: u64 = 1_000_000;

/// Billionths of a gram that make a quantity of one.
const QUANTITY_PER_NG: i128 = UNIT / 1_000_000_000_000;
/// Cubic nanometres in 1/[`AMOUNT`] of a cubic metre.
const NM3_PER_CUBIC: u128 = 10_u128.pow(27) / AMOUNT as u128;

/// Weight and volume of one or more pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measures {
    pub pieces: u64,
    /// Kilograms, as a quantity.
    dead_weight: i128,
    /// Cubic metres, in 1/[`AMOUNT`].
    cubic: i128,
    /// The longest side of any piece, in nanometres.
    longest_nm: u64,
    /// True if every item is a pallet.
    pub palletised: bool,
}

impl Measures {
    /// All items together, by the host's exact measures if known. Fails with none, or more than can
    /// be priced.
    pub fn from_items(items: &[Item]) -> Result<Self> {
        Self::sum(items, &exact())
    }

    /// One piece of each item, in the items' order.
    pub fn of_pieces(items: &[Item]) -> Vec<Self> {
        let exact = exact();
        items.iter().map(|item| Self::piece(item, &exact)).collect()
    }

    fn sum(items: &[Item], exact: &[Measure]) -> Result<Self> {
        let mut sum = Self {
            pieces: 0,
            dead_weight: 0,
            cubic: 0,
            longest_nm: 0,
            palletised: true,
        };
        for item in items {
            let piece = Self::piece(item, exact);
            let quantity = i128::from(item.quantity);
            sum.pieces = sum.pieces.saturating_add(item.quantity.into());
            sum.dead_weight = sum
                .dead_weight
                .saturating_add(piece.dead_weight.saturating_mul(quantity));
            sum.cubic = sum
                .cubic
                .saturating_add(piece.cubic.saturating_mul(quantity));
            sum.longest_nm = sum.longest_nm.max(piece.longest_nm);
            sum.palletised &= piece.palletised;
        }
        if sum.pieces == 0 {
            return Err(error::invalid("items", "must hold at least one piece"));
        }
        let is_too_much = sum.dead_weight > MAX_KILOGRAMS * UNIT
            || sum.cubic > MAX_CUBIC_METRES * AMOUNT
            || sum.pieces > MAX_PIECES;
        if is_too_much {
            return Err(error::invalid(
                "items",
                "are more, or heavier or larger, than can be priced",
            ));
        }
        Ok(sum)
    }

    fn piece(item: &Item, exact: &[Measure]) -> Self {
        let (dead_weight, sides) = match exact.iter().find(|measure| is_of(measure, item)) {
            Some(measure) => (
                i128::from(measure.weight_ng) * QUANTITY_PER_NG,
                [measure.length_nm, measure.width_nm, measure.height_nm],
            ),
            None => (
                i128::from(item.weight_g) * (UNIT / 1_000),
                [item.length_mm, item.width_mm, item.height_mm]
                    .map(|side| u64::from(side) * NM_PER_MM),
            ),
        };
        let volume = sides
            .into_iter()
            .fold(1_u128, |volume, side| volume.saturating_mul(side.into()));
        Self {
            pieces: 1,
            dead_weight,
            cubic: i128::try_from(volume.saturating_add(NM3_PER_CUBIC / 2) / NM3_PER_CUBIC)
                .unwrap_or(i128::MAX),
            longest_nm: sides.into_iter().max().unwrap_or_default(),
            palletised: is_pallet(&item.package_type),
        }
    }

    /// True if a side of any piece is longer than this.
    pub fn is_longer_than(&self, millimetres: u32) -> bool {
        self.longest_nm > u64::from(millimetres) * NM_PER_MM
    }

    /// True if the weight is above this.
    pub fn is_heavier_than(&self, grams: u64) -> bool {
        self.dead_weight > i128::from(grams) * (UNIT / 1_000)
    }

    /// Chargeable kilograms: the greater of dead and cubic weight.
    pub fn chargeable(&self, cubic_allowance: i64) -> i128 {
        self.dead_weight().max(self.cubic_weight(cubic_allowance))
    }

    /// Kilograms, as a quantity.
    pub fn dead_weight(&self) -> i128 {
        self.dead_weight
    }

    /// Kilograms of the volume at this allowance per cubic metre, as a quantity.
    pub fn cubic_weight(&self, cubic_allowance: i64) -> i128 {
        // 1/AMOUNT of a m³ times ten-thousandths of a kilogram, divided down to 1/UNIT of a
        // kilogram.
        round_div(
            self.cubic.saturating_mul(cubic_allowance.into()),
            AMOUNT / UNIT * i128::from(ONE),
        )
    }

    /// Measures the method's quantity; `None` if it does not suit the goods or request.
    pub fn quantity(
        &self,
        method: Method,
        cubic_allowance: i64,
        request: &LaneRequest,
    ) -> Option<i128> {
        match method {
            Method::Flat | Method::PerKg => Some(self.chargeable(cubic_allowance)),
            Method::PerItem => Some(i128::from(self.pieces) * UNIT),
            Method::PerPallet => self.palletised.then_some(i128::from(self.pieces) * UNIT),
            Method::PerCubicMetre => Some(round_div(self.cubic, AMOUNT / UNIT)),
            Method::PerKm => request
                .distance_m
                .map(|metres| i128::from(metres) * (UNIT / 1_000)),
            Method::PerHour => request
                .duration_minutes
                .map(|minutes| i128::from(minutes) * UNIT / 60),
        }
    }
}

/// The host's exact measures; natively there is no host.
fn exact() -> Vec<Measure> {
    #[cfg(target_family = "wasm")]
    {
        crate::bindings::measures::waybill::host::measures::of_call()
    }
    #[cfg(not(target_family = "wasm"))]
    {
        Vec::new()
    }
}

/// True if the item is the unchanged one the host measured: a carrier may price other pieces.
fn is_of(measure: &Measure, item: &Item) -> bool {
    let is_near =
        |exact: u64, rounded: u64, unit: u64| exact.abs_diff(rounded.saturating_mul(unit)) <= unit;
    measure.reference == item.reference
        && is_near(measure.weight_ng, item.weight_g, NG_PER_G)
        && is_near(measure.length_nm, item.length_mm.into(), NM_PER_MM)
        && is_near(measure.width_nm, item.width_mm.into(), NM_PER_MM)
        && is_near(measure.height_nm, item.height_mm.into(), NM_PER_MM)
}

/// True for pallets: a word of ours, or a UN/ECE code.
pub fn is_pallet(package_type: &str) -> bool {
    let package_type = package_type.trim();
    let codes = ["PX", "PLT", "8A", "PD", "PE", "AF", "AH"];
    package_type.to_ascii_lowercase().contains("pallet")
        || codes
            .iter()
            .any(|code| code.eq_ignore_ascii_case(package_type))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(quantity: u32, weight_g: u64, [length_mm, width_mm, height_mm]: [u32; 3]) -> Item {
        Item {
            reference: "1".into(),
            package_type: "Carton".into(),
            description: String::new(),
            quantity,
            length_mm,
            width_mm,
            height_mm,
            weight_g,
            dangerous_goods: false,
        }
    }

    fn measure(weight_ng: u64, [length_nm, width_nm, height_nm]: [u64; 3]) -> Measure {
        Measure {
            reference: "1".into(),
            weight_ng,
            length_nm,
            width_nm,
            height_nm,
        }
    }

    #[test]
    fn many_small_pieces_add_up_before_anything_is_rounded() {
        // 0.3 oz each: 8 504 854 687.5 ng, rounded to 9 g in the item.
        let all = Measures::sum(&[item(2_000, 9, [0; 3])], &[measure(8_504_854_688, [0; 3])])
            .expect("measures");
        assert_eq!(all.dead_weight(), 17_009_709_376_000 * QUANTITY_PER_NG);
        // 22.22 cm each way, and a sheet of 0.3 mm, whose rounded height is nothing.
        let cube = Measures::sum(
            &[item(10, 1, [222; 3])],
            &[measure(1_000_000_000, [222_200_000; 3])],
        );
        assert_eq!(cube.expect("measures").cubic, 10_970_645_048_000_000);
        let sheet = Measures::sum(
            &[item(500, 1, [300, 200, 0])],
            &[measure(NG_PER_G, [300_000_000, 200_000_000, 300_000])],
        );
        assert_eq!(sheet.expect("measures").cubic * 1_000, 9 * AMOUNT);
    }

    #[test]
    fn limits_of_a_piece_hold_for_its_exact_measures() {
        let exact = [measure(20_000_400_000_000, [2_000_400_000, 1, 1])];
        let piece = Measures::piece(&item(1, 20_000, [2_000, 1, 1]), &exact);
        assert!(piece.is_longer_than(2_000) && !piece.is_longer_than(2_001));
        assert!(piece.is_heavier_than(20_000) && !piece.is_heavier_than(20_001));
    }

    #[test]
    fn an_item_that_was_changed_counts_as_it_is() {
        let exact = [measure(8_504_854_688, [0; 3])];
        let heavier = Measures::sum(&[item(1, 20, [0; 3])], &exact).expect("measures");
        assert_eq!(heavier.dead_weight() * 1_000, 20 * UNIT);
        let other = Item {
            reference: "2".into(),
            ..item(1, 9, [0; 3])
        };
        assert_eq!(
            Measures::sum(&[other], &exact)
                .expect("measures")
                .dead_weight()
                * 1_000,
            9 * UNIT
        );
    }

    #[test]
    fn absurd_numbers_are_refused() {
        assert!(Measures::sum(&[], &[]).is_err());
        assert!(Measures::sum(&[item(u32::MAX, 1, [1; 3])], &[]).is_err());
        assert!(Measures::sum(&[item(1, u64::MAX, [1; 3])], &[]).is_err());
        assert!(Measures::sum(&[item(1, 1, [u32::MAX; 3])], &[]).is_err());
    }
}
