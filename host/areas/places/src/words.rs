//! Words of texts and queries in one form: without accents and case, with street types as one word.

use std::cmp::Reverse;

/// A word, and its bytes in the original text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// In the form that is indexed.
    pub form: String,
    /// Folded, before street types are unified.
    pub folded: String,
    pub start: usize,
    pub end: usize,
}

/// Street types and other words that are written in several ways. The first is indexed.
const SAME: &[&[&str]] = &[
    &["st", "street", "saint"],
    &["rd", "road"],
    &["ave", "av", "avenue"],
    &["hwy", "highway"],
    &["dr", "drive"],
    &["pl", "place"],
    &["ct", "court"],
    &["cres", "cr", "crescent"],
    &["tce", "terrace"],
    &["pde", "parade"],
    &["ln", "lane"],
    &["bvd", "blvd", "boulevard"],
    &["cl", "close"],
    &["gr", "grove"],
    &["pkwy", "parkway"],
    &["sq", "square"],
    &["mt", "mount"],
    &["nth", "north"],
    &["sth", "south"],
    &["unit", "u", "apartment", "apt", "flat"],
];
const MAX_WORDS: usize = 16;
const MAX_LENGTH: usize = 32;

/// Splits a text; long texts have at most sixteen words.
pub fn words(text: &str) -> Vec<Word> {
    let mut all = Vec::new();
    let mut start = None;
    let ends = text.char_indices().chain([(text.len(), ' ')]);
    for (at, letter) in ends {
        let is_part = letter.is_alphanumeric() || letter == '\'' || letter == '’';
        match (start, is_part) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                start = None;
                if let Some(word) = word(text, from, at) {
                    all.push(word);
                }
            }
            _ => {}
        }
    }
    all.truncate(MAX_WORDS);
    all
}

fn word(text: &str, start: usize, end: usize) -> Option<Word> {
    let folded: String = deunicode::deunicode(text.get(start..end)?)
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(MAX_LENGTH)
        .collect::<String>()
        .to_ascii_lowercase();
    (!folded.is_empty()).then(|| Word {
        form: unified(&folded).to_owned(),
        folded,
        start,
        end,
    })
}

fn unified(folded: &str) -> &str {
    let group = SAME.iter().find(|group| group.contains(&folded));
    group.map_or(folded, |group| group[0])
}

/// Returns the indexed forms of street types that begin with a prefix.
pub fn forms_of_prefix(prefix: &str) -> impl Iterator<Item = &'static str> + '_ {
    SAME.iter()
        .filter(move |group| group.iter().any(|word| word.starts_with(prefix)))
        .map(|group| group[0])
}

/// Letters that may differ; none in numbers and short words.
pub fn allowed_typos(word: &str) -> u8 {
    match word.len() {
        _ if word.bytes().any(|byte| byte.is_ascii_digit()) => 0,
        0..4 => 0,
        4..8 => 1,
        _ => 2,
    }
}

/// The way in which a word of a query occurs in a place, the better the larger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    /// In all but some letters.
    Similar(Reverse<usize>),
    Beginning,
    Exact,
}

/// Compares a query's word with a place's. The last word of a query may be incomplete.
pub fn compare(query: &Word, is_last: bool, own: &Word) -> Option<Match> {
    if query.form == own.form {
        return Some(Match::Exact);
    }
    if is_last && own.folded.starts_with(&query.folded) {
        return Some(Match::Beginning);
    }
    let typos = usize::from(allowed_typos(&query.folded));
    if typos == 0 {
        return None;
    }
    let distance = distance(&query.folded, is_last, &own.folded);
    (distance <= typos).then_some(Match::Similar(Reverse(distance)))
}

/// Returns the number of letters in which a folded word differs from a place's, or, if it may be
/// incomplete, from its beginning.
pub fn distance(query: &str, is_last: bool, own: &str) -> usize {
    let whole = strsim::osa_distance(query, own);
    if !is_last {
        return whole;
    }
    let beginning: String = own.chars().take(query.len()).collect();
    whole.min(strsim::osa_distance(query, &beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.form).collect()
    }

    #[test]
    fn words_are_folded_and_street_types_unified() {
        assert_eq!(forms("12/4 Église  St."), ["12", "4", "eglise", "st"]);
        assert_eq!(forms("Saint Kilda Road"), forms("st kilda RD"));
        assert_eq!(forms("O'Connor"), ["oconnor"]);
        assert_eq!(forms(" ,–"), Vec::<String>::new());
    }

    #[test]
    fn a_word_keeps_its_place_in_the_text() {
        let text = "Église Ave";
        let found = words(text);
        assert_eq!(&text[found[0].start..found[0].end], "Église");
        assert_eq!(&text[found[1].start..found[1].end], "Ave");
    }

    #[test]
    fn a_word_matches_exactly_by_its_beginning_or_nearly() {
        let same = |query: &str, is_last: bool, own: &str| {
            compare(&words(query)[0], is_last, &words(own)[0])
        };
        let similar = |typos| Some(Match::Similar(Reverse(typos)));
        assert_eq!(same("street", false, "St"), Some(Match::Exact));
        assert_eq!(same("rich", true, "Richmond"), Some(Match::Beginning));
        assert_eq!(same("rich", false, "Richmond"), None);
        assert_eq!(same("richmnod", false, "Richmond"), similar(1));
        assert_eq!(same("melborne", true, "Melbourne"), similar(1));
        assert_eq!(same("3121", false, "3122"), None);
        assert_eq!(same("312", true, "3121"), Some(Match::Beginning));
    }

    #[test]
    fn a_beginning_also_means_the_short_form() {
        assert_eq!(forms_of_prefix("stre").collect::<Vec<_>>(), ["st"]);
        assert_eq!(forms_of_prefix("zz").count(), 0);
    }
}
