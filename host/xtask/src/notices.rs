//! Licences of all dependencies as one text for `dist/`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::{child, workspace::Workspace};

#[derive(Debug, PartialEq)]
struct Package {
    name: String,
    licence: String,
    folder: PathBuf,
}

/// Returns the packages, then each licence text with its packages.
pub fn text(workspace: &Workspace) -> Result<String> {
    let mut cargo = workspace.cargo(["metadata", "--locked", "--format-version", "1"]);
    let metadata = child::output_of(&mut cargo).context("`cargo metadata` did not answer")?;
    let mut packages = crates(&serde_json::from_str(&metadata)?)?;
    let lock = fs::read_to_string(workspace.root.join("package-lock.json"))?;
    packages.extend(modules(&serde_json::from_str(&lock)?, &workspace.root));
    Ok(format_notices(&packages))
}

/// Lists runtime dependencies of workspace members.
fn crates(metadata: &Value) -> Result<Vec<Package>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let nodes: BTreeMap<String, Value> = list(&metadata["resolve"]["nodes"])
        .into_iter()
        .map(|node| (node["id"].as_str().unwrap_or_default().to_owned(), node))
        .collect();
    let mut waiting: Vec<String> = list(&metadata["workspace_members"])
        .iter()
        .filter_map(|id| id.as_str().map(str::to_owned))
        .collect();
    let mut used = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !used.insert(id.clone()) {
            continue;
        }
        for dependency in list(&nodes.get(&id).unwrap_or(&Value::Null)["deps"]) {
            // A null kind is a runtime dependency.
            let runs = list(&dependency["dep_kinds"])
                .iter()
                .any(|kind| kind["kind"].is_null());
            if let (true, Some(id)) = (runs, dependency["pkg"].as_str()) {
                waiting.push(id.to_owned());
            }
        }
    }
    let mut packages = Vec::new();
    for package in list(&metadata["packages"]) {
        let text = |name: &str| package[name].as_str().unwrap_or_default().to_owned();
        // A package without a source is our own.
        if !used.contains(&text("id")) || package["source"].is_null() {
            continue;
        }
        let manifest = PathBuf::from(text("manifest_path"));
        let folder = manifest
            .parent()
            .context("a package has no folder")?
            .to_owned();
        packages.push(Package {
            name: format!("{} {}", text("name"), text("version")),
            licence: text("license"),
            folder,
        });
    }
    Ok(packages)
}

/// Lists the npm packages that may be bundled: all but development ones.
fn modules(lock: &Value, root: &Path) -> Vec<Package> {
    let is = |entry: &Value, mark: &str| entry[mark].as_bool().unwrap_or_default();
    let Some(entries) = lock["packages"].as_object() else {
        return Vec::new();
    };
    entries
        .iter()
        .filter(|(path, _)| path.starts_with("node_modules/"))
        .filter(|(_, entry)| {
            !["dev", "devOptional", "link"]
                .iter()
                .any(|mark| is(entry, mark))
        })
        .map(|(path, entry)| {
            let name = path
                .rsplit_once("node_modules/")
                .map_or(path.as_str(), |(_, name)| name);
            let version = entry["version"].as_str().unwrap_or_default();
            let licence = entry["license"].as_str().unwrap_or_default().to_owned();
            Package {
                name: format!("{name} {version}"),
                licence,
                folder: root.join(path),
            }
        })
        // Packages for other systems are not installed, so not bundled.
        .filter(|package| package.folder.is_dir())
        .collect()
}

fn format_notices(packages: &[Package]) -> String {
    let mut listed: Vec<String> = packages
        .iter()
        .map(|package| {
            let licence = if package.licence.is_empty() {
                "see its text below"
            } else {
                package.licence.as_str()
            };
            format!("{}: {licence}", package.name)
        })
        .collect();
    listed.sort_by_key(|line| line.to_lowercase());
    listed.dedup();
    let mut texts: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        for text in texts_in(&package.folder) {
            texts.entry(text).or_default().insert(&package.name);
        }
    }
    let mut notices = String::from("Waybill contains work of others, under these licences:\n\n");
    notices.push_str(&listed.join("\n"));
    for (text, names) in texts {
        let names: Vec<&str> = names.into_iter().collect();
        notices.push_str(&format!(
            "\n\n{}\n{}\n\n{text}",
            "-".repeat(72),
            names.join(", ")
        ));
    }
    notices.push('\n');
    notices
}

/// Returns the licence and notice texts of a package's folder.
fn texts_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| is_notice(path))
        .collect();
    files.sort();
    let read = |path: PathBuf| fs::read_to_string(path).ok();
    files
        .into_iter()
        .filter_map(read)
        .map(|text| text.replace("\r\n", "\n").trim().to_owned())
        .collect()
}

fn is_notice(path: &Path) -> bool {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default()
        .to_lowercase();
    [
        "license",
        "licence",
        "copying",
        "notice",
        "copyright",
        "unlicense",
    ]
    .iter()
    .any(|start| name.starts_with(start))
        && path.is_file()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::temporary::Temporary;

    #[test]
    fn crates_that_only_tests_and_builds_need_are_left_out() {
        let dependency = |id: &str, kind: Value| json!({"pkg": id, "dep_kinds": [{"kind": kind}]});
        let package = |id: &str, source: Value| {
            json!({"id": id, "name": id, "version": "1.0.0", "license": "MIT", "source": source,
                "manifest_path": format!("/registry/{id}/Cargo.toml")})
        };
        let metadata = json!({
            "workspace_members": ["own"],
            "packages": [
                package("own", Value::Null), package("serde", json!("registry")), package("itoa", json!("registry")),
                package("proptest", json!("registry")), package("cc", json!("registry")),
            ],
            "resolve": {"nodes": [
                {"id": "own", "deps": [
                    dependency("serde", Value::Null), dependency("proptest", json!("dev")), dependency("cc", json!("build")),
                ]},
                {"id": "serde", "deps": [dependency("itoa", Value::Null)]},
            ]},
        });
        let names: Vec<String> = crates(&metadata)
            .unwrap()
            .into_iter()
            .map(|package| package.name)
            .collect();
        assert_eq!(names, ["serde 1.0.0", "itoa 1.0.0"]);
    }

    #[test]
    fn modules_for_development_are_left_out() {
        let root = Temporary::new("notices").unwrap();
        for name in ["react", "react/node_modules/loose-envify", "vitest"] {
            fs::create_dir_all(root.join("node_modules").join(name)).unwrap();
        }
        let lock = json!({"packages": {
            "": {"name": "own"},
            "node_modules/react": {"version": "19.2.0", "license": "MIT"},
            "node_modules/react/node_modules/loose-envify": {"version": "1.4.0", "license": "MIT"},
            "node_modules/vitest": {"version": "4.0.0", "license": "MIT", "dev": true},
            "node_modules/for-another-system": {"version": "1.0.0", "license": "MIT", "optional": true},
            "node_modules/own": {"link": true},
        }});
        let names: Vec<String> = modules(&lock, &root)
            .into_iter()
            .map(|package| package.name)
            .collect();
        assert_eq!(names, ["react 19.2.0", "loose-envify 1.4.0"]);
    }

    #[test]
    fn a_text_that_many_have_is_written_once() {
        let root = Temporary::new("notices").unwrap();
        let package = |name: &str, text: &str| {
            let folder = root.join(name);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("LICENSE-MIT"), text).unwrap();
            fs::write(folder.join("main.rs"), "not a licence").unwrap();
            Package {
                name: format!("{name} 1.0.0"),
                licence: "MIT".to_owned(),
                folder,
            }
        };
        let notices = format_notices(&[
            package("b", "The text.\r\n"),
            package("a", "The text.\n"),
            package("c", "Another."),
        ]);
        assert_eq!(notices.matches("The text.").count(), 1);
        assert!(
            notices.contains("a 1.0.0, b 1.0.0\n\nThe text."),
            "{notices}"
        );
        assert!(
            notices.contains("c 1.0.0: MIT") && !notices.contains("not a licence"),
            "{notices}"
        );
    }
}
