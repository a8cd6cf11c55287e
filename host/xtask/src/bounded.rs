//! Runs a program with a timeout, its output in a file, and dumps its threads before killing it.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::child;
use crate::temporary::Temporary;

pub struct CommandResult {
    pub succeeded: bool,
    /// Set after a timeout; the text then ends with its threads.
    pub hung: bool,
    pub text: String,
    /// When each line of the text was seen, to about 20 ms.
    pub line_times: Vec<Duration>,
}

/// Runs the program and kills it after a timeout.
///
/// Output goes to a file, not pipes: leftover child processes would keep a pipe open.
pub fn run(command: &mut Command, timeout: Duration) -> Result<CommandResult> {
    let folder = Temporary::new("output")?;
    let path = folder.join("text");
    let output =
        File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
    command
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output);
    let mut child = command.spawn().context("it could not be started")?;
    let start = Instant::now();
    let (mut output, mut line_times) = (File::open(&path)?, Vec::new());
    loop {
        let status = child::try_wait(&mut child)?;
        let lines = count_new_lines(&mut output)?;
        line_times.resize(line_times.len() + lines, start.elapsed());
        if let Some(status) = status {
            return Ok(CommandResult {
                succeeded: status.success(),
                hung: false,
                text: read(&path)?,
                line_times,
            });
        }
        if start.elapsed() >= timeout {
            let threads = dump_threads(child.id());
            child.kill()?;
            child.wait()?;
            let text = format!(
                "{}\nIt hangs and was ended. Its threads:\n{threads}",
                read(&path)?
            );
            return Ok(CommandResult {
                succeeded: false,
                hung: true,
                text,
                line_times,
            });
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Counts the lines that were added since the last call.
fn count_new_lines(output: &mut File) -> Result<usize> {
    let mut added = Vec::new();
    output.read_to_end(&mut added)?;
    Ok(added.iter().filter(|byte| **byte == b'\n').count())
}

fn read(path: &Path) -> Result<String> {
    Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned())
}

/// Dumps a process's threads by gdb, else by the kernel.
fn dump_threads(process: u32) -> String {
    let mut debugger = Command::new("gdb");
    debugger.args([
        "-batch",
        "-ex",
        "thread apply all bt 16",
        "-p",
        &process.to_string(),
    ]);
    child::output_of(&mut debugger).unwrap_or_else(|| kernel_waits(process).unwrap_or_default())
}

fn kernel_waits(process: u32) -> Option<String> {
    let mut report = String::new();
    for task in fs::read_dir(format!("/proc/{process}/task"))
        .ok()?
        .flatten()
    {
        let read = |name: &str| {
            fs::read_to_string(task.path().join(name))
                .unwrap_or_default()
                .trim()
                .to_owned()
        };
        report += &format!(
            "{}: {} in {}\n",
            task.file_name().to_string_lossy(),
            read("comm"),
            read("wchan")
        );
    }
    Some(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, timeout: Duration) -> CommandResult {
        run(Command::new("sh").args(["-c", script]), timeout).unwrap()
    }

    #[test]
    fn both_outputs_and_the_outcome_are_told() {
        let ended = shell("echo one; echo two >&2; exit 3", Duration::from_secs(20));
        assert_eq!(
            (ended.succeeded, ended.hung, ended.text.as_str()),
            (false, false, "one\ntwo\n")
        );
    }

    #[test]
    fn a_program_that_hangs_is_ended_and_told() {
        let ended = shell("echo begun; exec sleep 60", Duration::from_millis(300));
        assert!(
            ended.hung && ended.text.starts_with("begun\n\nIt hangs"),
            "{}",
            ended.text
        );
    }

    #[test]
    fn what_a_program_left_behind_holds_nobody_up() {
        let begun = Instant::now();
        let ended = shell("sleep 5 & echo done", Duration::from_secs(20));
        assert!(ended.succeeded && begun.elapsed() < Duration::from_secs(4));
    }
}
