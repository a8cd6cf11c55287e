//! Virtual environments of Python with pinned packages, in cargo's target folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::child;
use crate::files::{self, Stamp};
use crate::workspace::Workspace;

/// Installs the packages of a requirements file in an environment, unless they are there already.
/// Returns the folder of the environment's programs.
pub fn environment(workspace: &Workspace, name: &str, requirements: &Path) -> Result<PathBuf> {
    let environment = workspace.target.join(name);
    let programs = environment.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let stamp = Stamp::from_inputs(
        &workspace.target,
        &format!("{name}-packages"),
        &[requirements.to_path_buf()],
    )?;
    let python = programs.join("python");
    if stamp.is_fresh() && child::output_of(Command::new(&python).arg("--version")).is_some() {
        println!("the packages of {} are installed", requirements.display());
        return Ok(programs);
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
    pip.args(["install", "--quiet", "--disable-pip-version-check", "-r"]);
    child::run(pip.arg(requirements)).with_context(|| {
        format!(
            "the packages of {} could not be fetched",
            requirements.display()
        )
    })?;
    stamp.store()?;
    Ok(programs)
}
