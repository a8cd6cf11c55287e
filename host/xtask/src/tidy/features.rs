//! Third-party crates have the same features for every selection of packages.
//!
//! Otherwise a test of one crate compiles them again, with all crates that depend on them.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use anyhow::{Context, Result};

use super::Tree;
use crate::child;

/// Crates whose dependencies are compared with those of the whole workspace: the lowest, which all
/// areas depend on, and those with many of their own.
const SAMPLES: [&str; 4] = ["data", "identity", "jobs", "billing"];

const SHARED: &str = "host/shared-features/Cargo.toml";

/// Sets of features by crate and version; a crate may be built for the host and for the target.
type Features = BTreeMap<String, BTreeSet<BTreeSet<String>>>;

pub fn features_are_shared(tree: &Tree) -> Result<Vec<String>> {
    let whole = load(tree, &["--workspace"])?;
    let mut complaints = BTreeSet::new();
    for sample in SAMPLES {
        for (name, sets) in load(tree, &["-p", sample])? {
            let of_workspace = whole.get(&name);
            if !of_workspace.is_some_and(|all| sets.is_subset(all)) {
                let lists: Vec<String> = of_workspace
                    .into_iter()
                    .flatten()
                    .map(|set| {
                        set.iter()
                            .map(String::as_str)
                            .collect::<Vec<_>>()
                            .join(", ")
                    })
                    .collect();
                complaints.insert(format!(
                    "{SHARED}: {name} has other features in {sample} than in the workspace: \
                    list it with {}",
                    lists.join(" or ")
                ));
            }
        }
    }
    Ok(complaints.into_iter().collect())
}

fn load(tree: &Tree, selection: &[&str]) -> Result<Features> {
    let mut cargo = Command::new("cargo");
    cargo
        .args([
            "tree", "--locked", "--prefix", "none", "--format", "{p}\t{f}",
        ])
        .args(["--edges", "normal,build,dev"])
        .args(selection)
        .current_dir(&tree.root);
    let output = child::output_of(&mut cargo)
        .with_context(|| format!("`cargo tree {}` did not succeed", selection.join(" ")))?;
    Ok(read(&output))
}

/// Reads the crates of registries; those of the workspace have a path.
fn read(output: &str) -> Features {
    let mut all = Features::new();
    for line in output.lines() {
        let Some((package, features)) = line.split_once('\t') else {
            continue;
        };
        let package = package.trim_end_matches(" (proc-macro)");
        if package.contains('(') {
            continue;
        }
        let features = features.trim_end_matches("(*)").trim();
        let set = features
            .split(',')
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        all.entry(package.to_owned()).or_default().insert(set);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_from_a_tree() {
        let found = read(
            "data v0.1.0 (/checkout/host/data)\t\nregex v1.2.3\tstd,unicode\nregex v1.2.3\t (*)\n\
            syn v2.0.0 (proc-macro)\tfull (*)\n",
        );
        let names: Vec<&String> = found.keys().collect();
        assert_eq!(names, ["regex v1.2.3", "syn v2.0.0"]);
        assert_eq!(found["regex v1.2.3"].len(), 2);
        assert_eq!(
            found["syn v2.0.0"],
            BTreeSet::from([BTreeSet::from(["full".to_owned()])])
        );
    }
}
