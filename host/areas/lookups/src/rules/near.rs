//! Names that are nearly what was typed: a letter too many, too few, wrong, or two of them the wrong way round.

use super::fold;
use crate::model::Place;

/// A location with what it is compared by.
#[derive(Debug)]
pub struct Known {
    pub place: Place,
    /// The words of its suburb, and all of them run together.
    words: Vec<Word>,
    /// Folded code and name of its state, word by word.
    state: Vec<String>,
    post_code: String,
}

#[derive(Debug)]
struct Word {
    letters: String,
    /// Which letters and digits it has: those that are missing tell most words apart at once.
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

impl Known {
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

    /// How far the location is from what was typed, all words together; none when it is too far.
    pub fn distance(&self, typed: &[Typed]) -> Option<usize> {
        let mut whole = 0;
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
                    whole += distance;
                }
                _ if in_state => {}
                _ => return None,
            }
        }
        of_suburb.then_some(whole)
    }

    /// For sorting those that are equally far: the shorter name first.
    pub fn length(&self) -> usize {
        self.place.suburb.len()
    }
}

/// A word that somebody typed.
#[derive(Debug)]
pub struct Typed {
    text: String,
    has: u64,
    /// Mistakes that are forgiven.
    allowed: usize,
}

impl Typed {
    pub fn new(folded: &str) -> Self {
        // A short word with a mistake in it may be anything.
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

    /// The mistakes between this and the word or its beginning, for somebody may still be typing.
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
        within(typed, &own.letters, self.allowed)
    }
}

/// The words of a folded text.
pub fn typed(folded: &str) -> Vec<Typed> {
    folded
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(Typed::new)
        .collect()
}

/// The longest word that is compared.
const MAX_LENGTH: usize = 48;

/// The fewest insertions, deletions, changes and swaps of neighbours from `typed` to a beginning of `own`; none past `most`.
fn within(typed: &str, own: &str, most: usize) -> Option<usize> {
    let longest = own.len().min(typed.len() + most);
    if typed.len() > MAX_LENGTH || longest > MAX_LENGTH {
        return None;
    }
    // Any beginning will do that is about as long.
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

    fn known(suburb: &str, post_code: &str, state_code: &str, state_name: &str) -> Known {
        Known::new(Place {
            id: kernel::ids::LocationId(1),
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
        known("Parramatta", "2150", "NSW", "New South Wales").distance(&typed(text))
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
        let kilda = known("St Kilda East", "3183", "VIC", "Victoria");
        assert_eq!(kilda.distance(&typed("stkilda")), Some(0));
        assert_eq!(kilda.distance(&typed("st klida")), Some(1));
        assert_eq!(kilda.distance(&typed("kilda victoria")), Some(0));
    }

    #[test]
    fn the_name_of_a_state_is_no_suburb_by_itself() {
        let victoria = known("Victoria Park", "6100", "WA", "Western Australia");
        assert_eq!(victoria.distance(&typed("victroia park")), Some(1));
        assert_eq!(
            known("Richmond", "3121", "VIC", "Victoria").distance(&typed("victoria")),
            None
        );
    }

    proptest! {
        #[test]
        fn one_mistake_is_one(word in "[a-z]{5,20}", at in 0_usize..20, letter in "[a-z]") {
            let place = at % word.len();
            let mut changed = word.clone();
            changed.replace_range(place..=place, &letter);
            let distance = within(&changed, &word, 2);
            prop_assert!(distance.is_some_and(|distance| distance <= 1));
        }

        #[test]
        fn any_text_is_answered(text in ".{0,120}") {
            let _ = distance(&fold(&text));
        }
    }
}
