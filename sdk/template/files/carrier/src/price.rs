//! Prices a consignment: a base and a price per kilogram, with tax on each line.

use waybill_plugin::types::{Charge, Money, Rate};
use waybill_plugin::{Decimal, Result, decimal, error};

use crate::account::Account;

/// The goods and services tax, in percent.
const TAX_PERCENT: i64 = 10;

/// Maximum price in minor units; a higher result is an input error.
const MAX_COUNT: i64 = 100_000_000;

/// Each started kilogram counts.
pub fn rate(account: &Account, (code, name): (&str, &str), weight_g: u64, currency: &str) -> Result<Rate> {
    let kilograms = i64::try_from(weight_g.div_ceil(1_000)).unwrap_or(i64::MAX);
    let digits = decimal::minor_digits(currency);
    let freight = account.price_per_kg.to_minor(digits).saturating_mul(kilograms);
    let amount = account.base_price.to_minor(digits).saturating_add(freight);
    if amount > MAX_COUNT {
        return Err(error::invalid("items", "weigh more than is carried in one consignment"));
    }
    Ok(Rate {
        service_code: code.into(),
        service_name: name.into(),
        charges: vec![Charge {
            code: "FREIGHT".into(),
            description: "Freight".into(),
            amount: Money::new(amount, currency),
            tax: Money::new(tax(amount), currency),
            additional: false,
        }],
        transit_days: None,
        cut_off: None,
        carrier_quote: None,
    })
}

fn tax(minor: i64) -> i64 {
    Decimal::from_micros(TAX_PERCENT * 1_000_000).percent_of(minor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account() -> Account {
        Account {
            connote_prefix: "ABC".into(),
            base_price: Decimal::from_micros(8_500_000),
            price_per_kg: Decimal::from_micros(1_250_000),
        }
    }

    fn price(weight_g: u64) -> (i64, i64) {
        let account = account();
        let rate = rate(&account, ("STANDARD", "Standard"), weight_g, "AUD").expect("a price");
        (rate.charges[0].amount.minor, rate.charges[0].tax.minor)
    }

    #[test]
    fn base_and_started_kilograms() {
        assert_eq!(price(2_000), (1_100, 110));
        assert_eq!(price(2_001), (1_225, 123));
        assert_eq!(price(0), (850, 85));
    }

    #[test]
    fn what_nobody_carries_has_no_price() {
        assert!(rate(&account(), ("STANDARD", "Standard"), u64::MAX, "AUD").is_err());
    }
}
