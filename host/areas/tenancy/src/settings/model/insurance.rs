//! Insurance settings: price and coverage by kind.

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Insurance rates: goods value times the multiplier, at least the minimum.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Insurance {
    pub standard: InsuranceRate,
    pub premium: InsuranceRate,
    pub ati: AtiInsuranceRate,
}

#[data::wire]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InsuranceRate {
    /// Minimum price before tax; with a multiplier of 0 as well, this insurance is not offered.
    pub minimum: Decimal,
    /// Price before tax as a share of the goods value: 0.015 is 1.5 %.
    pub multiplier: Decimal,
    /// Amount of every loss borne by the customer.
    pub excess: Decimal,
    /// Maximum insured value; null: unlimited.
    pub maximum_value: Option<Decimal>,
    /// Excluded dangerous goods classes and divisions: `3`, `5.1`; `1` includes all its divisions.
    pub excluded_classes: Vec<String>,
    /// Tax percent on the price; null: the tenant's tax, or none if an end of the lane is abroad.
    pub tax_percent: Option<Decimal>,
}

#[data::wire]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AtiInsuranceRate {
    /// Minimum price before tax; with a multiplier of 0 as well, this insurance is not offered.
    pub minimum: Decimal,
    /// Price before tax as a share of the goods value: 0.015 is 1.5 %.
    pub multiplier: Decimal,
    /// Minimum goods value for this insurance.
    pub minimum_value_limit: Decimal,
    /// Amount of every loss borne by the customer.
    pub excess: Decimal,
    /// Maximum insured value; null: unlimited.
    pub maximum_value: Option<Decimal>,
    /// Excluded dangerous goods classes and divisions: `3`, `5.1`; `1` includes all its divisions.
    pub excluded_classes: Vec<String>,
    /// Tax percent on the price; null: the tenant's tax, or none if an end of the lane is abroad.
    pub tax_percent: Option<Decimal>,
}

impl AtiInsuranceRate {
    /// Returns the rate without its value limit.
    pub fn rate(&self) -> InsuranceRate {
        InsuranceRate {
            minimum: self.minimum,
            multiplier: self.multiplier,
            excess: self.excess,
            maximum_value: self.maximum_value,
            excluded_classes: self.excluded_classes.clone(),
            tax_percent: self.tax_percent,
        }
    }
}
