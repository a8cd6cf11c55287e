//! A plugin as one file, `<id>-<version>.wbp`: a zip of plugin.toml, the component and its front
//! end, with signatures over all of it.
//!
//! The signed text is the list of every file's path and SHA-256, sorted by path. No file or name
//! can be changed, added or removed without breaking the signature. Reading trusts no input: sizes,
//! counts, ratios and paths are checked before any byte is unpacked.

mod keys;
mod layout;
mod pack;
mod paths;
mod unpack;

use std::{collections::BTreeMap, fs, io, path::Path};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{error::EngineError, manifest::Manifest};

pub use keys::{KeyError, PublicKey, SigningKey};
pub use pack::{pack, pack_as, sign};

/// Maximum bytes of a package.
pub const MAX_PACKAGE: usize = 25 << 20;
const MAX_FILES: usize = 200;
/// Maximum bytes of all files together after unpacking.
const MAX_UNPACKED: u64 = 64 << 20;
/// Maximum ratio of a file's unpacked to packed size.
const MAX_RATIO: u64 = 100;

const MANIFEST: &str = "plugin.toml";
const COMPONENT: &str = "component.wasm";
const SIGNATURES: &str = "SIGNATURES.json";

#[derive(Clone, Debug)]
pub struct Package {
    pub manifest: Manifest,
    /// Every file except the signatures, by its path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Empty for an unsigned package; the platform decides which keys are trusted.
    pub signers: Vec<PublicKey>,
    /// SHA-256 of the package itself, in hexadecimal.
    pub digest: String,
}

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
    /// The error states the defect.
    pub fn read(bytes: &[u8]) -> Result<Self, EngineError> {
        unpack::unpack(bytes)
    }

    /// `folder` must be named after the plugin's id. It appears complete or not at all.
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

/// A line for each file, `<sha256>  <path>`, by path.
fn signed_text(files: &BTreeMap<String, String>) -> String {
    files
        .iter()
        .map(|(path, sum)| format!("{sum}  {path}\n"))
        .collect()
}

#[cfg(test)]
mod tests;
