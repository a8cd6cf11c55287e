//! `cargo xtask dist`: dist/ with program, plugins, web, SDK and licences; runs from any folder.

use std::fs;

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{components, files, notices, run, sdk, tools};

pub fn dist(workspace: &Workspace) -> Result<()> {
    tools::need_node()?;
    run::build_all(workspace, true)?;
    let dist = workspace.root.join("dist");
    files::copy(
        &workspace.programs(true).join("waybill"),
        &dist.join("waybill"),
    )?;
    components::assemble(workspace, &dist.join("plugins"))?;
    files::sync_folder(&workspace.web_folder(), &dist.join("web"))?;
    files::sync_folder(&workspace.root.join("docs"), &dist.join("docs"))?;
    sdk::write_sdk(workspace, &dist)?;
    for document in ["LICENSE", "README.md", "CONTRIBUTING.md"] {
        files::copy(&workspace.root.join(document), &dist.join(document))?;
    }
    fs::write(
        dist.join("THIRD-PARTY-NOTICES.txt"),
        notices::text(workspace)?,
    )?;
    println!(
        "\n{} is complete: `{} serve` starts it",
        dist.display(),
        dist.join("waybill").display()
    );
    Ok(())
}
