//! The web's packages, build and checks.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::files::Stamp;
use crate::workspace::{self, Workspace};
use crate::{child, tools};

/// Inputs of the web build.
const PARTS: [&str; 5] = [
    "package.json",
    "package-lock.json",
    "sdk/web",
    "web",
    "web-plugins",
];

pub fn install(workspace: &Workspace) -> Result<()> {
    install_in(workspace, &workspace.root, "packages")
}

/// Installs another folder's packages; `name` identifies the stamp.
pub fn install_in(workspace: &Workspace, folder: &Path, name: &str) -> Result<()> {
    tools::need_node()?;
    let stamp = Stamp::from_inputs(
        &workspace.target,
        name,
        &[
            folder.join("package.json"),
            folder.join("package-lock.json"),
        ],
    )?;
    if stamp.is_fresh() && folder.join("node_modules").is_dir() {
        println!("the packages are installed");
        return Ok(());
    }
    child::run(
        workspace
            .npm(["ci", "--no-audit", "--no-fund"])
            .current_dir(folder),
    )?;
    stamp.store()
}

/// Builds plugin front ends and shell unless their inputs are unchanged.
pub fn build(workspace: &Workspace) -> Result<()> {
    let inputs: Vec<PathBuf> = PARTS.iter().map(|part| workspace.root.join(part)).collect();
    let stamp = Stamp::from_inputs(&workspace.target, "web", &inputs)?;
    if stamp.is_fresh() && built(workspace)? {
        println!("the web is built");
        return Ok(());
    }
    script(workspace, "build")?;
    stamp.store()
}

fn built(workspace: &Workspace) -> Result<bool> {
    let front_ends = workspace::folders(&workspace.root.join("web-plugins"))?;
    let front_ends_built = front_ends
        .iter()
        .map(|id| workspace.root.join("web-plugins").join(id))
        .filter(|front_end| front_end.join("package.json").is_file())
        .all(|front_end| front_end.join("dist").is_dir());
    let pages = ["index.html", "kit/index.html"].map(|page| workspace.web_folder().join(page));
    Ok(front_ends_built && pages.iter().all(|page| page.is_file()))
}

pub fn script(workspace: &Workspace, name: &str) -> Result<()> {
    child::run(&mut workspace.npm(["run", "--silent", name]))
}

pub fn tests(workspace: &Workspace) -> Result<String> {
    let mut passed = String::new();
    child::run_and_see(&mut workspace.npm(["run", "--silent", "test"]), |line| {
        // Vitest's summary: `      Tests  123 passed (123)`.
        if let Some((count, _)) = line
            .trim()
            .strip_prefix("Tests ")
            .and_then(|rest| rest.split_once(" passed"))
        {
            passed = format!("{} tests", count.trim());
        }
    })?;
    Ok(passed)
}
