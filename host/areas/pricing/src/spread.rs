//! Distribution of an amount over lines without rounding loss.

use carriage::money;
use rust_decimal::Decimal;

/// Distributes `amount` by weights, in whole minor units that add up exactly. Up to the sum of
/// weights, no share exceeds its weight. Weights are not negative. If all are 0, the first share is
/// the whole amount.
pub(crate) fn spread(amount: Decimal, weights: &[Decimal], currency: &str) -> Vec<Decimal> {
    let mut shares = vec![Decimal::ZERO; weights.len()];
    let sum: Decimal = weights.iter().sum();
    if sum.is_zero() {
        if let Some(first) = shares.first_mut() {
            *first = amount;
        }
        return shares;
    }
    let cent = money::from_minor(1, currency);
    let mut remainder = amount;
    let mut remainders = Vec::with_capacity(weights.len());
    for (share, weight) in shares.iter_mut().zip(weights) {
        let exact = amount.saturating_mul(*weight) / sum;
        *share = (exact / cent).floor() * cent;
        remainder -= *share;
        remainders.push(exact - *share);
    }
    // The remainder goes to the largest rounding losses, on ties to the first.
    let mut order: Vec<usize> = (0..remainders.len()).collect();
    order.sort_by(|one, other| remainders.get(*other).cmp(&remainders.get(*one)));
    for at in order {
        if remainder < cent {
            break;
        }
        if let Some(share) = shares.get_mut(at) {
            *share += cent;
            remainder -= cent;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_cents_left_go_to_those_that_were_cut_most() {
        let cents = |cents: &[i64]| -> Vec<Decimal> {
            cents.iter().map(|cents| Decimal::new(*cents, 2)).collect()
        };
        assert_eq!(
            spread(Decimal::ONE, &cents(&[100, 100, 100]), "AUD"),
            cents(&[34, 33, 33])
        );
        assert_eq!(
            spread(Decimal::new(5, 2), &cents(&[0, 0]), "AUD"),
            cents(&[5, 0])
        );
        assert_eq!(
            spread(Decimal::new(1, 2), &cents(&[100, 900]), "AUD"),
            cents(&[0, 1])
        );
        assert!(spread(Decimal::ONE, &[], "AUD").is_empty());
    }

    proptest! {
        #[test]
        fn no_cent_is_made_or_lost(cents in prop::collection::vec(0i64..100_000_000, 1..20), part in 0i64..=1000) {
            let weights: Vec<Decimal> = cents.iter().map(|cents| Decimal::new(*cents, 2)).collect();
            let sum: Decimal = weights.iter().sum();
            let amount = money::round(sum * Decimal::new(part, 3), "AUD");
            let shares = spread(amount, &weights, "AUD");
            prop_assert_eq!(shares.iter().sum::<Decimal>(), amount);
            for (share, weight) in shares.iter().zip(&weights) {
                prop_assert!(*share >= Decimal::ZERO && share <= weight, "{} of {}", share, weight);
                prop_assert_eq!(money::round(*share, "AUD"), *share);
            }
        }
    }
}
