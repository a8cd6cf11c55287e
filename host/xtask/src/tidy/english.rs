//! The language of comments, names, files and commits. The terms are in docs/glossary.md.

use std::process::Command;

use anyhow::Result;

use super::shared::contains_words;
use super::{Source, Tree};

/// Maximum width of a comment in Rust, and of any line in the web.
const MAX_COMMENT_WIDTH: usize = 100;
const MAX_WEB_WIDTH: usize = 120;

const MAX_SUBJECT: usize = 72;

const CHECKED_COMMITS: &str = "20";

/// Clauses that a comment must not begin with.
const CLAUSES: &[&str] = &[
    "What", "Who", "Whose", "Whom", "Whether", "How", "Where", "Whatever", "Whoever", "Those",
];

/// Words that describe no program.
const ODD_WORDS: &[&str] = &[
    "said", "says", "say", "told", "tells", "tell", "nobody", "somebody", "whoever", "whom",
    "stands", "beside", "gone", "heard", "hears", "hear", "laid", "lays", "meant", "mine", "alike",
    "worn", "patience", "vouches", "vouched", "judged", "judges", "doubted", "bounced",
];

const ODD_PHRASES: &[&str] = &[
    "of its own",
    "of one's own",
    "one's own",
    "goes on",
    "go on",
    "so many",
    "so much",
    "by itself alone",
    "left word",
    "from now on",
    "on the way",
    "at hand",
    "in the making",
    "has to do with",
    "nothing of",
    "not now",
    "what is",
    "what was",
    "what has",
    "what have",
    "what become",
    "what becomes",
    "what come",
    "what comes",
    "what came",
    "what they",
    "what it",
    "what a",
    "what an",
    "what the",
    "what nobody",
    "what somebody",
];

/// Names of no action. A function is a verb and its object.
const BARE_NAMES: &[&str] = &[
    "of",
    "at",
    "whole",
    "wrong",
    "told",
    "said",
    "asked",
    "asks",
    "ask",
    "wanted",
    "known",
    "taken",
    "kept",
    "seen",
    "made",
    "laid",
    "mine",
    "heard",
    "gone",
    "tell",
    "has_left",
    "is_worn_out",
    "give_back",
    "judged",
    "doubted",
    "shown",
    "named",
    "held",
    "found",
    "settled_by",
    "whats",
    "begun",
    "meant",
    "own",
    "good",
    "books",
    "beat",
    "patience",
];

/// Constants that name no limit, interval or timeout.
const BARE_CONSTANTS: &[&str] = &[
    "PATIENCE", "AT_ONCE", "BEAT", "LOOK", "GATHER", "NOBODY", "NOT_NOW", "NOT_SO", "NOT_THIS",
    "WHOLE", "SHOWN", "KEPT", "LIVES", "OWN", "MOST", "USUAL",
];

/// Lists that must name the words they refuse.
const WORD_LISTS: &[&str] = &["host/xtask/src/tidy/english.rs"];

pub fn comments_are_plain(tree: &Tree) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for file in tree.sources.iter().filter(|file| is_checked(file)) {
        let mut continues = false;
        for (index, line) in file.text.lines().enumerate() {
            let Some(comment) = comment_text(file, line) else {
                continues = false;
                continue;
            };
            let place = format!("{}:{}", file.path, index + 1);
            let first = words(comment).next();
            if let Some(first) = first.filter(|word| !continues && CLAUSES.contains(word)) {
                complaints.push(format!(
                    "{place}: begins with `{first}`: write a verb or a noun phrase"
                ));
            }
            complaints.extend(
                odd_texts(comment)
                    .into_iter()
                    .map(|odd| format!("{place}: `{odd}`: see docs/glossary.md")),
            );
            continues = first.is_some();
        }
    }
    Ok(complaints)
}

pub fn names_are_verbs_and_nouns(tree: &Tree) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for file in tree.sources.iter().filter(|file| is_checked(file)) {
        for (index, line) in file.text.lines().enumerate() {
            if let Some(name) = odd_definition(line) {
                complaints.push(format!(
                    "{}:{}: `{name}` names no action and no thing",
                    file.path,
                    index + 1
                ));
            }
        }
    }
    Ok(complaints)
}

pub fn lines_fit_a_screen(tree: &Tree) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for file in tree.sources.iter().filter(|file| is_checked(file)) {
        let mut in_code = false;
        for (index, line) in file.text.lines().enumerate() {
            let comment = comment_text(file, line);
            in_code ^= comment.is_some_and(|comment| comment.trim_start().starts_with("```"));
            let max = if file.is_web() {
                MAX_WEB_WIDTH
            } else if !in_code && comment.is_some_and(can_be_wrapped) {
                MAX_COMMENT_WIDTH
            } else {
                continue;
            };
            let width = line.chars().count();
            if width > max {
                complaints.push(format!(
                    "{}:{}: {width} columns, allowed {max}",
                    file.path,
                    index + 1
                ));
            }
        }
    }
    Ok(complaints)
}

/// Checks the newest commits. A tree without a repository has none.
pub fn commit_subjects_are_short(tree: &Tree) -> Result<Vec<String>> {
    let log = Command::new("git")
        .args(["log", "--no-merges", "--format=%s", "-n", CHECKED_COMMITS])
        .current_dir(&tree.root)
        .output();
    let Some(log) = log.ok().filter(|log| log.status.success()) else {
        return Ok(Vec::new());
    };
    let subjects = String::from_utf8_lossy(&log.stdout).into_owned();
    Ok(subjects
        .lines()
        .filter(|subject| !is_subject(subject))
        .map(|subject| format!("`{subject}`: write `area: imperative subject`, at most 72 long"))
        .collect())
}

fn is_subject(subject: &str) -> bool {
    let has_area = subject.split_once(": ").is_some_and(|(area, change)| {
        !change.is_empty()
            && !area.is_empty()
            && area
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    });
    has_area && subject.chars().count() <= MAX_SUBJECT
}

/// Interfaces are frozen by hash; generated files follow their generators.
fn is_checked(file: &Source) -> bool {
    !file.path.starts_with("wit/")
        && !file.path.contains(".gen.")
        && !file.path.ends_with("api/schema.ts")
        && !WORD_LISTS.contains(&file.path.as_str())
}

fn comment_text<'a>(file: &Source, line: &'a str) -> Option<&'a str> {
    let line = line.trim_start();
    if file.path.ends_with(".sql") {
        return line.strip_prefix("--");
    }
    if let Some(block) = line.strip_prefix('*') {
        return (!file.path.ends_with(".rs") && !block.starts_with('/')).then_some(block);
    }
    let comment = line.strip_prefix("//")?;
    Some(comment.trim_start_matches(['/', '!']))
}

/// False for rows of tables and for links, which have no shorter form.
fn can_be_wrapped(comment: &str) -> bool {
    !comment.trim_start().starts_with('|') && !comment.contains("://")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphabetic() && c != '\'')
        .filter(|word| !word.is_empty())
}

fn odd_texts(comment: &str) -> Vec<&'static str> {
    let lower = comment.to_lowercase();
    let odd_words = ODD_WORDS
        .iter()
        .filter(|odd| words(&lower).any(|word| word == **odd));
    let odd_phrases = ODD_PHRASES
        .iter()
        .filter(|phrase| contains_words(&lower, phrase));
    odd_words.chain(odd_phrases).copied().collect()
}

/// A definition's name that is on the lists.
fn odd_definition(line: &str) -> Option<&str> {
    let mut tokens = line
        .trim_start()
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|token| !token.is_empty());
    let modifiers = [
        "pub", "crate", "super", "in", "const", "async", "unsafe", "export",
    ];
    let mut previous = "";
    loop {
        let token = tokens.next()?;
        match token {
            "fn" | "function" => {
                return tokens.next().filter(|name| BARE_NAMES.contains(name));
            }
            "static" => return tokens.next().filter(|name| is_bare_constant(name)),
            _ if modifiers.contains(&token) => previous = token,
            _ if previous == "const" => {
                return Some(token).filter(|name| is_bare_constant(name));
            }
            _ => return None,
        }
    }
}

fn is_bare_constant(name: &str) -> bool {
    BARE_CONSTANTS.contains(&name) || name.ends_with("_MOST")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comments(path: &str, text: &str) -> Vec<String> {
        let source = Source {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        comments_are_plain(&Tree {
            root: std::path::PathBuf::new(),
            sources: vec![source],
        })
        .unwrap()
    }

    #[test]
    fn a_clause_opens_no_comment_but_may_continue_one() {
        assert_eq!(comments("a.rs", "/// Whether it is open.\n").len(), 1);
        assert_eq!(
            comments("a.rs", "/// Checks\n/// Whether it is open.\n").len(),
            0
        );
        assert_eq!(comments("a.sql", "-- Who sent it.\n").len(), 1);
        assert_eq!(comments("a.tsx", " * Those of today.\n").len(), 1);
    }

    #[test]
    fn odd_words_are_whole_words() {
        assert_eq!(comments("a.rs", "// The carrier is told.\n").len(), 1);
        assert_eq!(
            comments("a.rs", "// An essay, a hearing, a mineral.\n").len(),
            0
        );
        assert_eq!(comments("a.rs", "// It has a lock of its own.\n").len(), 1);
        assert_eq!(
            comments("wit/v1/a.wit", "/// Whether it is open.\n").len(),
            0
        );
    }

    #[test]
    fn definitions_are_found_behind_their_modifiers() {
        assert_eq!(
            odd_definition("    pub(crate) async fn told("),
            Some("told")
        );
        assert_eq!(odd_definition("export function asked() {"), Some("asked"));
        assert_eq!(
            odd_definition("pub const LINES_MOST: usize = 1;"),
            Some("LINES_MOST")
        );
        assert_eq!(odd_definition("const fn load(told: bool)"), None);
        assert_eq!(odd_definition("let told = 1;"), None);
    }

    #[test]
    fn a_subject_has_an_area_and_a_bounded_length() {
        assert!(is_subject("finance: lock the payment before its invoices"));
        assert!(!is_subject("Lock the payment"));
        assert!(!is_subject("finance, web: lock the payment"));
        assert!(!is_subject(&format!("web: {}", "a".repeat(70))));
    }
}
