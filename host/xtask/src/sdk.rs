//! The SDK next to a program, for plugin authors without a checkout.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use toml::{Table, Value};

use crate::files;
use crate::workspace::Workspace;

/// Paths copied to the SDK. Project templates are part of the program.
const PARTS: [&str; 9] = [
    "wit",
    "sdk/README.md",
    "sdk/rust/Cargo.toml",
    "sdk/rust/README.md",
    "sdk/rust/src",
    "sdk/web",
    "sdk/examples/wit-deps.mjs",
    "sdk/examples/carrier-js",
    "sdk/examples/carrier-py",
];

/// Writes `sdk/` and `wit/`, for `waybill plugin new`.
pub fn write_sdk(workspace: &Workspace, folder: &Path) -> Result<()> {
    for part in ["sdk", "wit"] {
        files::remove(&folder.join(part))?;
    }
    for part in PARTS {
        copy(&workspace.root.join(part), &folder.join(part))?;
    }
    let text = fs::read_to_string(workspace.root.join("Cargo.toml"))
        .context("the checkout's Cargo.toml")?;
    let rust = fs::read_to_string(workspace.root.join("sdk/rust/Cargo.toml"))
        .context("sdk/rust/Cargo.toml")?;
    fs::write(folder.join("sdk/Cargo.toml"), manifest(&text, &rust)?)
        .context("cannot write sdk/Cargo.toml")
}

/// Returns the SDK's workspace manifest, a subset of the checkout's.
fn manifest(checkout: &str, rust: &str) -> Result<String> {
    let (checkout, rust): (Table, Table) = (toml::from_str(checkout)?, toml::from_str(rust)?);
    let all = checkout
        .get("workspace")
        .and_then(Value::as_table)
        .context("Cargo.toml has no [workspace]")?;
    let needed = rust
        .get("dependencies")
        .and_then(Value::as_table)
        .context("sdk/rust has no [dependencies]")?;
    let mut dependencies = all
        .get("dependencies")
        .and_then(Value::as_table)
        .cloned()
        .unwrap_or_default();
    dependencies.retain(|name, _| needed.contains_key(name));
    let mut parts = Table::from_iter([
        ("resolver".to_owned(), Value::from("3")),
        ("members".to_owned(), Value::from(vec!["rust"])),
        ("dependencies".to_owned(), Value::from(dependencies)),
    ]);
    for part in ["package", "lints"] {
        parts.extend(all.get(part).map(|value| (part.to_owned(), value.clone())));
    }
    let text = toml::to_string(&Table::from_iter([(
        "workspace".to_owned(),
        Value::from(parts),
    )]))?;
    Ok(format!(
        "# The SDK by itself; plugins name its crate by its path.\n{text}"
    ))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if !from.is_dir() {
        return files::copy(from, to);
    }
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_made = files::GENERATED_FOLDERS.contains(&name.as_str())
            || matches!(
                name.as_str(),
                "deps" | "__pycache__" | "component.wasm" | "PENDING.md"
            )
            || name.ends_with(".wbp");
        if !is_made && !name.contains(".test.") {
            copy(&entry.path(), &to.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary::Temporary;

    #[test]
    fn the_crate_beside_the_program_finds_all_that_it_names() {
        let workspace = Workspace::find().unwrap();
        let folder = Temporary::new("xtask-sdk").unwrap();
        write_sdk(&workspace, &folder).unwrap();
        let at = |path: &str| folder.join(path);
        for file in [
            "wit/v1/carrier/carrier.wit",
            "sdk/web/package.json",
            "sdk/web/vite/index.mjs",
            "sdk/README.md",
        ] {
            assert!(at(file).is_file(), "{file}");
        }
        for none in [
            "sdk/rust/testing",
            "sdk/web/node_modules",
            "sdk/web/src/forms.test.tsx",
        ] {
            assert!(!at(none).exists(), "{none}");
        }
        // Cargo reads the crate and its workspace only.
        let mut cargo = workspace.cargo([
            "metadata",
            "--offline",
            "--no-deps",
            "--format-version",
            "1",
        ]);
        let answer = cargo.current_dir(at("sdk/rust")).output().unwrap();
        assert!(
            answer.status.success(),
            "{}",
            String::from_utf8_lossy(&answer.stderr)
        );
        let metadata: serde_json::Value = serde_json::from_slice(&answer.stdout).unwrap();
        let root = fs::canonicalize(at("sdk")).unwrap();
        assert_eq!(metadata["workspace_root"].as_str(), root.to_str());
        let package = &metadata["packages"][0];
        assert_eq!(package["name"], "waybill-plugin");
        let dependencies = package["dependencies"].as_array().unwrap();
        assert!(
            dependencies.iter().all(|one| one["path"].is_null()),
            "{dependencies:?}"
        );
        // Interfaces are where the bindings expect them.
        let bindings = fs::read_to_string(at("sdk/rust/src/bindings.rs")).unwrap();
        let read: Vec<&str> = bindings
            .split('"')
            .filter(|word| word.starts_with("../../wit/"))
            .collect();
        assert!(!read.is_empty());
        for path in read {
            assert!(at("sdk/rust").join(path).is_dir(), "{path}");
        }
    }
}
