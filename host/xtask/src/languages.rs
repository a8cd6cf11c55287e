//! Sample carriers in other languages, built with the commands in their READMEs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::files::{self, Stamp};
use crate::workspace::Workspace;
use crate::{child, web};

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
    let tool = componentizer(workspace, &source)?;
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
                    .env("COMPONENTIZE_PY", tool),
            )?;
            files::copy(
                &source.join("component.wasm"),
                &place.join("component.wasm"),
            )
        },
    )
}

/// Installs the pinned componentize-py in a virtual environment.
fn componentizer(workspace: &Workspace, source: &Path) -> Result<PathBuf> {
    let environment = workspace.target.join("waybill-python");
    let programs = environment.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let tool = programs.join("componentize-py");
    let stamp = Stamp::from_inputs(
        &workspace.target,
        "carrier-py-packages",
        &[source.join("requirements.txt")],
    )?;
    if stamp.is_fresh() && child::output_of(Command::new(&tool).arg("--version")).is_some() {
        println!("componentize-py is installed");
        return Ok(tool);
    }
    if child::output_of(Command::new("python3").args(["-c", "import ensurepip, venv"])).is_none() {
        bail!(
            "Python 3 with venv is not installed: on Debian, the packages `python3` and `python3-venv`."
        );
    }
    files::remove(&environment)?;
    child::run(
        Command::new("python3")
            .args(["-m", "venv"])
            .arg(&environment),
    )?;
    let mut pip = Command::new(programs.join("pip"));
    pip.args([
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-r",
        "requirements.txt",
    ]);
    child::run(pip.current_dir(source)).context("componentize-py could not be fetched")?;
    stamp.store()?;
    Ok(tool)
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
