//! End-to-end tests: hosts with demo data, and Playwright driving Chromium.

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::child::{self, Server};
use crate::steps::Outcome;
use crate::temporary::Temporary;
use crate::timings::{self, TestTime};
use crate::workspace::Workspace;
use crate::{postgres, run, tools};

/// Startup timeout of a host: migration, seeding and plugin compilation.
const START_TIMEOUT: Duration = Duration::from_secs(120);

const WORKERS: usize = 2;

pub fn end_to_end_tests(workspace: &Workspace, timings: bool) -> Result<Outcome> {
    let Some(chromium) = tools::chromium().or_else(|| download_chromium(workspace)) else {
        return Ok(Outcome::Absent(
            "no browser: install the package `chromium`, or name one in CHROMIUM".to_owned(),
        ));
    };
    // Tests change tenant-wide state, so each worker has its own host.
    let hosts = (0..WORKERS)
        .map(|_| Host::start(workspace))
        .collect::<Result<Vec<Host>>>()?;
    let each = |of: fn(&Host) -> String| hosts.iter().map(of).collect::<Vec<String>>().join(",");
    let mut npm = workspace.npm(["run", "--silent", "e2e"]);
    npm.env("WAYBILL_E2E_URL", each(|host| host.url.clone()))
        .env("CHROMIUM", chromium);
    // Packages made by the tests contain components of our own plugins.
    npm.env("WAYBILL_E2E_PLUGINS", workspace.plugin_folder());
    // Tests add files of map tiles.
    npm.env("WAYBILL_E2E_DATA", each(Host::data_folder));
    npm.env(
        "WAYBILL_E2E_SMTP_PORT",
        each(|host| host.mail_port.to_string()),
    );
    let mut report = PlaywrightReport::default();
    let outcome = child::run_and_see(&mut npm, |line| report.line(line));
    if outcome.is_err() {
        hosts.iter().for_each(Host::show_end_of_log);
        report.repeat_failures();
    }
    if timings {
        timings::print_slowest("end-to-end tests", std::mem::take(&mut report.times));
    }
    outcome.with_context(|| format!("failed: {}", report.failures().join("; ")))?;
    Ok(Outcome::Passed(format!(
        "{} end-to-end tests",
        report.passed
    )))
}

/// Parsed summary of Playwright's list reporter.
#[derive(Default)]
struct PlaywrightReport {
    passed: String,
    times: Vec<TestTime>,
    failed: Vec<String>,
    /// Truncated failure reports.
    reports: Vec<String>,
    under: Section,
}

#[derive(Default, PartialEq)]
enum Section {
    #[default]
    Running,
    Report(usize),
    Failed,
    Other,
}

impl PlaywrightReport {
    /// Maximum lines of a failure's report: title, error and location.
    const MAX_REPORT_LINES: usize = 24;
    const REASON_PREFIXES: [&str; 3] = ["Error:", "Locator:", "Test timeout"];

    fn line(&mut self, line: &str) {
        let text = line.trim();
        self.times.extend(timings::from_reporter(text));
        if let Some((count, _)) = text.split_once(" passed (") {
            count.clone_into(&mut self.passed);
            self.under = Section::Other;
        } else if is_title(text) {
            self.under = Section::Report(0);
        } else if let Some((n, word)) = text.split_once(' ')
            && n.parse::<u32>().is_ok()
            && ["failed", "flaky", "skipped", "interrupted", "did not run"].contains(&word)
        {
            self.under = if word == "failed" {
                Section::Failed
            } else {
                Section::Other
            };
            return;
        }
        match &mut self.under {
            Section::Report(lines) if *lines < Self::MAX_REPORT_LINES => {
                *lines += 1;
                self.reports.push(line.to_owned());
            }
            Section::Failed if text.contains(" › ") => {
                self.failed
                    .push(text.trim_end_matches(['─', ' ']).to_owned());
            }
            _ => {}
        }
    }

    /// Lists each failed test with its reason; long output may be cut.
    fn failures(&self) -> Vec<String> {
        let reason = |title: &str| {
            let mut lines = self.reports.iter().map(|line| line.trim());
            lines.by_ref().find(|line| line.contains(title))?;
            let lines_of_report = lines.take_while(|line| !is_title(line));
            let reasons = lines_of_report.filter(|line| {
                Self::REASON_PREFIXES
                    .iter()
                    .any(|begins| line.starts_with(begins))
            });
            let reasons: Vec<&str> = reasons.take(2).collect();
            (!reasons.is_empty()).then(|| reasons.join(", "))
        };
        let failure = |title: &String| match reason(title) {
            Some(reason) => format!("{title} ({reason})"),
            None => title.clone(),
        };
        self.failed.iter().map(failure).collect()
    }

    /// Repeats the failures at the end of the output.
    fn repeat_failures(&self) {
        println!("failed end-to-end tests:");
        for line in &self.reports {
            println!("{line}");
        }
    }
}

/// Matches a report's first line: `  1) file › title ────`.
fn is_title(line: &str) -> bool {
    line.split_once(") ")
        .is_some_and(|(n, rest)| n.trim().parse::<u32>().is_ok() && rest.contains(" › "))
}

/// Downloads Playwright's Chromium, if the network permits.
fn download_chromium(workspace: &Workspace) -> Option<PathBuf> {
    println!("no Chromium on the path: asking Playwright to download one");
    child::run(&mut workspace.npm(["exec", "--", "playwright", "install", "chromium"])).ok()?;
    let ask = "import('@playwright/test').then((playwright) => console.log(playwright.chromium.executablePath()))";
    let path = PathBuf::from(child::output_of(
        Command::new("node")
            .args(["-e", ask])
            .current_dir(&workspace.root),
    )?);
    path.is_file().then_some(path)
}

/// A host on a free port with its own data, removed on drop.
pub struct Host {
    server: Server,
    folder: Temporary,
    url: String,
    mail_port: u16,
}

impl Host {
    pub fn start(workspace: &Workspace) -> Result<Self> {
        let (port, mail_port) = (postgres::free_port()?, postgres::free_port()?);
        let folder = Temporary::new("end-to-end")?;
        let log = fs::File::create(folder.join("log"))?;

        let mut waybill = child::server(workspace.programs(false).join("waybill"));
        run::set_folders(workspace, &mut waybill);
        waybill
            .args(["serve", "--demo"])
            .env("WAYBILL_DATA", folder.join("data"))
            // Hosts share the compiled plugins.
            .env(
                "WAYBILL_PLUGIN_CACHE",
                workspace.target.join("waybill-end-to-end-cache"),
            )
            .env("WAYBILL_LISTEN", format!("127.0.0.1:{port}"))
            // Identity providers of tests run on this machine.
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
        while !is_responding(port) {
            if !self.server.is_running() {
                self.show_end_of_log();
                bail!("the host ended before it served");
            }
            if start.elapsed() > START_TIMEOUT {
                self.show_end_of_log();
                bail!(
                    "the host did not answer within {} s",
                    START_TIMEOUT.as_secs()
                );
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

    pub fn url(&self) -> &str {
        &self.url
    }

    fn data_folder(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    pub fn show_end_of_log(&self) {
        if let Err(error) = show_end(&self.folder.join("log")) {
            println!("{error:#}");
        }
    }
}

/// Returns true if the session endpoint responds.
fn is_responding(port: u16) -> bool {
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
    // Email failures are expected while no test listens.
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
    fn failed_tests_are_named_and_their_reports_kept() {
        let mut report = PlaywrightReport::default();
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
        output.lines().for_each(|line| report.line(line));
        assert_eq!(report.failed, ["b.spec.ts:30:1 › closes"]);
        assert_eq!(report.passed, "159");
        assert_eq!(report.reports.len(), 6);
        let reason = "Error: expect(locator).toBeVisible() failed, Locator: getByRole('button', { name: 'Close' })";
        assert_eq!(
            report.failures(),
            [format!("b.spec.ts:30:1 › closes ({reason})")]
        );
    }
}
