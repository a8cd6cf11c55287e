//! `waybill plugin new`: creates a project that builds, passes its tests and can be installed.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use plugin_template::{Kind, Language, Project, check_name, check_title, spoken};

use super::Print;

#[derive(Args)]
pub struct NewOptions {
    /// New folder; its name is the plugin's id unless --id is given.
    folder: PathBuf,
    /// carrier, rate-engine, commerce, payment or report.
    #[arg(long, default_value = "carrier")]
    kind: Kind,
    /// Plugin id: 2 to 64 lower-case letters, digits and hyphens.
    #[arg(long)]
    id: Option<String>,
    /// Display name; defaults to one derived from the id.
    #[arg(long)]
    name: Option<String>,
    /// rust, typescript or python. Other languages than Rust begin with the SDK's sample carrier.
    #[arg(long, default_value = "rust")]
    language: Language,
    /// SDK folder with `rust` and `web`; defaults to the one shipped with the program.
    #[arg(long, env = "WAYBILL_SDK")]
    sdk: Option<PathBuf>,
}

pub fn new(options: &NewOptions, say: Print<'_>) -> anyhow::Result<()> {
    let language = options.language;
    if language != Language::Rust && options.kind != Kind::Carrier {
        bail!(
            "a new plugin in {language} is a carrier: leave out --kind {}, or write it in Rust (--language rust)",
            options.kind
        );
    }
    let folder = &options.folder;
    let id = match &options.id {
        Some(id) => id.clone(),
        None => folder
            .file_name()
            .and_then(|name| name.to_str())
            .context("the folder needs a name")?
            .to_owned(),
    };
    check_name(&id, true).map_err(|words| anyhow!(words))?;
    if folder.exists() {
        bail!(
            "{} is there already; a new plugin begins in a new folder",
            folder.display()
        );
    }
    let sdk = find_sdk(options.sdk.as_deref())?;
    let name = options.name.clone().unwrap_or_else(|| spoken(&id));
    check_title(&name).map_err(|words| anyhow!(words))?;
    let project = Project {
        id,
        name,
        kind: options.kind,
    };
    for (path, text) in project
        .from_example(language, &sdk)
        .unwrap_or_else(|| project.on_its_own(&sdk))
    {
        let file = folder.join(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
        say(&format!("wrote {}", file.display()));
    }
    let (named_by, next) = match language {
        Language::Rust => (
            "Cargo.toml and web/package.json name it",
            "cargo test && waybill plugin build",
        ),
        Language::TypeScript => ("package.json names it", "waybill plugin build"),
        Language::Python => ("build.py names it", "waybill plugin build"),
    };
    say(&format!(
        "\nIt is written with the SDK in {} ({named_by}).",
        sdk.display()
    ));
    say(&format!("Next: cd {} && {next}", folder.display()));
    Ok(())
}

/// Given, next to this program, or in its checkout.
fn find_sdk(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    let is_one = |folder: &Path| {
        folder.join("rust/Cargo.toml").is_file() && folder.join("web/package.json").is_file()
    };
    if let Some(named) = given {
        if !is_one(named) {
            bail!(
                "{} is no SDK: rust/Cargo.toml and web/package.json are expected in it",
                named.display()
            );
        }
        return Ok(fs::canonicalize(named)?);
    }
    let program = std::env::current_exe().ok();
    let here = std::env::current_dir().ok();
    let built_from = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = program
        .iter()
        .chain(&here)
        .flat_map(|place| place.ancestors())
        .chain(built_from.ancestors());
    let found = places
        .map(|place| place.join("sdk"))
        .find(|folder| is_one(folder));
    let found =
        found.context("the SDK was not found beside this program; name its folder with --sdk")?;
    Ok(fs::canonicalize(found)?)
}
