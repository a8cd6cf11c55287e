//! Names that several places share: migrations, plugins, rejection codes, test programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Result, bail};
use serde_json::Value;

use super::Tree;

pub fn migrations_are_the_same_on_both_databases(tree: &Tree) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    let mut by_number: BTreeMap<u32, (String, BTreeSet<String>)> = BTreeMap::new();
    for entry in fs::read_dir(tree.root.join("migrations"))? {
        let file = entry?.file_name().to_string_lossy().into_owned();
        let Some(name) = file.strip_suffix(".sql") else {
            if file != "README.md" {
                complaints.push(format!(
                    "migrations/{file}: only NNNN_name[.pg|.sqlite].sql and README.md belong here"
                ));
            }
            continue;
        };
        let (name, database) = match name.rsplit_once('.') {
            Some((name, database @ ("pg" | "sqlite"))) => (name, database),
            _ => (name, "both"),
        };
        let digits = name.split('_').next().unwrap_or_default();
        let (Ok(number), 4) = (digits.parse::<u32>(), digits.len()) else {
            complaints.push(format!(
                "migrations/{file}: the name begins with four digits and an underscore: 0001_tenants.sql"
            ));
            continue;
        };
        let (known, databases) = by_number
            .entry(number)
            .or_insert_with(|| (name.to_owned(), BTreeSet::new()));
        if known != name {
            complaints.push(format!(
                "migrations/{file}: number {number} belongs to {known} already"
            ));
        }
        databases.insert(database.to_owned());
    }
    for (name, databases) in by_number.values() {
        if databases.contains("both") && databases.len() > 1 {
            complaints.push(format!(
                "migrations/{name}: one text for both databases or one for each, not both"
            ));
        }
    }
    let numbers: Vec<u32> = by_number.keys().copied().collect();
    if numbers != (1..=numbers.len() as u32).collect::<Vec<_>>() {
        complaints.push(format!(
            "migrations are numbered from 1 without a gap, not {numbers:?}"
        ));
    }
    Ok(complaints)
}

pub fn a_plugin_has_one_name(tree: &Tree) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    let plugins = tree.folders("plugins")?;
    for id in &plugins {
        let declared = |file: &str, key: &str| {
            let text = fs::read_to_string(tree.root.join("plugins").join(id).join(file))
                .unwrap_or_default();
            let value = text
                .lines()
                .find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='))
                .map(str::trim);
            value.map(|value| value.split('"').nth(1).unwrap_or_default().to_owned())
        };
        for (file, key) in [("plugin.toml", "id"), ("Cargo.toml", "name")] {
            if declared(file, key).as_deref() != Some(id) {
                complaints.push(format!(
                    "plugins/{id}/{file}: `{key}` is not \"{id}\", the folder's name"
                ));
            }
        }
    }
    for front_end in tree
        .folders("web-plugins")?
        .iter()
        .filter(|name| !plugins.contains(name))
    {
        complaints.push(format!(
            "web-plugins/{front_end}: the plugin plugins/{front_end} does not exist"
        ));
    }
    Ok(complaints)
}

pub fn a_front_end_matches_its_manifest(tree: &Tree) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for front_end in tree.folders("web-plugins")? {
        let read = |path: String| fs::read_to_string(tree.root.join(path)).unwrap_or_default();
        let manifest: Value = toml::from_str(&read(format!("plugins/{front_end}/plugin.toml")))?;
        let web: Value =
            serde_json::from_str(&read(format!("web-plugins/{front_end}/plugin.web.json")))?;
        for (key, backend, frontend) in [
            ("id", &manifest["id"], &web["id"]),
            ("sdk", &manifest["sdk"], &web["sdk"]),
            ("slots", &manifest["web"]["slots"], &web["slots"]),
            ("routes", &manifest["web"]["routes"], &web["routes"]),
            ("nav", &manifest["web"]["nav"], &web["nav"]),
        ] {
            if backend != frontend {
                complaints.push(format!(
                    "{front_end}: `{key}` is {backend} in plugin.toml and {frontend} in plugin.web.json"
                ));
            }
        }
    }
    Ok(complaints)
}

pub fn a_rejection_code_has_one_meaning(tree: &Tree) -> Result<Vec<String>> {
    let mut meanings: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in tree
        .sources
        .iter()
        .filter(|source| source.is_rust() && !source.path.contains("/tests/"))
    {
        for rest in source.text.split("Refusal::new(").skip(1) {
            let code: String = rest
                .trim_start()
                .chars()
                .take_while(char::is_ascii_digit)
                .collect();
            if !code.is_empty() {
                meanings.entry(code).or_default().push(source.path.clone());
            }
        }
    }
    // Codes outside `Refusal::new` escape the search above.
    let elsewhere = tree
        .sources
        .iter()
        .filter(|source| source.is_rust() && !source.path.contains("/tests/"));
    let elsewhere = elsewhere.filter(|source| {
        ["Refused {", "Barred {"].iter().any(|error| {
            source.text.split(error).skip(1).any(|rest| {
                let code = rest.trim_start().strip_prefix("code:").map(str::trim_start);
                code.is_some_and(|code| code.starts_with(|first: char| first.is_ascii_digit()))
            })
        })
    });
    let elsewhere: Vec<String> = elsewhere
        .map(|source| format!("{}: declare the code with Refusal::new", source.path))
        .collect();
    if meanings.len() <= 20 {
        bail!("only {} codes were found", meanings.len());
    }
    let duplicates = meanings.into_iter().filter(|(_, places)| places.len() > 1);
    let duplicates = duplicates
        .map(|(code, places)| format!("the code {code} is given by {}", places.join(" and by ")));
    Ok(duplicates.chain(elsewhere).collect())
}

/// The host's test programs, with reasons. Every program links the whole host again.
const TEST_PROGRAMS: &[(&str, &str)] = &[
    (
        "api",
        "calls through HTTP, one module or folder for each area",
    ),
    (
        "plugins",
        "plugins, packages and the conformance kit; a program of its own builds faster after an edit",
    ),
];

pub fn test_programs_are_few(tree: &Tree) -> Result<Vec<String>> {
    Ok(programs_beyond(
        tree.sources.iter().map(|file| file.path.as_str()),
    ))
}

/// Unlisted test programs, and listed ones that do not exist.
fn programs_beyond<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<String> {
    let below = paths.filter_map(|path| path.strip_prefix("host/tests/"));
    let programs: BTreeSet<&str> = below
        .filter_map(|path| path.strip_suffix("/main.rs").or(path.strip_suffix(".rs")))
        .filter(|name| !name.contains('/'))
        .collect();
    let known = |name: &str| TEST_PROGRAMS.iter().any(|(known, _)| *known == name);
    let beyond = programs.iter().filter(|name| !known(name)).map(|name| {
        format!("host/tests/{name} is a test program: make it a module of host/tests/api")
    });
    let missing = TEST_PROGRAMS
        .iter()
        .filter(|(name, _)| !programs.contains(name));
    beyond
        .chain(
            missing.map(|(name, _)| format!("host/tests/{name}/main.rs does not exist any more")),
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_further_test_program_is_reported() {
        let listed = TEST_PROGRAMS
            .iter()
            .map(|(name, _)| format!("host/tests/{name}/main.rs"))
            .collect::<Vec<_>>();
        let with = |more: &'static [&'static str]| {
            programs_beyond(
                listed
                    .iter()
                    .map(String::as_str)
                    .chain(more.iter().copied()),
            )
        };
        assert!(
            with(&[
                "host/tests/api/bookings.rs",
                "host/tests/api/users/main.rs",
                "host/src/main.rs"
            ])
            .is_empty()
        );
        assert_eq!(
            with(&["host/tests/claims.rs", "host/tests/shops/main.rs"]).len(),
            2
        );
        assert_eq!(programs_beyond([].into_iter()).len(), TEST_PROGRAMS.len());
    }
}
