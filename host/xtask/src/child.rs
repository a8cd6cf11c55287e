//! Child processes: commands to wait for, and servers that end with this process.

use std::cell::Cell;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

const POLL_INTERVAL: Duration = Duration::from_millis(20);

thread_local! {
    static PROCESSOR_TIME: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Returns the processor time of the children this thread has waited for.
pub fn processor_time() -> Duration {
    PROCESSOR_TIME.get()
}

/// Adds processor time that other threads spent for this one.
pub fn add_processor_time(spent: Duration) {
    PROCESSOR_TIME.set(PROCESSOR_TIME.get() + spent);
}

/// Returns the status once the child has ended, and adds its processor time to this thread.
///
/// The kernel reports the time only until the child is waited for.
pub fn try_wait(child: &mut Child) -> std::io::Result<Option<ExitStatus>> {
    let Ok(line) = std::fs::read_to_string(format!("/proc/{}/stat", child.id())) else {
        // Not Linux.
        return child.try_wait();
    };
    let is_zombie = line
        .rsplit_once(')')
        .is_some_and(|(_, fields)| fields.trim_start().starts_with(['Z', 'X']));
    if !is_zombie {
        return Ok(None);
    }
    // A zombie's other threads may still be ending.
    let status = child.try_wait()?;
    if status.is_some() {
        add_processor_time(ticks(&line).unwrap_or_default());
    }
    Ok(status)
}

/// Parses /proc/PID/stat: user and system time, in hundredths of a second, with waited children.
fn ticks(line: &str) -> Option<Duration> {
    // The second field is a bracketed name that may have blanks.
    let fields = line.rsplit_once(')')?.1.split_whitespace().skip(11).take(4);
    let ticks = fields
        .map(|field| field.parse::<u64>().ok())
        .sum::<Option<u64>>()?;
    Some(Duration::from_millis(ticks * 10))
}

fn wait(child: &mut Child) -> std::io::Result<ExitStatus> {
    loop {
        if let Some(status) = try_wait(child)? {
            return Ok(status);
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Runs a command with inherited output. The error names the command.
pub fn run(command: &mut Command) -> Result<()> {
    let mut child = command
        .spawn()
        .with_context(|| format!("{} could not be started", name(command)))?;
    if !wait(&mut child)?.success() {
        bail!(
            "`{}` did not succeed; its own message is above",
            format_command(command)
        );
    }
    Ok(())
}

/// Runs a command, printing each line of output and passing it to `see`.
pub fn run_and_see(command: &mut Command, mut see: impl FnMut(&str)) -> Result<()> {
    run_and_read(command, |line| {
        println!("{line}");
        see(&strip_colours(line));
    })
}

pub fn run_and_read(command: &mut Command, mut read: impl FnMut(&str)) -> Result<()> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("{} could not be started", name(command)))?;
    let output = child.stdout.take().context("standard output was piped")?;
    for line in BufReader::new(output).split(b'\n') {
        let line = line?;
        read(&String::from_utf8_lossy(&line));
    }
    if !wait(&mut child)?.success() {
        bail!(
            "`{}` did not succeed; its own message is above",
            format_command(command)
        );
    }
    Ok(())
}

fn strip_colours(line: &str) -> String {
    let mut parts = line.split("\x1b[");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // An escape sequence ends with its first letter.
        text.extend(
            part.chars()
                .skip_while(|letter| !letter.is_ascii_alphabetic())
                .skip(1),
        );
    }
    text
}

pub fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn name(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}

fn format_command(command: &Command) -> String {
    let program = name(command);
    let mut parts = vec![program.rsplit('/').next().unwrap_or(&program).to_owned()];
    parts.extend(
        command
            .get_args()
            .map(|word| word.to_string_lossy().into_owned()),
    );
    parts.join(" ")
}

/// A server that ends with this value, and with this process even when it is killed.
///
/// A shell waits on a pipe of this process and stops the server when it closes.
pub struct Server {
    shell: Child,
    lifeline: Option<ChildStdin>,
}

const KEEPER: &str = r#"
trap : INT TERM HUP
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
{
    read -r _ <&3
    kill -s "$STOP_SIGNAL" "$server"
    sleep 20
    kill -s KILL "$server"
} >/dev/null 2>&1 &
reader=$!
while kill -s 0 "$server" 2>/dev/null; do wait "$server"; done
kill "$reader" 2>/dev/null
"#;

/// Builds a command for `Server::start`; add arguments, variables and user as usual.
pub fn server(program: impl AsRef<OsStr>) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", KEEPER, "sh"]).arg(program);
    shell
}

impl Server {
    /// Starts the command; `stop` is its signal (INT, QUIT, TERM).
    pub fn start(shell: &mut Command, stop: &str) -> Result<Self> {
        shell.env("STOP_SIGNAL", stop).stdin(Stdio::piped());
        let mut shell = shell.spawn().context("`sh` could not be started")?;
        let lifeline = shell.stdin.take();
        Ok(Self { shell, lifeline })
    }

    /// Returns false once the server has ended.
    pub fn is_running(&mut self) -> bool {
        matches!(self.shell.try_wait(), Ok(None))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.lifeline.take());
        // The shell ends with its server; a failed wait can't be reported.
        let _ = wait(&mut self.shell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn a_server_ends_with_its_value() {
        let file =
            std::env::temp_dir().join(format!("waybill-xtask-server-{}", std::process::id()));
        // Records a graceful stop, which a kill would prevent.
        let script = format!(
            "trap 'echo ended > {0}; exit' TERM; echo up > {0}; while :; do sleep 0.05; done",
            file.display()
        );
        let mut running = Server::start(server("sh").args(["-c", &script]), "TERM").unwrap();
        let start = Instant::now();
        while !file.exists() && start.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(running.is_running());
        drop(running);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "ended\n");
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn colours_are_taken_off() {
        assert_eq!(
            strip_colours("\x1b[2m   Tests \x1b[22m \x1b[1m\x1b[32m192 passed\x1b[39m"),
            "   Tests  192 passed"
        );
    }

    #[test]
    fn processor_time_is_that_of_the_child_and_its_children() {
        let line = "7 (a (b) c) S 1 1 1 0 -1 4194560 9 9 0 0 150 50 1000 300 20 0 1 0 5 6 7";
        assert_eq!(ticks(line), Some(Duration::from_secs(15)));
        assert_eq!(ticks("nonsense"), None);
        let before = processor_time();
        let script = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
        run(Command::new("sh").args(["-c", script])).unwrap();
        assert!(!cfg!(target_os = "linux") || processor_time() > before);
    }

    #[test]
    fn a_failure_names_the_command() {
        let error = run(Command::new("sh").args(["-c", "exit 3"])).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("`sh -c exit 3` did not succeed"),
            "{error}"
        );
    }
}
