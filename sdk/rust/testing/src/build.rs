//! Builds plugins to components with the cargo that runs the tests, in the engine's folder layout.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context as _, ensure};

/// Copies the plugins to `<folder>/<id>/{plugin.toml, component.wasm, settings.schema.json}`.
pub fn lay_out(folder: &Path, plugins: &[&str]) -> anyhow::Result<()> {
    let components = build(plugins)?;
    for id in plugins {
        let own = folder.join(id);
        fs::create_dir_all(&own)?;
        let source = source(id)
            .with_context(|| format!("there is no plugin {id} in plugins/ or sdk/examples/"))?;
        fs::copy(source.join("plugin.toml"), own.join("plugin.toml"))?;
        let schema = source.join("settings.schema.json");
        if schema.is_file() {
            fs::copy(schema, own.join("settings.schema.json"))?;
        }
        fs::copy(
            components.join(format!("{}.wasm", id.replace('-', "_"))),
            own.join("component.wasm"),
        )?;
    }
    Ok(())
}

fn source(id: &str) -> Option<PathBuf> {
    let places = ["plugins", "sdk/examples"].map(|place| root().join(place).join(id));
    places
        .into_iter()
        .find(|folder| folder.join("plugin.toml").is_file())
}

/// Builds the components and returns their folder; an unchanged build is fast.
fn build(plugins: &[&str]) -> anyhow::Result<PathBuf> {
    let root = root();
    let target = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root.join("target"), |target| root.join(target));
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args([
        "build",
        "--quiet",
        "--target",
        "wasm32-wasip2",
        "--profile",
        "plugin",
    ]);
    for id in plugins {
        cargo.args(["-p", id]);
    }
    // Compiler flags for native programs would override those for components.
    cargo
        .current_dir(&root)
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("RUSTFLAGS");
    ensure!(cargo.status()?.success(), "the plugins do not build");
    Ok(target.join("wasm32-wasip2/plugin"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}
