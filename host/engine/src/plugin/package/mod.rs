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

use crate::{error::EngineError, manifest::Manifest, plugin::cache::draft_path};

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

    /// `folder` must be named after the plugin's id. It appears complete or not at all. A complete
    /// one stays, so several callers can unpack the same package at the same time.
    pub fn unpack(&self, folder: &Path) -> io::Result<()> {
        if is_complete(folder) {
            return Ok(());
        }
        let draft = draft_path(folder)?;
        let unpacked = self
            .write_files(&draft)
            .and_then(|()| replace(folder, &draft));
        if draft.exists() {
            let _ = fs::remove_dir_all(&draft);
        }
        unpacked
    }

    fn write_files(&self, folder: &Path) -> io::Result<()> {
        for (path, content) in &self.files {
            let file = folder.join(path);
            if let Some(parent) = file.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(file, content)?;
        }
        Ok(())
    }
}

fn is_complete(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

fn replace(folder: &Path, draft: &Path) -> io::Result<()> {
    if folder.exists() && !is_complete(folder) {
        fs::remove_dir_all(folder)?;
    }
    match fs::rename(draft, folder) {
        // Another caller was first.
        Err(_) if is_complete(folder) => Ok(()),
        renamed => renamed,
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
