//! External programs for tests: an OpenID provider, a directory server, third-party clients.

use std::path::PathBuf;

use anyhow::Result;

use crate::browser::Host;
use crate::steps::Outcome;
use crate::workspace::Workspace;
use crate::{child, tools, web};

/// Packages of these programs, with a separate lock file.
const CLIENTS: &str = "host/tests/clients";
/// Variable with the programs present, so tests can't pass by finding none.
pub const VARIABLE: &str = "WAYBILL_TEST_EXTERNAL";

#[derive(Default)]
pub struct External {
    present: Vec<&'static str>,
}

impl External {
    /// Installs the packages and finds the servers; reports missing ones.
    pub fn gather(&mut self, workspace: &Workspace) -> Result<Outcome> {
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
            return Ok(Outcome::Passed(
                "an OpenID provider, a directory".to_owned(),
            ));
        }
        Ok(Outcome::Absent(missing.join("; ")))
    }

    /// Front ends can be tested: the web is built and there is a browser.
    pub fn add_front_ends(&mut self) {
        self.present.push("web");
    }

    pub fn value(&self) -> String {
        self.present.join(",")
    }
}

/// Runs unmodified third-party clients against a host with demo data.
pub fn clients(workspace: &Workspace) -> Result<Outcome> {
    let host = Host::start(workspace)?;
    let mut npm = workspace.npm(["run", "--silent", "test"]);
    npm.current_dir(folder(workspace))
        .env("WAYBILL_E2E_URL", host.url());
    let mut passed = String::new();
    let outcome = child::run_and_see(&mut npm, |line| {
        // Node's summary: `ℹ pass 14`, or `# pass 14` without a terminal.
        if let Some((_, count)) = line.trim().split_once(" pass ") {
            passed = format!("{} tests: next-auth, OAuth", count.trim());
        }
    });
    if outcome.is_err() {
        host.show_end_of_log();
    }
    outcome.map(|()| Outcome::Passed(passed))
}

fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root.join(CLIENTS)
}
