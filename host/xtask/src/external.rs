//! Other programs that tests run against: an OpenID provider, a directory, the clients of other companies.

use std::path::PathBuf;

use anyhow::Result;

use crate::browser::Host;
use crate::steps::End;
use crate::workspace::Workspace;
use crate::{child, tools, web};

/// The packages of these clients and servers, apart from the web's with a lock of their own.
const CLIENTS: &str = "host/tests/clients";
/// Names to tests what is there, so that none of them passes by finding nothing to try.
pub const VARIABLE: &str = "WAYBILL_TEST_EXTERNAL";

/// What is there for the tests to start.
#[derive(Default)]
pub struct External {
    present: Vec<&'static str>,
}

impl External {
    /// Installs the packages and looks for the servers; what is missing is told, and why it matters.
    pub fn gather(&mut self, workspace: &Workspace) -> Result<End> {
        let mut missing = Vec::new();
        match tools::need_node() {
            Ok(()) => {
                web::install_in(workspace, &folder(workspace), "clients")?;
                self.present.extend(["node", "packages"]);
            }
            Err(why) => missing.push(format!("no OpenID provider and no clients: {why}")),
        }
        match tools::slapd() {
            Some(_) => self.present.push("slapd"),
            None => {
                missing.push("no directory: slapd is not installed (package `slapd`)".to_owned())
            }
        }
        missing.iter().for_each(|line| println!("{line}"));
        if missing.is_empty() {
            return Ok(End::Passed("an OpenID provider, a directory".to_owned()));
        }
        Ok(End::Absent(missing.join("; ")))
    }

    /// The web is built and there is a browser: faces can be opened.
    pub fn add_faces(&mut self) {
        self.present.push("web");
    }

    /// For [`VARIABLE`].
    pub fn value(&self) -> String {
        self.present.join(",")
    }

    pub fn have_clients(&self) -> bool {
        self.present.contains(&"packages")
    }
}

/// The clients of others, unchanged, against a host with the demonstration data.
pub fn clients(workspace: &Workspace) -> Result<End> {
    let host = Host::start(workspace)?;
    let mut npm = workspace.npm(["run", "--silent", "test"]);
    npm.current_dir(folder(workspace))
        .env("WAYBILL_E2E_URL", host.url());
    let mut passed = String::new();
    let outcome = child::run_and_see(&mut npm, |line| {
        // Node's own sum: `ℹ pass 14`, or `# pass 14` where no terminal is.
        if let Some((_, count)) = line.trim().split_once(" pass ") {
            passed = format!("{} tests: next-auth, OAuth", count.trim());
        }
    });
    if outcome.is_err() {
        host.show_end_of_log();
    }
    outcome.map(|()| End::Passed(passed))
}

fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root.join(CLIENTS)
}
