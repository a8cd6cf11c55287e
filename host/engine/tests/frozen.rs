//! Tests that released interfaces never change: a plugin built against them works as long as the
//! host supports their major version.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

const HOW: &str = "wit/v1 is released, so its files never change: one more field in a record links and then fails at the first call of every plugin there is. \
A new ability is a new interface in a folder of its own, of a new minor (wit/v1.1/…), listed in a FROZEN of its own; a change is a new major beside this one (wit/v2). \
Until then, put the wish into wit/PENDING.md. (Before a release of v1, and only then, FROZEN may be made anew: in wit/v1, sha256sum */*.wit > FROZEN.)";

/// Lists the released folders, one per minor version.
fn released() -> Vec<PathBuf> {
    let wit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../wit");
    let minors = fs::read_dir(wit)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    minors
        .filter(|path| {
            path.is_dir() && path.file_name().unwrap().to_str().unwrap().starts_with('v')
        })
        .collect()
}

/// Hashes every .wit file below the folder with SHA-256, by path.
fn hashes(folder: &Path, below: &str, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{below}{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            hashes(&path, &format!("{name}/"), found);
        } else if name.ends_with(".wit") {
            found.insert(name, hex::encode(Sha256::digest(fs::read(&path).unwrap())));
        }
    }
}

#[test]
fn released_interfaces_are_as_they_were() {
    let folders = released();
    assert!(folders.len() >= 2, "{folders:?}");
    folders.iter().for_each(|folder| is_as_released(folder));
}

fn is_as_released(folder: &Path) {
    let of = folder.file_name().unwrap().to_str().unwrap();
    let text = fs::read_to_string(folder.join("FROZEN")).unwrap();
    let frozen: BTreeMap<String, String> = text
        .lines()
        .map(|line| {
            line.split_once("  ")
                .unwrap_or_else(|| panic!("FROZEN: {line:?} is no hash and path"))
        })
        .map(|(hash, path)| (path.to_owned(), hash.to_owned()))
        .collect();
    let mut there = BTreeMap::new();
    hashes(folder, "", &mut there);
    assert!(!frozen.is_empty());
    for (path, hash) in &frozen {
        match there.get(path) {
            None => panic!("wit/{of}/{path} is gone. {HOW}"),
            Some(now) if now != hash => panic!("wit/{of}/{path} was changed. {HOW}"),
            Some(_) => {}
        }
    }
    let new: Vec<_> = there
        .keys()
        .filter(|path| !frozen.contains_key(*path))
        .collect();
    assert!(new.is_empty(), "{new:?} came to wit/{of}. {HOW}");
}
