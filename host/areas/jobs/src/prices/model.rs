//! Prices of a job.

use bookings::ServiceDetail;
use carriage::money::Amount;
use chrono::{DateTime, Utc};
use data::ids::DriverId;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A line of a job's price. The amount excludes tax.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "JobCharge")]
pub(crate) struct Charge {
    #[serde(rename = "servicecode")]
    pub service_code: String,
    #[serde(rename = "isadditionalservice")]
    pub is_additional_service: bool,
    pub amount: Decimal,
    #[serde(rename = "istaxapplicable")]
    pub is_tax_applicable: bool,
}

impl Charge {
    /// Returns the line of a booking with one of its amounts: the price or the cost.
    pub fn from_line(line: &ServiceDetail, amount: Amount) -> Self {
        Self {
            service_code: line.service_code.clone(),
            is_additional_service: line.is_additional_service,
            amount: amount.tax_exclusive_amount,
            is_tax_applicable: !amount.tax.is_zero(),
        }
    }
}

/// Totals and lines of a job's price.
#[data::wire(lists)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "JobPrice")]
pub(crate) struct Price {
    #[serde(rename = "totaltaxexclusive")]
    pub total_tax_exclusive: Decimal,
    pub tax: Decimal,
    pub total: Decimal,
    #[serde(rename = "chargebreakdown")]
    pub charge_breakdown: Vec<Charge>,
}

/// Prices of a job: the tenant's costs and the customer's price.
#[data::wire]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "JobPricing")]
pub(crate) struct PricingDetails {
    /// Null for customers and drivers.
    pub buy: Option<Price>,
    /// Null for drivers.
    pub sell: Option<Price>,
}

/// Work that is paid by the hour or by lines.
#[data::wire(lists)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "JobWork")]
pub(crate) struct Work {
    /// Worked hours. Default: from start to end.
    pub hours: Option<Decimal>,
    /// Unpaid minutes.
    #[serde(rename = "break")]
    pub break_minutes: Option<Decimal>,
    /// Minutes to which the paid time is rounded up.
    #[serde(rename = "roundby")]
    pub round_by: Option<Decimal>,
    #[serde(rename = "starttime")]
    pub start_time: Option<DateTime<Utc>>,
    #[serde(rename = "endtime")]
    pub end_time: Option<DateTime<Utc>>,
    /// Of an hour.
    #[serde(rename = "chargerate")]
    pub charge_rate: Option<Decimal>,
    /// Other amounts; the hours are added to them.
    #[serde(rename = "chargebreakdown")]
    pub charge_breakdown: Vec<Charge>,
}

/// A driver's earnings with a job.
#[data::wire]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "JobDriverCharge")]
pub(crate) struct DriverCharge {
    #[serde(rename = "driverid")]
    pub driver_id: DriverId,
    /// The work as it was sent, with a line for its hours.
    pub charges: Work,
    /// Sum without tax.
    pub total: Decimal,
    /// The recipient created invoice that pays it.
    #[serde(rename = "agentinvoiceid")]
    pub agent_invoice_id: Option<i64>,
}

/// A fee that an event of the job caused, charged in addition to the price.
#[data::wire]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct JobFee {
    /// Its cause, once for each fee.
    pub source: String,
    /// Name of the fee.
    pub servicecode: String,
    /// Exclusive of tax.
    pub amount: Decimal,
    pub tax: Decimal,
    pub total: Decimal,
    pub time: DateTime<Utc>,
}
