//! Units of the API with their exact sizes.

use std::fmt::Debug;

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub trait Unit: Copy + PartialEq + Debug {
    /// Unit of the limit of a single piece, and that limit.
    const LARGE: Self;
    const LIMIT: i64;
    /// Returns the size in the base unit: g, mm, cm³, m or s.
    fn in_base(self) -> Decimal;
    fn as_str(self) -> &'static str;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WeightUnit {
    #[default]
    Kg,
    G,
    Lb,
    T,
    Oz,
}

impl Unit for WeightUnit {
    const LARGE: Self = Self::T;
    const LIMIT: i64 = 100;

    fn in_base(self) -> Decimal {
        match self {
            Self::Kg => Decimal::ONE_THOUSAND,
            Self::G => Decimal::ONE,
            Self::Lb => Decimal::new(45_359_237, 5),
            Self::T => Decimal::from(1_000_000),
            Self::Oz => Decimal::new(28_349_523_125, 9),
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Kg => "kg",
            Self::G => "g",
            Self::Lb => "lb",
            Self::T => "t",
            Self::Oz => "oz",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LengthUnit {
    Mm,
    #[default]
    Cm,
    M,
    In,
    Ft,
}

impl Unit for LengthUnit {
    const LARGE: Self = Self::M;
    const LIMIT: i64 = 30;

    fn in_base(self) -> Decimal {
        match self {
            Self::Mm => Decimal::ONE,
            Self::Cm => Decimal::TEN,
            Self::M => Decimal::ONE_THOUSAND,
            Self::In => Decimal::new(254, 1),
            Self::Ft => Decimal::new(3048, 1),
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Mm => "mm",
            Self::Cm => "cm",
            Self::M => "m",
            Self::In => "in",
            Self::Ft => "ft",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum VolumeUnit {
    #[default]
    M3,
    L,
    Cm3,
    Ft3,
}

impl Unit for VolumeUnit {
    const LARGE: Self = Self::M3;
    const LIMIT: i64 = 1000;

    fn in_base(self) -> Decimal {
        match self {
            Self::M3 => Decimal::from(1_000_000),
            Self::L => Decimal::ONE_THOUSAND,
            Self::Cm3 => Decimal::ONE,
            Self::Ft3 => Decimal::new(28_316_846_592, 6),
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::M3 => "m3",
            Self::L => "l",
            Self::Cm3 => "cm3",
            Self::Ft3 => "ft3",
        }
    }
}

/// Units of road distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DistanceUnit {
    #[default]
    M,
    Km,
    Mi,
}

impl Unit for DistanceUnit {
    const LARGE: Self = Self::Km;
    /// Once around the Earth.
    const LIMIT: i64 = 40_000;

    fn in_base(self) -> Decimal {
        match self {
            Self::M => Decimal::ONE,
            Self::Km => Decimal::ONE_THOUSAND,
            Self::Mi => Decimal::new(1_609_344, 3),
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::M => "m",
            Self::Km => "km",
            Self::Mi => "mi",
        }
    }
}

/// Units of driving time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TimeUnit {
    #[default]
    S,
    Min,
    H,
}

impl Unit for TimeUnit {
    const LARGE: Self = Self::H;
    /// Thirty days.
    const LIMIT: i64 = 720;

    fn in_base(self) -> Decimal {
        match self {
            Self::S => Decimal::ONE,
            Self::Min => Decimal::from(60),
            Self::H => Decimal::from(3_600),
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::S => "s",
            Self::Min => "min",
            Self::H => "h",
        }
    }
}
