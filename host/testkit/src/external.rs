//! Programs of others that a test starts beside the host, and how it says that one is not installed.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
};

/// Names what a run has found or installed, separated by commas: to miss one of these is a failure, not a note.
const PRESENT: &str = "WAYBILL_TEST_EXTERNAL";

/// A program that was started for one test and ends with it.
pub struct ExternalProgram {
    child: Child,
    /// Kept open: a program that writes to nobody may end for that.
    output: Option<BufReader<ChildStdout>>,
}

impl ExternalProgram {
    /// Starts it; its standard input stays open as long as this value lives.
    pub fn start(command: &mut Command) -> Self {
        let child = command.stdin(Stdio::piped()).spawn();
        let started = |error| panic!("{:?} could not be started: {error}", command.get_program());
        Self {
            child: child.unwrap_or_else(started),
            output: None,
        }
    }

    /// Starts it and waits for the first line it prints.
    pub fn start_and_read_line(command: &mut Command) -> (Self, String) {
        let mut program = Self::start(command.stdout(Stdio::piped()));
        let mut line = String::new();
        let mut output = BufReader::new(
            program
                .child
                .stdout
                .take()
                .expect("standard output was piped"),
        );
        output.read_line(&mut line).expect("it prints text");
        program.output = Some(output);
        assert!(
            !line.is_empty(),
            "{:?} ended before it was ready",
            command.get_program()
        );
        (program, line.trim().to_owned())
    }

    /// The program of that name on the path or in Debian's folders for servers. Where it is missing the test says so
    /// and does nothing, unless the run has promised that it is there.
    pub fn program(name: &str, package: &str) -> Option<PathBuf> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        folders.extend(
            [
                "/usr/sbin",
                "/usr/local/sbin",
                "/usr/lib/openldap",
                "/usr/libexec",
            ]
            .map(PathBuf::from),
        );
        let found = folders
            .into_iter()
            .map(|folder| folder.join(name))
            .find(|file| file.is_file());
        found.or_else(|| {
            absent(
                name,
                &format!("{name} is not installed here (package {package})"),
            )
        })
    }

    /// Says that something is missing here, and fails when the run has promised it under this name.
    pub fn is_missing(name: &str, what: &str) {
        let _: Option<PathBuf> = absent(name, what);
    }

    /// A folder that npm has installed packages into.
    pub fn packages(folder: &Path) -> Option<PathBuf> {
        let modules = folder.join("node_modules");
        if modules.is_dir() {
            return Some(folder.to_owned());
        }
        absent(
            "packages",
            &format!("`npm ci` was not done in {}", folder.display()),
        )
    }
}

#[allow(clippy::print_stdout, reason = "a test that tries nothing says so")]
fn absent(name: &str, what: &str) -> Option<PathBuf> {
    let present = std::env::var(PRESENT).unwrap_or_default();
    assert!(!present.split(',').any(|known| known == name), "{what}");
    println!("{what}: the test has nothing to try");
    None
}

impl Drop for ExternalProgram {
    fn drop(&mut self) {
        drop(self.output.take());
        // It may have ended by itself, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
