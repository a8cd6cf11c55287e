//! A headless browser without a profile or a network, ended with all its child processes.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Stdio,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use rustix::process::{Pid, Signal, geteuid, kill_process_group};
use tokio::process::{Child, Command};

const NAMES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chromium-headless-shell",
];

/// No outside calls, background pages at full speed, overlay scroll bars as on a phone.
const FLAGS: &[&str] = &[
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-extensions",
    "--disable-default-apps",
    "--disable-breakpad",
    "--disable-dev-shm-usage",
    "--disable-popup-blocking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--hide-scrollbars",
    "--mute-audio",
    "--force-prefers-reduced-motion",
    "--lang=en-AU",
    "--screen-info={1600x1200}",
    "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];

/// Finds the browser by name, by `CHROMIUM` or on the path. The error lists the places.
pub fn find(named: Option<PathBuf>) -> Result<PathBuf, String> {
    let set = std::env::var_os("CHROMIUM")
        .filter(|name| !name.is_empty())
        .map(PathBuf::from);
    if let Some(program) = named.or(set) {
        return match program.is_file() {
            true => Ok(program),
            false => Err(format!("there is no browser at {}", program.display())),
        };
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = NAMES.iter().find_map(|name| {
        let mut places = std::env::split_paths(&path).map(|folder| folder.join(name));
        places.find(|file| file.is_file())
    });
    found.ok_or_else(|| {
        "no browser was found: install Chromium, or name one with --browser or in CHROMIUM; --no-browser says that this \
         is meant"
            .into()
    })
}

/// A running browser, ended on drop.
pub struct Chromium {
    child: Child,
    group: Option<Pid>,
    profile: PathBuf,
}

impl Chromium {
    pub fn start(program: &Path, url: &str) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "waybill-front-end-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let profile = std::env::temp_dir().join(name);
        fs::create_dir_all(&profile)?;
        let mut command = Command::new(program);
        command.args(FLAGS).arg(format!(
            "--user-data-dir={}",
            profile.join("profile").display()
        ));
        // Chromium refuses to sandbox a superuser's pages.
        if geteuid().is_root() {
            command.arg("--no-sandbox");
        }
        command
            .arg(url)
            .process_group(0)
            .kill_on_drop(true)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        command.stderr(fs::File::create(profile.join("said"))?);
        let child = command.spawn()?;
        let group = child
            .id()
            .and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        Ok(Chromium {
            child,
            group,
            profile,
        })
    }

    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends the browser and returns its last line of output.
    pub async fn end(mut self) -> String {
        self.kill();
        // The exit status is irrelevant.
        let _ = tokio::time::timeout(Duration::from_secs(5), self.child.wait()).await;
        let said = fs::read_to_string(self.profile.join("said")).unwrap_or_default();
        // Without a message bus Chromium complains only about that.
        let last = said
            .lines()
            .rev()
            .find(|line| !line.is_empty() && !line.contains("dbus"));
        last.unwrap_or("it said nothing").to_owned()
    }

    fn kill(&self) {
        if let Some(group) = self.group {
            // The process may have exited already.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        self.kill();
        for _ in 0..3 {
            if fs::remove_dir_all(&self.profile).is_ok() {
                break;
            }
        }
    }
}
