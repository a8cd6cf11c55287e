//! Stripe's units of money, by Stripe's own table (docs.stripe.com/currencies). It differs from ISO
//! 4217:
//!
//! - MGA has no decimals at Stripe and two in ISO 4217.
//! - ISK and UGX have none in ISO 4217; Stripe takes them with two that are always 00.
//! - Amounts of three-decimal currencies end in 0.
//! - HUF and TWD are charged with two decimals; only payouts, which are not made here, are of full
//!   units.
//!
//! An amount that Stripe cannot charge exactly is rejected before the charge, never rounded.

use waybill_plugin::decimal::minor_digits;
use waybill_plugin::types::Money;
use waybill_plugin::{Decimal, Result, error};

fn digits(currency: &str) -> u32 {
    match currency {
        "BIF" | "CLP" | "DJF" | "GNF" | "JPY" | "KMF" | "KRW" | "MGA" | "PYG" | "RWF" | "VND"
        | "VUV" | "XAF" | "XOF" | "XPF" => 0,
        "BHD" | "JOD" | "KWD" | "OMR" | "TND" => 3,
        _ => 2,
    }
}

/// Returns the step: Stripe's amounts are multiples of it.
fn step(currency: &str) -> i64 {
    match currency {
        "ISK" | "UGX" => 100,
        _ if digits(currency) == 3 => 10,
        _ => 1,
    }
}

pub fn to_stripe(money: &Money) -> Result<i64> {
    let currency = money.currency.as_str();
    let (ours, theirs) = (minor_digits(currency), digits(currency));
    let scaled = if theirs >= ours {
        money.minor.checked_mul(10_i64.pow(theirs - ours))
    } else {
        let unit = 10_i64.pow(ours - theirs);
        (money.minor % unit == 0).then_some(money.minor / unit)
    };
    scaled
        .filter(|amount| amount % step(currency) == 0)
        .ok_or_else(|| {
            let least = Decimal::from_micros(step(currency) * 10_i64.pow(6 - theirs));
            error::invalid(
                "amount",
                format!(
                    "must be a multiple of {least} {currency}: Stripe charges no smaller amounts"
                ),
            )
        })
}

pub fn from_stripe(amount: i64, currency: &str) -> Result<Money> {
    let (ours, theirs) = (minor_digits(currency), digits(currency));
    let minor = if ours >= theirs {
        amount.checked_mul(10_i64.pow(ours - theirs))
    } else {
        let unit = 10_i64.pow(theirs - ours);
        (amount % unit == 0).then_some(amount / unit)
    };
    let minor = minor
        .ok_or_else(|| error::internal(format!("Stripe gave the amount {amount} in {currency}")))?;
    Ok(Money::new(minor, currency))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(minor: i64, currency: &str) -> Money {
        Money::new(minor, currency)
    }

    #[test]
    fn amounts_go_both_ways_by_stripes_table() {
        for (minor, currency, stripe) in [
            (1_250, "AUD", 1_250),
            (500, "JPY", 500),
            (5_000, "ISK", 500_000),
            (5, "UGX", 500),
            (12_300, "MGA", 123),
            (5_120, "KWD", 5_120),
            (80_045, "TWD", 80_045),
            (1_045, "HUF", 1_045),
            (5_120, "IQD", 512),
        ] {
            let amount = money(minor, currency);
            assert_eq!(to_stripe(&amount), Ok(stripe), "{minor} {currency}");
            assert_eq!(
                from_stripe(stripe, currency),
                Ok(amount),
                "{stripe} {currency}"
            );
        }
    }

    #[test]
    fn an_amount_that_stripe_cannot_charge_is_refused_with_what_it_can() {
        for (minor, currency, least) in [
            (5_124, "KWD", "0.01 KWD"),
            (12_345, "MGA", "1 MGA"),
            (5_124, "LYD", "0.01 LYD"),
        ] {
            let words = format!(
                "{:?}",
                to_stripe(&money(minor, currency)).expect_err("refused")
            );
            assert!(words.contains(&format!("a multiple of {least}")), "{words}");
        }
        assert!(to_stripe(&money(i64::MAX, "ISK")).is_err());
    }

    #[test]
    fn a_fraction_that_we_do_not_count_is_no_amount() {
        assert!(from_stripe(500_050, "ISK").is_err());
        assert!(from_stripe(i64::MAX, "MGA").is_err());
    }
}
