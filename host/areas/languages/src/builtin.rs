//! Built-in languages and their texts.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

#[derive(Debug)]
pub(crate) struct BuiltIn {
    pub id: i64,
    pub name: &'static str,
    pub display_name: &'static str,
    pub is_right_to_left: bool,
    texts: &'static str,
}

/// Ordered by id; append new ones.
pub(crate) const LANGUAGES: [BuiltIn; 4] = [
    // A key is its English text.
    BuiltIn {
        id: 1,
        name: "en",
        display_name: "English",
        is_right_to_left: false,
        texts: "{}",
    },
    BuiltIn {
        id: 2,
        name: "de",
        display_name: "Deutsch",
        is_right_to_left: false,
        texts: include_str!("../texts/de.json"),
    },
    BuiltIn {
        id: 3,
        name: "es",
        display_name: "Español",
        is_right_to_left: false,
        texts: include_str!("../texts/es.json"),
    },
    BuiltIn {
        id: 4,
        name: "ar",
        display_name: "العربية",
        is_right_to_left: true,
        texts: include_str!("../texts/ar.json"),
    },
];

/// Language of the keys.
pub(crate) const ENGLISH: &str = "en";

const ENGLISH_TEXTS: &str = include_str!("../texts/en.json");

pub(crate) type Texts = HashMap<String, String>;

/// All text keys, sorted. A test checks the files, so the default is never used.
pub(crate) static KEYS: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| serde_json::from_str(ENGLISH_TEXTS).unwrap_or_default());

static TEXTS: LazyLock<HashMap<&'static str, Texts>> = LazyLock::new(|| {
    let read = |language: &BuiltIn| {
        (
            language.name,
            serde_json::from_str(language.texts).unwrap_or_default(),
        )
    };
    LANGUAGES.iter().map(read).collect()
});
static NONE: LazyLock<Texts> = LazyLock::new(Texts::new);

pub(crate) fn texts(culture: &str) -> &'static Texts {
    TEXTS.get(culture).unwrap_or(&NONE)
}

pub(crate) fn find(culture: &str) -> Option<&'static BuiltIn> {
    LANGUAGES.iter().find(|language| language.name == culture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    const MAX_KEY_LENGTH: usize = 256;

    /// Names that people know and that look like members.
    const KNOWN_NAMES: &[&str] = &["pt-BR", "zh-Hant"];
    /// Words of parsers and of programs that mean nothing to people.
    const PROGRAM_WORDS: &[&str] = &[
        "serde",
        "sqlx",
        "EOF",
        "at line",
        "invalid type",
        "missing field",
        "unknown variant",
        "expected value",
        "trailing characters",
        "is not valid JSON",
        "RFC 3339",
    ];

    fn program_words(text: &str) -> Vec<String> {
        let mut plain = String::with_capacity(text.len());
        let mut depth = 0_u32;
        for letter in text.chars() {
            match letter {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ if depth == 0 => plain.push(letter),
                _ => {}
            }
        }
        let is_member = |word: &&str| {
            let mut letters = word.chars();
            letters
                .next()
                .is_some_and(|first| first.is_ascii_lowercase())
                && letters.any(|letter| letter.is_ascii_uppercase())
                && !KNOWN_NAMES.contains(word)
        };
        let members = plain
            .split(|letter: char| !letter.is_alphanumeric() && letter != '-')
            .filter(is_member)
            .map(str::to_owned);
        let words = PROGRAM_WORDS
            .iter()
            .filter(|word| plain.contains(*word))
            .map(|word| (*word).to_owned());
        members.chain(words).collect()
    }

    #[test]
    fn no_text_speaks_like_a_program() {
        assert_eq!(program_words("Lacks the column fromZone"), ["fromZone"]);
        assert_eq!(
            program_words("EOF while parsing at line 1"),
            ["EOF", "at line"]
        );
        assert!(program_words("The rate {fromZone} is missing").is_empty());
        let keys: Vec<String> =
            serde_json::from_str(ENGLISH_TEXTS).expect("en.json is a list of texts");
        let wrong: Vec<String> = keys
            .iter()
            .filter_map(|key| {
                let words = program_words(key);
                (!words.is_empty()).then(|| format!("{key:?}: {}", words.join(", ")))
            })
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn texts_are_whole() {
        let keys: Vec<String> =
            serde_json::from_str(ENGLISH_TEXTS).expect("en.json is a list of texts");
        assert!(
            keys.windows(2).all(|pair| pair[0] < pair[1]),
            "en.json is sorted and says nothing twice"
        );
        assert!(
            keys.iter()
                .all(|key| (1..=MAX_KEY_LENGTH).contains(&key.chars().count()))
        );
        let mut errors = Vec::new();
        for language in &LANGUAGES[1..] {
            let texts: Texts =
                serde_json::from_str(language.texts).expect("texts are a map of key and text");
            for (key, text) in &texts {
                if let Err(error) = rules::check_text("", key, text) {
                    errors.push(format!("{} {key:?}: {}", language.name, error.sentence()));
                }
            }
            let is_translated = |key: &&String| {
                !texts.contains_key(*key)
                    && !rules::plural_keys(key).any(|form| texts.contains_key(&form))
            };
            errors.extend(
                keys.iter()
                    .filter(is_translated)
                    .map(|key| format!("{} does not say {key:?}", language.name)),
            );
        }
        assert!(errors.is_empty(), "\n  {}\n", errors.join("\n  "));
    }

    #[test]
    fn ids_stay_what_they_are() {
        let ids: Vec<(i64, &str)> = LANGUAGES
            .iter()
            .map(|language| (language.id, language.name))
            .collect();
        assert_eq!(ids, [(1, "en"), (2, "de"), (3, "es"), (4, "ar")]);
    }
}
