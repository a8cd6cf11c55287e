//! What the tenant asks for insuring goods, by the kind of insurance, and what each kind covers.

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What insuring goods costs: their value times the multiplier, and at least the minimum.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Insurance {
    pub standard: InsuranceRate,
    pub premium: InsuranceRate,
    pub ati: AtiInsuranceRate,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InsuranceRate {
    /// The least that it costs before tax; with a multiplier of 0 as well, this insurance is not offered.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub minimum: Decimal,
    /// The share of the goods' value that it costs before tax: 0.015 is 1.5 %.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub multiplier: Decimal,
    /// What the customer bears of every loss.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub excess: Decimal,
    /// The highest value that is covered; null: any.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub maximum_value: Option<Decimal>,
    /// Classes and divisions of dangerous goods that are not covered: `3`, `5.1`; `1` stands for all its divisions.
    pub excluded_classes: Vec<String>,
    /// Percent on what it costs; null: the tenant's tax, and none where an end of the lane is abroad.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub tax_percent: Option<Decimal>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AtiInsuranceRate {
    /// The least that it costs before tax; with a multiplier of 0 as well, this insurance is not offered.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub minimum: Decimal,
    /// The share of the goods' value that it costs before tax: 0.015 is 1.5 %.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub multiplier: Decimal,
    /// Goods of a lower value are not insured this way.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub minimum_value_limit: Decimal,
    /// What the customer bears of every loss.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub excess: Decimal,
    /// The highest value that is covered; null: any.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub maximum_value: Option<Decimal>,
    /// Classes and divisions of dangerous goods that are not covered: `3`, `5.1`; `1` stands for all its divisions.
    pub excluded_classes: Vec<String>,
    /// Percent on what it costs; null: the tenant's tax, and none where an end of the lane is abroad.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub tax_percent: Option<Decimal>,
}

impl AtiInsuranceRate {
    /// The same without the limit that it alone has.
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
