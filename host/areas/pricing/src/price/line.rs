//! The quoted price line, and totals of lines.

use carriage::{Charge, money::Amount};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::price::Markup;

/// A price line: carrier cost and customer price. Quotes store it as JSON.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PriceLine {
    pub service_code: String,
    pub service_name: String,
    /// Fuel, tail-lift and other surcharges.
    pub is_additional: bool,
    pub carrier: Amount,
    pub customer: Amount,
    pub discount: Decimal,
    /// Markup on the carrier cost; None: at cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markup: Option<Markup>,
    /// Amount added by rounding and the minimum margin.
    #[serde(default)]
    pub adjusted: Decimal,
}

impl PriceLine {
    pub fn at_cost(code: &str, name: &str, is_additional: bool, cost: Amount) -> Self {
        Self {
            service_code: code.to_owned(),
            service_name: name.to_owned(),
            is_additional,
            carrier: cost,
            customer: cost,
            discount: Decimal::ZERO,
            markup: None,
            adjusted: Decimal::ZERO,
        }
    }

    /// Before discount and tax.
    pub fn marked_up(&self) -> Decimal {
        self.customer.tax_exclusive_amount + self.discount
    }
}

impl From<&Charge> for PriceLine {
    fn from(charge: &Charge) -> Self {
        let cost = charge.cost();
        Self::at_cost(&charge.code, &charge.description, charge.additional, cost)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    pub freight: Amount,
    pub additional: Amount,
    pub total: Amount,
}

pub fn totals(lines: &[PriceLine], side: impl Fn(&PriceLine) -> Amount) -> Totals {
    let total_of = |additional: bool| {
        lines
            .iter()
            .filter(|line| line.is_additional == additional)
            .map(&side)
            .sum::<Amount>()
    };
    let (freight, additional) = (total_of(false), total_of(true));
    Totals {
        freight,
        additional,
        total: freight + additional,
    }
}

pub fn is_taxed(lines: &[PriceLine]) -> bool {
    lines.iter().any(|line| !line.customer.tax.is_zero())
}

#[cfg(test)]
mod tests {
    use carriage::wit::Money;
    use proptest::prelude::*;

    use super::*;

    fn charge(code: &str, minor: i64, tax: i64, additional: bool) -> Charge {
        let money = |minor| Money {
            minor,
            currency: "AUD".to_owned(),
        };
        Charge {
            code: code.to_owned(),
            description: code.to_owned(),
            amount: money(minor),
            tax: money(tax),
            additional,
        }
    }

    #[test]
    fn totals_are_sums_of_lines_on_both_sides() {
        let charges = [
            charge("EXP", 2001, 200, false),
            charge("FUEL", 101, 10, true),
            charge("TAIL", 3000, 300, true),
        ];
        let lines: Vec<PriceLine> = charges.iter().map(PriceLine::from).collect();
        let cost = totals(&lines, |line| line.customer);
        let freight = Amount {
            tax_exclusive_amount: Decimal::new(2001, 2),
            tax: Decimal::from(2),
            total: Decimal::new(2201, 2),
        };
        assert_eq!(cost.freight, freight);
        assert_eq!(cost.additional.total, Decimal::new(3411, 2));
        assert_eq!(cost.total.total, Decimal::new(5612, 2));
        assert_eq!(cost, totals(&lines, |line| line.carrier));
        assert!(is_taxed(&lines) && !is_taxed(&[]));
    }

    proptest! {
        #[test]
        fn the_total_is_the_sum_of_what_is_shown(
            amounts in prop::collection::vec((0i64..10_000_000, 0i64..1_000_000, any::<bool>()), 0..12),
        ) {
            let lines: Vec<PriceLine> = amounts
                .iter()
                .map(|(amount, tax, additional)| {
                    PriceLine::from(&charge("X", *amount, *tax, *additional))
                })
                .collect();
            let cost = totals(&lines, |line| line.customer);
            prop_assert_eq!(cost.total.total, lines.iter().map(|line| line.customer.total).sum::<Decimal>());
            prop_assert_eq!(cost.total.tax_exclusive_amount + cost.total.tax, cost.total.total);
        }
    }
}
