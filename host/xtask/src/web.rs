//! The web: its packages, its build, its own checks.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::files::Stamp;
use crate::workspace::{self, Workspace};
use crate::{child, tools};

/// The parts of the web that are installed and built together.
const PARTS: [&str; 5] = [
    "package.json",
    "package-lock.json",
    "sdk/web",
    "web",
    "web-plugins",
];

/// Installs the packages of the lock file, unless that was done since the lock last changed.
pub fn install(workspace: &Workspace) -> Result<()> {
    install_in(workspace, &workspace.root, "packages")
}

/// The same for the lock file of one folder; `name` tells the stamps apart.
pub fn install_in(workspace: &Workspace, folder: &Path, name: &str) -> Result<()> {
    tools::need_node()?;
    let stamp = Stamp::of(
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
    stamp.keep()
}

/// Builds the faces of the plugins and the shell, unless nothing they are made of changed.
pub fn build(workspace: &Workspace) -> Result<()> {
    let inputs: Vec<PathBuf> = PARTS.iter().map(|part| workspace.root.join(part)).collect();
    let stamp = Stamp::of(&workspace.target, "web", &inputs)?;
    if stamp.is_fresh() && built(workspace)? {
        println!("the web is built");
        return Ok(());
    }
    script(workspace, "build")?;
    stamp.keep()
}

/// Whether everything that a build leaves behind is there.
fn built(workspace: &Workspace) -> Result<bool> {
    let faces = workspace::folders(&workspace.root.join("web-plugins"))?;
    let faces_built = faces
        .iter()
        .map(|id| workspace.root.join("web-plugins").join(id))
        .filter(|face| face.join("package.json").is_file())
        .all(|face| face.join("dist").is_dir());
    let pages = ["index.html", "kit/index.html"].map(|page| workspace.web_folder().join(page));
    Ok(faces_built && pages.iter().all(|page| page.is_file()))
}

/// Runs one of the scripts of the root's package.json.
pub fn script(workspace: &Workspace, name: &str) -> Result<()> {
    child::run(&mut workspace.npm(["run", "--silent", name]))
}

/// Runs the unit tests; tells how many passed.
pub fn tests(workspace: &Workspace) -> Result<String> {
    let mut passed = String::new();
    child::run_and_see(&mut workspace.npm(["run", "--silent", "test"]), |line| {
        // Vitest's own sum: `      Tests  123 passed (123)`.
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
