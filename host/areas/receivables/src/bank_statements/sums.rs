//! Sums of several invoices that make a payment's exact amount.

use std::collections::HashMap;

use rust_decimal::{Decimal, prelude::ToPrimitive};

/// Invoices that are tried, in the given order.
pub const MAX_TRIED: usize = 30;
/// Maximum invoices of a sum.
pub const MAX_SUMMED: usize = 8;

/// Invoices by their places in the given order.
#[derive(Debug, PartialEq, Eq)]
pub struct ExactSum {
    pub places: Vec<usize>,
    /// False if as many other invoices make the same amount.
    pub is_only_one: bool,
}

/// One half's choices: bits of the places, their number and sum.
struct Choice {
    bits: u32,
    count: usize,
    sum: i64,
}

/// Finds the fewest invoices, at most `max`, whose amounts add up to the target. Of equally many,
/// the first ones in the given order.
pub fn find(amounts: &[Decimal], target: Decimal, max: usize) -> Option<ExactSum> {
    let target = to_units(target).filter(|target| *target > 0)?;
    let max = max.min(MAX_SUMMED);
    let tried: Vec<(usize, i64)> = amounts
        .iter()
        .take(MAX_TRIED)
        .enumerate()
        .filter_map(|(place, amount)| Some((place, to_units(*amount)?)))
        .filter(|(_, units)| (1..=target).contains(units))
        .collect();
    let (first, second) = tried.split_at(tried.len() / 2);
    let first = choices(first, target, max);
    // The best choice of the second half by number and sum, and whether there are others.
    let mut by_sum: HashMap<(usize, i64), (u32, bool)> = HashMap::new();
    for choice in choices(second, target, max) {
        by_sum
            .entry((choice.count, choice.sum))
            .and_modify(|(bits, is_only_one)| {
                *bits = (*bits).max(choice.bits);
                *is_only_one = false;
            })
            .or_insert((choice.bits, true));
    }
    (1..=max).find_map(|count| {
        let mut best: Option<(u32, bool)> = None;
        for choice in first.iter().filter(|choice| choice.count <= count) {
            let rest = (count - choice.count, target - choice.sum);
            let Some((bits, is_only_one)) = by_sum.get(&rest) else {
                continue;
            };
            let bits = choice.bits | bits;
            best = Some(match best {
                None => (bits, *is_only_one),
                Some((known, _)) => (known.max(bits), false),
            });
        }
        let (bits, is_only_one) = best?;
        let places = (0..MAX_TRIED).filter(|place| bits & bit(*place) != 0);
        Some(ExactSum {
            places: places.collect(),
            is_only_one,
        })
    })
}

/// Earlier places have higher bits, so a greater number prefers earlier invoices.
fn bit(place: usize) -> u32 {
    1 << (MAX_TRIED - 1 - place)
}

/// Returns every choice of at most `max` invoices, the empty one included.
fn choices(tried: &[(usize, i64)], target: i64, max: usize) -> Vec<Choice> {
    let mut choices = vec![Choice {
        bits: 0,
        count: 0,
        sum: 0,
    }];
    for &(place, units) in tried {
        let longer: Vec<Choice> = choices
            .iter()
            .filter(|choice| choice.count < max && units <= target - choice.sum)
            .map(|choice| Choice {
                bits: choice.bits | bit(place),
                count: choice.count + 1,
                sum: choice.sum + units,
            })
            .collect();
        choices.extend(longer);
    }
    choices
}

/// Amounts are exact to four places.
fn to_units(amount: Decimal) -> Option<i64> {
    let units = amount.checked_mul(Decimal::from(10_000))?;
    units.fract().is_zero().then(|| units.to_i64()).flatten()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cents(amounts: &[i64]) -> Vec<Decimal> {
        amounts
            .iter()
            .map(|cents| Decimal::new(*cents, 2))
            .collect()
    }

    fn places(amounts: &[i64], target: i64) -> Option<(Vec<usize>, bool)> {
        let found = find(&cents(amounts), Decimal::new(target, 2), MAX_SUMMED)?;
        Some((found.places, found.is_only_one))
    }

    #[test]
    fn three_invoices_make_one_payment() {
        let amounts = [11_000, 5_505, 20_010, 7_777, 31_415];
        assert_eq!(
            places(&amounts, 11_000 + 20_010 + 7_777),
            Some((vec![0, 2, 3], true))
        );
        assert_eq!(places(&amounts, 11_001), None);
        assert_eq!(places(&amounts, 0), None);
        assert_eq!(places(&[], 100), None);
    }

    #[test]
    fn few_and_early_invoices_are_preferred() {
        assert_eq!(
            places(&[100, 200, 300, 400], 500),
            Some((vec![0, 3], false))
        );
        assert_eq!(places(&[100, 200, 300, 500], 500), Some((vec![3], true)));
        assert_eq!(places(&[100, 100, 100], 200), Some((vec![0, 1], false)));
    }

    #[test]
    fn the_search_is_bounded() {
        let ones = [1; 40];
        assert_eq!(places(&ones, 8).unwrap().0.len(), 8);
        assert_eq!(places(&ones, 9), None);
        let mut late = vec![500; 30];
        late.push(7);
        assert_eq!(places(&late, 7), None);
        let odd: Vec<i64> = (0..30).map(|at| 100_003 + 7_919 * at * at).collect();
        assert!(places(&odd, odd[3] + odd[11] + odd[29]).is_some());
    }

    fn brute_force(amounts: &[i64], target: i64) -> Option<usize> {
        (1u32..1 << amounts.len())
            .filter(|bits| {
                let chosen = amounts.iter().enumerate();
                let sum: i64 = chosen
                    .filter(|(at, _)| bits & (1 << at) != 0)
                    .map(|(_, amount)| amount)
                    .sum();
                sum == target && bits.count_ones() as usize <= MAX_SUMMED
            })
            .map(|bits| bits.count_ones() as usize)
            .min()
    }

    proptest! {
        #[test]
        fn a_sum_is_found_if_there_is_one(
            amounts in prop::collection::vec(1i64..60, 0..11),
            target in 1i64..200,
        ) {
            let found = places(&amounts, target).map(|(places, _)| places);
            prop_assert_eq!(found.as_ref().map(Vec::len), brute_force(&amounts, target));
            if let Some(found) = found {
                let sum: i64 = found.iter().map(|place| amounts[*place]).sum();
                prop_assert_eq!(sum, target);
            }
        }
    }
}
