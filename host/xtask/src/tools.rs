//! Required tools besides Rust, with installation hints.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::child;
use crate::workspace::Workspace;

const LEAST_NODE: (u32, u32) = (20, 19);
const PLUGIN_TARGET: &str = "wasm32-wasip2";

pub fn need_node() -> Result<()> {
    let (major, minor) = LEAST_NODE;
    let Some(version) = child::output_of(Command::new("node").arg("--version")) else {
        bail!(
            "Node.js is not installed: get {major}.{minor} or newer from https://nodejs.org or your package manager."
        );
    };
    if node_version(&version).is_none_or(|found| found < LEAST_NODE) {
        bail!(
            "Node.js {version} is too old: the web build needs {major}.{minor} or newer, from https://nodejs.org."
        );
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if child::output_of(Command::new(npm).arg("--version")).is_none() {
        bail!("npm is not installed: it comes with Node.js, or as the package `npm` on Debian.");
    }
    Ok(())
}

fn node_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().trim_start_matches('v').split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Adds the plugin target with rustup if missing.
pub fn need_plugin_target() -> Result<()> {
    let libraries = child::output_of(Command::new("rustc").args([
        "--print",
        "target-libdir",
        "--target",
        PLUGIN_TARGET,
    ]));
    if libraries.is_some_and(|folder| PathBuf::from(folder).is_dir()) {
        return Ok(());
    }
    println!("fetching the compiler target of the plugins, {PLUGIN_TARGET}");
    if child::run(Command::new("rustup").args(["target", "add", PLUGIN_TARGET])).is_err() {
        bail!(
            "The Rust target {PLUGIN_TARGET} is missing: `rustup target add {PLUGIN_TARGET}` has to succeed once, with network."
        );
    }
    Ok(())
}

pub fn has_cargo_command(workspace: &Workspace, name: &str) -> bool {
    child::output_of(&mut workspace.cargo([name, "--version"])).is_some()
}

/// Finds a Chromium: CHROMIUM, or on the path. Debian's headless build needs a third less CPU time.
pub fn chromium() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    [
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ]
    .iter()
    .find_map(|name| on_path(name))
}

/// Finds OpenLDAP's server on the path or in the usual server folders.
pub fn slapd() -> Option<PathBuf> {
    let folders = [
        "/usr/sbin",
        "/usr/local/sbin",
        "/usr/lib/openldap",
        "/usr/libexec",
    ];
    on_path("slapd").or_else(|| {
        folders
            .iter()
            .map(|folder| PathBuf::from(folder).join("slapd"))
            .find(|file| file.is_file())
    })
}

pub fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_compare_as_numbers() {
        assert!(node_version("v20.9.0").is_some_and(|found| found < LEAST_NODE));
        assert!(node_version("v20.19.0\n").is_some_and(|found| found >= LEAST_NODE));
        assert!(node_version("v101.0.1").is_some_and(|found| found > LEAST_NODE));
        assert_eq!(node_version("not a version"), None);
    }
}
