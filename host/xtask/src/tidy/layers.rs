//! Which crate may import which: the layers, read from the crates' Cargo.toml files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::Tree;

/// The areas by layer, bottom up. An area may import lower layers and areas to its left.
const LAYERS: [&[&str]; 6] = [
    &[
        "tenancy",
        "languages",
        "audit",
        "shell",
        "people",
        "identity",
        "files",
        "lookups",
        "plugins",
    ],
    &["customers", "carriers", "drivers", "places"],
    &["rates", "pricing", "quotes", "network"],
    &[
        "bookings",
        "shops",
        "warehouse",
        "jobs",
        "linehaul",
        "routing",
    ],
    &["ledger", "billing", "receivables", "reconciliation"],
    &["communication", "reports", "search", "entities", "webhooks"],
];

/// The crates below all areas, with their allowed imports.
const BASE: [(&str, &[&str]); 6] = [
    ("data", &[]),
    ("work", &["data"]),
    ("web", &["work", "data"]),
    ("carriage", &["data"]),
    ("documents", &["carriage", "data"]),
    ("engine", &["carriage", "work", "data"]),
];

pub fn imports_go_down_or_to_the_left(tree: &Tree) -> Result<Vec<String>> {
    let order: Vec<&str> = LAYERS.concat();
    let layer = |area: &str| {
        LAYERS
            .iter()
            .position(|layer| layer.contains(&area))
            .map_or(0, |at| at + 1)
    };
    let mut complaints = Vec::new();
    for area in tree.folders("host/areas")? {
        let Some(place) = order.iter().position(|name| **name == *area) else {
            complaints.push(format!("the area {area} has no layer: add it to LAYERS"));
            continue;
        };
        let (always, in_tests) = workspace_imports(&tree.root.join("host/areas").join(&area))?;
        for name in always.union(&in_tests) {
            if order
                .iter()
                .position(|other| other == name)
                .is_some_and(|other| other >= place)
            {
                let (upper, lower) = (layer(&area), layer(name));
                complaints.push(format!(
                    "{area} (layer {upper}) imports {name} (layer {lower}): only down or left"
                ));
            }
        }
        for never in [
            "engine",
            "waybill",
            "testkit",
            "wasmtime",
            "wit-bindgen",
            "axum",
        ] {
            if always.contains(never) {
                complaints.push(format!(
                    "the area {area} imports {never}: an area imports data, work, web and other areas only"
                ));
            }
        }
    }
    let ours: BTreeSet<&str> = order
        .iter()
        .copied()
        .chain(BASE.map(|(name, _)| name))
        .chain(["testkit", "waybill", "xtask"])
        .collect();
    for (name, may) in BASE {
        let (always, _) = workspace_imports(&tree.root.join("host").join(name))?;
        for other in always
            .iter()
            .filter(|other| ours.contains(other.as_str()) && !may.contains(&other.as_str()))
        {
            complaints.push(format!("{name} imports {other}, which is above it"));
        }
    }
    Ok(complaints)
}

/// An area's `rows` module is for the area, tests and benchmarks.
pub fn rows_stay_in_their_areas(tree: &Tree) -> Result<Vec<String>> {
    let product = |path: &str| path.starts_with("host/areas/") || path.starts_with("host/src/");
    let named = |text: &str| {
        LAYERS
            .concat()
            .into_iter()
            .find(|area| text.contains(&format!("{area}::rows")))
    };
    let files = tree
        .sources
        .iter()
        .filter(|file| file.is_rust() && product(&file.path));
    let complaint = |file: &super::Source| {
        let area = named(&file.text)?;
        Some(format!(
            "{} names rows of {area}: call a function of {area}",
            file.path
        ))
    };
    Ok(files.filter_map(complaint).collect())
}

/// Workspace crates in `[dependencies]`, and in those of tests.
fn workspace_imports(crate_folder: &Path) -> Result<(BTreeSet<String>, BTreeSet<String>)> {
    let file = crate_folder.join("Cargo.toml");
    let manifest =
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let (mut always, mut in_tests) = (BTreeSet::new(), BTreeSet::new());
    let mut section = String::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(name) = line
            .strip_prefix('[')
            .and_then(|rest| rest.split(']').next())
        {
            section = name.to_owned();
            continue;
        }
        let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
        if name.is_empty() || name.starts_with('#') {
            continue;
        }
        match section.as_str() {
            "dependencies" | "build-dependencies" => always.insert(name.to_owned()),
            "dev-dependencies" => in_tests.insert(name.to_owned()),
            _ => false,
        };
    }
    Ok((always, in_tests))
}
