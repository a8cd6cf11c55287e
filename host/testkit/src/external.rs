//! External programs started by tests, and notes about missing ones.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
};

/// Variable with this run's comma-separated names; a missing one is a failure.
const PRESENT_VARIABLE: &str = "WAYBILL_TEST_EXTERNAL";

/// A program that ends with its test.
pub struct ExternalProgram {
    child: Child,
    /// Kept open: a closed pipe may end the program.
    output: Option<BufReader<ChildStdout>>,
}

impl ExternalProgram {
    pub fn start(command: &mut Command) -> Self {
        let child = command.stdin(Stdio::piped()).spawn();
        let started = |error| panic!("{:?} could not be started: {error}", command.get_program());
        Self {
            child: child.unwrap_or_else(started),
            output: None,
        }
    }

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

    /// Finds a program on the path or in Debian's server folders; notes or fails if missing.
    pub fn find(name: &str, package: &str) -> Option<PathBuf> {
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
        let file = folders
            .into_iter()
            .map(|folder| folder.join(name))
            .find(|file| file.is_file());
        file.or_else(|| {
            report_missing(
                name,
                &format!("{name} is not installed here (package {package})"),
            )
        })
    }

    pub fn note_missing(name: &str, message: &str) {
        let _: Option<PathBuf> = report_missing(name, message);
    }

    pub fn find_packages(folder: &Path) -> Option<PathBuf> {
        let modules = folder.join("node_modules");
        if modules.is_dir() {
            return Some(folder.to_owned());
        }
        report_missing(
            "packages",
            &format!("`npm ci` was not done in {}", folder.display()),
        )
    }
}

#[allow(
    clippy::print_stdout,
    reason = "test runners need to see skipped checks"
)]
fn report_missing(name: &str, message: &str) -> Option<PathBuf> {
    let present = std::env::var(PRESENT_VARIABLE).unwrap_or_default();
    assert!(!present.split(',').any(|known| known == name), "{message}");
    println!("{message}: the test has nothing to try");
    None
}

impl Drop for ExternalProgram {
    fn drop(&mut self) {
        drop(self.output.take());
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
