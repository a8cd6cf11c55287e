//! Who may import whom: the floors of the house, read from the crates' Cargo.toml files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::{folders, none, root};

/// The areas by floor, from the ground up and from left to right. An area leans on floors below it
/// and on its left neighbours, never upwards and never to the right.
const FLOORS: [&[&str]; 6] = [
    &["tenancy", "identity", "files", "lookups", "plugins"],
    &["customers", "carriers", "drivers"],
    &["rates", "pricing", "quotes"],
    &["bookings", "shops", "warehouse", "jobs", "routing"],
    &["finance", "reconciliation"],
    &["communication", "reports", "search", "entities"],
];

#[test]
fn imports_go_down_or_to_the_left() {
    let order: Vec<&str> = FLOORS.concat();
    let floor = |area: &str| FLOORS.iter().position(|floor| floor.contains(&area));
    let mut complaints = Vec::new();
    for area in folders("host/areas") {
        let Some(place) = order.iter().position(|name| **name == *area) else {
            complaints.push(format!("the area {area} has no place on a floor: give it one in FLOORS"));
            continue;
        };
        let (always, in_tests) = leans_on(&root().join("host/areas").join(&area));
        for name in always.union(&in_tests) {
            if order.iter().position(|other| other == name).is_some_and(|other| other >= place) {
                let (own, other) = (floor(&area).unwrap() + 1, floor(name).unwrap() + 1);
                complaints.push(format!("{area} (floor {own}) imports {name} (floor {other}): only down or left"));
            }
        }
        for never in ["engine", "waybill", "testkit", "wasmtime", "wit-bindgen", "axum"] {
            if always.contains(never) {
                complaints.push(format!("the area {area} imports {never}: an area knows the kernel and other areas"));
            }
        }
    }
    let ours: BTreeSet<&str> =
        order.iter().copied().chain(["engine", "kernel", "testkit", "waybill", "xtask"]).collect();
    for (name, folder, may) in [("kernel", "host/kernel", &[][..]), ("engine", "host/engine", &["kernel"][..])] {
        let (always, _) = leans_on(&root().join(folder));
        for other in always.iter().filter(|other| ours.contains(other.as_str()) && !may.contains(&other.as_str())) {
            complaints.push(format!("{name} imports {other}, which stands above it"));
        }
    }
    none(complaints);
}

/// Our own crates that a crate's Cargo.toml names: those of `[dependencies]`, and those only its tests use.
fn leans_on(crate_folder: &Path) -> (BTreeSet<String>, BTreeSet<String>) {
    let manifest = fs::read_to_string(crate_folder.join("Cargo.toml")).unwrap();
    let (mut always, mut in_tests) = (BTreeSet::new(), BTreeSet::new());
    let mut section = String::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
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
    (always, in_tests)
}
