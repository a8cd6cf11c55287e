//! Things that have one name in several places: migrations, plugins.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::{folders, none, root};

#[test]
fn migrations_are_the_same_on_both_databases() {
    let steps = fs::read_to_string(root().join("host/src/migrations.rs")).unwrap();
    let mut complaints = Vec::new();
    let mut by_number: BTreeMap<u32, (String, BTreeSet<String>)> = BTreeMap::new();
    for entry in fs::read_dir(root().join("migrations")).unwrap() {
        let file = entry.unwrap().file_name().to_string_lossy().into_owned();
        let Some(name) = file.strip_suffix(".sql") else {
            if file != "README.md" {
                complaints.push(format!("migrations/{file}: only NNNN_name[.pg|.sqlite].sql and README.md stand here"));
            }
            continue;
        };
        let (name, database) = match name.rsplit_once('.') {
            Some((name, database @ ("pg" | "sqlite"))) => (name, database),
            _ => (name, "both"),
        };
        let digits = name.split('_').next().unwrap_or_default();
        let (Ok(number), 4) = (digits.parse::<u32>(), digits.len()) else {
            complaints
                .push(format!("migrations/{file}: the name begins with four digits and a line: 0001_tenants.sql"));
            continue;
        };
        let (known, databases) = by_number.entry(number).or_insert_with(|| (name.to_owned(), BTreeSet::new()));
        if known != name {
            complaints.push(format!("migrations/{file}: number {number} belongs to {known} already"));
        }
        databases.insert(database.to_owned());
        let step = file.trim_end_matches(".sql");
        if !steps.contains(&format!("\"{step}\"")) {
            complaints.push(format!("migrations/{file} is no step in host/src/migrations.rs"));
        }
    }
    for (name, databases) in by_number.values() {
        if databases.contains("both") && databases.len() > 1 {
            complaints.push(format!("migrations/{name}: one text for both databases, or one for each, not both ways"));
        }
    }
    let numbers: Vec<u32> = by_number.keys().copied().collect();
    if numbers != (1..=numbers.len() as u32).collect::<Vec<_>>() {
        complaints.push(format!("migrations are numbered from 1 without a gap, not {numbers:?}"));
    }
    none(complaints);
}

#[test]
fn a_plugin_has_one_name() {
    let mut complaints = Vec::new();
    let plugins = folders("plugins");
    for id in &plugins {
        let said = |file: &str, key: &str| {
            let text = fs::read_to_string(root().join("plugins").join(id).join(file)).unwrap_or_default();
            let value =
                text.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('=')).map(str::trim);
            value.map(|value| value.split('"').nth(1).unwrap_or_default().to_owned())
        };
        for (file, key) in [("plugin.toml", "id"), ("Cargo.toml", "name")] {
            if said(file, key).as_deref() != Some(id) {
                complaints.push(format!("plugins/{id}/{file}: `{key}` is not \"{id}\", the folder's name"));
            }
        }
    }
    for face in folders("web-plugins").iter().filter(|face| !plugins.contains(face)) {
        complaints.push(format!("web-plugins/{face}: there is no plugin plugins/{face} for this face"));
    }
    none(complaints);
}

#[test]
fn a_face_is_what_its_manifest_says() {
    let mut complaints = Vec::new();
    for face in folders("web-plugins") {
        let read = |path: String| fs::read_to_string(root().join(path)).unwrap_or_default();
        let manifest: Value = toml::from_str(&read(format!("plugins/{face}/plugin.toml"))).unwrap();
        let web: Value = serde_json::from_str(&read(format!("web-plugins/{face}/plugin.web.json"))).unwrap();
        for (what, host, face_says) in [
            ("id", &manifest["id"], &web["id"]),
            ("sdk", &manifest["sdk"], &web["sdk"]),
            ("slots", &manifest["web"]["slots"], &web["slots"]),
            ("routes", &manifest["web"]["routes"], &web["routes"]),
            ("nav", &manifest["web"]["nav"], &web["nav"]),
        ] {
            if host != face_says {
                complaints
                    .push(format!("{face}: `{what}` is {host} in plugin.toml and {face_says} in plugin.web.json"));
            }
        }
    }
    none(complaints);
}

#[test]
fn a_refusals_code_means_one_thing() {
    let mut meanings: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in crate::sources().iter().filter(|source| source.is_rust() && !source.path.contains("/tests/")) {
        for rest in source.text.split("Refusal::new(").skip(1) {
            let code: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
            if !code.is_empty() {
                meanings.entry(code).or_default().push(source.path.clone());
            }
        }
    }
    assert!(meanings.len() > 20, "the walk has lost its way: {} codes", meanings.len());
    let twice = meanings.into_iter().filter(|(_, places)| places.len() > 1);
    none(twice.map(|(code, places)| format!("the code {code} is given by {}", places.join(" and by "))).collect());
}
