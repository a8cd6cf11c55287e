//! Builds plugins to components with the cargo that runs the tests, and lays them out as the engine wants them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context as _, ensure};

/// Lays the plugins out as `<folder>/<id>/{plugin.toml, component.wasm}`.
pub fn lay_out(folder: &Path, plugins: &[&str]) -> anyhow::Result<()> {
    let components = build(plugins)?;
    for id in plugins {
        let own = folder.join(id);
        fs::create_dir_all(&own)?;
        let manifest = root().join("plugins").join(id).join("plugin.toml");
        fs::copy(&manifest, own.join("plugin.toml")).with_context(|| format!("{} is not there", manifest.display()))?;
        fs::copy(components.join(format!("{}.wasm", id.replace('-', "_"))), own.join("component.wasm"))?;
    }
    Ok(())
}

/// Where the components are; building what is built already takes a blink.
fn build(plugins: &[&str]) -> anyhow::Result<PathBuf> {
    let root = root();
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |target| root.join(target));
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--quiet", "--target", "wasm32-wasip2", "--profile", "plugin"]);
    for id in plugins {
        cargo.args(["-p", id]);
    }
    // Flags meant for this machine's programs would take the place of those for components.
    cargo.current_dir(&root).env("CARGO_TARGET_DIR", &target).env_remove("RUSTFLAGS");
    ensure!(cargo.status()?.success(), "the plugins do not build");
    Ok(target.join("wasm32-wasip2/plugin"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}
