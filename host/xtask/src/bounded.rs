//! Runs a program that may hang: for a limited time, its output in a file, and with its threads told when it is ended.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::child;
use crate::temporary::Temporary;

/// How a program ended.
pub struct Ended {
    pub succeeded: bool,
    /// It took longer than it may and was ended; its text then says where its threads stood.
    pub hung: bool,
    /// What it wrote to both of its outputs.
    pub text: String,
}

/// Runs it, ending it after `most`.
///
/// Its outputs are a file and no pipes: what it started and left behind would keep a pipe open after its end.
pub fn run(command: &mut Command, most: Duration) -> Result<Ended> {
    let folder = Temporary::new("output")?;
    let path = folder.join("text");
    let output =
        File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
    command
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output);
    let mut child = command.spawn().context("it could not be started")?;
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ended {
                succeeded: status.success(),
                hung: false,
                text: read(&path)?,
            });
        }
        if begun.elapsed() >= most {
            let threads = threads(child.id());
            child.kill()?;
            child.wait()?;
            let text = format!(
                "{}\nIt hangs and was ended. Its threads:\n{threads}",
                read(&path)?
            );
            return Ok(Ended {
                succeeded: false,
                hung: true,
                text,
            });
        }
        thread::sleep(Duration::from_millis(20));
    }
}

fn read(path: &Path) -> Result<String> {
    Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned())
}

/// Where the threads of a process stand: their stacks where a debugger is installed, else what the kernel tells.
fn threads(process: u32) -> String {
    let mut debugger = Command::new("gdb");
    debugger.args([
        "-batch",
        "-ex",
        "thread apply all bt 16",
        "-p",
        &process.to_string(),
    ]);
    child::answer(&mut debugger).unwrap_or_else(|| waits(process).unwrap_or_default())
}

fn waits(process: u32) -> Option<String> {
    let mut told = String::new();
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
        told += &format!(
            "{}: {} in {}\n",
            task.file_name().to_string_lossy(),
            read("comm"),
            read("wchan")
        );
    }
    Some(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, most: Duration) -> Ended {
        run(Command::new("sh").args(["-c", script]), most).unwrap()
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
