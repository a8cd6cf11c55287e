//! Every source file opens with a sentence and stays short enough to be read.

use std::collections::BTreeMap;

use anyhow::Result;

use super::Tree;

/// No file of ours is longer than this.
const LINES: usize = 500;

/// Files that are longer all the same: path, how long at most, why.
const LONG: &[(&str, usize, &str)] = &[];

/// Files that a program writes: nobody reads them from the top, nobody mends them by hand.
const WRITTEN_BY_PROGRAMS: &[&str] = &["web/src/api/schema.ts"];

pub fn first_lines_say_what_they_are(tree: &Tree) -> Result<Vec<String>> {
    Ok(tree
        .sources
        .iter()
        .filter_map(|file| Some(format!("{}: {}", file.path, opening(&file.text)?)))
        .collect())
}

/// What is wrong with a file's opening, if anything is.
fn opening(text: &str) -> Option<&'static str> {
    let mut lines = text
        .lines()
        .skip_while(|line| line.starts_with("#!") && !line.starts_with("#!["));
    let first = lines.next().unwrap_or_default().trim();
    let Some(mark) = ["//!", "///", "//", "/**", "/*", "--", "#"]
        .iter()
        .find(|mark| first.starts_with(**mark))
    else {
        return Some("the first line is no comment that says what the file is");
    };
    let said = first[mark.len()..].trim_end_matches("*/").trim();
    let goes_on = lines.next().is_some_and(|next| {
        let next = next.trim();
        (next.starts_with(mark) && next.len() > mark.len())
            || (mark.starts_with("/*") && !first.contains("*/"))
    });
    if said.split_whitespace().count() < 3 {
        return Some("the first line is too short to say what the file is");
    }
    if !goes_on && !said.ends_with(['.', ':', '!', '?', ')']) {
        return Some("the first line is no whole sentence");
    }
    None
}

pub fn files_are_short(tree: &Tree) -> Result<Vec<String>> {
    let exceptions: BTreeMap<&str, usize> =
        LONG.iter().map(|(path, most, _)| (*path, *most)).collect();
    let mut complaints = Vec::new();
    let files = &tree.sources;
    for file in files
        .iter()
        .filter(|file| !WRITTEN_BY_PROGRAMS.contains(&file.path.as_str()))
    {
        let lines = file.text.lines().count();
        match exceptions.get(file.path.as_str()) {
            None if lines > LINES => {
                complaints.push(format!("{}: {lines} lines; make it a folder", file.path))
            }
            Some(most) if lines > *most => {
                complaints.push(format!("{}: {lines} lines, allowed {most}", file.path))
            }
            Some(_) if lines <= LINES => {
                complaints.push(format!("{}: needs no exception any more", file.path))
            }
            _ => {}
        }
    }
    for (path, ..) in LONG {
        if !files.iter().any(|file| file.path == *path) {
            complaints.push(format!("{path}: an exception for a file that is not there"));
        }
    }
    Ok(complaints)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_judged() {
        assert_eq!(opening("//! The areas of the workspace.\n"), None);
        assert_eq!(
            opening("#!/usr/bin/env bash\n# Runs what has to be run.\n"),
            None
        );
        assert_eq!(
            opening("/* How the shell looks,\n   in light and dark. */\n"),
            None
        );
        assert_eq!(
            opening("// A sentence that goes on\n// in the next line.\n"),
            None
        );
        assert!(opening("use std::fs;\n").is_some());
        assert!(opening("//! bookings.\n").is_some());
        assert!(opening("// a line that just stops\nconst A = 1;\n").is_some());
    }
}
