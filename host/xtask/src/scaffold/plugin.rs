//! A new plugin in the workspace: a component and its front end.

use anyhow::{Result, anyhow, bail};
use clap::Args;
use plugin_template::{Kind, Project, check_name, spoken};

use super::templates;
use crate::child;
use crate::workspace::Workspace;

#[derive(Args)]
pub struct PluginOptions {
    /// Plugin id and folder, such as `coastal-couriers`.
    name: String,
    /// Display name; defaults to one derived from the id.
    #[arg(long)]
    title: Option<String>,
    /// carrier, rate-engine, commerce, payment or report.
    #[arg(long, default_value = "carrier")]
    kind: Kind,
}

pub fn new_plugin(workspace: &Workspace, options: &PluginOptions) -> Result<()> {
    let id = &options.name;
    check_name(id, true).map_err(|words| anyhow!(words))?;
    let name = options.title.clone().unwrap_or_else(|| spoken(id));
    for folder in ["plugins", "web-plugins"].map(|folder| workspace.root.join(folder).join(id)) {
        if folder.exists() {
            bail!("{} is there already", folder.display());
        }
    }
    let project = Project {
        id: id.clone(),
        name: name.clone(),
        kind: options.kind,
    };
    for (path, text) in project.in_the_house() {
        templates::write_file(&workspace.root.join(path), &text)?;
    }
    // `npm ci` needs the new workspace member in the lock file.
    child::run(&mut workspace.npm(["install", "--package-lock-only", "--no-audit", "--no-fund"]))?;
    println!("\n{name} builds and runs with `cargo xtask run`; `cargo test -p {id}` tests it.");
    println!(
        "Next: what it does (plugins/{id}/src), its hosts and grants (plugins/{id}/plugin.toml)."
    );
    Ok(())
}
