//! File copies, and stamps of build inputs.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

pub const GENERATED_FOLDERS: [&str; 4] = ["node_modules", "dist", "target", "test-results"];

/// Makes `to` an exact copy of `from`; identical files stay untouched.
pub fn sync_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make the folder {}", to.display()))?;
    let mut kept = BTreeSet::<OsString>::new();
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            sync_folder(&entry.path(), &target)?;
        } else {
            copy(&entry.path(), &target)?;
        }
        kept.insert(entry.file_name());
    }
    for entry in fs::read_dir(to)? {
        let entry = entry?;
        if !kept.contains(&entry.file_name()) {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

/// Copies a file unless the copy is identical; replaces it atomically.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    let bytes = fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    if fs::read(to).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    let temporary = to.with_extension("new");
    fs::copy(from, &temporary)
        .and_then(|_| fs::rename(&temporary, to))
        .with_context(|| format!("cannot write {}", to.display()))
}

/// Removes a file or folder recursively, if it exists.
pub fn remove(path: &Path) -> Result<()> {
    let result = if path.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    };
    match result {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// A hash of build inputs, stored in cargo's target folder.
pub struct Stamp {
    file: PathBuf,
    now: String,
}

impl Stamp {
    /// Hashes the inputs: files, or folders without generated ones.
    pub fn from_inputs(target: &Path, name: &str, inputs: &[PathBuf]) -> Result<Self> {
        let mut hasher = DefaultHasher::new();
        for input in inputs {
            hash(input, &mut hasher)?;
        }
        let hash = format!("{:016x}\n", hasher.finish());
        Ok(Self {
            file: target.join("waybill-stamps").join(name),
            now: hash,
        })
    }

    pub fn is_fresh(&self) -> bool {
        fs::read_to_string(&self.file).is_ok_and(|then| then == self.now)
    }

    /// Stores the hash after a successful build.
    pub fn store(&self) -> Result<()> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&self.file, &self.now)
            .with_context(|| format!("cannot write {}", self.file.display()))
    }
}

/// Hashes path and content of every file in order.
fn hash(path: &Path, hasher: &mut DefaultHasher) -> Result<()> {
    if path.is_dir() {
        let mut entries = fs::read_dir(path)?.collect::<std::io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            if !GENERATED_FOLDERS
                .iter()
                .any(|made| entry.file_name() == *made)
            {
                hash(&entry.path(), hasher)?;
            }
        }
    } else if path.is_file() {
        hasher.write(path.as_os_str().as_encoded_bytes());
        hasher.write(&fs::read(path).with_context(|| format!("cannot read {}", path.display()))?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("waybill-xtask-{name}-{}", std::process::id()));
        remove(&folder).unwrap();
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_synced_folder_copies_changes_and_removes() {
        let place = folder("sync");
        let (from, to) = (place.join("from"), place.join("to"));
        fs::create_dir_all(from.join("deep")).unwrap();
        fs::write(from.join("deep/a.txt"), "one").unwrap();
        fs::create_dir_all(to.join("old")).unwrap();
        fs::write(to.join("old/b.txt"), "left over").unwrap();
        sync_folder(&from, &to).unwrap();
        assert_eq!(fs::read_to_string(to.join("deep/a.txt")).unwrap(), "one");
        assert!(!to.join("old").exists());
        fs::write(from.join("deep/a.txt"), "two").unwrap();
        sync_folder(&from, &to).unwrap();
        assert_eq!(fs::read_to_string(to.join("deep/a.txt")).unwrap(), "two");
        remove(&place).unwrap();
    }

    #[test]
    fn a_stamp_sees_edits_and_moves_and_looks_past_what_is_made() {
        let place = folder("stamp");
        let input = place.join("web");
        fs::create_dir_all(input.join("dist")).unwrap();
        fs::write(input.join("a.ts"), "one").unwrap();
        let stamp = || Stamp::from_inputs(&place, "web", std::slice::from_ref(&input)).unwrap();
        assert!(!stamp().is_fresh());
        stamp().store().unwrap();
        assert!(stamp().is_fresh());
        fs::write(input.join("dist/out.js"), "made").unwrap();
        assert!(stamp().is_fresh());
        fs::write(input.join("a.ts"), "two").unwrap();
        assert!(!stamp().is_fresh());
        stamp().store().unwrap();
        fs::rename(input.join("a.ts"), input.join("b.ts")).unwrap();
        assert!(!stamp().is_fresh());
        remove(&place).unwrap();
    }
}
