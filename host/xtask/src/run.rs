//! `cargo xtask run`: builds everything and serves it.

use std::os::unix::process::CommandExt;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result};
use clap::Args;

use crate::steps::step;
use crate::workspace::Workspace;
use crate::{child, components, tools, web};

#[derive(Args)]
pub struct Options {
    /// Optimise the program: a longer build, a faster server.
    #[arg(long)]
    release: bool,
    /// More arguments of `waybill serve`, after `--`.
    #[arg(last = true)]
    serve: Vec<String>,
}

pub fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    step("Tools", || {
        tools::need_node()?;
        tools::need_plugin_target()
    })?;
    build_all(workspace, options.release)?;

    println!("\n== Serving; Ctrl-C ends it\n");
    let data =
        std::env::var_os("WAYBILL_DATA").unwrap_or_else(|| workspace.root.join(".waybill").into());
    let error = host(workspace, options.release)
        .args(["serve", "--demo"])
        .args(&options.serve)
        .env("WAYBILL_DATA", data)
        .current_dir(&workspace.root)
        // The host replaces this process, so it receives Ctrl-C and hangups directly.
        .exec();
    Err(error).context("the host could not be started")
}

/// Builds plugins and host, and at the same time the web; then the plugin folder.
pub fn build_all(workspace: &Workspace, release: bool) -> Result<()> {
    thread::scope(|scope| {
        let web = scope.spawn(|| {
            step("Web packages", || web::install(workspace))?;
            step("Web application", || web::build(workspace))
        });
        step("Plugins (WebAssembly components)", || {
            components::build(workspace)
        })?;
        step("Host", || build_host(workspace, release))?;
        web.join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })?;
    components::assemble(workspace, &workspace.plugin_folder())
}

pub fn build_host(workspace: &Workspace, release: bool) -> Result<()> {
    let mut cargo = workspace.cargo(["build", "-p", "waybill", "--bin", "waybill"]);
    if release {
        cargo.arg("--release");
    }
    child::run(&mut cargo)
}

pub fn host(workspace: &Workspace, release: bool) -> Command {
    let mut host = Command::new(workspace.programs(release).join("waybill"));
    set_folders(workspace, &mut host);
    host
}

pub fn set_folders(workspace: &Workspace, host: &mut Command) {
    host.env("WAYBILL_PLUGINS", workspace.plugin_folder())
        .env("WAYBILL_WEB", workspace.web_folder());
}
