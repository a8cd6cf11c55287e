//! Temporary PostgreSQL cluster for the tests.

use std::ffi::OsStr;
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::child::{self, Server};
use crate::temporary::Temporary;
use crate::tools;

/// A running cluster, stopped and removed on drop.
pub struct Cluster {
    server: Server,
    folder: Temporary,
    url: String,
}

/// PostgreSQL refuses root, so its server needs another user.
#[derive(Clone, Copy)]
struct User {
    id: u32,
    group: u32,
}

impl Cluster {
    /// Starts a cluster; `None` if PostgreSQL is not installed.
    pub fn start() -> Result<Option<Self>> {
        let Some(programs) = programs() else {
            return Ok(None);
        };
        let user = unprivileged_user()?;
        let folder = Temporary::new("postgres")?;
        if let Some(user) = user {
            chown(&*folder, Some(user.id), Some(user.group))?;
        }
        // Any local process can reach the port, so the superuser has a password.
        let password = random_password();
        create_cluster(&programs, user, &folder, &password)?;
        let port = free_port()?;
        let server = serve(&programs, user, &folder, port)?;
        let url = format!("postgres://waybill:{password}@127.0.0.1:{port}/postgres");
        let mut cluster = Self {
            server,
            folder,
            url,
        };
        cluster.wait(port)?;
        Ok(Some(cluster))
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    fn wait(&mut self, port: u16) -> Result<()> {
        let give_up = Instant::now() + Duration::from_secs(30);
        let ready = self.folder.join("data/postmaster.pid");
        loop {
            // The file's last line is `ready` once connections are accepted.
            let says_ready = fs::read_to_string(&ready).is_ok_and(|text| text.contains("ready"));
            if says_ready && TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
                return Ok(());
            }
            let running = self.server.is_running();
            if !running || Instant::now() > give_up {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                bail!("PostgreSQL did not start: {}", log.trim());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn create_cluster(
    programs: &Path,
    user: Option<User>,
    folder: &Path,
    password: &str,
) -> Result<()> {
    let password_file = folder.join("password");
    fs::write(&password_file, password)?;
    if let Some(user) = user {
        chown(&password_file, Some(user.id), Some(user.group))?;
    }
    let mut initdb = Command::new(programs.join("initdb"));
    initdb
        .args([
            "--username=waybill",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
        ])
        .arg(joined("--pwfile=", &password_file))
        .arg(joined("--pgdata=", &folder.join("data")));
    as_user(&mut initdb, user, folder);
    let output = initdb.output().context("initdb could not be started")?;
    if !output.status.success() {
        bail!(
            "initdb refused: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    fs::remove_file(&password_file).context("cannot remove the password's file")
}

/// Starts the cluster's server; it logs to `folder`/log.
fn serve(programs: &Path, user: Option<User>, folder: &Path, port: u16) -> Result<Server> {
    let mut postgres = child::server(programs.join("postgres"));
    postgres
        .arg("-D")
        .arg(folder.join("data"))
        .arg("-k")
        .arg(folder);
    // Data need not survive: nothing is synced to disk.
    for setting in [
        "listen_addresses=127.0.0.1",
        &format!("port={port}"),
        "fsync=off",
        "synchronous_commit=off",
        "full_page_writes=off",
        "max_connections=500",
        "log_min_messages=fatal",
    ] {
        postgres.args(["-c", setting]);
    }
    as_user(&mut postgres, user, folder);
    let log = fs::File::create(folder.join("log"))?;
    postgres.stdout(log.try_clone()?).stderr(log);
    Server::start(&mut postgres, "QUIT")
}

/// Returns the folder of initdb and postgres, newest first.
fn programs() -> Option<PathBuf> {
    let mut folders = Vec::new();
    for (parent, child) in [
        ("/usr/lib/postgresql", "bin"),
        ("/opt/homebrew/opt", "bin"),
        ("/usr/local/opt", "bin"),
    ] {
        let mut versions = crate::workspace::folders(Path::new(parent)).unwrap_or_default();
        versions.sort_by_key(|name| {
            name.trim_start_matches("postgresql@")
                .parse::<u32>()
                .unwrap_or(0)
        });
        folders.extend(
            versions
                .iter()
                .rev()
                .map(|version| Path::new(parent).join(version).join(child)),
        );
    }
    folders.extend(tools::on_path("initdb").and_then(|file| file.parent().map(Path::to_path_buf)));
    folders
        .into_iter()
        .find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

/// Returns an unprivileged user if we are root.
fn unprivileged_user() -> Result<Option<User>> {
    let id = |flag: &str, name: Option<&str>| -> Option<u32> {
        let mut id = Command::new("id");
        id.arg(flag).args(name);
        child::output_of(&mut id)?.parse().ok()
    };
    if id("-u", None) != Some(0) {
        return Ok(None);
    }
    ["postgres", "nobody"]
        .iter()
        .find_map(|name| Some(User { id: id("-u", Some(name))?, group: id("-g", Some(name))? }))
        .map(Some)
        .context("PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it as")
}

fn as_user(command: &mut Command, user: Option<User>, folder: &Path) {
    command.current_dir(folder);
    if let Some(user) = user {
        command.uid(user.id).gid(user.group).env("HOME", folder);
    }
}

fn joined(flag: &str, path: &Path) -> std::ffi::OsString {
    let mut word = std::ffi::OsString::from(flag);
    word.push::<&OsStr>(path.as_ref());
    word
}

pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?
        .local_addr()?
        .port())
}

/// Returns 128 random bits from the standard library's hash keys.
fn random_password() -> String {
    let half = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", half(), half())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cluster_starts_answers_and_leaves_nothing_behind() {
        let Some(cluster) = Cluster::start().unwrap() else {
            println!("PostgreSQL is not installed here: nothing to start");
            return;
        };
        let (folder, url) = (cluster.folder.to_path_buf(), cluster.url().to_owned());
        let port: u16 = url
            .rsplit(':')
            .next()
            .unwrap()
            .trim_end_matches("/postgres")
            .parse()
            .unwrap();
        assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok());
        drop(cluster);
        assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err());
        assert!(!folder.exists());
    }
}
