//! Names in Rust for paths, fields and values of the API.

use std::collections::BTreeSet;

use serde_json::Value;

const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Words of paths that occur in no other name, some of them misspelt.
const OTHER_WORDS: &[&str] = &[
    "adhoc",
    "advice",
    "agree",
    "assign",
    "back",
    "creat",
    "css",
    "csv",
    "deliveries",
    "delivery",
    "disable",
    "download",
    "featuers",
    "for",
    "from",
    "ignore",
    "import",
    "install",
    "insurence",
    "lift",
    "map",
    "merge",
    "move",
    "my",
    "nooking",
    "or",
    "promote",
    "remove",
    "resume",
    "retry",
    "revoke",
    "stop",
    "take",
    "to",
    "trust",
    "two",
    "undo",
    "unlink",
];

/// Words that occur in paths only as parts of others, and members whose words have no marks between
/// them.
const MISLEADING_WORDS: &[&str] = &["carrieraccount", "creator", "getbookingfor"];

/// Words of the API: its paths are in lower case, without marks between the words.
pub struct Words(BTreeSet<String>);

impl Words {
    pub fn new(document: &Value) -> Self {
        let mut words: BTreeSet<String> =
            OTHER_WORDS.iter().map(|word| (*word).to_owned()).collect();
        let mut add = |name: &str| words.extend(split(name).into_iter().filter(|w| w.len() > 1));
        for (name, schema) in members(&document["components"]["schemas"]) {
            add(name);
            for (member, _) in members(&schema["properties"]) {
                add(member);
            }
        }
        for (path, _) in members(&document["paths"]) {
            let last = path.rsplit('/').next().unwrap_or_default();
            if last.chars().any(char::is_uppercase) {
                add(last);
            }
        }
        words.retain(|word| !MISLEADING_WORDS.contains(&word.as_str()));
        Self(words)
    }

    /// True for a word, and its plural.
    fn contains(&self, word: &str) -> bool {
        let singular = word.strip_suffix('s').filter(|word| word.len() > 2);
        self.0.contains(word) || singular.is_some_and(|word| self.0.contains(word))
    }

    /// Returns a path's segment in snake case, of as few known words as possible.
    pub fn method(&self, segment: &str) -> String {
        let words: Vec<String> = split(segment)
            .into_iter()
            .flat_map(|part| self.separate(&part))
            .collect();
        words.join("_")
    }

    fn separate(&self, part: &str) -> Vec<String> {
        let mut best: Vec<Option<Vec<String>>> = vec![None; part.len() + 1];
        best[0] = Some(Vec::new());
        for end in 1..=part.len() {
            for start in 0..end {
                let (Some(word), Some(before)) = (part.get(start..end), &best[start]) else {
                    continue;
                };
                let shorter = best[end]
                    .as_ref()
                    .is_none_or(|now| before.len() + 1 < now.len());
                if shorter && self.contains(word) {
                    let mut words = before.clone();
                    words.push(word.to_owned());
                    best[end] = Some(words);
                }
            }
        }
        best.pop()
            .flatten()
            .unwrap_or_else(|| vec![part.to_owned()])
    }
}

/// Returns the name's words in lower case.
fn split(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut begins = true;
    for (index, letter) in letters.iter().enumerate() {
        if !letter.is_ascii_alphanumeric() {
            begins = true;
            continue;
        }
        let after_lower = index > 0 && !letters[index - 1].is_uppercase();
        let before_lower = letters.get(index + 1).is_some_and(char::is_ascii_lowercase);
        begins |= letter.is_uppercase() && (after_lower || before_lower);
        if begins {
            words.push(String::new());
        }
        begins = false;
        if let Some(word) = words.last_mut() {
            word.push(letter.to_ascii_lowercase());
        }
    }
    words
}

/// Returns a field's name; a keyword gets an underscore.
pub fn snake(name: &str) -> String {
    let snake = split(name).join("_");
    if KEYWORDS.contains(&snake.as_str()) {
        return format!("{snake}_");
    }
    snake
}

/// Returns the name of a type or variant.
pub fn pascal(name: &str) -> String {
    let mut pascal: String = split(name)
        .iter()
        .map(|word| format!("{}{}", word[..1].to_ascii_uppercase(), &word[1..]))
        .collect();
    if pascal.starts_with(|first: char| first.is_ascii_digit()) || pascal == "Self" {
        pascal.insert(0, 'N');
    }
    pascal
}

pub fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}
