//! Creation and signing of packages: a plugin's folder in one zip, with reproducible bytes.

use std::{
    collections::BTreeMap,
    fs,
    io::{Cursor, Write},
    path::Path,
};

use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

use super::{
    Package, SIGNATURES, Signature, Signatures, SigningKey, digests, paths, signed_text,
    unpack::unpack,
};
use crate::error::{EngineError, invalid};

/// Packs plugin.toml, component.wasm, web/ and optional files. Reads the result back: an
/// uninstallable package is an error.
pub fn pack(folder: &Path) -> Result<Vec<u8>, EngineError> {
    packed(files(folder)?)
}

/// Like [`pack`], with another version.
pub fn pack_as(folder: &Path, version: &str) -> Result<Vec<u8>, EngineError> {
    let mut files = files(folder)?;
    let broken = |error: &dyn std::fmt::Display| invalid!("plugin.toml: {error}");
    if let Some(manifest) = files.get_mut("plugin.toml") {
        let text = String::from_utf8_lossy(manifest);
        let mut table: toml::Table = toml::from_str(&text).map_err(|error| broken(&error))?;
        table.insert("version".to_owned(), version.into());
        *manifest = toml::to_string(&table)
            .map_err(|error| broken(&error))?
            .into_bytes();
    }
    packed(files)
}

fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, EngineError> {
    let mut files = BTreeMap::new();
    collect(folder, "", &mut files)?;
    files.remove(SIGNATURES);
    Ok(files)
}

fn packed(files: BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, EngineError> {
    let bytes = zip(&files)?;
    unpack(&bytes)?;
    Ok(bytes)
}

/// Keeps existing signatures.
pub fn sign(package: &[u8], key: &SigningKey) -> Result<Vec<u8>, EngineError> {
    let Package {
        mut files, signers, ..
    } = unpack(package)?;
    let sums = digests(&files);
    let mut signatures = Vec::new();
    if !signers.is_empty() {
        signatures = existing_signatures(package)?;
        signatures.retain(|signature| signature.key != key.public());
    }
    let signature = key.sign(&signed_text(&sums));
    signatures.push(Signature {
        key: key.public(),
        signature,
    });
    let signed = Signatures {
        schema: 1,
        files: sums,
        signatures,
    };
    let text = serde_json::to_vec_pretty(&signed)
        .map_err(|error| EngineError::Json(SIGNATURES.to_owned(), error))?;
    files.insert(SIGNATURES.to_owned(), text);
    zip(&files)
}

/// They were verified when the package was read.
fn existing_signatures(package: &[u8]) -> Result<Vec<Signature>, EngineError> {
    let broken = |error: &dyn std::fmt::Display| invalid!("SIGNATURES.json can't be read: {error}");
    let mut archive = zip::ZipArchive::new(Cursor::new(package)).map_err(|error| broken(&error))?;
    let file = archive
        .by_name(SIGNATURES)
        .map_err(|error| broken(&error))?;
    let signed: Signatures = serde_json::from_reader(file).map_err(|error| broken(&error))?;
    Ok(signed.signatures)
}

fn collect(
    folder: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Result<(), EngineError> {
    let cannot = |error: std::io::Error| invalid!("{} can't be read: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type().map_err(cannot)?;
        if kind.is_dir() {
            collect(&entry.path(), &format!("{path}/"), files)?;
        } else {
            paths::check(&path)?;
            files.insert(path, fs::read(entry.path()).map_err(cannot)?);
        }
    }
    Ok(())
}

/// Reproducible: sorted by path, all with the same time.
fn zip(files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, EngineError> {
    let cannot = |error: &dyn std::fmt::Display| invalid!("the package can't be written: {error}");
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (path, content) in files {
        archive
            .start_file(path.as_str(), options)
            .map_err(|error| cannot(&error))?;
        archive.write_all(content).map_err(|error| cannot(&error))?;
    }
    Ok(archive
        .finish()
        .map_err(|error| cannot(&error))?
        .into_inner())
}
