//! The key that secrets are sealed with: where it comes from, how hosts share it, and which one a database knows.

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
    db::{Col, Db, Mode, PlatformSql, Tx, Val},
    error::Result,
};

const KNOWN: PlatformSql = PlatformSql("SELECT fingerprint FROM secret_key");
const RECORD: PlatformSql = PlatformSql(
    "INSERT INTO secret_key (id, fingerprint, creation_time) VALUES (1, $1, $2) ON CONFLICT (id) DO NOTHING",
);

const HOW_TO_SHARE: &str = "Run `waybill secret export` on a host that has the right key and give it to this one: in \
    WAYBILL_SECRET_KEY, in a file that WAYBILL_SECRET_KEY_FILE names, or with `waybill secret import`";

impl Secrets {
    /// The key of the settings, or of the data folder; none when there is none yet.
    pub fn of_settings(config: &Config) -> anyhow::Result<Option<Self>> {
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

    /// The key that this database is sealed with, as the settings or the data folder have it. A database that knows none
    /// yet learns this host's, which is made in the data folder where there is none.
    pub async fn open(config: &Config, db: &Db, now: DateTime<Utc>) -> anyhow::Result<Self> {
        let own = Self::of_settings(config)?;
        if let Some(known) = known(db).await? {
            return match own {
                Some(own) if own.fingerprint() == known => Ok(own),
                // It was changed here, and the program ended before the new one was in its place.
                Some(_)
                    if let Some(next) =
                        Self::next(config)?.filter(|next| next.fingerprint() == known) =>
                {
                    next.keep(&config.data)?;
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
            None => Self::make(&config.data)?,
        };
        let mut tx = db.begin_platform(Mode::Write).await?;
        tx.platform(RECORD, vec![Val::Text(own.fingerprint()), now.val()])
            .await?;
        tx.commit().await?;
        // Another host may have been a moment earlier.
        match known(db).await? {
            Some(known) if known == own.fingerprint() => Ok(own),
            _ => bail!(
                "another host has just sealed the database with a key of its own. {HOW_TO_SHARE}"
            ),
        }
    }

    /// A new key in the data folder, which only its owner can read.
    fn make(data: &Path) -> anyhow::Result<Self> {
        let own = Self::generate()?;
        let path = file(data);
        write_private(&path, &own.key)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(own)
    }

    /// The key that was to take the place of the data folder's, if it is still on its way there.
    fn next(config: &Config) -> anyhow::Result<Option<Self>> {
        if config.secret_key.is_some() || config.secret_key_file.is_some() {
            return Ok(None);
        }
        std::fs::read(next(&config.data))
            .ok()
            .map(|bytes| Self::from_file(&bytes))
            .transpose()
    }

    /// Writes the key beside the one in use, before anything is sealed with it: it must not be lost.
    pub fn keep_as_next(&self, data: &Path) -> anyhow::Result<PathBuf> {
        let path = next(data);
        // One that is there was never put to use.
        let _ = std::fs::remove_file(&path);
        write_private(&path, &self.key)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }

    pub fn generate() -> anyhow::Result<Self> {
        let mut key = [0; KEY_BYTES];
        getrandom::fill(&mut key)?;
        Ok(Self::of_key(key))
    }

    /// The key as text, for another host.
    pub fn export(&self) -> Secret {
        Secret::new(BASE64.encode(self.key))
    }

    /// Puts the key into the data folder. One that is there already is kept beside it.
    pub fn keep(&self, data: &Path) -> anyhow::Result<PathBuf> {
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
        // It is in its place now.
        let _ = std::fs::remove_file(next(data));
        Ok(path)
    }

    /// Which key this is, without a hint at the key itself.
    pub fn fingerprint(&self) -> String {
        hex::encode(&self.signing_key("the fingerprint of this key")[..8])
    }

    /// Reads a key as `waybill secret export` writes it.
    pub fn from_text(text: &Secret) -> anyhow::Result<Self> {
        let bytes = BASE64
            .decode(text.expose().trim().trim_end_matches('='))
            .unwrap_or_default();
        match <[u8; KEY_BYTES]>::try_from(bytes.as_slice()) {
            Ok(key) => Ok(Self::of_key(key)),
            Err(_) => bail!(
                "must be a key as `waybill secret export` prints it: {KEY_BYTES} bytes in base64url"
            ),
        }
    }

    /// A file holds the bytes themselves, or the text.
    pub fn from_file(bytes: &[u8]) -> anyhow::Result<Self> {
        match <[u8; KEY_BYTES]>::try_from(bytes) {
            Ok(key) => Ok(Self::of_key(key)),
            Err(_) => Self::from_text(&Secret::new(String::from_utf8_lossy(bytes))),
        }
    }
}

/// Which key the database is sealed with, if it knows one.
pub async fn known(db: &Db) -> Result<Option<String>> {
    let mut tx = db.begin_platform(Mode::Read).await?;
    known_in(&mut tx).await
}

pub(super) async fn known_in(tx: &mut Tx) -> Result<Option<String>> {
    let rows = tx.platform(KNOWN, Vec::new()).await?;
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
        let made = Secrets::make(&data).unwrap();
        let mode = std::os::unix::fs::MetadataExt::mode(
            &std::fs::metadata(data.join("secret.key")).unwrap(),
        );
        assert_eq!(mode & 0o777, 0o600);
        let again = Secrets::of_settings(&Config {
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
        key.keep(&other).unwrap();
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
            let read = Secrets::of_settings(&config).unwrap().unwrap();
            assert_eq!(read.fingerprint(), key.fingerprint());
        }
        assert!(
            Secrets::of_settings(&Config {
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
        let told = format!("{:#}", Secrets::of_settings(&wrong).err().unwrap());
        assert!(
            told.contains("WAYBILL_SECRET_KEY") && !told.contains("pa55"),
            "{told}"
        );
        // What was there before is not lost.
        let new = Secrets::generate().unwrap();
        new.keep(&other).unwrap();
        assert!(
            other
                .join(format!("secret.key.{}", key.fingerprint()))
                .is_file()
        );
    }
}
