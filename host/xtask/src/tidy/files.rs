//! Every source file opens with a sentence and has a bounded length.

use anyhow::Result;

use super::Tree;
use super::shared::over_limit;

const MAX_LINES: usize = 500;

/// Exceptions, cut at 400 lines of 120 columns.
const LONG: &[(&str, usize)] = &[("host/data/src/odata/tests.rs", 516)];

const VAGUE_NAMES: &[&str] = &[
    "things.rs",
    "told.rs",
    "more.rs",
    "read.rs",
    "make.rs",
    "misc.rs",
    "util.rs",
    "utils.rs",
    "helpers.rs",
    "stuff.rs",
];

const GENERATED: &[&str] = &["web/src/api/schema.ts"];

pub fn first_lines_describe_files(tree: &Tree) -> Result<Vec<String>> {
    Ok(tree
        .sources
        .iter()
        .filter_map(|file| Some(format!("{}: {}", file.path, check_opening(&file.text)?)))
        .collect())
}

/// Complaint about a file's first line.
fn check_opening(text: &str) -> Option<&'static str> {
    let mut lines = text
        .lines()
        .skip_while(|line| line.starts_with("#!") && !line.starts_with("#!["));
    let first = lines.next().unwrap_or_default().trim();
    let Some(mark) = ["//!", "///", "//", "/**", "/*", "--", "#"]
        .iter()
        .find(|mark| first.starts_with(**mark))
    else {
        return Some("the first line is no comment");
    };
    let sentence = first[mark.len()..].trim_end_matches("*/").trim();
    let continues = lines.next().is_some_and(|next| {
        let next = next.trim();
        (next.starts_with(mark) && next.len() > mark.len())
            || (mark.starts_with("/*") && !first.contains("*/"))
    });
    if sentence.split_whitespace().count() < 3 {
        return Some("the first line is too short to describe the file");
    }
    if !continues && !sentence.ends_with(['.', ':', '!', '?', ')']) {
        return Some("the first line is no complete sentence");
    }
    None
}

pub fn files_have_a_bounded_length(tree: &Tree) -> Result<Vec<String>> {
    let files = tree.sources.iter().map(|file| (file.path.as_str(), file));
    let counts = files
        .filter(|(path, _)| !GENERATED.contains(path) && !path.contains(".gen."))
        .map(|(path, file)| (path, file.text.lines().count()))
        .collect();
    Ok(over_limit(&counts, MAX_LINES, LONG, "lines"))
}

pub fn file_names_tell_the_content(tree: &Tree) -> Result<Vec<String>> {
    let paths = tree.sources.iter().map(|file| file.path.as_str());
    Ok(paths
        .filter(|path| VAGUE_NAMES.contains(&file_name(path)))
        .map(|path| format!("{path}: name the file for its content"))
        .collect())
}

/// Modules with children are `name/mod.rs`, except Cargo's targets.
pub fn modules_with_children_are_folders(tree: &Tree) -> Result<Vec<String>> {
    let modules = tree
        .sources
        .iter()
        .filter(|file| file.is_rust() && !file.path.contains("/benches/"));
    Ok(modules
        .filter_map(|file| file.path.strip_suffix(".rs"))
        .filter(|module| {
            let folder = format!("{module}/");
            tree.sources
                .iter()
                .any(|file| file.is_rust() && file.path.starts_with(&folder))
        })
        .map(|module| format!("{module}.rs: move it to {module}/mod.rs"))
        .collect())
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_is_a_sentence() {
        assert_eq!(check_opening("//! The areas of the workspace.\n"), None);
        assert_eq!(
            check_opening("#!/usr/bin/env bash\n# Runs what has to be run.\n"),
            None
        );
        assert_eq!(
            check_opening("/* How the shell looks,\n   in light and dark. */\n"),
            None
        );
        assert_eq!(
            check_opening("// A sentence that goes on\n// in the next line.\n"),
            None
        );
        assert!(check_opening("use std::fs;\n").is_some());
        assert!(check_opening("//! bookings.\n").is_some());
        assert!(check_opening("// a line that just stops\nconst A = 1;\n").is_some());
    }
}
