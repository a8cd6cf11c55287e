//! The rules of the checkout that a program can check: first lines, lengths, layers, names, forbidden words.
//! A list of exceptions may only get shorter: an entry that is no longer needed fails too.

mod dependencies;
mod files;
mod layers;
mod names;
mod recorded;
mod searched;
mod sentences;
mod words;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The folders of the checkout; a new one is a decision to be made first.
const TOP: [&str; 7] = [
    "host",
    "migrations",
    "plugins",
    "sdk",
    "web",
    "web-plugins",
    "wit",
];

struct Source {
    path: String,
    text: String,
}

impl Source {
    fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    fn is_web(&self) -> bool {
        [".ts", ".tsx", ".js", ".mjs"]
            .iter()
            .any(|end| self.path.ends_with(end))
    }
}

/// The checkout's sources, read once for all checks.
struct Tree {
    root: PathBuf,
    sources: Vec<Source>,
}

type Check = fn(&Tree) -> Result<Vec<String>>;

/// Every check and what it holds.
const CHECKS: &[(&str, Check)] = &[
    (
        "the checkout has the folders of the plan",
        the_checkout_has_the_folders_of_the_plan,
    ),
    (
        "a file's first line says what it is",
        files::first_lines_say_what_they_are,
    ),
    ("files are short", files::files_are_short),
    (
        "a crate uses what it depends on",
        dependencies::crates_use_what_they_depend_on,
    ),
    (
        "imports go down or to the left",
        layers::imports_go_down_or_to_the_left,
    ),
    ("rows stay in their areas", layers::rows_stay_in_their_areas),
    (
        "migrations are the same on both databases",
        names::migrations_are_the_same_on_both_databases,
    ),
    ("a plugin has one name", names::a_plugin_has_one_name),
    (
        "a face is what its manifest says",
        names::a_face_is_what_its_manifest_says,
    ),
    (
        "a refusal's code means one thing",
        names::a_refusals_code_means_one_thing,
    ),
    (
        "the host's test programs are the ones that are needed",
        names::test_programs_are_few,
    ),
    (
        "sentences of the server are templates",
        sentences::sentences_are_templates,
    ),
    (
        "no recorded row is changed in silence",
        recorded::no_recorded_row_is_changed_in_silence,
    ),
    (
        "no searched word is changed past the index",
        searched::no_searched_word_is_changed_past_the_index,
    ),
    (
        "forbidden words are not said",
        words::forbidden_words_are_not_said,
    ),
];

/// Runs every check and prints all complaints; returns the number of checks.
pub fn check(root: &Path) -> Result<usize> {
    let tree = Tree::read(root)?;
    let mut count = 0;
    for (title, check) in CHECKS {
        let complaints = check(&tree).with_context(|| format!("cannot check that {title}"))?;
        if !complaints.is_empty() {
            println!("does not hold: {title}\n  {}\n", complaints.join("\n  "));
        }
        count += complaints.len();
    }
    if count > 0 {
        bail!("{count} complaints");
    }
    Ok(CHECKS.len())
}

impl Tree {
    /// Every source file of ours, by its path from the root.
    fn read(root: &Path) -> Result<Self> {
        let mut tree = Self {
            root: root.to_path_buf(),
            sources: Vec::new(),
        };
        for top in TOP.iter().chain(&[".ci", ".cargo"]) {
            tree.walk(&root.join(top))?;
        }
        if tree.sources.len() <= 20 {
            bail!("only {} files were found", tree.sources.len());
        }
        Ok(tree)
    }

    fn walk(&mut self, folder: &Path) -> Result<()> {
        let Ok(entries) = fs::read_dir(folder) else {
            return Ok(());
        };
        let mut paths = entries
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<Vec<PathBuf>>>()?;
        paths.sort();
        for path in paths {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if path.is_dir() {
                let made = [
                    "node_modules",
                    "dist",
                    "target",
                    "test-results",
                    "playwright-report",
                ];
                if !made.contains(&name.as_str()) {
                    self.walk(&path)?;
                }
            } else if let Ok(text) = fs::read_to_string(&path) {
                let sources = ["rs", "ts", "tsx", "js", "mjs", "css", "sql", "wit", "sh"];
                let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
                if sources.contains(&extension) || text.starts_with("#!") {
                    let path = path
                        .strip_prefix(&self.root)?
                        .to_string_lossy()
                        .replace('\\', "/");
                    self.sources.push(Source { path, text });
                }
            }
        }
        Ok(())
    }

    /// The folders directly below a folder, in order, without those that are made.
    fn folders(&self, of: &str) -> Result<Vec<String>> {
        let mut names = crate::workspace::folders(&self.root.join(of))?;
        names.retain(|name| !["node_modules", "target", "dist"].contains(&name.as_str()));
        Ok(names)
    }
}

fn the_checkout_has_the_folders_of_the_plan(tree: &Tree) -> Result<Vec<String>> {
    let expected: BTreeSet<&str> = TOP.into_iter().collect();
    let there = tree
        .folders(".")?
        .into_iter()
        .filter(|name| !name.starts_with('.'));
    Ok(there
        .filter(|name| !expected.contains(name.as_str()))
        .map(|name| format!("{name}/ is not in the plan"))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A checkout of one's own making that breaks no rule but those that a test breaks.
    fn tree(sources: &[(&str, &str)]) -> Tree {
        let source = |(path, text): &(&str, &str)| Source {
            path: (*path).to_owned(),
            text: (*text).to_owned(),
        };
        Tree {
            root: PathBuf::new(),
            sources: sources.iter().map(source).collect(),
        }
    }

    #[test]
    fn a_broken_rule_is_told_with_its_file() {
        let long = "//! A file that is too long.\n".repeat(501);
        let tree = tree(&[
            ("host/src/a.rs", "use std::fs;\n"),
            ("web/src/b.ts", &long),
            ("web/src/c.ts", "debugger;"),
        ]);
        assert!(
            files::first_lines_say_what_they_are(&tree).unwrap()[0].starts_with("host/src/a.rs: ")
        );
        assert!(files::files_are_short(&tree).unwrap()[0].starts_with("web/src/b.ts: 501 lines"));
        assert!(
            words::forbidden_words_are_not_said(&tree).unwrap()[0]
                .starts_with("web/src/c.ts:1: `debugger;`")
        );
    }

    #[test]
    fn a_sentence_that_is_put_together_is_told() {
        let right = "message!(\"is required\")\n".repeat(100);
        let wrong =
            "fn a() {\n    Err(NO.because(Message::verbatim(format!(\"{name} is no name\"))))\n}\n";
        let tree = tree(&[
            ("host/areas/a/src/right.rs", &right),
            ("host/areas/a/src/wrong.rs", wrong),
        ]);
        let told = sentences::sentences_are_templates(&tree).unwrap();
        assert_eq!(
            told,
            ["host/areas/a/src/wrong.rs:2: write the sentence with `message!`"]
        );
    }
}
