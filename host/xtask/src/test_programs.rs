//! The Rust tests' programs: built once by cargo, then run side by side, each with its time.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::child;
use crate::steps::time;
use crate::workspace::{self, Workspace};

/// One test program that cargo has built.
#[derive(Debug, PartialEq)]
struct Program {
    /// Package and target, such as `waybill api`.
    name: String,
    file: PathBuf,
    /// The folder of its package, which cargo would run it in.
    folder: PathBuf,
    size: u64,
}

/// What running one came to.
struct Outcome {
    name: String,
    time: Duration,
    passed: usize,
    ignored: usize,
    succeeded: bool,
}

/// Builds and runs every test of the workspace with these variables; tells how many passed.
pub fn run(workspace: &Workspace, set_up: impl Fn(&mut Command) + Sync) -> Result<usize> {
    let start = Instant::now();
    let mut programs = build(workspace)?;
    println!("{} test programs are built ({})", programs.len(), time(start.elapsed()));
    // The largest have most to do: they come first, so that none is left to run alone at the end.
    programs.sort_by_key(|program| std::cmp::Reverse(program.size));
    let outcomes = run_all(programs, &set_up);
    tell(&outcomes);
    let sum = |count: fn(&Outcome) -> usize| outcomes.iter().map(count).sum::<usize>();
    let failed: Vec<&str> = outcomes.iter().filter(|one| !one.succeeded).map(|one| one.name.as_str()).collect();
    if !failed.is_empty() {
        bail!("tests failed in {}", failed.join(", "));
    }
    match sum(|one| one.ignored) {
        0 => Ok(sum(|one| one.passed)),
        ignored => bail!("{ignored} tests are ignored; a test runs or is not there"),
    }
}

/// Neither examples nor the documentation's blocks are built: Clippy reads the former, and the latter are no tests here.
fn build(workspace: &Workspace) -> Result<Vec<Program>> {
    // The engine's guests are components and nothing else.
    let mut cargo = workspace.cargo(["test", "--workspace", "--exclude", "engine-guests", "--tests", "--no-run"]);
    cargo.arg("--message-format=json-render-diagnostics");
    let mut programs = Vec::new();
    child::run_and_read(&mut cargo, |line| programs.extend(program(line)))?;
    for program in &mut programs {
        program.size =
            std::fs::metadata(&program.file).with_context(|| format!("{} is not there", program.name))?.len();
    }
    Ok(programs)
}

/// The test program that a line of cargo's tells of, if it does.
fn program(line: &str) -> Option<Program> {
    let artifact: Value = serde_json::from_str(line).ok()?;
    if artifact["reason"] != "compiler-artifact" || artifact["profile"]["test"] != true {
        return None;
    }
    let folder = PathBuf::from(artifact["manifest_path"].as_str()?).parent()?.to_path_buf();
    let (package, target) = (folder.file_name()?.to_string_lossy(), artifact["target"]["name"].as_str()?);
    let is_library = artifact["target"]["kind"].as_array()?.iter().any(|kind| kind == "lib");
    let name = if is_library { format!("{package} (its own)") } else { format!("{package} {target}") };
    Some(Program { name, file: artifact["executable"].as_str()?.into(), folder, size: 0 })
}

/// As many at a time as there are cores; each has twice as many tests at a time, since they wait more than they work.
fn run_all(programs: Vec<Program>, set_up: &(impl Fn(&mut Command) + Sync)) -> Vec<Outcome> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (queue, outcomes) = (Mutex::new(VecDeque::from(programs)), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(program) = next else { return };
            let outcome = run_one(&program, cores * 2, set_up);
            outcomes.lock().unwrap_or_else(PoisonError::into_inner).push(outcome);
        }
    };
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(work);
        }
    });
    outcomes.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn run_one(program: &Program, threads: usize, set_up: &impl Fn(&mut Command)) -> Outcome {
    let start = Instant::now();
    let mut command = Command::new(&program.file);
    workspace::remove_own_variables(&mut command);
    command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
    if std::env::var_os("RUST_TEST_THREADS").is_none() {
        command.env("RUST_TEST_THREADS", threads.to_string());
    }
    set_up(&mut command);
    let (succeeded, text) = match command.output() {
        Ok(output) => (output.status.success(), [output.stdout, output.stderr].concat()),
        Err(error) => (false, format!("it could not be started: {error}").into_bytes()),
    };
    let text = String::from_utf8_lossy(&text);
    // One piece at a time, so that the programs' lines do not mix.
    println!("\n-- {} ({})\n{}", program.name, time(start.elapsed()), text.trim());
    let sum = |word| text.lines().map(|line| count(line, word)).sum();
    Outcome {
        name: program.name.clone(),
        time: start.elapsed(),
        passed: sum("passed"),
        ignored: sum("ignored"),
        succeeded,
    }
}

/// Prints the programs that took longest.
fn tell(outcomes: &[Outcome]) {
    const SHOWN: usize = 10;
    let mut longest: Vec<&Outcome> = outcomes.iter().collect();
    longest.sort_by_key(|one| std::cmp::Reverse(one.time));
    println!("\nThe test programs that took longest:");
    for one in &longest[..longest.len().min(SHOWN)] {
        println!("  {:>9}  {:4} tests  {}", time(one.time), one.passed, one.name);
    }
}

/// The number before a word in a line `test result: ok. 12 passed; 0 failed; …`.
fn count(line: &str, word: &str) -> usize {
    let Some(result) = line.strip_prefix("test result:") else {
        return 0;
    };
    result.split([';', '.']).filter_map(|part| part.trim().strip_suffix(word)?.trim().parse::<usize>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_of_a_program_are_read() {
        let line = "test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 1 filtered out; finished in 0.05s";
        assert_eq!((count(line, "passed"), count(line, "ignored")), (12, 3));
        assert_eq!(count("7 passed; said by a test", "passed"), 0);
    }

    #[test]
    fn cargo_tells_the_programs() {
        let line = r#"{"reason":"compiler-artifact","manifest_path":"/c/host/Cargo.toml","target":{"kind":["test"],"name":"api"},
            "profile":{"test":true},"executable":"/t/api-1"}"#;
        let found = program(line).unwrap();
        assert_eq!((found.name.as_str(), found.folder), ("host api", PathBuf::from("/c/host")));
        assert_eq!(program(&line.replace("\"test\":true", "\"test\":false")), None);
        assert_eq!(program(r#"{"reason":"build-finished","success":true}"#), None);
    }

    #[test]
    fn a_program_that_fails_is_told_and_the_others_still_run() {
        let fake = |name: &str, script: &str| {
            let file = std::env::temp_dir().join(format!("waybill-xtask-{name}-{}", std::process::id()));
            std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
            std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
            Program { name: name.to_owned(), file, folder: std::env::temp_dir(), size: 0 }
        };
        let good = fake("good", "echo \"test result: ok. $COUNT passed; 0 failed; 0 ignored\"");
        let programs = vec![fake("bad", "exit 101"), good];
        let files: Vec<PathBuf> = programs.iter().map(|program| program.file.clone()).collect();
        let mut outcomes = run_all(programs, &|command: &mut Command| {
            command.env("COUNT", "2");
        });
        outcomes.sort_by(|one, other| one.name.cmp(&other.name));
        let told: Vec<_> = outcomes.iter().map(|one| (one.name.as_str(), one.succeeded, one.passed)).collect();
        assert_eq!(told, [("bad", false, 0), ("good", true, 2)]);
        for file in files {
            std::fs::remove_file(file).unwrap();
        }
    }
}
