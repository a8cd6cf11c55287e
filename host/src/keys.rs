//! `waybill secret`: the key that secrets are sealed with, shared between the hosts of a database and changed.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Subcommand;
use kernel::{
    config::Config,
    db::Db,
    secrets::{self, Secret, Secrets},
};

use crate::migrations::MIGRATIONS;

#[derive(Subcommand)]
pub enum KeyCommand {
    /// Print this host's key, for another host: whoever has it can read the sealed secrets.
    Export,
    /// Keep the key of another host in this one's data folder; it is read from standard input.
    Import,
    /// Make a new key and seal every secret with it. All hosts of the database have to be stopped first; the others get
    /// the new key by export and import.
    Rotate,
}

/// Does it; gives what there is to say.
pub async fn operate(command: KeyCommand, config: &Config) -> anyhow::Result<String> {
    Ok(match command {
        KeyCommand::Export => {
            let own = Secrets::of_settings(config)?
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

/// Keeps a key of another host in the data folder, unless the database is sealed with yet another one. Gives where it
/// is and its fingerprint.
pub async fn import(config: &Config, text: &Secret) -> anyhow::Result<(PathBuf, String)> {
    let key = Secrets::from_text(text)?;
    if config.secret_key.is_some() || config.secret_key_file.is_some() {
        bail!(
            "this host takes its key from WAYBILL_SECRET_KEY or WAYBILL_SECRET_KEY_FILE: change it there"
        );
    }
    let db = database(config).await?;
    let known = secrets::known(&db).await?;
    db.close().await;
    if let Some(known) = known.filter(|known| *known != key.fingerprint()) {
        bail!(
            "the database is sealed with another key ({known}) than this one ({})",
            key.fingerprint()
        );
    }
    Ok((key.keep(&config.data)?, key.fingerprint()))
}

/// Seals every secret with a new key. Gives how many there were and where the new key is: in the data folder's place,
/// or, where the key comes from the settings, in a file that those are to be changed by.
pub async fn rotate(config: &Config) -> anyhow::Result<(usize, PathBuf)> {
    let db = database(config).await?;
    let old = Secrets::open(config, &db, chrono::Utc::now()).await?;
    let new = Secrets::generate()?;
    let path = new.keep_as_next(&config.data)?;
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
            new.keep(&config.data)?
        },
    ))
}

async fn database(config: &Config) -> anyhow::Result<Db> {
    config.prepare()?;
    Db::migrate(&config.database(), MIGRATIONS)
        .await
        .context("the database could not be brought up to date")?;
    Db::connect(&config.database())
        .await
        .context("the database could not be reached")
}
