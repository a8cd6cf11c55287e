//! Paths a package may contain: a few known files and folders, no escape, no duplicates.

use super::{COMPONENT, MANIFEST, SIGNATURES};
use crate::error::{EngineError, invalid};

/// Files at the top level.
const FILES: [&str; 6] = [
    MANIFEST,
    COMPONENT,
    SIGNATURES,
    "settings.schema.json",
    "icon.svg",
    "README.md",
];
/// Folders with the file extensions allowed in them.
const FOLDERS: [(&str, &[&str]); 3] = [
    (
        "web",
        &["js", "css", "json", "svg", "png", "webp", "woff2", "map"],
    ),
    ("locales", &["json"]),
    ("fixtures", &["json"]),
];
const MAX_LENGTH: usize = 200;

/// The error names the path.
pub fn check(path: &str) -> Result<(), EngineError> {
    let refused = |why: &str| Err(invalid!("{path:?} can't be in a package: {why}"));
    if path.len() > MAX_LENGTH {
        return refused("a path has at most 200 characters");
    }
    if path.contains('\\')
        || path.starts_with('/')
        || path.contains(':')
        || path.chars().any(char::is_control)
    {
        return refused("paths are relative, with / between their parts");
    }
    if path
        .split('/')
        .any(|part| part.is_empty() || part.starts_with('.') || part.ends_with(['.', ' ']))
    {
        return refused("no part of a path is empty or begins or ends with a dot");
    }
    let Some((folder, rest)) = path.split_once('/') else {
        return if FILES.contains(&path) {
            Ok(())
        } else {
            refused("no such file belongs there")
        };
    };
    let Some((_, endings)) = FOLDERS.iter().find(|(name, _)| *name == folder) else {
        return refused("only the folders web, locales and fixtures belong there");
    };
    let ending = rest.rsplit_once('.').map_or("", |(_, ending)| ending);
    if endings.contains(&ending) {
        Ok(())
    } else {
        refused("no file of that kind belongs there")
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn only_what_belongs_there_is_taken() {
        for path in [
            "plugin.toml",
            "component.wasm",
            "web/remoteEntry.js",
            "web/assets/a-b_c.css",
            "locales/de.json",
        ] {
            check(path).unwrap();
        }
        for path in [
            "",
            "/plugin.toml",
            "../plugin.toml",
            "web/../plugin.toml",
            "web//a.js",
            "./plugin.toml",
            "web/.hidden.js",
            "C:/a.js",
            "web\\a.js",
            "web/a.html",
            "web/a",
            "web/a.js.",
            "other.txt",
            "bin/a.js",
            "web/a\n.js",
        ] {
            check(path).unwrap_err();
        }
        check(&format!("web/{}.js", "a".repeat(200))).unwrap_err();
    }
}
