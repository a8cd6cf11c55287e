//! Ed25519 keys of plugin authors: a signing key stays with its owner, the public key identifies
//! the author.

use std::{
    fmt,
    fs::OpenOptions,
    io::{self, Read, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::Path,
};

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use ring::{
    rand::SystemRandom,
    signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PublicKey([u8; 32]);

#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error("a public key is 32 bytes in Base64")]
    Public,
    #[error("the file holds no signing key of ours")]
    Signing,
    #[error("the signing key in {0} can be read by others; give it the mode 600")]
    Open(String),
    #[error("the signing key cannot be read or written: {0}")]
    File(#[from] io::Error),
}

impl PublicKey {
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let bytes = BASE64.decode(text.trim()).map_err(|_| KeyError::Public)?;
        Ok(Self(bytes.try_into().map_err(|_| KeyError::Public)?))
    }

    /// First ten bytes of the key's SHA-256, to compare by eye.
    pub fn fingerprint(&self) -> String {
        let sum = Sha256::digest(self.0);
        sum[..10]
            .chunks(2)
            .map(hex::encode)
            .collect::<Vec<_>>()
            .join(":")
    }

    pub(super) fn verifies(&self, text: &str, signature: &str) -> bool {
        let Ok(signature) = BASE64.decode(signature) else {
            return false;
        };
        UnparsedPublicKey::new(&ED25519, self.0)
            .verify(text.as_bytes(), &signature)
            .is_ok()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&BASE64.encode(self.0))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "PublicKey({self})")
    }
}

impl TryFrom<String> for PublicKey {
    type Error = KeyError;
    fn try_from(text: String) -> Result<Self, KeyError> {
        Self::parse(&text)
    }
}

impl From<PublicKey> for String {
    fn from(key: PublicKey) -> Self {
        key.to_string()
    }
}

pub struct SigningKey(Ed25519KeyPair);

/// First line of a key file, which distinguishes it from other files.
const HEADING: &str = "waybill signing key, keep it secret";

impl SigningKey {
    /// Only the owner can read the new file.
    pub fn create(path: &Path) -> Result<Self, KeyError> {
        let made =
            Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).map_err(|_| KeyError::Signing)?;
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path)?;
        writeln!(file, "{HEADING}\n{}", BASE64.encode(made.as_ref()))?;
        Self::from_pkcs8(made.as_ref())
    }

    /// Reads a key file written by [`SigningKey::create`].
    pub fn open(path: &Path) -> Result<Self, KeyError> {
        let mut file = OpenOptions::new().read(true).open(path)?;
        if file.metadata()?.permissions().mode() & 0o077 != 0 {
            return Err(KeyError::Open(path.display().to_string()));
        }
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let body = text.trim().strip_prefix(HEADING).ok_or(KeyError::Signing)?;
        Self::from_pkcs8(&BASE64.decode(body.trim()).map_err(|_| KeyError::Signing)?)
    }

    fn from_pkcs8(pkcs8: &[u8]) -> Result<Self, KeyError> {
        Ed25519KeyPair::from_pkcs8(pkcs8)
            .map(Self)
            .map_err(|_| KeyError::Signing)
    }

    pub fn public(&self) -> PublicKey {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(self.0.public_key().as_ref());
        PublicKey(bytes)
    }

    pub(super) fn sign(&self, text: &str) -> String {
        BASE64.encode(self.0.sign(text.as_bytes()))
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "SigningKey(of {})", self.public())
    }
}
