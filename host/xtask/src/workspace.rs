//! Paths of the checkout, cargo's target folder and plugins, and cargo and npm commands.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

pub struct Workspace {
    pub root: PathBuf,
    pub target: PathBuf,
    cargo: OsString,
}

impl Workspace {
    pub fn find() -> Result<Self> {
        // Set by `cargo run`; the compile-time path serves a direct start.
        let package = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = package
            .ancestors()
            .nth(2)
            .context("host/xtask is two folders below the checkout's root")?
            .to_path_buf();
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut workspace = Self {
            root,
            target: PathBuf::new(),
            cargo,
        };
        workspace.target = workspace.ask_cargo_for_target()?;
        Ok(workspace)
    }

    fn ask_cargo_for_target(&self) -> Result<PathBuf> {
        let answer = self
            .cargo(["metadata", "--no-deps", "--format-version", "1"])
            .output()
            .context("cargo could not be started")?;
        if !answer.status.success() {
            bail!(
                "cargo cannot read the workspace:\n{}",
                String::from_utf8_lossy(&answer.stderr).trim()
            );
        }
        let metadata: serde_json::Value = serde_json::from_slice(&answer.stdout)?;
        metadata["target_directory"]
            .as_str()
            .map(PathBuf::from)
            .context("cargo metadata names no target_directory")
    }

    /// Returns a cargo command in the checkout.
    ///
    /// Removes the variables cargo sets for this program: build scripts would rebuild half of the
    /// tree.
    pub fn cargo<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = Command::new(&self.cargo);
        command.args(arguments).current_dir(&self.root);
        remove_own_variables(&mut command);
        command
    }

    pub fn npm<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
        command.args(arguments).current_dir(&self.root);
        command
    }

    /// Returns the sorted plugin ids.
    pub fn plugins(&self) -> Result<Vec<String>> {
        let mut ids = folders(&self.root.join("plugins"))?;
        ids.retain(|id| {
            self.root
                .join("plugins")
                .join(id)
                .join("plugin.toml")
                .is_file()
        });
        Ok(ids)
    }

    /// Returns cargo's output folder of a profile.
    pub fn programs(&self, release: bool) -> PathBuf {
        self.target.join(if release { "release" } else { "debug" })
    }

    /// Returns the bundled plugins' folder: `<folder>/<id>/{plugin.toml, component.wasm, web/}`.
    pub fn plugin_folder(&self) -> PathBuf {
        self.target.join("waybill-plugins")
    }

    pub fn web_folder(&self) -> PathBuf {
        self.root.join("web").join("dist")
    }
}

/// Removes the variables cargo sets about this program's package.
pub fn remove_own_variables(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let about_us = [
            "CARGO_PKG_",
            "CARGO_MANIFEST_",
            "CARGO_BIN_",
            "CARGO_CRATE_",
        ];
        if name
            .to_str()
            .is_some_and(|name| about_us.iter().any(|start| name.starts_with(start)))
        {
            command.env_remove(name);
        }
    }
}

/// Returns the names of direct subfolders, sorted; none if the folder is missing.
pub fn folders(parent: &Path) -> Result<Vec<String>> {
    let Ok(entries) = std::fs::read_dir(parent) else {
        return Ok(Vec::new());
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            names.extend(entry.file_name().into_string());
        }
    }
    names.sort();
    Ok(names)
}
