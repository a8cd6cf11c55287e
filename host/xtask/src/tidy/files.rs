//! Every source file opens with a sentence and has a bounded length.

use std::collections::BTreeMap;

use anyhow::Result;

use super::Tree;

/// Maximum lines of a source file.
const MAX_LINES: usize = 500;

/// Exceptions: path, maximum lines, reason.
const LONG: &[(&str, usize, &str)] = &[
    (
        "host/areas/bookings/src/service/pickup.rs",
        529,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/areas/customers/src/products.rs",
        504,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/areas/finance/src/rules/bai2.rs",
        514,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/areas/finance/src/service/give_back.rs",
        508,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/engine/tests/languages.rs",
        564,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/freight/src/address.rs",
        543,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/kernel/src/odata/tests.rs",
        517,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/bookings/guests.rs",
        521,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/bookings/mod.rs",
        576,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/bookings/pickups.rs",
        577,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/bookings/saves.rs",
        543,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/customers.rs",
        511,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/files/mod.rs",
        620,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/finance/cards.rs",
        604,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/identity/account/mod.rs",
        555,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/identity/ldap.rs",
        512,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/identity/oidc/mod.rs",
        591,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/identity/passkeys.rs",
        513,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/identity/sessions.rs",
        634,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/identity/sign_in.rs",
        572,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/identity/two_factor.rs",
        642,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/lookups/mod.rs",
        516,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/quotes.rs",
        536,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/rates/quotes.rs",
        594,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/search.rs",
        540,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/tenancy/languages.rs",
        665,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/tenancy/platform.rs",
        568,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/api/tenancy/settings.rs",
        582,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/plugins/conformance.rs",
        572,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "host/tests/plugins/packages.rs",
        609,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "plugins/australia-post/tests/engine.rs",
        601,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "web/src/areas/bookings/batch/Batch.tsx",
        530,
        "cut at 400 lines before rustfmt's default width",
    ),
    (
        "web/src/kit/list/RecordList.tsx",
        518,
        "cut at 400 lines before rustfmt's default width",
    ),
];

/// Generated files.
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
    let exceptions: BTreeMap<&str, usize> =
        LONG.iter().map(|(path, most, _)| (*path, *most)).collect();
    let mut complaints = Vec::new();
    let files = &tree.sources;
    for file in files
        .iter()
        .filter(|file| !GENERATED.contains(&file.path.as_str()))
    {
        let lines = file.text.lines().count();
        match exceptions.get(file.path.as_str()) {
            None if lines > MAX_LINES => {
                complaints.push(format!("{}: {lines} lines; split it", file.path))
            }
            Some(most) if lines > *most => {
                complaints.push(format!("{}: {lines} lines, allowed {most}", file.path))
            }
            Some(_) if lines <= MAX_LINES => {
                complaints.push(format!("{}: needs no exception any more", file.path))
            }
            _ => {}
        }
    }
    for (path, ..) in LONG {
        if !files.iter().any(|file| file.path == *path) {
            complaints.push(format!("{path}: an exception for a missing file"));
        }
    }
    Ok(complaints)
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
