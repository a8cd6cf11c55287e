//! Measures of a consignment: pieces, pallets, weight and volume, in exact integers.

use waybill_plugin::lane::is_pallet;
use waybill_plugin::types::Item;
use waybill_plugin::{Decimal, Result, decimal, error, units};

use crate::card::Method;

/// Scale of quantities, in thousand-millionths.
pub const UNIT: i128 = 1_000_000_000;

/// Larger numbers are typing errors, and sums would overflow.
const MAX_GRAMS: u64 = 1_000_000_000_000;
const MAX_CUBIC_MILLIMETRES: u128 = 1_000_000_000_000_000;
const MAX_PIECES: u64 = 1_000_000;

#[derive(Debug, Clone, Copy)]
pub struct Measures {
    pub pieces: u64,
    /// True if every line is on pallets.
    palletised: bool,
    dead_weight_g: u64,
    cubic_mm: u128,
}

impl Measures {
    pub fn from_items(items: &[Item]) -> Result<Self> {
        let measures = Self {
            pieces: units::pieces(items),
            palletised: items.iter().all(|item| is_pallet(&item.package_type)),
            dead_weight_g: units::dead_weight(items),
            cubic_mm: units::volume(items),
        };
        if measures.pieces == 0 {
            return Err(error::invalid("items", "must hold at least one piece"));
        }
        let too_much = measures.dead_weight_g > MAX_GRAMS
            || measures.cubic_mm > MAX_CUBIC_MILLIMETRES
            || measures.pieces > MAX_PIECES;
        if too_much {
            return Err(error::invalid(
                "items",
                "are more, or heavier or larger, than can be priced",
            ));
        }
        Ok(measures)
    }

    /// max(dead weight, m³ × allowance), in thousand-millionths of a kilogram.
    pub fn chargeable(&self, cubic_allowance: Decimal) -> i128 {
        let dead = i128::from(self.dead_weight_g) * 1_000_000;
        // The bound on volume keeps this far inside an i128.
        let cubic_mm = i128::try_from(self.cubic_mm).unwrap_or(i128::MAX >> 64);
        dead.max(decimal::round_div(
            cubic_mm * i128::from(cubic_allowance.micros()),
            1_000_000,
        ))
    }

    /// Returns the quantity that the method counts; `None` if it does not suit these goods.
    pub fn quantity(&self, method: Method, cubic_allowance: Decimal) -> Option<i128> {
        match method {
            Method::Flat | Method::PerKg => Some(self.chargeable(cubic_allowance)),
            Method::PerItem => Some(i128::from(self.pieces) * UNIT),
            Method::PerPallet => self.palletised.then_some(i128::from(self.pieces) * UNIT),
            Method::PerCubicMetre => i128::try_from(self.cubic_mm).ok(),
        }
    }
}
