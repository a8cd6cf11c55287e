//! Reading of a package: limits first, then every file, then the signatures over them.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Cursor, Read},
};

use zip::{CompressionMethod, ZipArchive};

use super::{
    COMPONENT, MANIFEST, MAX_FILES, MAX_PACKAGE, MAX_RATIO, MAX_UNPACKED, Package, SIGNATURES,
    Signatures, digest, digests, layout, paths, signed_text,
};
use crate::{
    error::{EngineError, invalid},
    manifest::Manifest,
};

pub fn unpack(bytes: &[u8]) -> Result<Package, EngineError> {
    if bytes.len() > MAX_PACKAGE {
        return Err(invalid!(
            "the package has {} bytes; at most {MAX_PACKAGE} are taken",
            bytes.len()
        ));
    }
    let mut files = unzip(bytes)?;
    let signatures = files.remove(SIGNATURES);
    let missing = |name: &str| invalid!("the package has no {name}");
    let manifest = files.get(MANIFEST).ok_or_else(|| missing(MANIFEST))?;
    let manifest = std::str::from_utf8(manifest)
        .map_err(|_| EngineError::invalid("plugin.toml is not UTF-8 text"))?;
    let manifest = Manifest::parse(manifest)?;
    if !files.contains_key(COMPONENT) {
        return Err(missing(COMPONENT));
    }
    let signers = match signatures {
        Some(text) => signers(&text, &files)?,
        None => Vec::new(),
    };
    Ok(Package {
        manifest,
        files,
        signers,
        digest: digest(bytes),
    })
}

fn unzip(bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, EngineError> {
    layout::check(bytes)?;
    let broken =
        |error: zip::result::ZipError| invalid!("the file is no whole zip archive: {error}");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > MAX_FILES {
        return Err(invalid!(
            "the package has {} entries; at most {MAX_FILES} are taken",
            archive.len()
        ));
    }
    let (mut files, mut seen, mut total) = (BTreeMap::new(), BTreeSet::new(), 0_u64);
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(broken)?;
        let path = std::str::from_utf8(entry.name_raw())
            .map_err(|_| EngineError::invalid("a path in the package is not UTF-8 text"))?
            .to_owned();
        if entry.is_symlink() || entry.encrypted() {
            return Err(invalid!(
                "{path:?} is a link or encrypted; only plain files are taken"
            ));
        }
        if entry.is_dir() {
            // Folders are created with their files, so their entries are skipped.
            paths::check(&format!("{path}x.json"))
                .or_else(|_| paths::check(&format!("{path}x.js")))?;
            continue;
        }
        paths::check(&path)?;
        if !matches!(
            entry.compression(),
            CompressionMethod::Stored | CompressionMethod::Deflated
        ) {
            return Err(invalid!(
                "{path:?} is packed in a way that is not taken; use deflate"
            ));
        }
        // On some disks two names that differ in case alone are one file.
        if !seen.insert(path.to_lowercase()) {
            return Err(invalid!("{path:?} is in the package twice"));
        }
        let size = entry.size();
        total = total.saturating_add(size);
        if total > MAX_UNPACKED
            || size
                > entry
                    .compressed_size()
                    .max(1)
                    .saturating_mul(MAX_RATIO)
                    .max(64 << 10)
        {
            return Err(invalid!("{path:?} unpacks to more than a package may hold"));
        }
        let mut content = Vec::new();
        // The header's size may be false; read at most one byte more.
        let read = entry.by_ref().take(size + 1).read_to_end(&mut content);
        read.map_err(|error| invalid!("{path:?} can't be unpacked: {error}"))?;
        if content.len() as u64 != size {
            return Err(invalid!("{path:?} is not as long as the package says"));
        }
        files.insert(path, content);
    }
    Ok(files)
}

/// One invalid signature, or an unsigned file, rejects the whole package.
fn signers(
    text: &[u8],
    files: &BTreeMap<String, Vec<u8>>,
) -> Result<Vec<super::PublicKey>, EngineError> {
    let signed: Signatures = serde_json::from_slice(text)
        .map_err(|error| invalid!("SIGNATURES.json can't be read: {error}"))?;
    if signed.schema != 1 {
        return Err(invalid!(
            "SIGNATURES.json has schema {}; this host reads 1",
            signed.schema
        ));
    }
    let own = digests(files);
    if let Some(path) = own
        .iter()
        .find(|(path, sum)| signed.files.get(*path) != Some(*sum))
        .map(|(path, _)| path)
    {
        return Err(invalid!("{path:?} is not the file that was signed"));
    }
    if let Some(path) = signed.files.keys().find(|path| !own.contains_key(*path)) {
        return Err(invalid!("{path:?} was signed and is gone from the package"));
    }
    let text = signed_text(&own);
    let mut signers = BTreeSet::new();
    for signature in &signed.signatures {
        if !signature.key.verifies(&text, &signature.signature) {
            let name = signature.key.fingerprint();
            return Err(invalid!("the signature of the key {name} does not hold"));
        }
        signers.insert(signature.key);
    }
    Ok(signers.into_iter().collect())
}
