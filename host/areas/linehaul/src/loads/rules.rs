//! Measures of articles, and the capacity that they take.

use data::{Message, message};
use jobs::line_hauls::GoodsItem;
use rust_decimal::{Decimal, RoundingStrategy};

use super::model::ArticleState;
use crate::hauls::model::{Capacity, LineHaul};

/// Articles of one line haul.
pub(crate) const MAX_ARTICLES: usize = 10_000;
/// Side of the square that a pallet takes, in millimetres, with the gap to the next.
const PALLET_SIDE: i64 = 1250;

/// Weight in kilograms, volume in cubic metres, and pallet spaces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Measures {
    pub weight: Decimal,
    pub volume: Decimal,
    pub pallet_spaces: Decimal,
}

impl Measures {
    /// Returns the measures of one piece.
    pub fn of_piece(item: &GoodsItem) -> Self {
        let rounded = |measure: Decimal| {
            measure.round_dp_with_strategy(4, RoundingStrategy::MidpointAwayFromZero)
        };
        Self {
            weight: rounded(item.weight),
            volume: rounded(item.volume),
            pallet_spaces: pallet_spaces(item),
        }
    }

    pub fn plus(self, other: Self) -> Self {
        Self {
            weight: self.weight.saturating_add(other.weight),
            volume: self.volume.saturating_add(other.volume),
            pallet_spaces: self.pallet_spaces.saturating_add(other.pallet_spaces),
        }
    }
}

/// Pallets and skids stand on the floor; other pieces are stowed between and above them.
fn pallet_spaces(item: &GoodsItem) -> Decimal {
    let package = item.package_type.as_deref().unwrap_or_default();
    let package = package.to_lowercase();
    if !package.contains("pallet") && !package.contains("skid") {
        return Decimal::ZERO;
    }
    let side = Decimal::new(PALLET_SIDE, 3);
    let along = |length: Decimal| (length / side).ceil().max(Decimal::ONE);
    match item.floor {
        Some((length, width)) => along(length) * along(width),
        None => Decimal::ONE,
    }
}

/// Explains by how much a load with a job or an article exceeds the capacity; none if it fits.
pub(crate) fn excess(capacity: &Capacity, load: Measures, added: &str) -> Option<Message> {
    let over = |load: Decimal, max: Option<Decimal>| {
        max.filter(|max| load > *max)
            .map(|max| (load - max).normalize().to_string())
    };
    if let Some(weight) = over(load.weight, capacity.weight) {
        return Some(message!(
            "{goods} exceeds the line haul's capacity by {weight} kg.",
            goods = added,
            weight = weight
        ));
    }
    if let Some(volume) = over(load.volume, capacity.volume) {
        return Some(message!(
            "{goods} exceeds the line haul's capacity by {volume} m³.",
            goods = added,
            volume = volume
        ));
    }
    let spaces = over(load.pallet_spaces, capacity.pallet_spaces)?;
    Some(message!(
        "{goods} exceeds the line haul's capacity by {spaces} pallet spaces.",
        goods = added,
        spaces = spaces
    ))
}

/// Number and measures of a line haul's articles in one state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StateTotal {
    pub state: ArticleState,
    pub count: i64,
    pub measures: Measures,
}

/// Sets a line haul's counts and measures.
pub(crate) fn set_totals(haul: &mut LineHaul, job_count: i64, totals: &[StateTotal]) {
    let sum = |is_counted: fn(ArticleState) -> bool| {
        totals
            .iter()
            .filter(|total| is_counted(total.state))
            .fold((0, Measures::default()), |(count, sum), total| {
                (count + total.count, sum.plus(total.measures))
            })
    };
    let (articles, all) = sum(|state| state.is_open() || state.was_loaded());
    let (loaded, carried) = sum(ArticleState::was_loaded);
    haul.job_count = job_count;
    haul.article_count = articles;
    haul.loaded_count = loaded;
    haul.unloaded_count = sum(|state| state == ArticleState::Unloaded).0;
    haul.short_count = sum(|state| state == ArticleState::Short).0;
    haul.over_count = sum(|state| state == ArticleState::Over).0;
    haul.weight = all.weight.normalize();
    haul.volume = all.volume.normalize();
    haul.pallet_spaces = all.pallet_spaces.normalize();
    haul.loaded_weight = carried.weight.normalize();
    haul.loaded_volume = carried.volume.normalize();
    haul.loaded_pallet_spaces = carried.pallet_spaces.normalize();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn item(package: &str, floor: Option<(&str, &str)>) -> GoodsItem {
        GoodsItem {
            package_type: Some(package.to_owned()),
            weight: decimal("390"),
            volume: decimal("1.555249"),
            floor: floor.map(|(length, width)| (decimal(length), decimal(width))),
            ..GoodsItem::default()
        }
    }

    fn spaces(package: &str, floor: Option<(&str, &str)>) -> Decimal {
        Measures::of_piece(&item(package, floor)).pallet_spaces
    }

    #[test]
    fn a_pallet_takes_the_spaces_that_it_covers() {
        assert_eq!(spaces("Pallet", None), Decimal::ONE);
        assert_eq!(spaces("Pallet", Some(("1.2", "1.2"))), Decimal::ONE);
        assert_eq!(spaces("Pallet", Some(("2.4", "1.2"))), Decimal::from(2));
        assert_eq!(spaces("Skid", Some(("2.6", "2.6"))), Decimal::from(9));
        assert_eq!(spaces("Carton", Some(("0.4", "0.3"))), Decimal::ZERO);
    }

    #[test]
    fn measures_have_the_digits_that_are_stored() {
        let measures = Measures::of_piece(&item("Pallet", None));
        assert_eq!(measures.volume, decimal("1.5552"));
        assert_eq!(measures.plus(measures).weight, decimal("780"));
    }

    #[test]
    fn an_excess_tells_by_how_much() {
        let capacity = Capacity {
            weight: Some(decimal("1000")),
            volume: None,
            pallet_spaces: Some(decimal("2")),
        };
        let said = |weight: &str, spaces: &str| {
            let load = Measures {
                weight: decimal(weight),
                volume: decimal("99999"),
                pallet_spaces: decimal(spaces),
            };
            excess(&capacity, load, "J00001").map(|message| message.to_string())
        };
        assert_eq!(said("1000", "2"), None);
        assert_eq!(
            said("1120.50", "2").as_deref(),
            Some("J00001 exceeds the line haul's capacity by 120.5 kg.")
        );
        assert_eq!(
            said("10", "3").as_deref(),
            Some("J00001 exceeds the line haul's capacity by 1 pallet spaces.")
        );
    }

    #[test]
    fn totals_count_what_is_on_it_and_what_was() {
        let total = |state, count| StateTotal {
            state,
            count,
            measures: Measures {
                weight: Decimal::from(count * 10),
                ..Measures::default()
            },
        };
        let mut haul = LineHaul::default();
        let totals = [
            total(ArticleState::Allocated, 1),
            total(ArticleState::Loaded, 2),
            total(ArticleState::Unloaded, 4),
            total(ArticleState::Short, 8),
            total(ArticleState::Over, 16),
        ];
        set_totals(&mut haul, 3, &totals);
        assert_eq!((haul.job_count, haul.article_count), (3, 15));
        assert_eq!((haul.loaded_count, haul.unloaded_count), (14, 4));
        assert_eq!((haul.short_count, haul.over_count), (8, 16));
        assert_eq!(haul.weight, Decimal::from(150));
        assert_eq!(haul.loaded_weight, Decimal::from(140));
    }
}
