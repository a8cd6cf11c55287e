//! Doubts about a position: far from its suburb, or with no town around.

use data::{Message, message};

use super::address::{PlacedAddress, StreetLine};
use crate::{model::Place, search::metres, words};

/// Largest distance from the middle of the suburb.
const MAX_TO_SUBURB: f64 = 50_000.0;

/// Places around a position.
pub(super) struct Surroundings {
    /// Middle of the address's suburb.
    pub suburb: Option<(f64, f64)>,
    /// False for a position in the sea or in empty land, where the country's towns are known.
    pub has_town: bool,
}

/// Returns the reason why a position is unlikely to be the address's.
pub(super) fn doubt(
    address: &PlacedAddress,
    (latitude, longitude): (f64, f64),
    around: &Surroundings,
) -> Option<Message> {
    if let Some((north, east)) = around.suburb {
        let distance = metres(latitude, longitude, north, east);
        if distance > MAX_TO_SUBURB {
            return Some(message!(
                "is {distance} km from {suburb}. Set confirm to true to keep it.",
                distance = (distance / 1_000.0).round() as i64,
                suburb = address.suburb.clone()
            ));
        }
    }
    (!around.has_town)
        .then(|| message!("is in the sea or far from every town. Set confirm to true to keep it."))
}

/// True if a place is in the street of a line, whatever the spelling of its type.
pub(super) fn is_in_street(place: &Place, line: &StreetLine) -> bool {
    let (own, sent) = (words::words(&place.street), words::words(&line.street));
    let is_known = |word: &words::Word, among: &[words::Word]| {
        let mut among = among.iter();
        among.any(|other| words::compare(word, false, other).is_some())
    };
    !own.is_empty()
        && own.iter().all(|word| is_known(word, &sent))
        && sent.iter().all(|word| is_known(word, &own))
}

/// True if a place has the house number of a line; a range has its first one.
pub(super) fn has_number(place: &Place, line: &StreetLine) -> bool {
    let own = words::words(&place.number);
    !line.number.is_empty() && own.iter().any(|word| word.form == line.number)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RICHMOND: (f64, f64) = (-37.823, 144.998);

    fn doubt_at(position: (f64, f64), suburb: Option<(f64, f64)>, has_town: bool) -> bool {
        let address = PlacedAddress {
            suburb: "Richmond".to_owned(),
            ..PlacedAddress::default()
        };
        doubt(&address, position, &Surroundings { suburb, has_town }).is_some()
    }

    #[test]
    fn far_positions_and_those_without_a_town_are_doubted() {
        assert!(!doubt_at((-37.9, 145.1), Some(RICHMOND), true));
        assert!(doubt_at((-38.4, 144.998), Some(RICHMOND), true));
        assert!(doubt_at((37.823, 144.998), Some(RICHMOND), true));
        assert!(doubt_at((-39.0, 141.0), None, false));
        assert!(!doubt_at((-39.0, 141.0), None, true));
    }

    #[test]
    fn a_street_is_the_same_in_all_its_spellings() {
        let place = Place {
            number: "12-14".to_owned(),
            street: "Church Street".to_owned(),
            ..Place::default()
        };
        let line = |number: &str, street: &str| StreetLine {
            number: number.to_owned(),
            street: street.to_owned(),
        };
        assert!(is_in_street(&place, &line("12", "church st")));
        assert!(is_in_street(&place, &line("12", "Chruch Street")));
        assert!(!is_in_street(&place, &line("12", "Church Lane")));
        assert!(!is_in_street(&place, &line("12", "Old Church Street")));
        assert!(has_number(&place, &line("14", "")) && !has_number(&place, &line("2", "")));
        assert!(!has_number(&place, &line("", "")));
    }
}
