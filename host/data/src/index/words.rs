//! Text normalisation for search: folded letters, grams of posting lists, and words with one slip.

/// Folds a text for the index: plain lower-case letters and digits, without accents, blanks and
/// marks.
///
/// Each character is folded separately, so folding preserves containment: folded words match at
/// least every text that a direct comparison matches.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    // Via upper case, which unifies letters such as the micro sign and the Greek mu, or the long s
    // and s.
    for character in text
        .chars()
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
    {
        if character.is_ascii() {
            folded.extend(character.is_ascii_alphanumeric().then_some(character));
        } else if let Some(plain) = deunicode::deunicode_char(character) {
            folded.extend(
                plain
                    .chars()
                    .filter(char::is_ascii_alphanumeric)
                    .map(|c| c.to_ascii_lowercase()),
            );
        }
    }
    folded
}

/// Joins a record's folded texts, surrounded by blanks and without duplicates.
pub(crate) fn join_folded<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let mut words = String::from(" ");
    for text in texts {
        let word = fold(text);
        if !word.is_empty() && !words.contains(&format!(" {word} ")) {
            words.push_str(&word);
            words.push(' ');
        }
    }
    words
}

/// Letters and digits are 1 to 36, no character is 0: pairs and triples have distinct numbers.
const BASE: i64 = 37;
/// First number of the customers.
const CUSTOMERS: i64 = 1 << 32;
/// First number of the whole words.
const WHOLE_WORDS: i64 = 1 << 60;
/// Grams looked up per needle; more would narrow little and cost a lookup each.
const MAX_NEEDLE_GRAMS: usize = 6;

fn number(byte: u8) -> i64 {
    match byte {
        b'0'..=b'9' => i64::from(byte - b'0') + 1,
        // Folded words otherwise contain only lower-case letters.
        _ => i64::from(byte.saturating_sub(b'a')) + 11,
    }
}

fn gram(bytes: &[u8]) -> i64 {
    (0..3).fold(0, |sum, at| {
        sum * BASE + bytes.get(at).map_or(0, |byte| number(*byte))
    })
}

pub(crate) fn customer_gram(customer: i64) -> i64 {
    CUSTOMERS + customer
}

/// Returns the number of a whole word. Words may collide, so matches are compared.
pub(crate) fn whole_gram(word: &str) -> i64 {
    // FNV-1a; stored in the database, so it must never change.
    let hash = word.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    WHOLE_WORDS | (hash >> 16).cast_signed()
}

/// Returns all grams of a record's words, sorted: every two and three adjacent characters, and the
/// whole words.
pub(crate) fn grams(words: &str) -> Vec<i64> {
    let mut all = Vec::with_capacity(words.len() * 2);
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        all.extend(word.as_bytes().windows(2).map(gram));
        all.extend(word.as_bytes().windows(3).map(gram));
        all.push(whole_gram(word));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns grams that every text with the needle has; none for a needle of one character.
pub(crate) fn needle_grams(needle: &str) -> Vec<i64> {
    let bytes = needle.as_bytes();
    let all: Vec<i64> = match bytes.len() {
        0 | 1 => Vec::new(),
        2 => vec![gram(bytes)],
        _ => bytes.windows(3).map(gram).collect(),
    };
    let mut some: Vec<i64> = match all.len() {
        few if few <= MAX_NEEDLE_GRAMS => all,
        // The first, the last and some between, to cover the whole needle.
        many => (0..MAX_NEEDLE_GRAMS)
            .map(|at| all[at * (many - 1) / (MAX_NEEDLE_GRAMS - 1)])
            .collect(),
    };
    some.sort_unstable();
    some.dedup();
    some
}

/// Shortest word with slips: shorter ones would match too much.
const SHORTEST_WITH_SLIP: usize = 4;
/// Longest needle with slips: one bit per character.
const LONGEST_WITH_SLIP: usize = 63;

/// Returns the grams left in the intended text, for each way to type the needle with one slip: a
/// character wrong, missing or extra, or two swapped. Empty for a needle too short or too long.
/// Omits ways that leave no piece of `piece` characters (two or three).
pub(crate) fn slip_grams(needle: &str, piece: usize) -> Vec<Vec<i64>> {
    if !(SHORTEST_WITH_SLIP..=LONGEST_WITH_SLIP).contains(&needle.len()) {
        return Vec::new();
    }
    let mut ways: Vec<Vec<i64>> = Vec::new();
    for at in 0..needle.len() {
        // One character is wrong or extra, two are swapped, or one is missing before this one.
        for width in 0..=2 {
            let (left, right) = (&needle[..at], needle.get(at + width..).unwrap_or_default());
            let mut way: Vec<i64> = [left, right]
                .into_iter()
                .filter(|part| part.len() >= piece)
                .flat_map(needle_grams)
                .collect();
            way.sort_unstable();
            way.dedup();
            if !way.is_empty() {
                ways.push(way);
            }
        }
    }
    ways.sort_unstable();
    ways.dedup();
    // A way that requires all grams of another, and more, adds no matches.
    let weaker = |way: &Vec<i64>, other: &Vec<i64>| {
        other != way && other.iter().all(|gram| way.contains(gram))
    };
    ways.iter()
        .filter(|way| !ways.iter().any(|other| weaker(way, other)))
        .cloned()
        .collect()
}

/// True if the words contain the needle with at most one slip: a character wrong, missing or extra,
/// or two swapped.
pub(crate) fn holds_with_slip(words: &str, needle: &str) -> bool {
    if !(SHORTEST_WITH_SLIP..=LONGEST_WITH_SLIP).contains(&needle.len()) {
        return words.contains(needle);
    }
    // Bit n of a state means that the first n + 1 characters of the needle end here: without a
    // slip, and with one.
    let places = |byte: u8| {
        needle.bytes().enumerate().fold(
            0_u64,
            |mask, (at, own)| if own == byte { mask | (1 << at) } else { mask },
        )
    };
    let last = 1_u64 << (needle.len() - 1);
    let (mut exact, mut slipped) = (0_u64, 1_u64);
    let (mut exact_before, mut places_before) = (0_u64, 0_u64);
    for byte in words.bytes() {
        if byte == b' ' {
            (exact, slipped, exact_before, places_before) = (0, 1, 0, 0);
            continue;
        }
        let here = places(byte);
        let next = ((exact << 1) | 1) & here;
        let swapped = ((((exact_before << 1) | 1) & here) << 1) & places_before;
        slipped = (((slipped << 1) | 1) & here) | (exact << 1) | 1 | exact | (next << 1) | swapped;
        (exact_before, places_before, exact) = (exact, here, next);
        if (exact | slipped) & last != 0 {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn case_accents_and_marks_do_not_matter() {
        assert_eq!(fold("Zoë O'Néil & Söhne-42"), "zoeoneilsohne42");
        assert_eq!(fold("ПО-7"), "po7");
        assert_eq!(join_folded(["PO-7", "Zoë", "po 7", "", "-"]), " po7 zoe ");
    }

    #[test]
    fn no_letter_is_folded_another_way_in_another_case() {
        for character in (0..=u32::from(char::MAX)).filter_map(char::from_u32) {
            let own = fold(&character.to_string());
            let (lower, upper) = (
                character.to_lowercase().to_string(),
                character.to_uppercase().to_string(),
            );
            assert_eq!(own, fold(&lower), "{character} in lower case");
            assert_eq!(own, fold(&upper), "{character} in upper case");
        }
    }

    #[test]
    fn slips_are_forgiven_one_at_a_time() {
        for typed in [
            "richmnod",
            "richmod",
            "ricchmond",
            "ruchmond",
            "richmond",
            "irchmond",
            "richmon",
            "chmond",
        ] {
            assert!(holds_with_slip(" m35 richmondhill ", typed), "{typed}");
        }
        for typed in ["rcihmnod", "rixxmond", "po7", "richm35", "abcd"] {
            assert!(!holds_with_slip(" m35 richmond ", typed), "{typed}");
        }
        assert!(holds_with_slip(" po7 ", "po7"));
    }

    proptest! {
        #[test]
        fn what_a_text_holds_it_holds_folded(left in "\\PC{0,9}", needle in "\\PC{0,9}", right in "\\PC{0,9}") {
            let words = join_folded([format!("{left}{needle}{right}").as_str()]);
            let needle = fold(&needle);
            prop_assert!(words.contains(&needle));
            let all = grams(&words);
            prop_assert!(needle_grams(&needle).iter().all(|gram| all.contains(gram)));
        }

        /// Both the grams and the comparison find the word after any one slip.
        #[test]
        fn a_word_with_a_slip_is_found(word in "[a-z0-9]{6,14}", at in 0_usize..14, slip in 0_u8..4, other in "[a-z0-9]") {
            let at = at % word.len();
            let (left, right) = word.split_at(at);
            let typed = match slip {
                0 => format!("{left}{other}{}", &right[1..]),
                1 => format!("{left}{}", &right[1..]),
                2 => format!("{left}{other}{right}"),
                _ => {
                    let mut bytes: Vec<char> = word.chars().collect();
                    if at + 1 < bytes.len() {
                        bytes.swap(at, at + 1);
                    }
                    bytes.into_iter().collect()
                }
            };
            let words = join_folded([format!("x{word}y").as_str(), "other"]);
            prop_assert!(holds_with_slip(&words, &typed), "{typed} in {words}");
            let all = grams(&words);
            prop_assert!(slip_grams(&typed, 2).iter().any(|way| way.iter().all(|gram| all.contains(gram))), "{typed}");
        }
    }
}
