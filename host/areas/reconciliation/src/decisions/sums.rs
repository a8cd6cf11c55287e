//! Sums of lines, and distribution of amounts.

use std::{iter::Sum, ops::Add};

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

/// Sums of lines, exclusive of tax.
#[data::wire]
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReconciliationSums")]
pub struct Sums {
    pub count: i64,
    pub carrier_quoted_amount: Decimal,
    pub carrier_invoiced_amount: Decimal,
    pub carrier_invoiced_tax: Decimal,
    pub customer_quoted_amount: Decimal,
    pub absorbed_amount: Decimal,
    pub recharge_amount: Decimal,
    pub approved_amount: Decimal,
}

impl Add for Sums {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            carrier_quoted_amount: self.carrier_quoted_amount + other.carrier_quoted_amount,
            carrier_invoiced_amount: self.carrier_invoiced_amount + other.carrier_invoiced_amount,
            carrier_invoiced_tax: self.carrier_invoiced_tax + other.carrier_invoiced_tax,
            customer_quoted_amount: self.customer_quoted_amount + other.customer_quoted_amount,
            absorbed_amount: self.absorbed_amount + other.absorbed_amount,
            recharge_amount: self.recharge_amount + other.recharge_amount,
            approved_amount: self.approved_amount + other.approved_amount,
        }
    }
}

impl Sum for Sums {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

/// Distributes by weights in the currency's smallest unit, without loss. Rounding remainders go to
/// the largest losses. Without weights the first share gets everything.
pub fn share(amount: Decimal, weights: &[Decimal], minor_units: u32) -> Vec<Decimal> {
    let total_weight: Decimal = weights.iter().map(Decimal::abs).sum();
    let mut shares = vec![Decimal::ZERO; weights.len()];
    if total_weight.is_zero() {
        if let Some(first) = shares.first_mut() {
            *first = amount;
        }
        return shares;
    }
    let mut lost: Vec<(usize, Decimal)> = Vec::with_capacity(weights.len());
    for (at, weight) in weights.iter().enumerate() {
        let exact = amount.saturating_mul(weight.abs()) / total_weight;
        let truncated = exact.trunc_with_scale(minor_units);
        shares[at] = truncated;
        lost.push((at, (exact - truncated).abs()));
    }
    lost.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(&other.0)));
    let mut remainder = amount - shares.iter().copied().sum::<Decimal>();
    let unit = Decimal::new(1, minor_units);
    let step = if remainder.is_sign_negative() {
        -unit
    } else {
        unit
    };
    for (at, _) in &lost {
        if remainder.abs() < unit {
            break;
        }
        shares[*at] += step;
        remainder -= step;
    }
    // Excess decimals of an amount are kept.
    if let Some((first, _)) = lost.first() {
        shares[*first] += remainder;
    }
    shares
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_rounding_leaves_is_shared_too() {
        let weights = [Decimal::ONE, Decimal::ONE, Decimal::ONE];
        let shares = share(Decimal::new(1000, 2), &weights, 2);
        assert_eq!(
            shares,
            [
                Decimal::new(334, 2),
                Decimal::new(333, 2),
                Decimal::new(333, 2)
            ]
        );
        assert_eq!(
            share(Decimal::TEN, &[Decimal::ZERO, Decimal::ZERO], 2),
            [Decimal::TEN, Decimal::ZERO]
        );
        assert!(share(Decimal::TEN, &[], 2).is_empty());
    }

    proptest! {
        #[test]
        fn no_cent_is_made_or_lost(cents in -1_000_000i64..1_000_000, weights in prop::collection::vec(0i64..10_000, 1..12)) {
            let weights: Vec<Decimal> = weights.into_iter().map(|cents| Decimal::new(cents, 2)).collect();
            let shares = share(Decimal::new(cents, 2), &weights, 2);
            prop_assert_eq!(shares.iter().copied().sum::<Decimal>(), Decimal::new(cents, 2));
            prop_assert!(shares.iter().all(|share| share.normalize().scale() <= 2));
        }

        #[test]
        fn sums_are_the_same_in_any_order(amounts in prop::collection::vec(-1_000_000i64..1_000_000, 0..50)) {
            let line = |cents: i64| Sums { count: 1, carrier_invoiced_amount: Decimal::new(cents, 2), ..Sums::default() };
            let forwards: Sums = amounts.iter().copied().map(line).sum();
            let backwards: Sums = amounts.iter().rev().copied().map(line).sum();
            prop_assert_eq!(forwards, backwards);
            prop_assert_eq!(forwards.carrier_invoiced_amount, Decimal::new(amounts.iter().sum(), 2));
        }
    }
}
