//! Price lines, their totals and explanations.

use carriage::{
    Charge,
    money::{self, Amount},
};
use pricing::{
    CalcMethod,
    price::{Markup, Sold},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A price line: carrier cost and customer price.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
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
    /// Before discount and tax.
    pub fn marked_up(&self) -> Decimal {
        self.customer.tax_exclusive_amount + self.discount
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Priced {
    pub freight: Amount,
    pub additional: Amount,
    pub total: Amount,
}

pub fn lines(charges: &[Charge], sold: Vec<Sold>) -> Vec<PriceLine> {
    charges
        .iter()
        .zip(sold)
        .map(|(charge, sold)| PriceLine {
            service_code: charge.code.clone(),
            service_name: charge.description.clone(),
            is_additional: charge.additional,
            carrier: sold.cost,
            customer: sold.sell,
            discount: sold.discount,
            markup: sold.markup,
            adjusted: sold.adjusted,
        })
        .collect()
}

/// Builds lines sold at cost, for seeds.
pub fn at_cost(charges: &[Charge], currency: &str) -> Vec<PriceLine> {
    charges
        .iter()
        .map(|charge| {
            let net = money::round(charge.amount, currency);
            let tax = money::round(charge.tax, currency);
            let carrier = Amount {
                tax_exclusive_amount: net,
                tax,
                total: net + tax,
            };
            PriceLine {
                service_code: charge.code.clone(),
                service_name: charge.description.clone(),
                is_additional: charge.additional,
                carrier,
                customer: carrier,
                discount: Decimal::ZERO,
                markup: None,
                adjusted: Decimal::ZERO,
            }
        })
        .collect()
}

pub fn totals(lines: &[PriceLine], side: impl Fn(&PriceLine) -> Amount) -> Priced {
    let total_of = |additional: bool| {
        lines
            .iter()
            .filter(|line| line.is_additional == additional)
            .map(&side)
            .sum::<Amount>()
    };
    let (freight, additional) = (total_of(false), total_of(true));
    Priced {
        freight,
        additional,
        total: freight + additional,
    }
}

pub fn is_taxed(lines: &[PriceLine]) -> bool {
    lines.iter().any(|line| !line.customer.tax.is_zero())
}

/// Explains a line in text; costs and markups only with `costs`.
pub fn explain(line: &PriceLine, costs: bool) -> String {
    let Amount { tax, total, .. } = line.customer;
    let (tax, total, marked_up) = (
        normalise(tax),
        normalise(total),
        normalise(line.marked_up()),
    );
    let mut text = match line.markup.filter(|_| costs) {
        Some(markup) => {
            let cost = line.carrier.tax_exclusive_amount;
            let put_on = signed(line.marked_up() - line.adjusted - cost);
            format!(
                "{} cost {put_on} markup ({}, {})",
                normalise(cost),
                rate(&markup),
                markup.level.display_name()
            )
        }
        None => normalise(line.marked_up() - if costs { line.adjusted } else { Decimal::ZERO })
            .to_string(),
    };
    if costs && !line.adjusted.is_zero() {
        text.push_str(&format!(" {} rounding", signed(line.adjusted)));
    }
    if !line.discount.is_zero() {
        text.push_str(&format!(" {} discount", signed(-line.discount)));
    }
    let is_bare = text == marked_up.to_string();
    match tax.is_zero() {
        true if is_bare => format!("{total} without tax"),
        true => format!("{text} = {total} without tax"),
        false => format!("{text} + {tax} tax = {total}"),
    }
}

fn signed(amount: Decimal) -> String {
    let sign = if amount.is_sign_negative() { '-' } else { '+' };
    format!("{sign} {}", normalise(amount.abs()))
}

/// Normalises a computed or loaded amount for display: 20, 12.50, 0.125.
pub fn normalise(amount: Decimal) -> Decimal {
    let mut plain = amount.normalize();
    if plain.scale() == 1 {
        plain.rescale(2);
    }
    plain
}

fn rate(markup: &Markup) -> String {
    let value = markup.value.normalize();
    match markup.calc_method {
        CalcMethod::Percentage => format!("{value} %"),
        CalcMethod::Fixed => format!("{value} fixed"),
        CalcMethod::Override => format!("{value} instead of the cost"),
    }
}

#[cfg(test)]
mod tests {
    use pricing::Level;
    use proptest::prelude::*;

    use super::*;

    fn charge(code: &str, amount: &str, tax: &str, additional: bool) -> Charge {
        Charge {
            code: code.to_owned(),
            description: code.to_owned(),
            amount: amount.parse().unwrap(),
            tax: tax.parse().unwrap(),
            additional,
        }
    }

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn every_line_is_rounded_and_then_summed() {
        let lines = at_cost(
            &[
                charge("EXP", "20.005", "2.0005", false),
                charge("FUEL", "1.005", "0.1005", true),
                charge("TAIL", "30", "3", true),
            ],
            "AUD",
        );
        let cost = totals(&lines, |line| line.customer);
        assert_eq!(
            cost.freight,
            Amount {
                tax_exclusive_amount: decimal("20.01"),
                tax: decimal("2"),
                total: decimal("22.01")
            }
        );
        assert_eq!(cost.additional.tax_exclusive_amount, decimal("31.01"));
        assert_eq!(cost.additional.total, decimal("34.11"));
        assert_eq!(cost.total.total, decimal("56.12"));
        assert_eq!(cost, totals(&lines, |line| line.carrier));
        assert!(is_taxed(&lines));
        assert_eq!(explain(&lines[2], true), "30 + 3 tax = 33");
    }

    #[test]
    fn an_untaxed_price_says_so() {
        let lines = at_cost(&[charge("EXP", "12.50", "0", false)], "AUD");
        assert!(!is_taxed(&lines));
        assert_eq!(explain(&lines[0], false), "12.50 without tax");
    }

    #[test]
    fn a_line_tells_its_cost_only_to_those_who_may_know() {
        let [mut line] =
            <[PriceLine; 1]>::try_from(at_cost(&[charge("EXP", "20", "2", false)], "AUD")).unwrap();
        line.markup = Some(Markup {
            level: Level::CarrierAccount,
            calc_method: CalcMethod::Percentage,
            value: decimal("25.0"),
        });
        line.adjusted = decimal("0.50");
        line.discount = decimal("1.50");
        line.customer = Amount::line(decimal("24"), Decimal::TEN, "AUD");
        let expected = "20 cost + 5 markup (25 %, carrier account) + 0.50 rounding - 1.50 discount + 2.40 tax = 26.40";
        assert_eq!(explain(&line, true), expected);
        assert_eq!(
            explain(&line, false),
            "25.50 - 1.50 discount + 2.40 tax = 26.40"
        );
        line.customer = Amount::untaxed(decimal("24"), "AUD");
        assert_eq!(
            explain(&line, false),
            "25.50 - 1.50 discount = 24 without tax"
        );
    }

    #[test]
    fn a_currency_without_cents_has_whole_prices() {
        let lines = at_cost(&[charge("EXP", "1250.5", "125.05", false)], "JPY");
        assert_eq!(
            totals(&lines, |line| line.customer).total.total,
            decimal("1376")
        );
    }

    proptest! {
        #[test]
        fn the_total_is_the_sum_of_what_is_shown(amounts in prop::collection::vec((0i64..10_000_000, 0i64..1_000_000, any::<bool>()), 0..12)) {
            let charges: Vec<Charge> = amounts
                .iter()
                .map(|(amount, tax, additional)| Charge {
                    code: "X".to_owned(),
                    description: "X".to_owned(),
                    amount: Decimal::new(*amount, 4),
                    tax: Decimal::new(*tax, 4),
                    additional: *additional,
                })
                .collect();
            let lines = at_cost(&charges, "AUD");
            let cost = totals(&lines, |line| line.customer);
            prop_assert_eq!(cost.total.total, lines.iter().map(|line| line.customer.total).sum::<Decimal>());
            prop_assert_eq!(cost.total.tax_exclusive_amount + cost.total.tax, cost.total.total);
            prop_assert!(lines.iter().all(|line| line.customer.total.normalize().scale() <= 2));
        }
    }
}
