//! Temporary folders, removed on drop or by the next run.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};

use crate::{child, files};

pub struct Temporary(PathBuf);

static NEXT: AtomicUsize = AtomicUsize::new(0);

impl Temporary {
    /// Creates a folder; removes leftovers of interrupted runs.
    pub fn new(word: &str) -> Result<Self> {
        let prefix = format!("waybill-{word}-");
        for name in crate::workspace::folders(&std::env::temp_dir())? {
            if name
                .strip_prefix(&prefix)
                .is_some_and(|rest| !is_running(rest.split('-').next().unwrap_or(rest)))
            {
                // Other users' leftovers can't be removed.
                let _ = files::remove(&std::env::temp_dir().join(name));
            }
        }
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("{prefix}{}-{number}", std::process::id()));
        files::remove(&folder)?;
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(Self(folder))
    }
}

impl Deref for Temporary {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // The next run retries.
        let _ = files::remove(&self.0);
    }
}

/// True if the process is running. Names other than numbers count as running.
fn is_running(process: &str) -> bool {
    process.parse::<u32>().is_err()
        || child::output_of(Command::new("sh").args(["-c", "kill -s 0 \"$0\"", process])).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_goes_with_its_value_and_takes_leftovers_along() {
        // No process has this number: Linux and macOS stay below it.
        let left = std::env::temp_dir().join("waybill-xtask-trial-4194999");
        fs::create_dir_all(left.join("deep")).unwrap();
        let folder = Temporary::new("xtask-trial").unwrap();
        assert!(!left.exists());
        assert_ne!(*folder, *Temporary::new("xtask-trial").unwrap());
        assert!(
            folder.is_dir(),
            "another one of the same process leaves it alone"
        );
        let path = folder.to_path_buf();
        fs::write(folder.join("a"), "a").unwrap();
        drop(folder);
        assert!(!path.exists());
    }
}
