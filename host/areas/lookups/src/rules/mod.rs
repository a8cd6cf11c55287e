//! Name folding and search keys, and fixed lists: dangerous goods classes, delivery options.

pub mod near;

use data::TextEnum;
use rust_decimal::Decimal;

use crate::model::{Attribute, Category, Location, LocationAttributes, Place};

/// Folds a text for comparison: lower-case ASCII letters and digits, words separated by one space.
pub fn fold(text: &str) -> String {
    let plain = deunicode::deunicode(text)
        .to_ascii_lowercase()
        .replace(['\'', '`'], "");
    plain
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Characters of a term in its key.
pub const KEY_LENGTH: usize = 12;
/// Space, ten digits, 26 letters: twelve of them fit into 63 bits.
const LETTERS: i64 = 37;

/// Half-open range of the keys of terms that begin with `folded`.
pub fn key_range(folded: &str) -> (i64, i64) {
    let bytes: Vec<u8> = folded.bytes().take(KEY_LENGTH).collect();
    let number = bytes
        .iter()
        .fold(0, |number, byte| number * LETTERS + digit(*byte));
    let open = (bytes.len()..KEY_LENGTH).fold(1, |open, _| open * LETTERS);
    (number * open, (number + 1) * open)
}

/// First characters as a number with the same order.
pub fn key(folded: &str) -> i64 {
    key_range(folded).0
}

fn digit(byte: u8) -> i64 {
    match byte {
        b'0'..=b'9' => i64::from(byte - b'0') + 1,
        b'a'..=b'z' => i64::from(byte - b'a') + 11,
        _ => 0,
    }
}

/// Position of a term in a location's name: 0 at the start of the name or postcode, 1 at a later
/// word.
pub const AT_START: i64 = 0;
pub const AT_LATER_WORD: i64 = 1;

/// Returns the positions and keys that find a location, without duplicates.
pub fn terms(suburb: &str, post_code: &str) -> Vec<(i64, i64)> {
    let (suburb, post_code) = (fold(suburb), fold(post_code));
    let mut terms = vec![(AT_START, key(&suburb)), (AT_START, key(&post_code))];
    terms.extend(later_suffixes(&suburb).map(|rest| (AT_LATER_WORD, key(rest))));
    terms.sort_unstable();
    terms.dedup();
    terms
}

fn later_suffixes(folded: &str) -> impl Iterator<Item = &str> {
    folded.match_indices(' ').map(|(at, _)| &folded[at + 1..])
}

/// True if a term begins with the folded text.
pub fn has_prefix(place: &Place, folded: &str) -> bool {
    let suburb = fold(&place.suburb);
    fold(&place.post_code).starts_with(folded)
        || suburb.starts_with(folded)
        || later_suffixes(&suburb).any(|rest| rest.starts_with(folded))
}

/// True if each word begins a word of the suburb, postcode or state.
pub fn has_words(place: &Place, folded: &str) -> bool {
    let all = fold(&format!(
        "{} {} {} {}",
        place.suburb, place.post_code, place.state_code, place.state_name
    ));
    folded
        .split(' ')
        .all(|word| all.split(' ').any(|own| own.starts_with(word)))
}

/// A number, as in a postcode, or else the longest word.
pub fn most_selective_word(folded: &str) -> &str {
    let number = folded
        .split(' ')
        .find(|word| word.len() > 2 && word.starts_with(|c: char| c.is_ascii_digit()));
    number
        .or_else(|| folded.split(' ').max_by_key(|word| word.len()))
        .unwrap_or_default()
}

pub fn location_view(place: Place) -> Location {
    let has_letter_code =
        !place.state_code.is_empty() && place.state_code.chars().all(char::is_alphabetic);
    Location {
        id: place.id,
        country_code: place.country_code,
        suburb: place.suburb,
        post_code: place.post_code,
        state: if has_letter_code {
            place.state_code.clone()
        } else {
            place.state_name.clone()
        },
        latitude: place.latitude,
        longitude: place.longitude,
        attributes: LocationAttributes {
            state_code: place.state_code,
            state_name: place.state_name,
        },
    }
}

/// Ten-thousandths of a degree (eleven metres); none for an invalid angle.
pub fn parse_angle(text: &str, most: i64) -> Option<i64> {
    let angle: Decimal = text.trim().parse().ok()?;
    if angle.abs() > Decimal::from(most) {
        return None;
    }
    i64::try_from((angle * Decimal::from(10_000)).round().mantissa()).ok()
}

/// Quoted texts of the filter, or the whole text.
pub fn filter_words(filter: &str) -> Vec<String> {
    let quoted: Vec<&str> = filter.split('\'').skip(1).step_by(2).collect();
    let text = if quoted.is_empty() {
        filter.to_owned()
    } else {
        quoted.join(" ")
    };
    let mut words: Vec<String> = fold(&text)
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    // Users write UN1203, the list has 1203.
    for word in &mut words {
        if let Some(number) = word.strip_prefix("un")
            && number.len() == 4
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            *word = number.to_owned();
        }
    }
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words.dedup();
    words
}

const fn category(id: i64, code: &'static str, name: &'static str) -> Category {
    Category { id, code, name }
}

/// Classes and divisions of the UN Model Regulations.
pub const CATEGORIES: [Category; 20] = [
    category(11, "1.1", "Explosives with a mass explosion hazard"),
    category(12, "1.2", "Explosives with a projection hazard"),
    category(13, "1.3", "Explosives with a fire hazard"),
    category(14, "1.4", "Explosives with no significant hazard"),
    category(15, "1.5", "Very insensitive explosives"),
    category(16, "1.6", "Extremely insensitive articles"),
    category(21, "2.1", "Flammable gases"),
    category(22, "2.2", "Non-flammable, non-toxic gases"),
    category(23, "2.3", "Toxic gases"),
    category(30, "3", "Flammable liquids"),
    category(41, "4.1", "Flammable solids"),
    category(42, "4.2", "Substances liable to spontaneous combustion"),
    category(
        43,
        "4.3",
        "Substances that emit flammable gases in contact with water",
    ),
    category(51, "5.1", "Oxidising substances"),
    category(52, "5.2", "Organic peroxides"),
    category(61, "6.1", "Toxic substances"),
    category(62, "6.2", "Infectious substances"),
    category(70, "7", "Radioactive material"),
    category(80, "8", "Corrosive substances"),
    category(90, "9", "Miscellaneous dangerous goods"),
];

pub fn category_name(id: i64) -> Option<&'static str> {
    CATEGORIES
        .iter()
        .find(|category| category.id == id)
        .map(|category| category.name)
}

/// Returns the classes in a list of risks with any separators.
pub fn classes(risks: &str) -> Vec<String> {
    let classes = risks.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
    classes
        .filter(|class| !class.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the code of a class or division by its API number: `5.1`.
pub fn category_code(id: i64) -> Option<&'static str> {
    CATEGORIES
        .iter()
        .find(|category| category.id == id)
        .map(|category| category.code)
}

pub fn class_name(code: &str) -> &'static str {
    CATEGORIES
        .iter()
        .find(|category| category.code == code)
        .map_or("", |category| category.name)
}

const fn option(group: &'static str, key: &'static str, display_name: &'static str) -> Attribute {
    Attribute {
        key,
        display_name,
        group,
        sub_group: "Options",
        data_type: "boolean",
    }
}

/// Insurance type of a consignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum InsuranceType {
    Standard,
    Premium,
    #[text_enum(name = "ATI")]
    Ati,
    #[text_enum(unknown)]
    Unknown,
}

pub const ATTRIBUTES: [Attribute; 10] = [
    option("Pickup", "tail-lift", "Tail-lift"),
    option("Pickup", "residential", "Residential address"),
    option("Pickup", "hand-unload", "Hand loading"),
    option("Pickup", "appointment", "By appointment"),
    option("Delivery", "authority-to-leave", "Authority to leave"),
    option("Delivery", "signature", "Signature on delivery"),
    option("Delivery", "tail-lift", "Tail-lift"),
    option("Delivery", "residential", "Residential address"),
    option("Delivery", "hand-unload", "Hand unloading"),
    option("Delivery", "appointment", "By appointment"),
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn place(suburb: &str, post_code: &str, state_code: &str, state_name: &str) -> Place {
        Place {
            id: data::ids::LocationId(1),
            country_code: "AU".to_owned(),
            post_code: post_code.to_owned(),
            suburb: suburb.to_owned(),
            state_code: state_code.to_owned(),
            state_name: state_name.to_owned(),
            latitude: Decimal::ZERO,
            longitude: Decimal::ZERO,
        }
    }

    #[test]
    fn names_lose_case_accents_and_marks() {
        assert_eq!(fold("  O'Connor–Hills "), "oconnor hills");
        assert_eq!(fold("Māngere"), "mangere");
        assert_eq!(fold("St. Kilda  East"), "st kilda east");
        assert_eq!(fold("!!"), "");
    }

    proptest! {
        #[test]
        fn a_prefix_is_a_range(term in "[a-z0-9]{1,8}( [a-z0-9]{1,6}){0,2}", length in 1_usize..13) {
            let prefix: String = term.chars().take(length).collect();
            let (low, high) = key_range(prefix.trim_end());
            prop_assert!((low..high).contains(&key(&term)));
        }

        #[test]
        fn what_does_not_begin_so_is_outside(term in "[a-z0-9 ]{1,16}", prefix in "[a-z0-9]{1,12}") {
            let (low, high) = key_range(&prefix);
            prop_assert_eq!((low..high).contains(&key(&term)), term.starts_with(&prefix));
        }

        #[test]
        fn keys_sort_as_text(a in "[a-z0-9]{0,12}", b in "[a-z0-9]{0,12}") {
            prop_assert_eq!(key(&a).cmp(&key(&b)), a.cmp(&b));
        }
    }

    #[test]
    fn a_location_is_found_by_every_word_and_its_postcode() {
        let found = terms("St Kilda East", "3183");
        for (place, text) in [
            (AT_START, "st kilda east"),
            (AT_START, "3183"),
            (AT_LATER_WORD, "kilda east"),
            (AT_LATER_WORD, "east"),
        ] {
            assert!(found.contains(&(place, key(text))), "{text}");
        }
        assert_eq!(found.len(), 4);
    }

    #[test]
    fn several_words_narrow_it_down() {
        let richmond = place("Richmond", "3121", "VIC", "Victoria");
        for text in ["richmond vic", "3121 rich", "rich victoria", "vic 3121"] {
            assert!(has_words(&richmond, text), "{text}");
        }
        assert!(!has_words(&richmond, "richmond nsw"));
        assert_eq!(most_selective_word("vic 3121"), "3121");
        assert_eq!(most_selective_word("st kilda vic"), "kilda");
        assert!(has_prefix(&place("St Kilda", "3182", "VIC", ""), "kil"));
    }

    #[test]
    fn a_state_is_said_as_people_say_it() {
        assert_eq!(
            location_view(place("Richmond", "3121", "VIC", "Victoria")).state,
            "VIC"
        );
        assert_eq!(
            location_view(place("Kelston", "0602", "E7", "Auckland")).state,
            "Auckland"
        );
        assert_eq!(location_view(place("Somewhere", "1", "", "")).state, "");
    }

    #[test]
    fn angles_are_whole_ten_thousandths() {
        assert_eq!(parse_angle("-37.8230", 90), Some(-378_230));
        assert_eq!(parse_angle("151.20935", 180), Some(1_512_094));
        assert_eq!(parse_angle("91", 90), None);
        assert_eq!(parse_angle("north", 90), None);
        assert_eq!(parse_angle("79228162514264337593543950335", 180), None);
    }

    #[test]
    fn a_filter_is_read_as_words() {
        assert_eq!(filter_words("UN1203"), ["1203"]);
        assert_eq!(
            filter_words("contains(tolower(unDescription),'Lithium ion')"),
            ["lithium", "ion"]
        );
        assert!(filter_words(" ").is_empty());
    }
}
