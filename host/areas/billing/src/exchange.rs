//! Conversion between invoices' currencies and the base currency.

use carriage::money::{self, Amount};
use rust_decimal::Decimal;

use crate::invoices::model::InvoiceDetail;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// ISO 4217 codes.
    pub currency: String,
    pub base: String,
    /// Units of the currency per unit of the base currency. Positive.
    pub factor: Decimal,
}

impl Exchange {
    pub fn is_base(&self) -> bool {
        self.currency == self.base
    }

    pub fn to_base(&self, amount: Decimal) -> Decimal {
        match self.is_base() {
            true => amount,
            false => money::round(
                amount.checked_div(self.factor).unwrap_or_default(),
                &self.base,
            ),
        }
    }

    fn converted(&self, amount: Decimal) -> Decimal {
        match self.is_base() {
            true => amount,
            false => money::round(amount.saturating_mul(self.factor), &self.currency),
        }
    }

    fn each(amount: Amount, of: impl Fn(Decimal) -> Decimal) -> Amount {
        let (tax_exclusive_amount, tax) = (of(amount.tax_exclusive_amount), of(amount.tax));
        Amount {
            tax_exclusive_amount,
            tax,
            total: tax_exclusive_amount.saturating_add(tax),
        }
    }

    /// Converts from the base currency. Net and tax are rounded separately.
    pub fn lines(&self, lines: Vec<InvoiceDetail>) -> Vec<InvoiceDetail> {
        if self.is_base() {
            return lines;
        }
        let convert = |line: InvoiceDetail| {
            let price = Self::each(line.price(), |sum| self.converted(sum));
            line.with_price(price)
        };
        lines.into_iter().map(convert).collect()
    }

    /// Converts line by line.
    pub fn base_total(&self, lines: &[InvoiceDetail]) -> Amount {
        lines
            .iter()
            .map(|line| Self::each(line.price(), |sum| self.to_base(sum)))
            .sum()
    }
}

/// Returns a part's share of the total in the base currency. The whole gives all of it.
pub fn share(base_total: Decimal, total: Decimal, part: Decimal, base: &str) -> Decimal {
    match part {
        part if part == total => base_total,
        part if part.is_zero() || total.is_zero() => Decimal::ZERO,
        part => {
            let product = base_total
                .checked_mul(part)
                .and_then(|product| product.checked_div(total));
            money::round(product.unwrap_or_default(), base)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::values::InvoiceDetailType;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn exchange(currency: &str, factor: &str) -> Exchange {
        Exchange {
            currency: currency.to_owned(),
            base: "AUD".to_owned(),
            factor: decimal(factor),
        }
    }

    fn line(net: &str, tax: &str) -> InvoiceDetail {
        let (tax_exclusive_amount, tax) = (decimal(net), decimal(tax));
        let price = Amount {
            tax_exclusive_amount,
            tax,
            total: tax_exclusive_amount + tax,
        };
        let (kind, name) = (InvoiceDetailType::Freight, "Freight".to_owned());
        InvoiceDetail::new(kind, name, price, Decimal::TEN)
    }

    #[test]
    fn lines_are_rounded_to_the_digits_of_the_currency() {
        let lines = vec![line("100.05", "10.01"), line("0.01", "0")];
        let dollars = exchange("USD", "0.65432109").lines(lines.clone());
        assert_eq!(dollars[0].tax_exclusive_amount, decimal("65.46"));
        assert_eq!(
            (dollars[0].tax, dollars[0].amount),
            (decimal("6.55"), decimal("72.01"))
        );
        let yen = exchange("JPY", "97.5").lines(lines.clone());
        assert_eq!(
            (yen[0].tax_exclusive_amount, yen[1].amount),
            (decimal("9755"), decimal("1"))
        );
        assert_eq!(
            exchange("JPY", "97.5").base_total(&yen).total,
            decimal("110.07")
        );
        assert_eq!(exchange("AUD", "1").lines(lines.clone()), lines);
    }

    proptest! {
        #[test]
        fn parts_of_a_sum_come_to_it_whatever_their_order(
            base in 0i64..10_000_000, cents in prop::collection::vec(1i64..100_000, 1..20),
        ) {
            let total = Decimal::new(cents.iter().sum(), 2);
            let base = Decimal::new(base, 2);
            let (mut left, mut taken) = (total, Decimal::ZERO);
            for part in cents {
                let less = left - Decimal::new(part, 2);
                let of_part = share(base, total, left, "AUD") - share(base, total, less, "AUD");
                prop_assert!(of_part >= Decimal::ZERO);
                taken += of_part;
                left = less;
            }
            prop_assert_eq!(taken, base);
        }
    }
}
