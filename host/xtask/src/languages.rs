//! Sample carriers in other languages, built with the commands in their READMEs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::files::{self, Stamp};
use crate::workspace::Workspace;
use crate::{child, python, web};

/// Variable with the folder of the components, `<id>/{plugin.toml, component.wasm}`.
pub const VARIABLE: &str = "WAYBILL_TEST_LANGUAGES";

const EXAMPLES: &str = "sdk/examples";

/// Builds stale samples and returns the folder for [`VARIABLE`].
pub fn build(workspace: &Workspace) -> Result<PathBuf> {
    let place = workspace.target.join("waybill-languages");
    typescript(workspace, &place.join("carrier-js"))?;
    python(workspace, &place.join("carrier-py"))?;
    Ok(place)
}

fn typescript(workspace: &Workspace, place: &Path) -> Result<()> {
    let source = workspace.root.join(EXAMPLES).join("carrier-js");
    web::install_in(workspace, &source, "carrier-js-packages")?;
    let inputs = [
        "src",
        "wit/world.wit",
        "package.json",
        "package-lock.json",
        "bundle.mjs",
        "tsconfig.json",
    ];
    build_once(workspace, "carrier-js", &source, &inputs, place, || {
        for script in ["typecheck", "build"] {
            child::run(
                workspace
                    .npm(["run", "--silent", script])
                    .current_dir(&source),
            )?;
        }
        files::copy(
            &source.join("component.wasm"),
            &place.join("component.wasm"),
        )
    })
}

fn python(workspace: &Workspace, place: &Path) -> Result<()> {
    let source = workspace.root.join(EXAMPLES).join("carrier-py");
    let requirements = source.join("requirements.txt");
    let programs = python::environment(workspace, "waybill-python", &requirements)?;
    build_once(
        workspace,
        "carrier-py",
        &source,
        &["src", "wit", "build.py", "requirements.txt"],
        place,
        || {
            child::run(
                Command::new("python3")
                    .arg("build.py")
                    .current_dir(&source)
                    .env("COMPONENTIZE_PY", programs.join("componentize-py")),
            )?;
            files::copy(
                &source.join("component.wasm"),
                &place.join("component.wasm"),
            )
        },
    )
}

fn build_once(
    workspace: &Workspace,
    name: &str,
    source: &Path,
    own: &[&str],
    place: &Path,
    work: impl FnOnce() -> Result<()>,
) -> Result<()> {
    fs::create_dir_all(place)
        .with_context(|| format!("cannot make the folder {}", place.display()))?;
    files::copy(&source.join("plugin.toml"), &place.join("plugin.toml"))?;
    let mut inputs: Vec<PathBuf> = own.iter().map(|input| source.join(input)).collect();
    inputs.extend([
        workspace.root.join("wit/v1"),
        workspace.root.join(EXAMPLES).join("wit-deps.mjs"),
    ]);
    let stamp = Stamp::from_inputs(&workspace.target, name, &inputs)?;
    if stamp.is_fresh() && place.join("component.wasm").is_file() {
        println!("{name} is built");
        return Ok(());
    }
    work()?;
    // The build may write among its inputs (Python caches).
    Stamp::from_inputs(&workspace.target, name, &inputs)?.store()
}
