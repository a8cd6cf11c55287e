//! From a carrier's charges to the customer's price, line by line.

use carriers::port::Charge;
use freight::money::{self, Amount};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One line of a price: what the carrier takes for it, and what the customer pays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceLine {
    pub service_code: String,
    pub service_name: String,
    /// Fuel, tail-lift and the like, beside the freight itself.
    pub is_additional: bool,
    pub carrier: Amount,
    pub customer: Amount,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub discount: Decimal,
}

/// The sums of a price's lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Priced {
    pub freight: Amount,
    pub additional: Amount,
    pub total: Amount,
}

/// The customer's price for a carrier's charges. Every line is rounded to the currency's minor unit, and the totals are
/// sums of rounded lines. The customer pays what the carrier takes; whatever is added or taken off is added here.
pub fn customer_price(charges: &[Charge], currency: &str) -> Vec<PriceLine> {
    charges
        .iter()
        .map(|charge| {
            let net = money::round(charge.amount, currency);
            let tax = money::round(charge.tax, currency);
            let carrier = Amount { tax_exclusive_amount: net, tax, total: net + tax };
            PriceLine {
                service_code: charge.code.clone(),
                service_name: charge.description.clone(),
                is_additional: charge.additional,
                carrier,
                customer: carrier,
                discount: Decimal::ZERO,
            }
        })
        .collect()
}

/// The sums of one side of the lines.
pub fn sums(lines: &[PriceLine], side: impl Fn(&PriceLine) -> Amount) -> Priced {
    let of = |additional: bool| lines.iter().filter(|line| line.is_additional == additional).map(&side).sum::<Amount>();
    let (freight, additional) = (of(false), of(true));
    Priced { freight, additional, total: freight + additional }
}

/// Whether any line bears tax.
pub fn is_taxed(lines: &[PriceLine]) -> bool {
    lines.iter().any(|line| !line.customer.tax.is_zero())
}

/// How a line came about, in words.
pub fn break_down(line: &PriceLine) -> String {
    let Amount { tax_exclusive_amount, tax, total } = line.customer;
    if tax.is_zero() { format!("{total} without tax") } else { format!("{tax_exclusive_amount} + {tax} tax = {total}") }
}

#[cfg(test)]
mod tests {
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
        let lines = customer_price(
            &[
                charge("EXP", "20.005", "2.0005", false),
                charge("FUEL", "1.005", "0.1005", true),
                charge("TAIL", "30", "3", true),
            ],
            "AUD",
        );
        let cost = sums(&lines, |line| line.customer);
        assert_eq!(
            cost.freight,
            Amount { tax_exclusive_amount: decimal("20.01"), tax: decimal("2"), total: decimal("22.01") }
        );
        assert_eq!(cost.additional.tax_exclusive_amount, decimal("31.01"));
        assert_eq!(cost.additional.total, decimal("34.11"));
        assert_eq!(cost.total.total, decimal("56.12"));
        assert_eq!(cost, sums(&lines, |line| line.carrier));
        assert!(is_taxed(&lines));
        assert_eq!(break_down(&lines[2]), "30 + 3 tax = 33");
    }

    #[test]
    fn an_untaxed_price_says_so() {
        let lines = customer_price(&[charge("EXP", "12.50", "0", false)], "AUD");
        assert!(!is_taxed(&lines));
        assert_eq!(break_down(&lines[0]), "12.50 without tax");
    }

    #[test]
    fn a_currency_without_cents_has_whole_prices() {
        let lines = customer_price(&[charge("EXP", "1250.5", "125.05", false)], "JPY");
        assert_eq!(sums(&lines, |line| line.customer).total.total, decimal("1376"));
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
            let lines = customer_price(&charges, "AUD");
            let cost = sums(&lines, |line| line.customer);
            prop_assert_eq!(cost.total.total, lines.iter().map(|line| line.customer.total).sum::<Decimal>());
            prop_assert_eq!(cost.total.tax_exclusive_amount + cost.total.tax, cost.total.total);
            prop_assert!(lines.iter().all(|line| line.customer.total.normalize().scale() <= 2));
        }
    }
}
