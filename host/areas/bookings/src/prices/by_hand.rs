//! Amounts that staff set by hand.

use carriage::money::{self, Amount};
use data::{FieldError, message};
use rust_decimal::Decimal;
use tenancy::Settings;

use crate::prices::model::PricingDetail;

/// The sent parts of an amount.
#[derive(Debug, Clone, Copy)]
pub struct SentAmount {
    pub tax_exclusive_amount: Option<Decimal>,
    pub tax: Option<Decimal>,
}

/// The tenant's rate and rounding.
#[derive(Debug, Clone, Copy)]
pub struct Taxation<'c> {
    percent: Decimal,
    /// Set if the price has tax, so an amount that was zero gets the tenant's rate.
    is_taxed: bool,
    currency: &'c str,
}

impl<'c> Taxation<'c> {
    pub fn new(price: &PricingDetail, settings: &'c Settings) -> Self {
        Self {
            percent: settings.tax.gst,
            is_taxed: price.is_tax_applied,
            currency: &settings.currency.base_currency,
        }
    }
}

/// Returns the changed amount, or every invalid part. A net amount without tax keeps its rate.
pub fn change_amount(
    before: Amount,
    sent: SentAmount,
    taxation: Taxation<'_>,
    prefix: &str,
) -> Result<Amount, Vec<FieldError>> {
    let mut errors = Vec::new();
    for (name, amount) in [
        ("taxExclusiveAmount", sent.tax_exclusive_amount),
        ("tax", sent.tax),
    ] {
        let (Some(amount), member) = (amount, format!("{prefix}.{name}")) else {
            continue;
        };
        if amount < Decimal::ZERO {
            errors.push(FieldError::new(member, message!("must not be negative")));
        } else {
            errors.extend(money::check(amount, &member).err());
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let Taxation {
        percent, currency, ..
    } = taxation;
    let cents = |amount: Decimal| money::round(amount, currency);
    let net = sent
        .tax_exclusive_amount
        .map_or(before.tax_exclusive_amount, cents);
    let rate = match before.tax_exclusive_amount.is_zero() && taxation.is_taxed {
        true => percent,
        false => before.tax_percent(percent, currency),
    };
    let tax = match sent.tax {
        Some(tax) => cents(tax),
        None if net == before.tax_exclusive_amount => before.tax,
        None => money::tax(net, rate, currency),
    };
    if sent.tax.is_some() && tax.abs() > net.abs() {
        return Err(vec![FieldError::new(
            format!("{prefix}.tax"),
            message!("must be no more than the amount that is taxed"),
        )]);
    }
    Ok(Amount {
        tax_exclusive_amount: net,
        tax,
        total: net + tax,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(before: Amount, net: Option<i64>, tax: Option<i64>) -> Option<Amount> {
        let sent = SentAmount {
            tax_exclusive_amount: net.map(Decimal::from),
            tax: tax.map(Decimal::from),
        };
        let taxation = Taxation {
            percent: Decimal::TEN,
            is_taxed: true,
            currency: "AUD",
        };
        change_amount(before, sent, taxation, "price").ok()
    }

    fn taxed(net: i64, percent: i64) -> Amount {
        Amount::line(Decimal::from(net), Decimal::from(percent), "AUD")
    }

    #[test]
    fn a_net_amount_keeps_its_rate() {
        for percent in [0, 10, 15] {
            let changed = change(taxed(80, percent), Some(200), None);
            assert_eq!(changed, Some(taxed(200, percent)), "{percent} %");
        }
        assert_eq!(
            change(Amount::ZERO, Some(200), None),
            Some(taxed(200, 10)),
            "an amount of zero has no rate"
        );
    }

    #[test]
    fn a_tax_is_no_more_than_its_net_amount() {
        assert_eq!(change(taxed(80, 10), None, Some(81)), None);
        assert_eq!(change(taxed(80, 10), Some(20), Some(21)), None);
        assert_eq!(
            change(taxed(80, 10), Some(20), Some(2)),
            Some(taxed(20, 10))
        );
        assert_eq!(change(taxed(80, 10), None, None), Some(taxed(80, 10)));
    }
}
