//! The rate card as parsed for every quote: borrowed text, and lists parsed only when needed.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;
use waybill_plugin::Decimal;

/// Default kilograms per cubic metre.
pub const CUBIC_ALLOWANCE: Decimal = Decimal::from_micros(250_000_000);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Card<'a> {
    #[serde(borrow)]
    pub currency: Cow<'a, str>,
    #[serde(default)]
    pub cubic_allowance: Option<Decimal>,
    #[serde(default)]
    pub fuel_levy_percent: Decimal,
    #[serde(borrow)]
    pub zones: Vec<Zone<'a>>,
    #[serde(borrow)]
    pub services: Vec<Service<'a>>,
    #[serde(borrow)]
    pub rates: Vec<Rate<'a>>,
    #[serde(borrow, default)]
    pub surcharges: Vec<Surcharge<'a>>,
}

#[derive(Debug, Deserialize)]
pub struct Zone<'a> {
    #[serde(borrow)]
    pub code: Cow<'a, str>,
    #[serde(borrow, default)]
    pub country: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub postcodes: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub suburbs: Option<&'a RawValue>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Service<'a> {
    #[serde(borrow)]
    pub code: Cow<'a, str>,
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    #[serde(default)]
    pub transit_time: Option<u32>,
    #[serde(default)]
    pub min_unit: Decimal,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rate<'a> {
    #[serde(borrow)]
    pub service: Cow<'a, str>,
    #[serde(borrow)]
    pub from_zone: Cow<'a, str>,
    #[serde(borrow)]
    pub to_zone: Cow<'a, str>,
    pub calculation_method: Method,
    #[serde(default)]
    pub reciprocal: bool,
    #[serde(default)]
    pub accumulative: bool,
    #[serde(default)]
    pub minimum: Decimal,
    #[serde(default)]
    pub cubic_allowance: Option<Decimal>,
    #[serde(default)]
    pub transit_time: Option<u32>,
    #[serde(borrow, default)]
    pub effective_date: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub expire_date: Option<Cow<'a, str>>,
    /// Parsed only for the chosen rate.
    #[serde(borrow)]
    rate_details: &'a RawValue,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Method {
    Flat,
    PerKg,
    PerItem,
    PerPallet,
    PerCubicMetre,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    pub rate_type: RateType,
    /// Last unit of the band; `None` is unlimited.
    #[serde(rename = "break", default)]
    pub up_to: Option<Decimal>,
    /// Added once.
    #[serde(default)]
    pub basic: Decimal,
    #[serde(default)]
    pub value: Decimal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum RateType {
    Basic,
    Break,
    Flat,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Surcharge<'a> {
    #[serde(borrow)]
    pub option: Cow<'a, str>,
    #[serde(borrow)]
    pub code: Cow<'a, str>,
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    #[serde(default)]
    pub amount: Decimal,
    #[serde(default)]
    pub amount_per_item: Decimal,
    #[serde(default)]
    pub percent: Decimal,
}

impl<'a> Card<'a> {
    pub fn read(json: &'a str) -> serde_json::Result<Self> {
        serde_json::from_str(json)
    }
}

impl Rate<'_> {
    pub fn details(&self) -> serde_json::Result<Vec<Detail>> {
        serde_json::from_str(self.rate_details.get())
    }

    /// True if the rate applies on a dispatch day (`2026-01-31`; sorts as text).
    pub fn applies_on(&self, day: &str) -> bool {
        self.effective_date
            .as_deref()
            .is_none_or(|first| first <= day)
            && self.expire_date.as_deref().is_none_or(|last| day <= last)
    }
}
