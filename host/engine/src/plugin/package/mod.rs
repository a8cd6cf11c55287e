//! A plugin as one file, `<id>-<version>.wbp`: a zip of plugin.toml, the component and its face, with signatures over all of it.
//!
//! What is signed is the list of every file's path and SHA-256, sorted by path: so neither a file nor a name can be
//! changed, added or left out. Reading trusts nothing: sizes, counts, ratios and paths are checked before a byte is
//! unpacked.

mod keys;
mod layout;
mod paths;
mod read;
mod write;

use std::{collections::BTreeMap, fs, io, path::Path};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Manifest;

pub use keys::{KeyError, PublicKey, SigningKey};
pub use write::{pack, pack_as, sign};

/// The largest package that is taken.
pub const PACKAGE_MOST: usize = 25 << 20;
/// The most files in a package.
const FILES_MOST: usize = 200;
/// What a package may hold unpacked.
const UNPACKED_MOST: u64 = 64 << 20;
/// How many times larger than its packed form a file may become.
const RATIO_MOST: u64 = 100;

const MANIFEST: &str = "plugin.toml";
const COMPONENT: &str = "component.wasm";
const SIGNATURES: &str = "SIGNATURES.json";

/// Why a file is no package that could be installed, in words for whoever made it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PackageError(pub(crate) String);

impl PackageError {
    fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }
}

/// A package that was read: its parts are whole and its signatures hold.
#[derive(Clone, Debug)]
pub struct Package {
    pub manifest: Manifest,
    /// Every file but the signatures, by its path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Whose signatures hold; none for an unsigned package. Whether they are trusted is for the platform to say.
    pub signers: Vec<PublicKey>,
    /// SHA-256 of the package itself, in hexadecimal.
    pub digest: String,
}

/// SIGNATURES.json.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Signatures {
    schema: u32,
    /// Path to SHA-256 in hexadecimal.
    files: BTreeMap<String, String>,
    signatures: Vec<Signature>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Signature {
    key: PublicKey,
    /// Base64.
    signature: String,
}

impl Package {
    /// Reads a package; the error says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Self, PackageError> {
        read::read(bytes)
    }

    /// Writes the files below `folder`, which is named by the plugin's id so that the engine loads it. The folder
    /// appears whole or not at all.
    pub fn unpack(&self, folder: &Path) -> io::Result<()> {
        let draft = folder.with_extension("draft");
        if draft.exists() {
            fs::remove_dir_all(&draft)?;
        }
        for (path, content) in &self.files {
            let file = draft.join(path);
            if let Some(parent) = file.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(file, content)?;
        }
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        if let Some(parent) = folder.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::rename(draft, folder)
    }
}

fn digest(content: &[u8]) -> String {
    hex::encode(Sha256::digest(content))
}

fn digests(files: &BTreeMap<String, Vec<u8>>) -> BTreeMap<String, String> {
    files
        .iter()
        .map(|(path, content)| (path.clone(), digest(content)))
        .collect()
}

/// What a signature is made over: a line for each file, `<sha256>  <path>`, in the order of the paths.
fn signed_text(files: &BTreeMap<String, String>) -> String {
    files
        .iter()
        .map(|(path, sum)| format!("{sum}  {path}\n"))
        .collect()
}

#[cfg(test)]
mod tests;
