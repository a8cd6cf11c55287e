//! The house rules that a machine can see: first lines, lengths, floors, names, forbidden words.
//! A list of exceptions may only get shorter: an entry that is no longer needed fails too.
#![allow(clippy::unwrap_used, reason = "the helpers of a test end it when they cannot go on")]

mod files;
mod floors;
mod names;
mod recorded;
mod words;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the checkout; a new one is a new wing of the house, to be thought about first.
const TOP: [&str; 7] = ["host", "migrations", "plugins", "sdk", "web", "web-plugins", "wit"];

struct Source {
    path: String,
    text: String,
}

impl Source {
    fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    fn is_web(&self) -> bool {
        [".ts", ".tsx", ".js", ".mjs"].iter().any(|end| self.path.ends_with(end))
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("host/ stands in the checkout").to_path_buf()
}

/// Every source file of ours, by its path from the root.
fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    for top in TOP.iter().chain(&[".ci", ".cargo"]) {
        walk(&root().join(top), &mut found);
    }
    assert!(found.len() > 20, "the walk has lost its way: {} files", found.len());
    found
}

fn walk(folder: &Path, found: &mut Vec<Source>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let made = ["node_modules", "dist", "target", "test-results", "playwright-report"];
            if !made.contains(&name.as_str()) {
                walk(&path, found);
            }
        } else if let Ok(text) = fs::read_to_string(&path) {
            let sources = ["rs", "ts", "tsx", "js", "mjs", "css", "sql", "wit", "sh"];
            let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
            if sources.contains(&extension) || text.starts_with("#!") {
                let path = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
                found.push(Source { path, text });
            }
        }
    }
}

/// Fails with all complaints at once.
fn none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n  {}\n", complaints.join("\n  "));
}

fn folders(of: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(of)).unwrap().map(|entry| entry.unwrap());
    let mut names: Vec<String> = entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !["node_modules", "target", "dist"].contains(&name.as_str()))
        .collect();
    names.sort();
    names
}

#[test]
fn the_checkout_has_the_folders_of_the_plan() {
    let expected: BTreeSet<&str> = TOP.into_iter().collect();
    let there: Vec<String> = folders(".").into_iter().filter(|name| !name.starts_with('.')).collect();
    none(
        there
            .iter()
            .filter(|name| !expected.contains(name.as_str()))
            .map(|name| format!("{name}/ is not in the plan"))
            .collect(),
    );
}
