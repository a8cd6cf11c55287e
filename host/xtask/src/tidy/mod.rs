//! Rules of the checkout that a program can check.
//!
//! Lists of exceptions only shrink: an entry that is no longer needed fails too.

mod dependencies;
mod english;
mod features;
mod files;
mod forbidden;
mod layers;
mod messages;
mod module_order;
mod names;
mod recorded;
mod searched;
mod shared;
mod statements;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

const TOP: [&str; 8] = [
    "docs",
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

struct Tree {
    root: PathBuf,
    sources: Vec<Source>,
}

type Check = fn(&Tree) -> Result<Vec<String>>;

const CHECKS: &[(&str, Check)] = &[
    (
        "the checkout has the planned folders",
        the_checkout_has_the_planned_folders,
    ),
    (
        "a file's first line describes it",
        files::first_lines_describe_files,
    ),
    (
        "files have a bounded length",
        files::files_have_a_bounded_length,
    ),
    (
        "file names tell the content",
        files::file_names_tell_the_content,
    ),
    (
        "modules with children are folders",
        files::modules_with_children_are_folders,
    ),
    (
        "a crate uses what it depends on",
        dependencies::crates_use_what_they_depend_on,
    ),
    ("features are shared", features::features_are_shared),
    (
        "imports go down or to the left",
        layers::imports_go_down_or_to_the_left,
    ),
    ("rows stay in their areas", layers::rows_stay_in_their_areas),
    (
        "modules import downwards",
        module_order::modules_import_downwards,
    ),
    (
        "migrations are the same on both databases",
        names::migrations_are_the_same_on_both_databases,
    ),
    ("a plugin has one name", names::a_plugin_has_one_name),
    (
        "a front end matches its manifest",
        names::a_front_end_matches_its_manifest,
    ),
    (
        "a rejection code has one meaning",
        names::a_rejection_code_has_one_meaning,
    ),
    (
        "the host has few test programs",
        names::test_programs_are_few,
    ),
    (
        "server messages are templates",
        messages::messages_are_templates,
    ),
    (
        "no recorded row changes without an entry",
        recorded::no_recorded_row_changes_without_an_entry,
    ),
    (
        "no searched column changes without its index",
        searched::no_searched_column_changes_without_its_index,
    ),
    (
        "statements are in stores",
        statements::statements_are_in_stores,
    ),
    ("comments are plain", english::comments_are_plain),
    (
        "names are verbs and nouns",
        english::names_are_verbs_and_nouns,
    ),
    ("lines fit a screen", english::lines_fit_a_screen),
    (
        "commit subjects are short",
        english::commit_subjects_are_short,
    ),
    (
        "forbidden texts are absent",
        forbidden::forbidden_texts_are_absent,
    ),
];

/// Runs every check, prints all complaints and returns the number of checks.
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
                let generated = [
                    "node_modules",
                    "deps",
                    "dist",
                    "target",
                    "test-results",
                    "playwright-report",
                ];
                if !generated.contains(&name.as_str()) {
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

    /// Folders directly below `parent`, in order, without generated ones.
    fn folders(&self, parent: &str) -> Result<Vec<String>> {
        let mut names = crate::workspace::folders(&self.root.join(parent))?;
        names.retain(|name| !["node_modules", "target", "dist"].contains(&name.as_str()));
        Ok(names)
    }
}

fn the_checkout_has_the_planned_folders(tree: &Tree) -> Result<Vec<String>> {
    let expected: BTreeSet<&str> = TOP.into_iter().collect();
    let existing = tree
        .folders(".")?
        .into_iter()
        .filter(|name| !name.starts_with('.'));
    Ok(existing
        .filter(|name| !expected.contains(name.as_str()))
        .map(|name| format!("{name}/ is no planned folder"))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_broken_rule_names_its_file() {
        let long = "//! A file that is too long.\n".repeat(501);
        let tree = tree(&[
            ("host/src/a.rs", "use std::fs;\n"),
            ("web/src/b.ts", &long),
            ("web/src/c.ts", "debugger;"),
        ]);
        assert!(
            files::first_lines_describe_files(&tree).unwrap()[0].starts_with("host/src/a.rs: ")
        );
        assert!(
            files::files_have_a_bounded_length(&tree).unwrap()[0]
                .starts_with("web/src/b.ts: 501 lines")
        );
        assert!(
            forbidden::forbidden_texts_are_absent(&tree).unwrap()[0]
                .starts_with("web/src/c.ts:1: `debugger;`")
        );
    }

    #[test]
    fn a_concatenated_message_is_reported() {
        let right = "message!(\"is required\")\n".repeat(100);
        let wrong =
            "fn a() {\n    Err(NO.because(Message::verbatim(format!(\"{name} is no name\"))))\n}\n";
        let tree = tree(&[
            ("host/areas/a/src/right.rs", &right),
            ("host/areas/a/src/wrong.rs", wrong),
        ]);
        let complaints = messages::messages_are_templates(&tree).unwrap();
        assert_eq!(
            complaints,
            ["host/areas/a/src/wrong.rs:2: write the message with `message!`"]
        );
    }
}
