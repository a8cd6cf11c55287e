//! Weights, lengths and volumes in the API's form, `{"value": 1.5, "unit": "kg"}`, converted
//! exactly and limited.

mod measures;
mod units;

use rust_decimal::{Decimal, RoundingStrategy, prelude::ToPrimitive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use measures::{Consolidated, DEFAULT_CUBIC_FACTOR, Line, consolidate};
pub use units::{DistanceUnit, LengthUnit, TimeUnit, Unit, VolumeUnit, WeightUnit};

use data::{FieldError, message};

const MILLION: u64 = 1_000_000;
const BILLION: u64 = 1_000_000_000;

/// A number and its unit.
#[data::wire]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "QuantityIn{U}")]
pub struct Quantity<U> {
    pub value: Decimal,
    pub unit: U,
}

pub type Weight = Quantity<WeightUnit>;
pub type Length = Quantity<LengthUnit>;
pub type Volume = Quantity<VolumeUnit>;
pub type Distance = Quantity<DistanceUnit>;
pub type Duration = Quantity<TimeUnit>;

impl<U: Unit> Quantity<U> {
    pub const fn new(value: Decimal, unit: U) -> Self {
        Self { value, unit }
    }

    /// Converts to the base unit (g, mm, cm³); exact.
    fn in_base(self) -> Decimal {
        self.value.saturating_mul(self.unit.in_base())
    }

    fn from_base(base: Decimal, unit: U) -> Self {
        Self::new((base / unit.in_base()).normalize(), unit)
    }

    pub fn to(self, unit: U) -> Self {
        if self.unit == unit {
            self
        } else {
            Self::from_base(self.in_base(), unit)
        }
    }

    pub fn rounded_to_column(self) -> Self {
        let value = self
            .value
            .round_dp_with_strategy(4, RoundingStrategy::MidpointAwayFromZero);
        Self::new(value.normalize(), self.unit)
    }

    /// Above zero and within the limit.
    pub fn check(self, member: &str) -> Result<(), FieldError> {
        if self.value <= Decimal::ZERO {
            let value = FieldError::new(
                format!("{member}.value"),
                message!("must be more than 0 {unit}", unit = self.unit.as_str()),
            );
            return Err(value);
        }
        self.check_limit(member)
    }

    /// Accepts zero as well, for a value that was not measured.
    pub fn check_or_zero(self, member: &str) -> Result<(), FieldError> {
        if self.value < Decimal::ZERO {
            return Err(FieldError::new(
                format!("{member}.value"),
                message!("must not be negative"),
            ));
        }
        self.check_limit(member)
    }

    fn check_limit(self, member: &str) -> Result<(), FieldError> {
        let limit = Self::new(Decimal::from(U::LIMIT), U::LARGE);
        if self.in_base() > limit.in_base() {
            let text = message!(
                "must be at most {max} {unit}",
                max = limit.value,
                unit = limit.unit.as_str()
            );
            return Err(FieldError::new(format!("{member}.value"), text));
        }
        Ok(())
    }

    /// `parts` per base unit; halves up, at least one for a positive value.
    fn rounded_parts(self, parts: u64) -> u64 {
        let base = self.in_base().saturating_mul(Decimal::from(parts));
        if base <= Decimal::ZERO {
            return 0;
        }
        let parts_in_base = base.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero);
        parts_in_base.to_u64().unwrap_or(u64::MAX).max(1)
    }
}

impl Weight {
    pub const fn kilograms(value: Decimal) -> Self {
        Self::new(value, WeightUnit::Kg)
    }

    /// Halves up, at least one; negative weights are 0. Multiply before rounding.
    pub fn to_grams(self) -> u64 {
        self.rounded_parts(1)
    }

    /// Billionths of a gram.
    pub fn to_ng(self) -> u64 {
        self.rounded_parts(BILLION)
    }

    pub fn times(self, quantity: i64) -> Self {
        Self::new(
            self.value.saturating_mul(Decimal::from(quantity)),
            self.unit,
        )
    }

    pub fn from_grams(grams: u64) -> Self {
        Self::from_base(Decimal::from(grams), WeightUnit::Kg)
    }
}

impl Length {
    pub const fn centimetres(value: Decimal) -> Self {
        Self::new(value, LengthUnit::Cm)
    }

    /// Halves up, at least one; negative lengths are 0.
    pub fn to_mm(self) -> u32 {
        u32::try_from(self.rounded_parts(1)).unwrap_or(u32::MAX)
    }

    /// Billionths of a metre.
    pub fn to_nm(self) -> u64 {
        self.rounded_parts(MILLION)
    }

    pub fn from_mm(millimetres: u32) -> Self {
        Self::from_base(Decimal::from(millimetres), LengthUnit::Cm)
    }
}

impl Volume {
    pub const fn cubic_metres(value: Decimal) -> Self {
        Self::new(value, VolumeUnit::M3)
    }

    pub fn from_sides(length: Length, width: Length, height: Length) -> Self {
        let metres = |side: Length| side.to(LengthUnit::M).value;
        Self::cubic_metres(
            metres(length)
                .saturating_mul(metres(width))
                .saturating_mul(metres(height))
                .normalize(),
        )
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
    fn conversions_are_exact() {
        for (value, unit, grams) in [
            ("1", WeightUnit::Kg, 1000),
            ("2.5", WeightUnit::T, 2_500_000),
            ("1", WeightUnit::Lb, 454),
            ("1", WeightUnit::Oz, 28),
            ("0.5", WeightUnit::G, 1),
        ] {
            assert_eq!(
                Weight::new(decimal(value), unit).to_grams(),
                grams,
                "{value} {unit:?}"
            );
        }
        for (value, unit, mm) in [
            ("1", LengthUnit::Ft, 305),
            ("1", LengthUnit::In, 25),
            ("1.2", LengthUnit::M, 1200),
            ("12.5", LengthUnit::Cm, 125),
        ] {
            assert_eq!(
                Length::new(decimal(value), unit).to_mm(),
                mm,
                "{value} {unit:?}"
            );
        }
        assert_eq!(
            Weight::new(decimal("1"), WeightUnit::Lb)
                .to(WeightUnit::G)
                .value,
            decimal("453.59237")
        );
        assert_eq!(
            Volume::new(decimal("1"), VolumeUnit::Ft3)
                .to(VolumeUnit::L)
                .value,
            decimal("28.316846592")
        );
        let side = Length::centimetres(decimal("50"));
        assert_eq!(
            Volume::from_sides(side, side, side),
            Volume::cubic_metres(decimal("0.125"))
        );
        assert_eq!(Weight::kilograms(decimal("-1")).to_grams(), 0);
        assert_eq!(Weight::kilograms(Decimal::MAX).to_grams(), u64::MAX);
    }

    #[test]
    fn impossible_values_are_refused_by_name() {
        let error = |weight: Weight| weight.check("items[0].weight").unwrap_err();
        assert_eq!(
            error(Weight::kilograms(Decimal::ZERO)).member,
            "items[0].weight.value"
        );
        assert_eq!(
            error(Weight::kilograms(decimal("-2"))).message,
            "must be more than 0 kg"
        );
        assert_eq!(
            error(Weight::new(decimal("100.1"), WeightUnit::T)).message,
            "must be at most 100 t"
        );
        assert!(
            Weight::new(decimal("100"), WeightUnit::T)
                .check("weight")
                .is_ok()
        );
        assert!(
            Length::centimetres(Decimal::ZERO)
                .check_or_zero("length")
                .is_ok()
        );
        assert_eq!(
            Length::centimetres(decimal("-1"))
                .check_or_zero("length")
                .unwrap_err()
                .message,
            "must not be negative"
        );
        assert_eq!(
            Length::new(Decimal::MAX, LengthUnit::Ft)
                .check("length")
                .unwrap_err()
                .message,
            "must be at most 30 m"
        );
    }

    #[test]
    fn is_written_and_read_as_value_and_unit() {
        let weight = Weight::kilograms(decimal("12.50"));
        assert_eq!(
            serde_json::to_string(&weight).unwrap(),
            r#"{"value":12.5,"unit":"kg"}"#
        );
        assert_eq!(
            data::case::from_json::<Weight>(br#"{"Value":12.5,"Unit":"KG"}"#).unwrap(),
            weight
        );
        let error = data::case::from_json::<Weight>(br#"{"value":1,"unit":"stone"}"#).unwrap_err();
        assert_eq!(error.to_string(), "unit must be one of kg, g, lb, t, oz");
    }

    proptest! {
        #[test]
        fn grams_come_back(grams in 0u64..100_000_000) {
            prop_assert_eq!(Weight::from_grams(grams).to_grams(), grams);
            for unit in [WeightUnit::Lb, WeightUnit::Oz, WeightUnit::T, WeightUnit::G] {
                prop_assert_eq!(Weight::from_grams(grams).to(unit).to_grams(), grams, "by way of {:?}", unit);
            }
        }

        #[test]
        fn millimetres_come_back(mm in 0u32..30_000) {
            for unit in [LengthUnit::Mm, LengthUnit::Cm, LengthUnit::M, LengthUnit::In, LengthUnit::Ft] {
                prop_assert_eq!(Length::from_mm(mm).to(unit).to_mm(), mm);
            }
        }
    }
}
