//! `waybill secret`: export, import and rotation of the key that seals secrets.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Subcommand;
use data::{
    config::Config,
    db::Db,
    secrets::{self, Secret, Secrets},
};

use crate::migrations::MIGRATIONS;

#[derive(Subcommand)]
pub enum KeyCommand {
    /// Print this host's key for another host. It can decrypt all sealed secrets.
    Export,
    /// Store another host's key, read from standard input, in this data folder.
    Import,
    /// Create a new key and reseal every secret. Stop all hosts of the database first; then export
    /// and import the key for the others.
    Rotate,
}

pub async fn run(command: KeyCommand, config: &Config) -> anyhow::Result<String> {
    Ok(match command {
        KeyCommand::Export => {
            let own = Secrets::from_config(config)?
                .context("this host has no key yet: it is made by the first start")?;
            own.export().expose().to_owned()
        }
        KeyCommand::Import => {
            let text = std::io::read_to_string(std::io::stdin())
                .context("the key is read from standard input")?;
            let (path, fingerprint) = import(config, &Secret::new(text)).await?;
            format!("The key {fingerprint} is kept in {}.", path.display())
        }
        KeyCommand::Rotate => {
            let (count, path) = rotate(config).await?;
            format!(
                "{count} secrets are sealed with the new key, which is in {}.",
                path.display()
            )
        }
    })
}

/// Stores another host's key. Fails if the database is sealed with a third key.
pub async fn import(config: &Config, text: &Secret) -> anyhow::Result<(PathBuf, String)> {
    let key = Secrets::from_text(text)?;
    if config.secret_key.is_some() || config.secret_key_file.is_some() {
        bail!(
            "this host takes its key from WAYBILL_SECRET_KEY or WAYBILL_SECRET_KEY_FILE: change it there"
        );
    }
    let db = database(config).await?;
    let fingerprints = secrets::database_fingerprint(&db).await?;
    db.close().await;
    if let Some(known) = fingerprints.filter(|known| *known != key.fingerprint()) {
        bail!(
            "the database is sealed with another key ({known}) than this one ({})",
            key.fingerprint()
        );
    }
    Ok((key.write_to(&config.data)?, key.fingerprint()))
}

/// Reseals every secret with a new key. The file is in the data folder, or to be copied into the
/// settings.
pub async fn rotate(config: &Config) -> anyhow::Result<(usize, PathBuf)> {
    let db = database(config).await?;
    let old = Secrets::open(config, &db, chrono::Utc::now()).await?;
    let new = Secrets::generate()?;
    let path = new.write_pending(&config.data)?;
    let columns: Vec<_> = crate::app::areas()
        .into_iter()
        .flat_map(|area| area.sealed)
        .collect();
    let count = secrets::rotate(&db, &columns, &old, &new).await?;
    db.close().await;
    let is_set = config.secret_key.is_some() || config.secret_key_file.is_some();
    Ok((
        count,
        if is_set {
            path
        } else {
            new.write_to(&config.data)?
        },
    ))
}

async fn database(config: &Config) -> anyhow::Result<Db> {
    config.create_data_folder()?;
    Db::migrate(&config.db_config(), MIGRATIONS)
        .await
        .context("the database could not be brought up to date")?;
    Db::connect(&config.db_config())
        .await
        .context("the database could not be reached")
}
