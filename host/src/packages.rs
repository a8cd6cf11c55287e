//! Command line of plugin packages: build, sign and check, and operate them on the platform.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::{Args, Subcommand};
use data::{Scope, db::Mode, ids::TenantId};
use engine::package::{self, Package, SigningKey};
use plugins::{
    InstalledPort, packages as registry,
    packages::service::{InstallDecisions, Uploaded},
};

use crate::{
    boot::App,
    operate,
    plugin_cli::{
        self, BuildOptions, CallOptions, CheckOptions, NewOptions, Print, PullOptions, PushOptions,
        ReplayOptions,
    },
};

/// Commands of plugin authors; they need no database.
#[derive(Subcommand)]
pub enum AuthorCommand {
    /// Create a plugin project that builds, passes its tests and can be installed.
    New(NewOptions),
    /// Build a plugin project and pack it into <id>-<version>.wbp.
    Build(BuildOptions),
    /// Create a signing key in a new file, and print its public key.
    Keygen { file: PathBuf },
    /// Pack a plugin folder (plugin.toml, component.wasm, web/, …) into <id>-<version>.wbp.
    Pack {
        folder: PathBuf,
        /// Output file; defaults to a file next to the folder.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Sign a package in place.
    Sign {
        file: PathBuf,
        #[arg(long)]
        key: PathBuf,
    },
    /// Run every function of a package with valid, unusual and hostile input and a simulated
    /// network, and print which rules it keeps.
    Check(CheckOptions),
    /// Call one function of a package with any input and a simulated network, and print result,
    /// log, time and memory.
    Call(CallOptions),
    /// Replay a recorded call and compare its result. Exit code: 0 same, 1 different, 2 not
    /// replayable.
    Replay(ReplayOptions),
    /// Push a package to an OCI registry.
    Push(PushOptions),
    /// Pull a package from an OCI registry, for `install`.
    Pull(PullOptions),
}

/// Commands of the platform's operator. Running hosts follow within seconds.
#[derive(Subcommand)]
pub enum PackageCommand {
    /// Trust a signer's public key.
    Trust {
        key: String,
        #[arg(long)]
        name: String,
    },
    /// Upload a package and activate it; the previous one remains for rollback.
    Install {
        file: PathBuf,
        #[command(flatten)]
        decisions: Confirmations,
    },
    /// Upgrade an active plugin. An equal or older version is rejected.
    Upgrade {
        file: PathBuf,
        /// Canary: send this percentage of calls (1 to 50) to it until it is promoted or stopped.
        /// It is rolled back automatically if it fails more often.
        #[arg(long, value_name = "PERCENT")]
        canary: Option<i64>,
        /// Accept a package by another signer than the earlier ones. Every tenant must grant
        /// permissions again.
        #[arg(long)]
        new_signer: bool,
    },
    /// Activate the canary version; the previous one remains for rollback.
    Promote { id: String },
    /// Stop the canary; all calls use the active version.
    Stop { id: String },
    /// Pin a tenant to a version of a plugin.
    Pin {
        id: String,
        version: String,
        /// A host name of the tenant.
        #[arg(long)]
        tenant: String,
    },
    /// Let a tenant follow the active version again.
    Unpin {
        id: String,
        /// A host name of the tenant.
        #[arg(long)]
        tenant: String,
    },
    /// Return to the previously active package.
    Rollback { id: String },
    /// Remove a plugin from the platform; packages and data stay.
    Remove { id: String },
}

/// Confirmations required to activate some packages.
#[derive(Args)]
pub struct Confirmations {
    /// Accept a package by another signer than the earlier ones. Every tenant must grant
    /// permissions again.
    #[arg(long)]
    new_signer: bool,
    /// Accept an older version than the active one.
    #[arg(long)]
    downgrade: bool,
}

/// Runs an author command, with progress output.
pub async fn run_author(command: AuthorCommand, say: Print<'_>) -> anyhow::Result<()> {
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
            let signed = package::sign(&read_package(&file)?, &key)?;
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

/// Runs an operator command and returns its output.
pub async fn run_package(app: &App, command: PackageCommand) -> anyhow::Result<String> {
    // Recorded in the platform tenant's change log, if there is one.
    let platform = tenancy::platform_tenant(app.host())
        .await?
        .unwrap_or(TenantId(0));
    let mut scope: Scope = app.host().scope(platform, Mode::Write);
    match command {
        PackageCommand::Trust { key, name } => {
            registry::trust(&mut scope, &key, &name)
                .await
                .map_err(format_rejection)?;
            Ok(format!("Packages signed by {name} are taken from now on."))
        }
        PackageCommand::Install {
            file,
            decisions:
                Confirmations {
                    new_signer,
                    downgrade,
                },
        } => {
            let uploaded = registry::upload(&mut scope, read_package(&file)?.into())
                .await
                .map_err(format_rejection)?;
            registry::install(
                &mut scope,
                uploaded.id,
                InstallDecisions {
                    new_signer,
                    downgrade,
                },
            )
            .await
            .map_err(format_rejection)?;
            Ok(append_warnings(
                &uploaded,
                format!("{} {} is active.", uploaded.plugin, uploaded.version),
            ))
        }
        PackageCommand::Upgrade {
            file,
            canary,
            new_signer,
        } => {
            let bytes = read_package(&file)?;
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
                .map_err(format_rejection)?;
            if let Some(share) = canary {
                registry::start_canary(&mut scope, uploaded.id, share)
                    .await
                    .map_err(format_rejection)?;
                return Ok(format!(
                    "{id} {new} gets {share} % of the calls; `waybill plugin promote {id}` makes it the active one, \
                     `waybill plugin stop {id}` ends the trial."
                ));
            }
            let decided = InstallDecisions {
                new_signer,
                ..InstallDecisions::default()
            };
            registry::install(&mut scope, uploaded.id, decided)
                .await
                .map_err(format_rejection)?;
            let message = format!(
                "{id} went from {old} to {new}; `waybill plugin rollback {id}` is the way back."
            );
            Ok(append_warnings(&uploaded, message))
        }
        PackageCommand::Promote { id } => {
            registry::promote(&mut scope, &id)
                .await
                .map_err(format_rejection)?;
            Ok(format!(
                "What was tried out of {id} is active; `waybill plugin rollback {id}` is the way back."
            ))
        }
        PackageCommand::Stop { id } => {
            registry::stop_canary(&mut scope, &id)
                .await
                .map_err(format_rejection)?;
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
            registry::roll_back(&mut scope, &id)
                .await
                .map_err(format_rejection)?;
            Ok(format!("{id} is back at its earlier package."))
        }
        PackageCommand::Remove { id } => {
            registry::remove(&mut scope, &id)
                .await
                .map_err(format_rejection)?;
            Ok(format!("{id} is removed."))
        }
    }
}

fn append_warnings(uploaded: &Uploaded, text: String) -> String {
    uploaded.warnings.iter().fold(text, |words, warning| {
        format!("{words}\nWarning: {warning}.")
    })
}

async fn pin(app: &App, tenant: &str, id: &str, version: Option<&str>) -> anyhow::Result<()> {
    let tenant = operate::find_active_tenant(app, tenant).await?;
    let installed = app
        .host()
        .port::<dyn InstalledPort>()?
        .installed_for(tenant);
    let Some(plugin) = installed.into_iter().find(|plugin| plugin.id == id) else {
        bail!("no plugin {id} is installed; `waybill plugin list` shows what is");
    };
    registry::pin(&mut app.host().scope(tenant, Mode::Write), &plugin, version)
        .await
        .map_err(format_rejection)
}

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
    for refused in &app.load_report().refused {
        lines.push(format!(
            "refused: {}: {}",
            refused.folder.display(),
            refused.reason
        ));
    }
    Ok(lines)
}

fn read_package(file: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))
}

/// Formats a rejection with its details for the terminal.
pub(crate) fn format_rejection(error: data::Error) -> anyhow::Error {
    match error {
        data::Error::Refused {
            message,
            details: Some(details),
            ..
        } => anyhow!("{message} {details}"),
        other => anyhow!(other.sentence()),
    }
}
