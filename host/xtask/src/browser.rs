//! The journeys in a browser: a host with a demo tenant and fresh data, and Playwright driving Chromium at it.

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::child::{self, Server};
use crate::steps::End;
use crate::temporary::Temporary;
use crate::workspace::Workspace;
use crate::{postgres, run, tools};

/// How long a host may take to migrate, seed and compile its plugins before it answers.
const START: Duration = Duration::from_secs(120);

/// How many journeys are on their way at once.
const WORKERS: usize = 2;

pub fn journeys(workspace: &Workspace) -> Result<End> {
    let Some(chromium) = tools::chromium().or_else(|| downloaded(workspace)) else {
        return Ok(End::Absent(
            "no browser: install the package `chromium`, or name one in CHROMIUM".to_owned(),
        ));
    };
    // Journeys change what a whole tenant sees, so each worker has a host of its own.
    let hosts = (0..WORKERS)
        .map(|_| Host::start(workspace))
        .collect::<Result<Vec<Host>>>()?;
    let each = |of: fn(&Host) -> String| hosts.iter().map(of).collect::<Vec<String>>().join(",");
    let mut npm = workspace.npm(["run", "--silent", "e2e"]);
    npm.env("WAYBILL_E2E_URL", each(|host| host.url.clone()))
        .env("CHROMIUM", chromium);
    // Packages that the journeys make have the components of our own plugins in them.
    npm.env("WAYBILL_E2E_PLUGINS", workspace.plugin_folder());
    npm.env(
        "WAYBILL_E2E_SMTP_PORT",
        each(|host| host.mail_port.to_string()),
    );
    let mut told = Told::default();
    let outcome = child::run_and_see(&mut npm, |line| told.line(line));
    if outcome.is_err() {
        hosts.iter().for_each(Host::show_end_of_log);
        told.again();
    }
    outcome.with_context(|| format!("failed: {}", told.failures().join("; ")))?;
    Ok(End::Passed(format!("{} journeys", told.passed)))
}

/// What Playwright's list reporter says at its end.
#[derive(Default)]
struct Told {
    passed: String,
    failed: Vec<String>,
    /// The reports of what failed, `  1) file › title` and its error, cut where they get long.
    reports: Vec<String>,
    under: Under,
}

/// Which part of the reporter's end a line belongs to.
#[derive(Default, PartialEq)]
enum Under {
    #[default]
    Running,
    Report(usize),
    Failed,
    Other,
}

impl Told {
    /// How many lines of one failure's report are repeated: its title, its error and where it stands.
    const LINES: usize = 24;
    /// How the lines begin that say what went wrong.
    const REASONS: [&str; 3] = ["Error:", "Locator:", "Test timeout"];

    fn line(&mut self, line: &str) {
        let text = line.trim();
        if let Some((count, _)) = text.split_once(" passed (") {
            count.clone_into(&mut self.passed);
            self.under = Under::Other;
        } else if is_title(text) {
            self.under = Under::Report(0);
        } else if let Some((n, word)) = text.split_once(' ')
            && n.parse::<u32>().is_ok()
            && ["failed", "flaky", "skipped", "interrupted", "did not run"].contains(&word)
        {
            self.under = if word == "failed" {
                Under::Failed
            } else {
                Under::Other
            };
            return;
        }
        match &mut self.under {
            Under::Report(lines) if *lines < Self::LINES => {
                *lines += 1;
                self.reports.push(line.to_owned());
            }
            Under::Failed if text.contains(" › ") => {
                self.failed
                    .push(text.trim_end_matches(['─', ' ']).to_owned());
            }
            _ => {}
        }
    }

    /// Each journey that failed and why: of a long output the end may be all that is kept.
    fn failures(&self) -> Vec<String> {
        let reason = |title: &str| {
            let mut lines = self.reports.iter().map(|line| line.trim());
            lines.by_ref().find(|line| line.contains(title))?;
            let own = lines.take_while(|line| !is_title(line));
            let told =
                own.filter(|line| Self::REASONS.iter().any(|begins| line.starts_with(begins)));
            let told: Vec<&str> = told.take(2).collect();
            (!told.is_empty()).then(|| told.join(", "))
        };
        let failure = |title: &String| match reason(title) {
            Some(reason) => format!("{title} ({reason})"),
            None => title.clone(),
        };
        self.failed.iter().map(failure).collect()
    }

    /// Repeats what failed below the hosts' logs, where whoever reads the end of the output sees it.
    fn again(&self) {
        println!("the journeys that failed:");
        for line in &self.reports {
            println!("{line}");
        }
    }
}

/// `  1) file › title ────`: the first line of a failure's report.
fn is_title(line: &str) -> bool {
    line.split_once(") ")
        .is_some_and(|(n, rest)| n.trim().parse::<u32>().is_ok() && rest.contains(" › "))
}

/// Playwright's own Chromium, downloaded where the network permits.
fn downloaded(workspace: &Workspace) -> Option<PathBuf> {
    println!("no Chromium on the path: asking Playwright to download one");
    child::run(&mut workspace.npm(["exec", "--", "playwright", "install", "chromium"])).ok()?;
    let ask = "import('@playwright/test').then((playwright) => console.log(playwright.chromium.executablePath()))";
    let path = PathBuf::from(child::answer(
        Command::new("node")
            .args(["-e", ask])
            .current_dir(&workspace.root),
    )?);
    path.is_file().then_some(path)
}

/// A host on a free port with data of its own; dropping it stops it, then removes the data.
pub struct Host {
    server: Server,
    folder: Temporary,
    url: String,
    /// Where the host delivers its mail: the journeys listen there.
    mail_port: u16,
}

impl Host {
    pub fn start(workspace: &Workspace) -> Result<Self> {
        let (port, mail_port) = (postgres::free_port()?, postgres::free_port()?);
        let folder = Temporary::new("journeys")?;
        let log = fs::File::create(folder.join("log"))?;

        let mut waybill = child::server(workspace.programs(false).join("waybill"));
        run::set_folders(workspace, &mut waybill);
        waybill
            .args(["serve", "--demo"])
            .env("WAYBILL_DATA", folder.join("data"))
            // What one host has compiled the next one finds.
            .env(
                "WAYBILL_PLUGIN_CACHE",
                workspace.target.join("waybill-journeys-cache"),
            )
            .env("WAYBILL_LISTEN", format!("127.0.0.1:{port}"))
            // Identity providers that tests start are on this machine.
            .env("WAYBILL_TENANT_PRIVATE_HOSTS", "[127.0.0.1]")
            .env("WAYBILL_SMTP_HOST", "127.0.0.1")
            .env("WAYBILL_SMTP_PORT", mail_port.to_string())
            .env("WAYBILL_SMTP_SECURITY", "None")
            .env("WAYBILL_MAIL_FROM", "noreply@waybill.test")
            .env_remove("DATABASE_URL")
            .current_dir(&*folder)
            .stdout(log.try_clone()?)
            .stderr(log);
        let server = Server::start(&mut waybill, "TERM")?;
        let mut host = Self {
            server,
            folder,
            url: format!("http://localhost:{port}"),
            mail_port,
        };
        host.wait(port)?;
        Ok(host)
    }

    fn wait(&mut self, port: u16) -> Result<()> {
        let start = Instant::now();
        while !answers(port) {
            if !self.server.is_running() {
                self.show_end_of_log();
                bail!("the host ended before it served");
            }
            if start.elapsed() > START {
                self.show_end_of_log();
                bail!("the host did not answer within {} s", START.as_secs());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        println!(
            "the host serves at {} after {:.1} s",
            self.url,
            start.elapsed().as_secs_f64()
        );
        Ok(())
    }

    /// Its address.
    pub fn url(&self) -> &str {
        &self.url
    }

    pub fn show_end_of_log(&self) {
        if let Err(error) = show_end(&self.folder.join("log")) {
            println!("{error:#}");
        }
    }
}

/// Whether the sign-in page's own question, the session, is answered.
fn answers(port: u16) -> bool {
    let ask = || -> std::io::Result<String> {
        let mut connection = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        connection.set_read_timeout(Some(Duration::from_secs(5)))?;
        write!(
            connection,
            "GET /api/auth/session HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"
        )?;
        let mut start = String::new();
        connection.take(12).read_to_string(&mut start)?;
        Ok(start)
    };
    ask().is_ok_and(|start| start == "HTTP/1.1 200")
}

fn show_end(log: &Path) -> Result<()> {
    let text = fs::read_to_string(log).context("the host left no log")?;
    // Mail is refused all the while no journey listens for it, which says nothing about a failure.
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains("kind=\"tenancy.mail\""))
        .collect();
    println!("the end of the host's log:");
    for line in &lines[lines.len().saturating_sub(12)..] {
        println!("  {line}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_journeys_are_named_and_their_reports_kept() {
        let mut told = Told::default();
        let output = "\
  ✓  1 a.spec.ts:3:1 › opens (2s)
  1) b.spec.ts:30:1 › closes ─────
    Error: expect(locator).toBeVisible() failed

    Locator: getByRole('button', { name: 'Close' })
  2) c.spec.ts:9:1 › was slow ─────
    Error: timeout
  1 failed
    b.spec.ts:30:1 › closes ─────
  1 flaky
    c.spec.ts:9:1 › was slow ─────
  159 passed (20.1m)";
        output.lines().for_each(|line| told.line(line));
        assert_eq!(told.failed, ["b.spec.ts:30:1 › closes"]);
        assert_eq!(told.passed, "159");
        assert_eq!(told.reports.len(), 6);
        let reason = "Error: expect(locator).toBeVisible() failed, Locator: getByRole('button', { name: 'Close' })";
        assert_eq!(
            told.failures(),
            [format!("b.spec.ts:30:1 › closes ({reason})")]
        );
    }
}
