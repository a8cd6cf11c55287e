//! The package under test: read from a file or made of a folder, and its own rules.

use std::{fs, path::Path};

use engine::package::{self, Package};

use crate::{Options, report::Report};

/// The package's bytes: the file itself, or the folder of a built plugin packed.
pub fn bytes(target: &Path) -> Result<Vec<u8>, String> {
    if !target.is_dir() {
        return fs::read(target)
            .map_err(|error| format!("{} cannot be read: {error}", target.display()));
    }
    let words = |what: &str| format!("{}: {what}", target.display());
    // A project's folder may hold sources and tools, which are not part of the package.
    let is_project = ["Cargo.toml", "package.json", "build.py"]
        .iter()
        .any(|file| target.join(file).is_file());
    if target.join("component.wasm").is_file() && !is_project {
        return package::pack(target).map_err(|error| words(&error.to_string()));
    }
    if !target.join("plugin.toml").is_file() {
        return Err(words(
            "there is no plugin.toml; a package, a built plugin's folder or a project is expected",
        ));
    }
    let text = fs::read_to_string(target.join("plugin.toml"))
        .map_err(|error| words(&error.to_string()))?;
    let manifest = engine::Manifest::parse(&text).map_err(|error| words(&error.to_string()))?;
    let packed = target.join(format!("{}-{}.wbp", manifest.id, manifest.version));
    fs::read(&packed).map_err(|_| {
        words(&format!(
            "it is not built yet ({} is missing)",
            packed.display()
        ))
    })
}

/// Reads the package and records its own findings; none if it is unreadable.
pub fn read(bytes: &[u8], options: &Options, report: &mut Report) -> Option<Package> {
    let package = match Package::read(bytes) {
        Ok(package) => package,
        Err(error) => {
            report.fail("package", "is whole", error.to_string());
            return None;
        }
    };
    let kind = serde_json::to_value(package.manifest.kind).ok();
    report.plugin = Some(package.manifest.id.clone());
    report.version = Some(package.manifest.version.clone());
    report.kind = kind
        .as_ref()
        .and_then(|kind| kind.as_str())
        .map(str::to_owned);
    let size = format!(
        "{} files, {} KiB, sha256 {}",
        package.files.len(),
        bytes.len().div_ceil(1024),
        package.digest
    );
    report.pass("package", "is whole", size);
    match package.signers.as_slice() {
        [] if options.trust_unsigned => {
            report.skip("package", "is signed", "it is not, which was asked for")
        }
        [] => report.fail(
            "package",
            "is signed",
            "nobody signed it: `waybill plugin sign`, or check with --trust-unsigned",
        ),
        signers => {
            let names: Vec<_> = signers.iter().map(|key| key.fingerprint()).collect();
            report.pass("package", "is signed", format!("by {}", names.join(", ")));
        }
    }
    Some(package)
}
