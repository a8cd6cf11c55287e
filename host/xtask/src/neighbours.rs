//! Programs of others that tests are tried with: an OpenID provider, a directory, the clients of other companies.

use std::path::PathBuf;

use anyhow::Result;

use crate::browser::Host;
use crate::house::House;
use crate::steps::End;
use crate::{child, tools, web};

/// The packages of these clients and servers, apart from the web's with a lock of their own.
const CLIENTS: &str = "host/tests/clients";
/// Names to tests what is there, so that none of them passes by finding nothing to try.
pub const TOLD_TO_TESTS: &str = "WAYBILL_TEST_NEIGHBOURS";

/// What is there for the tests to start.
#[derive(Default)]
pub struct Neighbours {
    present: Vec<&'static str>,
}

impl Neighbours {
    /// Installs the packages and looks for the servers; what is missing is told, and why it matters.
    pub fn gather(&mut self, house: &House) -> Result<End> {
        let mut missing = Vec::new();
        match tools::need_node() {
            Ok(()) => {
                web::install_in(house, &folder(house), "clients")?;
                self.present.extend(["node", "packages"]);
            }
            Err(why) => missing.push(format!("no OpenID provider and no clients: {why}")),
        }
        match tools::slapd() {
            Some(_) => self.present.push("slapd"),
            None => missing.push("no directory: slapd is not installed (package `slapd`)".to_owned()),
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

    /// For [`TOLD_TO_TESTS`].
    pub fn told(&self) -> String {
        self.present.join(",")
    }

    pub fn have_clients(&self) -> bool {
        self.present.contains(&"packages")
    }
}

/// The clients of others, unchanged, against a host with the demonstration data.
pub fn clients(house: &House) -> Result<End> {
    let host = Host::start(house)?;
    let mut npm = house.npm(["run", "--silent", "test"]);
    npm.current_dir(folder(house)).env("WAYBILL_E2E_URL", host.url());
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

fn folder(house: &House) -> PathBuf {
    house.root.join(CLIENTS)
}
