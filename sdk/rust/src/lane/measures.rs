//! What a consignment, or one piece of it, measures.

use super::{ONE, UNIT};
use crate::types::{Item, LaneRequest, Method};
use crate::{Result, error, units};

/// Beyond this (a million tonnes, cubic metres or pieces) a number is a slip of the keyboard, and sums would not fit.
const MAX_GRAMS: u64 = 1_000_000_000_000;
const MAX_CUBIC_MILLIMETRES: u128 = 1_000_000_000_000_000;
const MAX_PIECES: u64 = 1_000_000;

/// Weight and volume of one or more pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measures {
    pub pieces: u64,
    pub dead_weight_g: u64,
    pub cubic_mm: i128,
    /// Whether all are pallets.
    pub palletised: bool,
}

impl Measures {
    /// Of all items together. Fails where there is none, or more than can be priced.
    pub fn of(items: &[Item]) -> Result<Self> {
        let (pieces, dead_weight_g, cubic_mm) = (units::pieces(items), units::dead_weight(items), units::volume(items));
        if pieces == 0 {
            return Err(error::invalid("items", "must hold at least one piece"));
        }
        if dead_weight_g > MAX_GRAMS || cubic_mm > MAX_CUBIC_MILLIMETRES || pieces > MAX_PIECES {
            return Err(error::invalid("items", "are more, or heavier or larger, than can be priced"));
        }
        let palletised = items.iter().all(|item| is_pallet(&item.package_type));
        Ok(Self { pieces, dead_weight_g, cubic_mm: i128::try_from(cubic_mm).unwrap_or(i128::MAX), palletised })
    }

    /// Of one piece of a line that [`of`](Self::of) has taken.
    pub fn of_piece(item: &Item) -> Self {
        Self {
            pieces: 1,
            dead_weight_g: item.weight_g,
            cubic_mm: i128::from(item.length_mm) * i128::from(item.width_mm) * i128::from(item.height_mm),
            palletised: is_pallet(&item.package_type),
        }
    }

    /// Kilograms that are charged: the dead weight, or the cubic weight where it is more.
    pub fn chargeable(&self, cubic_allowance: i64) -> i128 {
        self.dead_weight().max(self.cubic_weight(cubic_allowance))
    }

    pub fn dead_weight(&self) -> i128 {
        i128::from(self.dead_weight_g) * (UNIT / 1_000)
    }

    pub fn cubic_weight(&self, cubic_allowance: i64) -> i128 {
        // 10^9 mm³ make a m³, and 10^4 ten-thousandths a kilogram: together they are a UNIT.
        const { assert!(UNIT == 1_000_000_000 * ONE as i128) };
        self.cubic_mm * i128::from(cubic_allowance)
    }

    /// How much of what the method counts there is; `None` when it does not suit these goods or this request.
    pub fn quantity(&self, method: Method, cubic_allowance: i64, request: &LaneRequest) -> Option<i128> {
        match method {
            Method::Flat | Method::PerKg => Some(self.chargeable(cubic_allowance)),
            Method::PerItem => Some(i128::from(self.pieces) * UNIT),
            Method::PerPallet => self.palletised.then_some(i128::from(self.pieces) * UNIT),
            Method::PerCubicMetre => Some(self.cubic_mm * (UNIT / 1_000_000_000)),
            Method::PerKm => request.distance_m.map(|metres| i128::from(metres) * (UNIT / 1_000)),
            Method::PerHour => request.duration_minutes.map(|minutes| i128::from(minutes) * UNIT / 60),
        }
    }
}

/// Whether a package type is a pallet: a word of ours, or the UN/ECE code of one.
pub fn is_pallet(package_type: &str) -> bool {
    let package_type = package_type.trim();
    let codes = ["PX", "PLT", "8A", "PD", "PE", "AF", "AH"];
    package_type.to_ascii_lowercase().contains("pallet")
        || codes.iter().any(|code| code.eq_ignore_ascii_case(package_type))
}
