//! `cargo xtask run`: from a fresh checkout to an address in the browser.

use std::os::unix::process::CommandExt;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use crate::house::House;
use crate::steps::step;
use crate::{child, components, tools, web};

#[derive(Args)]
pub struct Options {
    /// Optimise the program: a longer build, a faster server.
    #[arg(long)]
    release: bool,
    /// More words for `waybill serve`, after `--`.
    #[arg(last = true)]
    serve: Vec<String>,
}

pub fn run(house: &House, options: &Options) -> Result<()> {
    step("Tools", || {
        tools::need_node()?;
        tools::need_plugin_target()
    })?;
    build_all(house, options.release)?;

    println!("\n== Serving; Ctrl-C ends it\n");
    let data = std::env::var_os("WAYBILL_DATA").unwrap_or_else(|| house.root.join(".waybill").into());
    let error = host(house, options.release)
        .args(["serve", "--demo"])
        .args(&options.serve)
        .env("WAYBILL_DATA", data)
        .current_dir(&house.root)
        // The host takes our place, so that Ctrl-C and the end of the terminal reach it directly.
        .exec();
    Err(error).context("the host could not be started")
}

/// Builds plugins, web and host, and lays the plugins out for the host.
pub fn build_all(house: &House, release: bool) -> Result<()> {
    step("Plugins (WebAssembly components)", || components::build(house))?;
    step("Web packages", || web::install(house))?;
    step("Web application", || web::build(house))?;
    step("Host", || build_host(house, release))?;
    components::assemble(house, &house.plugin_folder())
}

pub fn build_host(house: &House, release: bool) -> Result<()> {
    let mut cargo = house.cargo(["build", "-p", "waybill", "--bin", "waybill"]);
    if release {
        cargo.arg("--release");
    }
    child::run(&mut cargo)
}

/// The built host, told where its plugins and its web are.
pub fn host(house: &House, release: bool) -> Command {
    let mut host = Command::new(house.programs(release).join("waybill"));
    tell_places(house, &mut host);
    host
}

/// Points a host at the plugins and the web of this checkout.
pub fn tell_places(house: &House, host: &mut Command) {
    host.env("WAYBILL_PLUGINS", house.plugin_folder()).env("WAYBILL_WEB", house.web_folder());
}
