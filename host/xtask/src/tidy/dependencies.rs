//! No crate lists a dependency that its code does not use, and the workspace none that no crate
//! lists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::Tree;
use super::shared::contains_words;

/// Dependencies listed for another dependency: crate, dependency, reason.
const NAMED_FOR_OTHERS: &[(&str, &str, &str)] = &[
    (
        "host/data",
        "shared-features",
        "gives every selection of packages the same features",
    ),
    (
        "host/engine/benches/extism",
        "wasmtime",
        "enables a feature that Extism relies on",
    ),
    (
        "host/engine",
        "anyhow",
        "the bindings that wasmtime generates name it",
    ),
    (
        "plugins/australia-post",
        "anyhow",
        "the bindings of its tests name it",
    ),
    (
        "plugins/braintree",
        "anyhow",
        "the bindings of its tests name it",
    ),
    (
        "plugins/own-fleet",
        "anyhow",
        "the bindings of its tests name it",
    ),
    (
        "plugins/stripe",
        "anyhow",
        "the bindings of its tests name it",
    ),
    (
        "sdk/examples/card-gateway",
        "anyhow",
        "the bindings of its tests name it",
    ),
    (
        "sdk/examples/daybook",
        "anyhow",
        "the bindings of its tests name it",
    ),
    (
        "sdk/examples/shop",
        "anyhow",
        "the bindings of its tests name it",
    ),
];

/// Its dependencies only have features.
const SHARED_FEATURES: &str = "host/shared-features";

pub fn crates_use_what_they_depend_on(tree: &Tree) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    let mut named_anywhere = BTreeSet::new();
    for manifest in manifests(&tree.root)? {
        let folder = manifest.parent().unwrap_or(&tree.root);
        let place = folder
            .strip_prefix(&tree.root)?
            .to_string_lossy()
            .replace('\\', "/");
        if place == SHARED_FEATURES {
            continue;
        }
        let text = fs::read_to_string(&manifest)
            .with_context(|| format!("cannot read {}", manifest.display()))?;
        for dependency in dependencies(&text) {
            let used = tree
                .sources
                .iter()
                .filter(|source| source.is_rust() && source.path.starts_with(&format!("{place}/")))
                .any(|source| contains_words(&source.text, &dependency.replace('-', "_")));
            let excused = NAMED_FOR_OTHERS
                .iter()
                .any(|(at, name, _)| *at == place && *name == dependency);
            if !used && !excused {
                complaints.push(format!("{place}/Cargo.toml: nothing uses {dependency}"));
            }
            if used && excused {
                complaints.push(format!(
                    "{place}/Cargo.toml: {dependency} is used and needs no exception any more"
                ));
            }
            named_anywhere.insert(dependency);
        }
    }
    let workspace =
        fs::read_to_string(tree.root.join("Cargo.toml")).context("cannot read Cargo.toml")?;
    let shared = section(&workspace, |name| name == "workspace.dependencies");
    complaints.extend(
        shared
            .filter(|name| !named_anywhere.contains(name.as_str()))
            .map(|name| format!("Cargo.toml: no crate names {name}")),
    );
    Ok(complaints)
}

/// The crates' manifests below the root, without generated ones.
fn manifests(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = ["host", "sdk", "plugins"]
        .iter()
        .map(|top| root.join(top))
        .collect();
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?
        {
            let path = entry?.path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if path.is_dir() && !["node_modules", "target", "dist", "src"].contains(&name.as_str())
            {
                folders.push(path);
            } else if name == "Cargo.toml" {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn dependencies(manifest: &str) -> BTreeSet<String> {
    section(manifest, |name| {
        name.rsplit('.')
            .next()
            .is_some_and(|last| last.ends_with("dependencies"))
    })
    .collect()
}

/// Keys of the sections that match the filter.
fn section<'a>(
    manifest: &'a str,
    matches: impl Fn(&str) -> bool + 'a,
) -> impl Iterator<Item = String> + 'a {
    let mut inside = false;
    manifest.lines().map(str::trim).filter_map(move |line| {
        if let Some(name) = line
            .strip_prefix('[')
            .and_then(|rest| rest.split(']').next())
        {
            inside = matches(name);
            return None;
        }
        let key = line.split(['.', '=', ' ']).next().unwrap_or_default();
        (inside && !key.is_empty() && !key.starts_with('#')).then(|| key.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_read_from_a_manifest() {
        let manifest = "[package]\nname = \"a\"\n[dependencies]\nserde.workspace = true\n# a word\nring = \"1\"\n\
            [target.'cfg(unix)'.dependencies]\nrustix = { version = \"1\" }\n[features]\ndefault = []\n";
        assert_eq!(
            dependencies(manifest).into_iter().collect::<Vec<_>>(),
            ["ring", "rustix", "serde"]
        );
    }
}
