//! Fuzzy matching of names: an extra, missing or wrong letter, or two letters swapped.

use super::fold;
use crate::model::Place;

/// A location prepared for comparison.
#[derive(Debug)]
pub struct Candidate {
    pub place: Place,
    words: Vec<Word>,
    /// Folded code and name of its state, word by word.
    state: Vec<String>,
    post_code: String,
}

#[derive(Debug)]
struct Word {
    letters: String,
    /// Bit set of its letters and digits: missing ones rule out most words quickly.
    has: u64,
}

impl Word {
    fn new(folded: &str) -> Self {
        Self {
            letters: folded.to_owned(),
            has: letters_of(folded.as_bytes()),
        }
    }
}

fn letters_of(folded: &[u8]) -> u64 {
    folded.iter().fold(0, |has, byte| match byte {
        b'a'..=b'z' => has | 1 << (byte - b'a'),
        b'0'..=b'9' => has | 1 << (26 + byte - b'0'),
        _ => has,
    })
}

impl Candidate {
    pub fn new(place: Place) -> Self {
        let suburb = fold(&place.suburb);
        let mut words: Vec<Word> = suburb.split(' ').map(Word::new).collect();
        if words.len() > 1 {
            words.push(Word::new(&suburb.replace(' ', "")));
        }
        let state = fold(&format!("{} {}", place.state_code, place.state_name));
        let state = state
            .split(' ')
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        Self {
            words,
            state,
            post_code: fold(&place.post_code),
            place,
        }
    }

    /// Total distance of all typed words; none above the limit.
    pub fn distance(&self, typed: &[SearchWord]) -> Option<usize> {
        let mut total = 0;
        let mut of_suburb = false;
        for word in typed {
            if word.is_number() {
                if !self.post_code.starts_with(&word.text) {
                    return None;
                }
                continue;
            }
            let near = self.words.iter().filter_map(|own| word.distance(own)).min();
            let in_state = self.state.iter().any(|own| own.starts_with(&word.text));
            match near {
                Some(distance) if distance == 0 || !in_state => {
                    of_suburb = true;
                    total += distance;
                }
                _ if in_state => {}
                _ => return None,
            }
        }
        of_suburb.then_some(total)
    }

    /// Returns the name's length: among equal distances the shorter name comes first.
    pub fn length(&self) -> usize {
        self.place.suburb.len()
    }
}

#[derive(Debug)]
pub struct SearchWord {
    text: String,
    has: u64,
    /// Maximum mistakes.
    allowed: usize,
}

impl SearchWord {
    pub fn new(folded: &str) -> Self {
        // A short word with a mistake matches almost anything.
        let allowed = match folded.len() {
            0..=3 => 0,
            4..=6 => 1,
            _ => 2,
        };
        Self {
            text: folded.to_owned(),
            has: letters_of(folded.as_bytes()),
            allowed,
        }
    }

    fn is_number(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Also compares prefixes, as typing may be incomplete.
    fn distance(&self, own: &Word) -> Option<usize> {
        let typed = self.text.as_str();
        if own.letters.starts_with(typed) {
            return Some(0);
        }
        let missing = (self.has & !own.has).count_ones() as usize;
        if self.allowed == 0
            || missing > self.allowed
            || own.letters.len() + self.allowed < typed.len()
        {
            return None;
        }
        prefix_distance(typed, &own.letters, self.allowed)
    }
}

pub fn search_words(folded: &str) -> Vec<SearchWord> {
    folded
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(SearchWord::new)
        .collect()
}

/// Longest word that is compared.
const MAX_LENGTH: usize = 48;

/// Fewest insertions, deletions, changes and swaps of neighbours; none above `most`.
fn prefix_distance(typed: &str, own: &str, most: usize) -> Option<usize> {
    let longest = own.len().min(typed.len() + most);
    if typed.len() > MAX_LENGTH || longest > MAX_LENGTH {
        return None;
    }
    // Any prefix of similar length may match.
    let shortest = typed.len().saturating_sub(most).min(longest);
    let beginnings = (shortest..=longest).filter_map(|length| own.get(..length));
    beginnings
        .map(|own| strsim::osa_distance(typed, own))
        .min()
        .filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_decimal::Decimal;

    use super::*;

    fn candidate(suburb: &str, post_code: &str, state_code: &str, state_name: &str) -> Candidate {
        Candidate::new(Place {
            id: data::ids::LocationId(1),
            country_code: "AU".to_owned(),
            post_code: post_code.to_owned(),
            suburb: suburb.to_owned(),
            state_code: state_code.to_owned(),
            state_name: state_name.to_owned(),
            latitude: Decimal::ZERO,
            longitude: Decimal::ZERO,
        })
    }

    fn distance(text: &str) -> Option<usize> {
        candidate("Parramatta", "2150", "NSW", "New South Wales").distance(&search_words(text))
    }

    #[test]
    fn mistakes_are_counted_and_forgiven_within_reason() {
        for (text, expected) in [
            ("parramatta", Some(0)),
            ("parra", Some(0)),
            ("paramatta", Some(1)),
            ("parrmatta", Some(1)),
            ("parramtata", Some(1)),
            ("paramata", Some(2)),
            ("parremat", Some(1)),
            ("paramata nsw", Some(2)),
            ("2150 paramatta", Some(1)),
            ("paramatta vic", None),
            ("paramatta 3121", None),
            ("melbourne", None),
            ("nsw", None),
            ("xyz", None),
            ("", None),
        ] {
            assert_eq!(distance(text), expected, "{text}");
        }
    }

    #[test]
    fn words_may_be_run_together() {
        let kilda = candidate("St Kilda East", "3183", "VIC", "Victoria");
        assert_eq!(kilda.distance(&search_words("stkilda")), Some(0));
        assert_eq!(kilda.distance(&search_words("st klida")), Some(1));
        assert_eq!(kilda.distance(&search_words("kilda victoria")), Some(0));
    }

    #[test]
    fn the_name_of_a_state_is_no_suburb_by_itself() {
        let victoria = candidate("Victoria Park", "6100", "WA", "Western Australia");
        assert_eq!(victoria.distance(&search_words("victroia park")), Some(1));
        assert_eq!(
            candidate("Richmond", "3121", "VIC", "Victoria").distance(&search_words("victoria")),
            None
        );
    }

    proptest! {
        #[test]
        fn one_mistake_is_one(word in "[a-z]{5,20}", at in 0_usize..20, letter in "[a-z]") {
            let place = at % word.len();
            let mut changed = word.clone();
            changed.replace_range(place..=place, &letter);
            let distance = prefix_distance(&changed, &word, 2);
            prop_assert!(distance.is_some_and(|distance| distance <= 1));
        }

        #[test]
        fn any_text_is_answered(text in ".{0,120}") {
            let _ = distance(&fold(&text));
        }
    }
}
