//! A carrier's price with exact amounts.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::wit;

/// A line of a price. Amounts exclude tax.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    pub code: String,
    pub description: String,
    pub amount: Decimal,
    pub tax: Decimal,
    /// Fuel, tail-lift and other surcharges.
    pub additional: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    pub service_code: String,
    pub service_name: String,
    pub charges: Vec<Charge>,
    /// Working days.
    pub transit_days: Option<u32>,
    /// Local time of day for dispatch today, `16:30`.
    pub cut_off: Option<String>,
    /// Opaque token, returned when this rate is booked.
    pub carrier_quote: Option<String>,
}

impl From<wit::Charge> for Charge {
    fn from(charge: wit::Charge) -> Self {
        Self {
            amount: charge.amount.amount(),
            tax: charge.tax.amount(),
            code: charge.code,
            description: charge.description,
            additional: charge.additional,
        }
    }
}

impl From<wit::Rate> for Rate {
    fn from(rate: wit::Rate) -> Self {
        Self {
            service_code: rate.service_code,
            service_name: rate.service_name,
            charges: rate.charges.into_iter().map(Charge::from).collect(),
            transit_days: rate.transit_days,
            cut_off: rate.cut_off,
            carrier_quote: rate.carrier_quote,
        }
    }
}
