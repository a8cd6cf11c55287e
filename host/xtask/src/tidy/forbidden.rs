//! Forbidden texts in code: unfinished work, disabled tests, paths of one machine.

use std::collections::BTreeSet;

use anyhow::Result;

use super::shared::product_part;
use super::{Source, Tree};

/// Texts forbidden in a kind of source file, with the reason.
struct Ban {
    kind: Kind,
    words: &'static [&'static str],
    why: &'static str,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Any,
    Rust,
    Web,
    /// Code that runs at the user's site: neither tests nor build tools.
    Product,
}

const BANS: &[Ban] = &[
    Ban {
        kind: Kind::Rust,
        words: &["todo!(", "unimplemented!("],
        why: "finish it or leave it out",
    },
    Ban {
        kind: Kind::Rust,
        words: &[
            "with = \"data::decimal\"",
            "= \"null_is_default\"",
            "= \"data::case::text\"",
        ],
        why: "place #[data::wire] above the struct",
    },
    Ban {
        kind: Kind::Rust,
        words: &["dbg!("],
        why: "log through tracing",
    },
    Ban {
        kind: Kind::Rust,
        words: &["#[ignore"],
        why: "run the test or delete it",
    },
    Ban {
        kind: Kind::Web,
        words: &[
            "test.skip(",
            "test.fixme(",
            "test.todo(",
            "it.skip(",
            "it.todo(",
            "describe.skip(",
        ],
        why: "run the test or delete it",
    },
    Ban {
        kind: Kind::Web,
        words: &["test.only(", "it.only(", "describe.only("],
        why: "it disables the other tests",
    },
    Ban {
        kind: Kind::Web,
        words: &["debugger;"],
        why: "it stops the user's browser",
    },
    Ban {
        kind: Kind::Web,
        words: &["@ts-ignore", "@ts-nocheck"],
        why: "declare the type",
    },
    Ban {
        kind: Kind::Any,
        words: &["/root/", "/work/", "/home/"],
        why: "a path of one machine",
    },
    Ban {
        kind: Kind::Product,
        words: &["http://localhost", "http://127.0.0.1"],
        why: "addresses come from the settings or from the request",
    },
    Ban {
        kind: Kind::Product,
        words: &["/tmp/"],
        why: "files go to the data folder or to std::env::temp_dir",
    },
];

/// Exceptions: path, text, reason.
const ALLOWED: &[(&str, &str, &str)] = &[
    (
        "host/src/cli/mod.rs",
        "http://localhost",
        "`waybill serve` prints the address for the operator",
    ),
    (
        "sdk/web/vite/dev.mjs",
        "http://localhost",
        "default of WAYBILL_HOST for plugin authors",
    ),
];

const THIS_FILE: &str = "host/xtask/src/tidy/forbidden.rs";

pub fn forbidden_texts_are_absent(tree: &Tree) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    let mut used = BTreeSet::new();
    for file in tree.sources.iter().filter(|file| file.path != THIS_FILE) {
        for ban in BANS.iter().filter(|ban| applies(ban.kind, file)) {
            for (line, word) in find_banned(ban, &file.text) {
                match ALLOWED
                    .iter()
                    .find(|entry| (entry.0, entry.1) == (&file.path, word))
                {
                    Some(entry) => {
                        used.insert(*entry);
                    }
                    None => complaints.push(format!("{}:{line}: `{word}`: {}", file.path, ban.why)),
                }
            }
        }
    }
    let unused = ALLOWED.iter().filter(|entry| !used.contains(*entry));
    complaints.extend(
        unused.map(|(path, word, _)| format!("{path}: `{word}` needs no exception any more")),
    );
    Ok(complaints)
}

fn applies(kind: Kind, file: &Source) -> bool {
    let (rust, web) = (file.is_rust(), file.is_web());
    match kind {
        Kind::Any => true,
        Kind::Rust => rust,
        Kind::Web => web,
        Kind::Product => (rust || web) && is_product(&file.path),
    }
}

fn is_product(path: &str) -> bool {
    let others = [
        "/tests/",
        "/test/",
        "/examples/",
        "/e2e/",
        "/testkit/",
        "/xtask/",
        "/scripts/",
        ".test.",
        ".config.",
    ];
    !others.iter().any(|word| path.contains(word)) && !path.ends_with("/tests.rs")
}

/// Finds lines with a banned text. Comments may show addresses and paths.
fn find_banned<'a>(
    ban: &'a Ban,
    text: &'a str,
) -> impl Iterator<Item = (usize, &'static str)> + 'a {
    let product = ban.kind == Kind::Product;
    let text = if product { product_part(text) } else { text };
    let lines = text
        .lines()
        .enumerate()
        .filter(move |(_, line)| !(product && is_comment(line)));
    lines.flat_map(move |(index, line)| {
        let found = ban.words.iter().filter(move |word| line.contains(**word));
        found.map(move |word| (index + 1, *word))
    })
}

fn is_comment(line: &str) -> bool {
    ["//", "/*", "*"]
        .iter()
        .any(|mark| line.trim_start().starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_in_code_and_not_in_the_tests_below_it() {
        let ban = BANS
            .iter()
            .find(|ban| ban.words.contains(&"/tmp/"))
            .unwrap();
        let text =
            "//! Not /tmp/c.\nlet a = \"/tmp/a\";\n#[cfg(test)]\nmod tests { /* /tmp/b */ }\n";
        assert_eq!(find_banned(ban, text).collect::<Vec<_>>(), [(2, "/tmp/")]);
        assert!(is_product("host/data/src/files.rs"));
        assert!(!is_product("host/data/tests/files.rs"));
    }
}
