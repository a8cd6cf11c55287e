//! Lists the files of `migrations/` for `src/migrations.rs`.

use std::{env, fs, path::Path};

fn main() {
    // Read at run time: checkouts sharing a target folder share this program.
    let here = env::var_os("CARGO_MANIFEST_DIR")
        .unwrap_or_else(|| panic!("cargo sets CARGO_MANIFEST_DIR"));
    let folder = Path::new(&here).join("../migrations");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "sql"));
    files.sort();
    let mut version = 0;
    let mut before = String::new();
    let mut steps = String::new();
    for path in &files {
        // A migration with a file per database has two files of one number.
        let number = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .chars()
            .take(4)
            .collect::<String>();
        version += usize::from(number != before);
        steps.push_str(&step(version, path));
        before = number;
    }
    let out = env::var_os("OUT_DIR").unwrap_or_else(|| panic!("cargo sets OUT_DIR"));
    let written = fs::write(
        Path::new(&out).join("migrations.rs"),
        format!("&[\n{steps}]\n"),
    );
    written.unwrap_or_else(|error| panic!("the list of migrations: {error}"));
}

/// Rejects gaps, to detect branches that took the same number.
fn step(version: usize, path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    assert!(
        name.starts_with(&format!("{version:04}_")),
        "migrations/{name}.sql is the step {version:04}: rename it"
    );
    let path = fs::canonicalize(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    format!(
        "    Migration {{ version: {version}, name: {name:?}, sql: include_str!({path:?}) }},\n"
    )
}
