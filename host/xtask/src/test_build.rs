//! The build of the Rust test programs, which Clippy lints at the same time.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::test_programs::Program;
use crate::workspace::Workspace;
use crate::{child, tools};

/// Test programs, and the warnings of their build.
#[derive(Default)]
pub struct Build {
    pub programs: Vec<Program>,
    /// Different warnings of the compiler and of Clippy.
    pub warnings: usize,
}

/// Builds the test programs and the host they start; largest program first, so that none is left
/// to run alone at the end.
///
/// Clippy compiles the workspace if it is installed, and lints at the same time: a separate check
/// would compile every dependency once more. Examples and benches are built to be linted.
pub fn build(workspace: &Workspace) -> Result<Build> {
    // The engine's guests are components only.
    let mut cargo = workspace.cargo(["build", "--workspace", "--exclude", "engine-guests"]);
    cargo.args(["--tests", "--example", "*", "--bench", "*"]);
    cargo.arg("--message-format=json-diagnostic-rendered-ansi");
    if tools::has_cargo_command(workspace, "clippy") {
        cargo.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    }
    let mut programs = Vec::new();
    // A library's lines are compiled with and without its tests.
    let mut warnings = HashSet::new();
    child::run_and_read(&mut cargo, |line| {
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            return;
        };
        if let Some(text) = diagnostic(&message) {
            let is_new = warnings.insert(text.to_owned());
            if is_new {
                eprint!("{text}");
            }
        }
        programs.extend(program(&message));
    })?;
    for program in &mut programs {
        program.size = std::fs::metadata(&program.file)
            .with_context(|| format!("{} is not there", program.name))?
            .len();
    }
    programs.sort_by_key(|program| std::cmp::Reverse(program.size));
    Ok(Build {
        programs,
        warnings: warnings.len(),
    })
}

/// Returns the text of a warning or an error.
fn diagnostic(message: &Value) -> Option<&str> {
    let diagnostic = &message["message"];
    // A closing count has neither a code nor a place.
    let is_counted = message["reason"] == "compiler-message"
        && (!diagnostic["code"].is_null()
            || diagnostic["spans"]
                .as_array()
                .is_some_and(|spans| !spans.is_empty()));
    is_counted.then(|| diagnostic["rendered"].as_str())?
}

fn program(artifact: &Value) -> Option<Program> {
    let is_kind = |kind: &str| {
        artifact["target"]["kind"]
            .as_array()
            .is_some_and(|kinds| kinds.iter().any(|one| one == kind))
    };
    if artifact["reason"] != "compiler-artifact"
        || artifact["profile"]["test"] != true
        || is_kind("bench")
    {
        return None;
    }
    let folder = PathBuf::from(artifact["manifest_path"].as_str()?)
        .parent()?
        .to_path_buf();
    let (package, target) = (
        folder.file_name()?.to_string_lossy(),
        artifact["target"]["name"].as_str()?,
    );
    let name = if is_kind("lib") {
        format!("{package} (its own)")
    } else {
        format!("{package} {target}")
    };
    Some(Program {
        name,
        file: artifact["executable"].as_str()?.into(),
        folder,
        size: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_tells_the_programs() {
        let line = r#"{"reason":"compiler-artifact","manifest_path":"/c/host/Cargo.toml","target":{"kind":["test"],"name":"api"},
            "profile":{"test":true},"executable":"/t/api-1"}"#;
        let parse = |line: &str| program(&serde_json::from_str(line).unwrap());
        let parsed = parse(line).unwrap();
        assert_eq!(
            (parsed.name.as_str(), parsed.folder),
            ("host api", PathBuf::from("/c/host"))
        );
        for other in [
            &line.replace("\"test\":true", "\"test\":false"),
            &line.replace("[\"test\"]", "[\"bench\"]"),
            r#"{"reason":"build-finished","success":true}"#,
        ] {
            assert_eq!(parse(other), None);
        }
    }

    #[test]
    fn cargo_tells_the_warnings() {
        let line = r#"{"reason":"compiler-message","message":{"level":"warning","rendered":"warning: unused\n","spans":[{}]}}"#;
        let read = |line: &str| {
            let message = serde_json::from_str(line).unwrap();
            diagnostic(&message).map(str::to_owned)
        };
        assert_eq!(read(line).as_deref(), Some("warning: unused\n"));
        assert_eq!(read(&line.replace("[{}]", "[]")), None);
        assert_eq!(read(&line.replace("-message", "-artifact")), None);
    }
}
