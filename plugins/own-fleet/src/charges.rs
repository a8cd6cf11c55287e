//! Conversion of a rate card's price to a carrier's rate: the same lines, each with its tax.

use waybill_plugin::types::{Charge, Money, Rate, ServicePrice};

use crate::account::Account;

/// Line of the freight itself in rate engines' prices; all other lines are surcharges.
const FREIGHT: &str = "FREIGHT";

/// Taxes each line, rounded half away from zero, so that the total is the sum of the lines.
pub fn rate(account: &Account, price: ServicePrice) -> Rate {
    let charges = price.lines.into_iter().map(|line| Charge {
        tax: Money {
            minor: account.tax_percent.percent_of(line.amount.minor),
            currency: line.amount.currency.clone(),
        },
        additional: line.code != FREIGHT,
        code: line.code,
        description: line.description,
        amount: line.amount,
    });
    Rate {
        charges: charges.collect(),
        service_code: price.service_code,
        service_name: price.service_name,
        transit_days: price.transit_days,
        cut_off: account.cut_off.clone(),
        carrier_quote: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::tests::account;
    use waybill_plugin::types::PriceLine;

    fn price() -> ServicePrice {
        let line = |code: &str, minor| PriceLine {
            code: code.into(),
            description: code.to_lowercase(),
            amount: Money::new(minor, "AUD"),
        };
        ServicePrice {
            service_code: "ROAD".into(),
            service_name: "Road".into(),
            lines: vec![line("FREIGHT", 1_475), line("FUEL", 184)],
            transit_days: Some(1),
            chargeable_weight_g: 11_000,
        }
    }

    #[test]
    fn each_line_is_taxed_by_itself() {
        let rate = rate(&account(r#","cutOff":"16:30""#), price());
        let lines: Vec<_> = rate
            .charges
            .iter()
            .map(|line| (line.amount.minor, line.tax.minor, line.additional))
            .collect();
        assert_eq!(lines, [(1_475, 148, false), (184, 18, true)]);
        assert_eq!(
            (rate.transit_days, rate.cut_off.as_deref()),
            (Some(1), Some("16:30"))
        );
    }

    #[test]
    fn the_accounts_own_percentage_counts() {
        let taxes = |percent: &str| -> Vec<i64> {
            let account = account(&format!(r#","taxPercent":"{percent}""#));
            rate(&account, price())
                .charges
                .iter()
                .map(|line| line.tax.minor)
                .collect()
        };
        assert_eq!(taxes("15"), [221, 28]);
        assert_eq!(taxes("0"), [0, 0]);
    }
}
