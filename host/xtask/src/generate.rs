//! `cargo xtask gen`: the snapshots of the API and of permissions, the web's API types and
//! descriptors, and the test kit's typed client; `--check` verifies them.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::workspace::Workspace;
use crate::{api_client, life_cycle, run, web};

#[derive(Args)]
pub struct Options {
    /// Write nothing; fail if generated files are stale.
    #[arg(long)]
    check: bool,
    /// Only the tests' typed client, from the OpenAPI snapshot as it is.
    #[arg(long)]
    client: bool,
}

const SNAPSHOT: &str = "host/tests/openapi.json";
/// Permissions that roles name; a changed line breaks the roles of tenants.
const PERMISSIONS: &str = "host/tests/api/permissions.txt";
const TYPES: &str = "web/src/api/schema.ts";
const STATUSES: &str = "web/src/lib/bookings/statuses.gen.ts";
const OPERATION_RULES: &str = "web/src/lib/bookings/operation-rules.gen.ts";
const HEADING: &str = "// The types of the host's API, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.\n";

const RESOURCES: &str = "web/scripts/resources.mjs";

/// The generator needs TypeScript 5, the web a newer one.
const GENERATOR: &str = "host/xtask/codegen";

pub fn generate(workspace: &Workspace, options: &Options) -> Result<()> {
    if options.client {
        let openapi = fs::read_to_string(workspace.root.join(SNAPSHOT))?;
        return write_or_check_client(workspace, &openapi, options.check);
    }
    run::build_host(workspace, false)?;
    write_or_check_all(workspace, options.check)
}

/// Fails if generated files differ from those of the built host.
pub fn check(workspace: &Workspace) -> Result<()> {
    write_or_check_all(workspace, true)
}

fn write_or_check_all(workspace: &Workspace, check: bool) -> Result<()> {
    let openapi = read_json(workspace, "openapi")?;
    write_or_check(&workspace.root.join(SNAPSHOT), SNAPSHOT, &openapi, check)?;
    let permissions = read_host(workspace, "permissions")?;
    write_or_check(
        &workspace.root.join(PERMISSIONS),
        PERMISSIONS,
        &permissions,
        check,
    )?;
    let types = typescript_types(workspace)?;
    write_or_check(&workspace.root.join(TYPES), TYPES, &types, check)?;
    write_or_check_client(workspace, &openapi, check)?;
    let cycle = serde_json::from_str(&read_json(workspace, "life-cycle")?)?;
    for (name, text) in [
        (STATUSES, life_cycle::statuses(&cycle)?),
        (OPERATION_RULES, life_cycle::operation_rules(&cycle)?),
    ] {
        write_or_check(&workspace.root.join(name), name, &text, check)?;
    }
    resources(workspace, check)
}

/// Writes or checks the descriptors of requests, which the web's build checks too.
fn resources(workspace: &Workspace, check: bool) -> Result<()> {
    let mut script = Command::new("node");
    script.arg(workspace.root.join(RESOURCES));
    if check {
        script.arg("--check");
    }
    if !script
        .status()
        .context("node could not be started")?
        .success()
    {
        bail!("{RESOURCES} failed");
    }
    Ok(())
}

fn write_or_check_client(workspace: &Workspace, openapi: &str, check: bool) -> Result<()> {
    for (name, text) in api_client::files(&serde_json::from_str(openapi)?)? {
        write_or_check(&workspace.root.join(&name), &name, &text, check)?;
    }
    Ok(())
}

/// Runs a command of the host that prints JSON.
fn read_host(workspace: &Workspace, command: &str) -> Result<String> {
    let output = run::host(workspace, false)
        .arg(command)
        .output()
        .context("the host could not be started")?;
    if !output.status.success() {
        bail!(
            "`waybill {command}` failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    let text = String::from_utf8(output.stdout)?;
    Ok(format!("{}\n", text.trim_end()))
}

fn read_json(workspace: &Workspace, command: &str) -> Result<String> {
    let text = read_host(workspace, command)?;
    if serde_json::from_str::<serde_json::Value>(&text).is_err() {
        bail!("`waybill {command}` did not print JSON");
    }
    Ok(text)
}

fn typescript_types(workspace: &Workspace) -> Result<String> {
    let generator = workspace.root.join(GENERATOR);
    web::install_in(workspace, &generator, "codegen")?;
    let output = Command::new("node")
        .arg(generator.join("node_modules/openapi-typescript/bin/cli.js"))
        .arg(workspace.root.join(SNAPSHOT))
        // Otherwise members with a default would be required in requests.
        .arg("--default-non-nullable=false")
        .output()
        .context("node could not be started")?;
    if !output.status.success() {
        bail!(
            "openapi-typescript failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    Ok(format!("{HEADING}{}", String::from_utf8(output.stdout)?))
}

fn write_or_check(file: &Path, name: &str, text: &str, check: bool) -> Result<()> {
    let existing = fs::read_to_string(file).unwrap_or_default();
    if existing == text {
        println!("{name} is fresh");
        return Ok(());
    }
    if check {
        bail!(
            "{name} is not what the code says now: run `cargo xtask gen` and look at the difference"
        );
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, text).with_context(|| format!("cannot write {name}"))?;
    println!("{name} is written");
    Ok(())
}
