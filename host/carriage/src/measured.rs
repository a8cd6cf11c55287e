//! Goods measured as a whole, with the difference spread over the lines.

use rust_decimal::Decimal;

use crate::{
    goods::Item,
    quantity::{Quantity, Unit},
};

/// Weight in kilograms and volume in cubic metres of all pieces together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeasuredTotal {
    pub weight: Decimal,
    pub volume: Decimal,
}

/// Zero lines are unchanged. Volume is scaled by height: a change of floor space is unknown.
pub fn scale_to_total(
    items: &[Item],
    declared: MeasuredTotal,
    weight: Option<Decimal>,
    volume: Option<Decimal>,
) -> Vec<Item> {
    let share = |to: Option<Decimal>, of: Decimal| {
        to.filter(|to| *to > Decimal::ZERO && of > Decimal::ZERO)
            .map(|to| to / of)
    };
    let (by_weight, by_volume) = (
        share(weight, declared.weight),
        share(volume, declared.volume),
    );
    items
        .iter()
        .map(|item| {
            let mut item = item.clone();
            item.weight = times(item.weight, by_weight);
            item.height = times(item.height, by_volume);
            item
        })
        .collect()
}

fn times<U: Unit>(quantity: Option<Quantity<U>>, by: Option<Decimal>) -> Option<Quantity<U>> {
    match by {
        Some(by) => quantity.map(|one| Quantity::new(one.value.saturating_mul(by), one.unit)),
        None => quantity,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantity::{Length, Weight};

    fn carton(weight: i64, height: i64) -> Item {
        let cm = |value: i64| Some(Length::centimetres(Decimal::from(value)));
        Item {
            quantity: 1,
            length: cm(100),
            width: cm(100),
            height: cm(height),
            weight: Some(Weight::kilograms(Decimal::from(weight))),
            ..Item::default()
        }
    }

    fn measures_text(items: &[Item]) -> Vec<(String, String)> {
        let text = |value: Decimal| value.normalize().to_string();
        items
            .iter()
            .map(|item| {
                (
                    text(item.weight.unwrap().value),
                    text(item.height.unwrap().value),
                )
            })
            .collect()
    }

    const DECLARED: MeasuredTotal = MeasuredTotal {
        weight: Decimal::from_parts(40, 0, 0, false, 0),
        volume: Decimal::ONE,
    };

    #[test]
    fn every_line_takes_its_share() {
        let items = [carton(10, 25), carton(30, 75)];
        let all = scale_to_total(
            &items,
            DECLARED,
            Some(Decimal::from(60)),
            Some(Decimal::TWO),
        );
        assert_eq!(
            measures_text(&all),
            [
                ("15".to_owned(), "50".to_owned()),
                ("45".to_owned(), "150".to_owned())
            ]
        );
    }

    #[test]
    fn shares_of_small_pieces_are_not_rounded() {
        let seeds = Item {
            quantity: 3_000,
            weight: Some(Weight::kilograms(Decimal::new(4, 4))),
            ..carton(1, 1)
        };
        let declared = MeasuredTotal {
            weight: Decimal::new(12, 1),
            volume: Decimal::ZERO,
        };
        let all = scale_to_total(&[seeds], declared, Some(Decimal::ONE), None);
        let total = all[0].weight.unwrap().times(3_000).value;
        assert_eq!(total.round_dp(6), Decimal::ONE);
    }

    #[test]
    fn what_was_not_measured_stays() {
        let items = [carton(10, 25), carton(30, 75)];
        assert_eq!(scale_to_total(&items, DECLARED, None, None), items);
        assert_eq!(
            scale_to_total(&items, DECLARED, Some(Decimal::ZERO), None),
            items
        );
        let unweighed = MeasuredTotal {
            weight: Decimal::ZERO,
            ..DECLARED
        };
        assert_eq!(
            scale_to_total(&items, unweighed, Some(Decimal::TEN), None),
            items
        );
    }
}
