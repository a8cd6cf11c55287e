//! The plugins: compiled to components, and laid out as the folder the host reads.

use std::path::Path;

use anyhow::{Result, bail};

use crate::house::House;
use crate::{child, mirror, tools};

/// Compiles every plugin of plugins/ to a component.
pub fn build(house: &House) -> Result<()> {
    tools::need_plugin_target()?;
    let ids = house.plugins()?;
    if ids.is_empty() {
        return Ok(());
    }
    let mut cargo = house.cargo(["build", "--target", "wasm32-wasip2", "--profile", "plugin"]);
    for id in &ids {
        cargo.args(["-p", id]);
    }
    child::run(&mut cargo)
}

/// Lays the built plugins out in `folder` as `<id>/{plugin.toml, component.wasm, web/, …}`.
pub fn assemble(house: &House, folder: &Path) -> Result<()> {
    let ids = house.plugins()?;
    for id in &ids {
        let (source, place) = (house.root.join("plugins").join(id), folder.join(id));
        let component = house.target.join("wasm32-wasip2/plugin").join(format!("{}.wasm", id.replace('-', "_")));
        if !component.is_file() {
            bail!("the plugin {id} has no component at {}: is it a `cdylib`?", component.display());
        }
        mirror::copy(&source.join("plugin.toml"), &place.join("plugin.toml"))?;
        mirror::copy(&component, &place.join("component.wasm"))?;
        for file in ["settings.schema.json", "icon.svg"] {
            if source.join(file).is_file() {
                mirror::copy(&source.join(file), &place.join(file))?;
            }
        }
        for part in ["locales", "fixtures"] {
            if source.join(part).is_dir() {
                mirror::mirror(&source.join(part), &place.join(part))?;
            }
        }
        let face = house.root.join("web-plugins").join(id).join("dist");
        if face.is_dir() {
            mirror::mirror(&face, &place.join("web"))?;
        } else {
            mirror::remove(&place.join("web"))?;
        }
    }
    for there in crate::house::folders(folder)? {
        if !ids.contains(&there) {
            mirror::remove(&folder.join(there))?;
        }
    }
    Ok(())
}
