//! The sealing key: its source, its export to other hosts, and the fingerprint stored in the
//! database.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use chrono::{DateTime, Utc};

use super::{KEY_BYTES, Secret, Secrets};
use crate::{
    config::Config,
    db::{Db, Mode, PlatformSql, Tx},
    error::Result,
    value::{Col, Val},
};

const SELECT_FINGERPRINT: PlatformSql = PlatformSql("SELECT fingerprint FROM secret_key");
const RECORD: PlatformSql = PlatformSql(
    "INSERT INTO secret_key (id, fingerprint, creation_time) VALUES (1, $1, $2) ON CONFLICT (id) DO NOTHING",
);

const HOW_TO_SHARE: &str = "Run `waybill secret export` on a host that has the right key and give it to this one: in \
    WAYBILL_SECRET_KEY, in a file that WAYBILL_SECRET_KEY_FILE names, or with `waybill secret import`";

impl Secrets {
    /// Reads the key of the settings, or of the data folder; none if there is none yet.
    pub fn from_config(config: &Config) -> anyhow::Result<Option<Self>> {
        if let Some(text) = &config.secret_key {
            return Self::from_text(text)
                .map(Some)
                .context("WAYBILL_SECRET_KEY");
        }
        if let Some(path) = &config.secret_key_file {
            let bytes =
                std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            return Self::from_file(&bytes)
                .map(Some)
                .with_context(|| path.display().to_string());
        }
        let path = file(&config.data);
        match std::fs::read(&path) {
            Ok(bytes) => Self::from_file(&bytes)
                .map(Some)
                .with_context(|| path.display().to_string()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    /// Returns the database's sealing key, from the settings or the data folder. A new database
    /// stores this host's fingerprint; without a key, one is created in the data folder.
    pub async fn open(config: &Config, db: &Db, now: DateTime<Utc>) -> anyhow::Result<Self> {
        let own = Self::from_config(config)?;
        if let Some(known) = database_fingerprint(db).await? {
            return match own {
                Some(own) if own.fingerprint() == known => Ok(own),
                // A rotation ended before the new key was in place.
                Some(_)
                    if let Some(next) =
                        Self::load_pending(config)?.filter(|next| next.fingerprint() == known) =>
                {
                    next.write_to(&config.data)?;
                    Ok(next)
                }
                Some(own) => bail!(
                    "the database is sealed with another key ({known}) than this host has ({}). {HOW_TO_SHARE}",
                    own.fingerprint()
                ),
                None => {
                    bail!(
                        "the database is sealed with a key ({known}) that this host does not have. {HOW_TO_SHARE}"
                    )
                }
            };
        }
        let own = match own {
            Some(own) => own,
            None => Self::create(&config.data)?,
        };
        let mut tx = db.begin_platform(Mode::Write).await?;
        tx.platform(RECORD, vec![Val::Text(own.fingerprint()), now.val()])
            .await?;
        tx.commit().await?;
        // Another host may have stored its fingerprint first.
        match database_fingerprint(db).await? {
            Some(known) if known == own.fingerprint() => Ok(own),
            _ => bail!(
                "another host has just sealed the database with a key of its own. {HOW_TO_SHARE}"
            ),
        }
    }

    /// Creates a key in the data folder, readable only by its owner.
    fn create(data: &Path) -> anyhow::Result<Self> {
        let own = Self::generate()?;
        let path = file(data);
        write_private(&path, &own.key)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(own)
    }

    /// Returns the pending key of an unfinished rotation, if any.
    fn load_pending(config: &Config) -> anyhow::Result<Option<Self>> {
        if config.secret_key.is_some() || config.secret_key_file.is_some() {
            return Ok(None);
        }
        std::fs::read(next(&config.data))
            .ok()
            .map(|bytes| Self::from_file(&bytes))
            .transpose()
    }

    /// Writes the new key next to the current one before any secret is sealed with it, so that it
    /// can't be lost.
    pub fn write_pending(&self, data: &Path) -> anyhow::Result<PathBuf> {
        let path = next(data);
        // A leftover file was never used.
        let _ = std::fs::remove_file(&path);
        write_private(&path, &self.key)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }

    pub fn generate() -> anyhow::Result<Self> {
        let mut key = [0; KEY_BYTES];
        getrandom::fill(&mut key)?;
        Ok(Self::from_key(key))
    }

    /// Returns the key as text for another host.
    pub fn export(&self) -> Secret {
        Secret::new(BASE64.encode(self.key))
    }

    /// Writes the key to the data folder and keeps a copy of the previous one.
    pub fn write_to(&self, data: &Path) -> anyhow::Result<PathBuf> {
        let path = file(data);
        match std::fs::read(&path) {
            Ok(known) if known == self.key => return Ok(path),
            Ok(known) => {
                let aside = data.join(format!(
                    "secret.key.{}",
                    Self::from_file(&known)?.fingerprint()
                ));
                std::fs::rename(&path, &aside)
                    .with_context(|| format!("cannot write {}", aside.display()))?;
            }
            Err(_) => {}
        }
        write_private(&path, &self.key)
            .with_context(|| format!("cannot write {}", path.display()))?;
        // The key is now in place.
        let _ = std::fs::remove_file(next(data));
        Ok(path)
    }

    /// Returns the key's fingerprint, which reveals no part of the key.
    pub fn fingerprint(&self) -> String {
        hex::encode(&self.signing_key("the fingerprint of this key")[..8])
    }

    /// Reads a key in the form of `waybill secret export`.
    pub fn from_text(text: &Secret) -> anyhow::Result<Self> {
        let bytes = BASE64
            .decode(text.expose().trim().trim_end_matches('='))
            .unwrap_or_default();
        match <[u8; KEY_BYTES]>::try_from(bytes.as_slice()) {
            Ok(key) => Ok(Self::from_key(key)),
            Err(_) => bail!(
                "must be a key as `waybill secret export` prints it: {KEY_BYTES} bytes in base64url"
            ),
        }
    }

    /// A file contains the raw bytes or the text.
    pub fn from_file(bytes: &[u8]) -> anyhow::Result<Self> {
        match <[u8; KEY_BYTES]>::try_from(bytes) {
            Ok(key) => Ok(Self::from_key(key)),
            Err(_) => Self::from_text(&Secret::new(String::from_utf8_lossy(bytes))),
        }
    }
}

/// Returns the fingerprint stored in the database, if any.
pub async fn database_fingerprint(db: &Db) -> Result<Option<String>> {
    let mut tx = db.begin_platform(Mode::Read).await?;
    fingerprint_in(&mut tx).await
}

pub(super) async fn fingerprint_in(tx: &mut Tx) -> Result<Option<String>> {
    let rows = tx.platform(SELECT_FINGERPRINT, Vec::new()).await?;
    Ok(rows.first().map(|row| row.get(0)).transpose()?)
}

fn file(data: &Path) -> PathBuf {
    data.join("secret.key")
}

fn next(data: &Path) -> PathBuf {
    data.join("secret.key.next")
}

fn write_private(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> PathBuf {
        let folder = std::env::temp_dir().join(format!("waybill-secrets-{}", uuid::Uuid::now_v7()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn the_key_is_its_owners_alone() {
        let data = data();
        let made = Secrets::create(&data).unwrap();
        let mode = std::os::unix::fs::MetadataExt::mode(
            &std::fs::metadata(data.join("secret.key")).unwrap(),
        );
        assert_eq!(mode & 0o777, 0o600);
        let again = Secrets::from_config(&Config {
            data,
            ..Config::default()
        })
        .unwrap()
        .unwrap();
        assert_eq!(again.fingerprint(), made.fingerprint());
    }

    #[test]
    fn a_key_goes_from_host_to_host_as_text() {
        let key = Secrets::generate().unwrap();
        let text = key.export();
        let (one, other) = (data(), data());
        let file = one.join("shared");
        std::fs::write(&file, format!("{}\n", text.expose())).unwrap();
        key.write_to(&other).unwrap();
        for config in [
            Config {
                data: one.clone(),
                secret_key: Some(text.clone()),
                ..Config::default()
            },
            Config {
                data: one.clone(),
                secret_key_file: Some(file),
                ..Config::default()
            },
            Config {
                data: one.clone(),
                secret_key_file: Some(other.join("secret.key")),
                ..Config::default()
            },
            Config {
                data: other.clone(),
                ..Config::default()
            },
        ] {
            let read = Secrets::from_config(&config).unwrap().unwrap();
            assert_eq!(read.fingerprint(), key.fingerprint());
        }
        assert!(
            Secrets::from_config(&Config {
                data: one.clone(),
                ..Config::default()
            })
            .unwrap()
            .is_none()
        );
        let wrong = Config {
            data: one,
            secret_key: Some(Secret::new("pa55")),
            ..Config::default()
        };
        let error = format!("{:#}", Secrets::from_config(&wrong).err().unwrap());
        assert!(
            error.contains("WAYBILL_SECRET_KEY") && !error.contains("pa55"),
            "{error}"
        );
        // The previous key is preserved.
        let new = Secrets::generate().unwrap();
        new.write_to(&other).unwrap();
        assert!(
            other
                .join(format!("secret.key.{}", key.fingerprint()))
                .is_file()
        );
    }
}
