//! Plugin components, and the plugin folder of the host.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::workspace::Workspace;
use crate::{child, files, tools};

/// Variable with the folder of the engine's guests, so tests don't build them.
pub const VARIABLE: &str = "WAYBILL_TEST_GUEST";
const TARGET: &str = "wasm32-wasip2";

pub fn build(workspace: &Workspace) -> Result<()> {
    tools::need_plugin_target()?;
    let ids = workspace.plugins()?;
    if ids.is_empty() {
        return Ok(());
    }
    let mut cargo = workspace.cargo(["build", "--target", TARGET, "--profile", "plugin"]);
    for id in &ids {
        cargo.args(["-p", id]);
    }
    child::run(&mut cargo)
}

pub fn build_guests(workspace: &Workspace) -> Result<()> {
    let cargo = [
        "build",
        "--target",
        TARGET,
        "--profile",
        "plugin",
        "-p",
        "engine-guests",
        "--examples",
    ];
    // RUSTFLAGS would replace the stack size set in the checkout's configuration.
    child::run(workspace.cargo(cargo).env_remove("RUSTFLAGS"))
}

/// Returns the folder of the guests, for [`VARIABLE`].
pub fn guest_folder(workspace: &Workspace) -> PathBuf {
    workspace.target.join(TARGET).join("plugin/examples")
}

/// Writes the built plugins to `folder` as `<id>/{plugin.toml, component.wasm, web/, …}`.
pub fn assemble(workspace: &Workspace, folder: &Path) -> Result<()> {
    let ids = workspace.plugins()?;
    for id in &ids {
        let (source, place) = (workspace.root.join("plugins").join(id), folder.join(id));
        let component = workspace
            .target
            .join(TARGET)
            .join("plugin")
            .join(format!("{}.wasm", id.replace('-', "_")));
        if !component.is_file() {
            bail!(
                "the plugin {id} has no component at {}: is it a `cdylib`?",
                component.display()
            );
        }
        files::copy(&source.join("plugin.toml"), &place.join("plugin.toml"))?;
        files::copy(&component, &place.join("component.wasm"))?;
        for file in ["settings.schema.json", "icon.svg"] {
            if source.join(file).is_file() {
                files::copy(&source.join(file), &place.join(file))?;
            }
        }
        for part in ["locales", "fixtures"] {
            if source.join(part).is_dir() {
                files::sync_folder(&source.join(part), &place.join(part))?;
            }
        }
        let front_end = workspace.root.join("web-plugins").join(id).join("dist");
        if front_end.is_dir() {
            files::sync_folder(&front_end, &place.join("web"))?;
        } else {
            files::remove(&place.join("web"))?;
        }
    }
    for there in crate::workspace::folders(folder)? {
        if !ids.contains(&there) {
            files::remove(&folder.join(there))?;
        }
    }
    Ok(())
}
