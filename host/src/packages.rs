//! The command line's part about plugin packages: making, signing and checking them, and running them on the platform.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::{Args, Subcommand};
use engine::package::{self, Package, SigningKey};
use kernel::{Scope, db::Mode, ids::TenantId};
use plugins::{
    InstalledPort,
    registry::{self, Decided, Uploaded},
};

use crate::{
    boot::App,
    operate,
    plugin_cli::{
        self, BuildOptions, CallOptions, CheckOptions, NewOptions, PullOptions, PushOptions,
        ReplayOptions, Say,
    },
};

/// What needs no database: the work of a plugin's author.
#[derive(Subcommand)]
pub enum AuthorCommand {
    /// Begin a plugin: a project that builds, passes its tests and can be installed as it is.
    New(NewOptions),
    /// Build a plugin's project and pack it into one file, <id>-<version>.wbp.
    Build(BuildOptions),
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
    /// Run every function of a package with good, odd and hostile input and a stand-in for its network, and print what
    /// keeps the rules and what does not.
    Check(CheckOptions),
    /// Call one function of a package with any input, its network answered by a stand-in, and print the answer, the log,
    /// the time and the memory that it took.
    Call(CallOptions),
    /// Make a recorded call again, answered from its recording, and tell whether it still ends the same: 0 it does, 1 it
    /// does not, 2 it can't be replayed.
    Replay(ReplayOptions),
    /// Put a package into an OCI registry.
    Push(PushOptions),
    /// Fetch a package from an OCI registry; `install` takes it then.
    Pull(PullOptions),
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
    Install {
        file: PathBuf,
        #[command(flatten)]
        decisions: Decisions,
    },
    /// Install a newer version of a plugin that is active; an older or equal one is refused.
    Upgrade {
        file: PathBuf,
        /// Try it out first: this share of the calls goes to it, in percent (1 to 50), until it is promoted or stopped. It
        /// is rolled back by itself when it faults more.
        #[arg(long, value_name = "PERCENT")]
        canary: Option<i64>,
        /// The plugin may go to the signer of this package, though another signed its earlier ones. Every tenant agrees
        /// anew before it follows.
        #[arg(long)]
        new_signer: bool,
    },
    /// Make the version that is tried out the active one; what was active stays the way back.
    Promote { id: String },
    /// End the trial of a version; all calls go to the active one again.
    Stop { id: String },
    /// Keep a tenant at a version of a plugin, whatever is active.
    Pin {
        id: String,
        version: String,
        /// One of the tenant's host names.
        #[arg(long)]
        tenant: String,
    },
    /// Have a tenant follow the active version of a plugin again.
    Unpin {
        id: String,
        /// One of the tenant's host names.
        #[arg(long)]
        tenant: String,
    },
    /// Go back to the package that was active before.
    Rollback { id: String },
    /// Take a plugin off the platform; its packages and its data stay.
    Remove { id: String },
}

/// What a person must say who makes a package active.
#[derive(Args)]
pub struct Decisions {
    /// The plugin may go to the signer of this package, though another signed its earlier ones. Every tenant agrees anew
    /// before it follows.
    #[arg(long)]
    new_signer: bool,
    /// An older version may take the place of the active one.
    #[arg(long)]
    downgrade: bool,
}

/// Does an author's work, telling how it goes on.
pub async fn author(command: AuthorCommand, say: Say<'_>) -> anyhow::Result<()> {
    match command {
        AuthorCommand::New(options) => plugin_cli::new(&options, say)?,
        AuthorCommand::Build(options) => plugin_cli::build(&options, say)?,
        AuthorCommand::Keygen { file } => {
            let key = SigningKey::create(&file)
                .with_context(|| format!("no key was made in {}", file.display()))?;
            let public = key.public();
            say(&format!(
                "Public key:  {public}\nFingerprint: {}",
                public.fingerprint()
            ));
        }
        AuthorCommand::Pack { folder, out } => {
            let bytes = package::pack(&folder)?;
            let manifest = Package::read(&bytes)?.manifest;
            let name = format!("{}-{}.wbp", manifest.id, manifest.version);
            let out = out.unwrap_or_else(|| folder.parent().unwrap_or(Path::new(".")).join(name));
            std::fs::write(&out, &bytes)
                .with_context(|| format!("cannot write {}", out.display()))?;
            say(&format!(
                "{} ({} KiB)",
                out.display(),
                bytes.len().div_ceil(1024)
            ));
        }
        AuthorCommand::Sign { file, key } => {
            let key = SigningKey::open(&key)?;
            let signed = package::sign(&read(&file)?, &key)?;
            // Written beside and renamed, so that a package is never cut short.
            let draft = file.with_extension("signed");
            std::fs::write(&draft, signed)
                .with_context(|| format!("cannot write {}", draft.display()))?;
            std::fs::rename(&draft, &file)?;
            say(&format!(
                "{} is signed by {}",
                file.display(),
                key.public().fingerprint()
            ));
        }
        AuthorCommand::Check(options) => plugin_cli::check(options, say).await?,
        AuthorCommand::Call(options) => plugin_cli::call(options, say).await?,
        AuthorCommand::Replay(options) => plugin_cli::replay(options, say).await?,
        AuthorCommand::Push(options) => plugin_cli::push(&options, say).await?,
        AuthorCommand::Pull(options) => plugin_cli::pull(&options, say).await?,
    }
    Ok(())
}

/// Does an operator's work; what it returns is printed.
pub async fn operate(app: &App, command: PackageCommand) -> anyhow::Result<String> {
    // What an operator does is recorded where the platform's administrators look, if there is such a place yet.
    let platform = tenancy::platform_tenant(app.host())
        .await?
        .unwrap_or(TenantId(0));
    let mut scope: Scope = app.host().scope(platform, Mode::Write);
    match command {
        PackageCommand::Trust { key, name } => {
            registry::trust(&mut scope, &key, &name)
                .await
                .map_err(told)?;
            Ok(format!("Packages signed by {name} are taken from now on."))
        }
        PackageCommand::Install {
            file,
            decisions:
                Decisions {
                    new_signer,
                    downgrade,
                },
        } => {
            let uploaded = registry::upload(&mut scope, read(&file)?.into())
                .await
                .map_err(told)?;
            registry::install(
                &mut scope,
                uploaded.id,
                Decided {
                    new_signer,
                    downgrade,
                },
            )
            .await
            .map_err(told)?;
            Ok(warned(
                &uploaded,
                format!("{} {} is active.", uploaded.plugin, uploaded.version),
            ))
        }
        PackageCommand::Upgrade {
            file,
            canary,
            new_signer,
        } => {
            let bytes = read(&file)?;
            let manifest = Package::read(&bytes)?.manifest;
            let (id, new) = (&manifest.id, &manifest.version);
            let Some(active) = app.engine().plugin(id) else {
                bail!(
                    "{id} is not active here; `waybill plugin install` takes it for the first time"
                );
            };
            let old = &active.manifest().version;
            if !registry::is_newer(new, old) {
                bail!(
                    "{id} {old} is active and {new} is not newer; `waybill plugin rollback {id}` is the way back"
                );
            }
            let uploaded = registry::upload(&mut scope, bytes.into())
                .await
                .map_err(told)?;
            if let Some(share) = canary {
                registry::start_canary(&mut scope, uploaded.id, share)
                    .await
                    .map_err(told)?;
                return Ok(format!(
                    "{id} {new} gets {share} % of the calls; `waybill plugin promote {id}` makes it the active one, \
                     `waybill plugin stop {id}` ends the trial."
                ));
            }
            let decided = Decided {
                new_signer,
                ..Decided::default()
            };
            registry::install(&mut scope, uploaded.id, decided)
                .await
                .map_err(told)?;
            let words = format!(
                "{id} went from {old} to {new}; `waybill plugin rollback {id}` is the way back."
            );
            Ok(warned(&uploaded, words))
        }
        PackageCommand::Promote { id } => {
            registry::promote(&mut scope, &id).await.map_err(told)?;
            Ok(format!(
                "What was tried out of {id} is active; `waybill plugin rollback {id}` is the way back."
            ))
        }
        PackageCommand::Stop { id } => {
            registry::stop_canary(&mut scope, &id).await.map_err(told)?;
            Ok(format!("All calls of {id} go to its active version."))
        }
        PackageCommand::Pin {
            id,
            version,
            tenant,
        } => {
            pin(app, &tenant, &id, Some(&version)).await?;
            Ok(format!("{tenant} stays at {id} {version}."))
        }
        PackageCommand::Unpin { id, tenant } => {
            pin(app, &tenant, &id, None).await?;
            Ok(format!("{tenant} follows the active version of {id}."))
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

/// The words, and below them what should make people wonder.
fn warned(uploaded: &Uploaded, words: String) -> String {
    uploaded.warnings.iter().fold(words, |words, warning| {
        format!("{words}\nWarning: {warning}.")
    })
}

async fn pin(app: &App, tenant: &str, id: &str, version: Option<&str>) -> anyhow::Result<()> {
    let tenant = operate::tenant_at(app, tenant).await?;
    let installed = app.host().port::<dyn InstalledPort>()?.of_tenant(tenant);
    let Some(plugin) = installed.into_iter().find(|plugin| plugin.id == id) else {
        bail!("no plugin {id} is installed; `waybill plugin list` shows what is");
    };
    registry::pin(&mut app.host().scope(tenant, Mode::Write), &plugin, version)
        .await
        .map_err(told)
}

/// Every plugin on a line: id, version, name; below it what is tried out and who is pinned to what.
pub async fn list(app: &App) -> anyhow::Result<Vec<String>> {
    let pins = registry::pins(&mut app.host().scope(TenantId(0), Mode::Read)).await?;
    let mut lines = Vec::new();
    for plugin in app.engine().plugins() {
        let id = plugin.id();
        lines.push(format!(
            "{id:20} {:10} {}",
            plugin.version(),
            plugin.manifest().name
        ));
        if let Some(canary) = app.engine().canary(id) {
            lines.push(format!(
                "{:20} {:10} is tried out on {} % of the calls",
                "", canary.version, canary.share
            ));
        }
        for pin in pins.iter().filter(|pin| pin.plugin == id) {
            let until = if pin.is_held {
                " until it agrees to what the active one asks for"
            } else {
                ""
            };
            lines.push(format!(
                "{:20} {:10} is where {} stays{until}",
                "", pin.version, pin.tenant_name
            ));
        }
    }
    for refused in &app.loaded().refused {
        lines.push(format!(
            "refused: {}: {}",
            refused.folder.display(),
            refused.reason
        ));
    }
    Ok(lines)
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))
}

/// A refusal with its details, as a person at a terminal needs it.
pub(crate) fn told(error: kernel::Error) -> anyhow::Error {
    match error {
        kernel::Error::Refused {
            message,
            details: Some(details),
            ..
        } => anyhow!("{message} {details}"),
        other => anyhow!(other.sentence()),
    }
}
