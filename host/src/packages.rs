//! The command line's part about plugin packages: making, signing and checking them, and running them on the platform.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Subcommand;
use engine::{
    Engine, EngineConfig,
    package::{self, Package, SigningKey},
};
use kernel::{Scope, db::Mode, ids::TenantId};
use plugins::registry;

use crate::{boot::App, ports::asks::asks};

/// What needs no database: the work of a plugin's author.
#[derive(Subcommand)]
pub enum AuthorCommand {
    /// Make a signing key in a new file, and print its public key.
    Keygen { file: PathBuf },
    /// Pack a plugin's folder (plugin.toml, component.wasm, web/, …) into one file, <id>-<version>.wbp.
    Pack {
        folder: PathBuf,
        /// Where to write it; left out: beside the folder.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Sign a package in place.
    Sign {
        file: PathBuf,
        #[arg(long)]
        key: PathBuf,
    },
    /// Tell what a package is, who signed it and what it asks for, and try it out.
    Check { file: PathBuf },
}

/// What the platform's operator does with packages; a running host follows within seconds.
#[derive(Subcommand)]
pub enum PackageCommand {
    /// Trust a signer's public key.
    Trust {
        key: String,
        #[arg(long)]
        name: String,
    },
    /// Upload a package and make it the active one; an earlier one stays the way back.
    Install { file: PathBuf },
    /// Go back to the package that was active before.
    Rollback { id: String },
    /// Take a plugin off the platform; its packages and its data stay.
    Remove { id: String },
}

/// Does an author's work; what it returns is printed.
pub async fn author(command: AuthorCommand) -> anyhow::Result<String> {
    match command {
        AuthorCommand::Keygen { file } => {
            let key = SigningKey::create(&file).with_context(|| format!("no key was made in {}", file.display()))?;
            let public = key.public();
            Ok(format!("Public key:  {public}\nFingerprint: {}", public.fingerprint()))
        }
        AuthorCommand::Pack { folder, out } => {
            let bytes = package::pack(&folder)?;
            let manifest = Package::read(&bytes)?.manifest;
            let name = format!("{}-{}.wbp", manifest.id, manifest.version);
            let out = out.unwrap_or_else(|| folder.parent().unwrap_or(Path::new(".")).join(name));
            std::fs::write(&out, &bytes).with_context(|| format!("cannot write {}", out.display()))?;
            Ok(format!("{} ({} KiB)", out.display(), bytes.len().div_ceil(1024)))
        }
        AuthorCommand::Sign { file, key } => {
            let key = SigningKey::open(&key)?;
            let signed = package::sign(&read(&file)?, &key)?;
            // Written beside and renamed, so that a package is never cut short.
            let draft = file.with_extension("signed");
            std::fs::write(&draft, signed).with_context(|| format!("cannot write {}", draft.display()))?;
            std::fs::rename(&draft, &file)?;
            Ok(format!("{} is signed by {}", file.display(), key.public().fingerprint()))
        }
        AuthorCommand::Check { file } => check(&file).await,
    }
}

async fn check(file: &Path) -> anyhow::Result<String> {
    let package = Package::read(&read(file)?)?;
    let manifest = &package.manifest;
    let folder = std::env::temp_dir().join(format!("waybill-check-{}-{}", std::process::id(), &package.digest[..12]));
    package.unpack(&folder.join(&manifest.id))?;
    let tried = async {
        let engine = Engine::new(EngineConfig::new(folder.join("data")))?;
        engine.prepare(&folder.join(&manifest.id)).await.map_err(|words| anyhow!(words))
    };
    let tried = tried.await;
    std::fs::remove_dir_all(&folder)?;
    tried.context("the plugin did not pass its trial")?;
    let mut said = format!("{} {} ({})\nsha256 {}\n", manifest.name, manifest.version, manifest.id, package.digest);
    match package.signers.as_slice() {
        [] => said.push_str("not signed\n"),
        signers => signers.iter().for_each(|key| said.push_str(&format!("signed by {}\n", key.fingerprint()))),
    }
    said.push_str("asks to:\n");
    for ask in asks(manifest) {
        said.push_str(&format!("  {:40} {}\n", ask.code, ask.words));
    }
    said.push_str("It compiles, starts and describes itself.");
    Ok(said)
}

/// Does an operator's work; what it returns is printed.
pub async fn operate(app: &App, command: PackageCommand) -> anyhow::Result<String> {
    let mut scope: Scope = app.host().scope(TenantId(0), Mode::Write);
    match command {
        PackageCommand::Trust { key, name } => {
            registry::trust(&mut scope, &key, &name).await.map_err(told)?;
            Ok(format!("Packages signed by {name} are taken from now on."))
        }
        PackageCommand::Install { file } => {
            let uploaded = registry::upload(&mut scope, read(&file)?.into()).await.map_err(told)?;
            registry::install(&mut scope, uploaded.id).await.map_err(told)?;
            Ok(format!("{} {} is active.", uploaded.plugin, uploaded.version))
        }
        PackageCommand::Rollback { id } => {
            registry::roll_back(&mut scope, &id).await.map_err(told)?;
            Ok(format!("{id} is back at its earlier package."))
        }
        PackageCommand::Remove { id } => {
            registry::remove(&mut scope, &id).await.map_err(told)?;
            Ok(format!("{id} is removed."))
        }
    }
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))
}

/// A refusal with its details, as a person at a terminal needs it.
fn told(error: kernel::Error) -> anyhow::Error {
    match error {
        kernel::Error::Refused { message, details: Some(details), .. } => anyhow!("{message} {details}"),
        other => anyhow!(other.sentence()),
    }
}
