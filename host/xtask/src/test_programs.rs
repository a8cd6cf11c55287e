//! Rust test programs, run concurrently, each timed.

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::bounded::{self, CommandResult};
use crate::child;
use crate::steps::time;
use crate::timings::{self, TestTime};
use crate::workspace;

/// Timeout: more than twice the slowest program's time on a busy machine.
const PROGRAM_TIMEOUT: Duration = Duration::from_secs(35 * 60);

const RETRY_TIMEOUT: Duration = Duration::from_secs(8 * 60);

#[derive(Debug, PartialEq)]
pub struct Program {
    /// Package and target, such as `waybill api`.
    pub name: String,
    pub file: PathBuf,
    /// Package folder, the working directory.
    pub folder: PathBuf,
    pub size: u64,
}

struct Outcome {
    name: String,
    time: Duration,
    passed: usize,
    ignored: usize,
    succeeded: bool,
    failed: Vec<String>,
    times: Vec<TestTime>,
}

pub struct Tests {
    pub passed: usize,
    /// Tests that passed on a second attempt.
    pub second_try: Vec<String>,
}

pub fn run(
    programs: &[Program],
    timings: bool,
    set_up: impl Fn(&mut Command) + Sync,
) -> Result<Tests> {
    let mut outcomes = run_all(programs, &set_up);
    print_slowest(&outcomes);
    // A shared machine may be slow for minutes: CI retries failures once, alone.
    let second_try = if std::env::var_os("CI").is_some() {
        retry_failed(programs, &mut outcomes, &set_up)
    } else {
        Vec::new()
    };
    let times = outcomes
        .iter_mut()
        .flat_map(|one| std::mem::take(&mut one.times))
        .collect();
    if timings {
        timings::print_slowest("Rust tests", times);
    }
    let sum = |count: fn(&Outcome) -> usize| outcomes.iter().map(count).sum::<usize>();
    let failed: Vec<&str> = outcomes
        .iter()
        .filter(|one| !one.succeeded)
        .map(|one| one.name.as_str())
        .collect();
    if !failed.is_empty() {
        bail!("tests failed in {}", failed.join(", "));
    }
    match sum(|one| one.ignored) {
        0 => Ok(Tests {
            passed: sum(|one| one.passed),
            second_try,
        }),
        ignored => bail!("{ignored} tests are ignored; a test runs or is not there"),
    }
}

/// Runs a program per core; each runs twice as many tests, which mostly wait.
fn run_all(programs: &[Program], set_up: &(impl Fn(&mut Command) + Sync)) -> Vec<Outcome> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (queue, outcomes) = (
        Mutex::new(programs.iter().collect::<VecDeque<_>>()),
        Mutex::new(Vec::new()),
    );
    let work = || {
        loop {
            let next = queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop_front();
            let Some(program) = next else {
                return child::processor_time();
            };
            let outcome = run_one(program, &[], cores * 2, PROGRAM_TIMEOUT, set_up);
            outcomes
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(outcome);
        }
    };
    let spent = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .filter_map(|worker| worker.join().ok())
            .sum()
    });
    child::add_processor_time(spent);
    outcomes
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
}

/// Retries failed tests one by one. Returns those that passed.
fn retry_failed(
    programs: &[Program],
    outcomes: &mut [Outcome],
    set_up: &impl Fn(&mut Command),
) -> Vec<String> {
    let mut passed = Vec::new();
    for outcome in outcomes
        .iter_mut()
        .filter(|one| !one.succeeded && !one.failed.is_empty())
    {
        let Some(program) = programs.iter().find(|program| program.name == outcome.name) else {
            continue;
        };
        println!("\nOnce more: {}", outcome.failed.join(", "));
        let retried = run_one(program, &outcome.failed, 1, RETRY_TIMEOUT, set_up);
        if retried.succeeded && retried.passed == outcome.failed.len() {
            outcome.succeeded = true;
            outcome.passed += retried.passed;
            passed.append(&mut outcome.failed);
        }
    }
    passed
}

/// Runs a program; only the given tests, if any.
fn run_one(
    program: &Program,
    tests: &[String],
    threads: usize,
    most: Duration,
    set_up: &impl Fn(&mut Command),
) -> Outcome {
    let start = Instant::now();
    let mut command = Command::new(&program.file);
    if !tests.is_empty() {
        command.arg("--exact").args(tests);
    }
    workspace::remove_own_variables(&mut command);
    command
        .current_dir(&program.folder)
        .env("CARGO_MANIFEST_DIR", &program.folder);
    let threads = std::env::var("RUST_TEST_THREADS")
        .ok()
        .and_then(|set| set.parse().ok())
        .unwrap_or(threads);
    command.env("RUST_TEST_THREADS", threads.to_string());
    set_up(&mut command);
    let CommandResult {
        succeeded,
        hung,
        text,
        line_times,
    } = bounded::run(&mut command, most).unwrap_or_else(|error| CommandResult {
        succeeded: false,
        hung: false,
        text: format!("{error:#}"),
        line_times: Vec::new(),
    });
    // Printed at once, so outputs don't mix.
    println!(
        "\n-- {} ({})\n{}",
        program.name,
        time(start.elapsed()),
        text.trim()
    );
    let sum = |word| text.lines().map(|line| count(line, word)).sum();
    let mut failed: Vec<String> = text
        .lines()
        .filter_map(|line| test_name(line, "FAILED"))
        .map(str::to_owned)
        .collect();
    let mut passed = sum("passed");
    if hung {
        // The summary line is missing.
        let done: HashSet<&str> = text
            .lines()
            .filter_map(|line| test_name(line, "ok"))
            .collect();
        passed = done.len();
        let requested = if tests.is_empty() {
            list_tests(program)
        } else {
            tests.to_vec()
        };
        failed = requested
            .into_iter()
            .filter(|test| !done.contains(test.as_str()))
            .collect();
        println!("Not ended: {}", failed.join(", "));
    }
    let times = if tests.is_empty() {
        test_times(program, &text, &line_times, threads)
    } else {
        Vec::new()
    };
    Outcome {
        name: program.name.clone(),
        time: start.elapsed(),
        passed,
        ignored: sum("ignored"),
        succeeded,
        failed,
        times,
    }
}

/// Derives the duration of each test of a whole run.
fn test_times(
    program: &Program,
    text: &str,
    line_times: &[Duration],
    threads: usize,
) -> Vec<TestTime> {
    let ends: Vec<(&str, Duration)> = text
        .lines()
        .zip(line_times)
        .filter_map(|(line, seen)| {
            let name = test_name(line, "ok").or_else(|| test_name(line, "FAILED"))?;
            Some((name, *seen))
        })
        .collect();
    let mut times = timings::from_ends(&list_tests(program), &ends, threads);
    for test in &mut times {
        test.name = format!("{} {}", program.name, test.name);
    }
    times
}

fn list_tests(program: &Program) -> Vec<String> {
    let mut list = Command::new(&program.file);
    let text = child::output_of(list.args(["--list", "--format", "terse"])).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.strip_suffix(": test"))
        .map(str::to_owned)
        .collect()
}

fn print_slowest(outcomes: &[Outcome]) {
    const MAX_SHOWN: usize = 10;
    let mut longest: Vec<&Outcome> = outcomes.iter().collect();
    longest.sort_by_key(|one| std::cmp::Reverse(one.time));
    println!("\nThe test programs that took longest:");
    for one in &longest[..longest.len().min(MAX_SHOWN)] {
        println!(
            "  {:>9}  {:4} tests  {}",
            time(one.time),
            one.passed,
            one.name
        );
    }
}

/// Parses `test policy::a_call ... FAILED` with this result.
fn test_name<'line>(line: &'line str, how: &str) -> Option<&'line str> {
    line.strip_prefix("test ")?
        .strip_suffix(how)?
        .strip_suffix(" ... ")
}

/// Returns a word's number in `test result: ok. 12 passed; 0 failed; …`.
fn count(line: &str, word: &str) -> usize {
    let Some(result) = line.strip_prefix("test result:") else {
        return 0;
    };
    result
        .split([';', '.'])
        .filter_map(|part| part.trim().strip_suffix(word)?.trim().parse::<usize>().ok())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_of_a_program_are_read() {
        let line = "test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 1 filtered out; finished in 0.05s";
        assert_eq!((count(line, "passed"), count(line, "ignored")), (12, 3));
        assert_eq!(count("7 passed; said by a test", "passed"), 0);
    }

    fn fake(name: &str, script: &str) -> Program {
        let file =
            std::env::temp_dir().join(format!("waybill-xtask-{name}-{}", std::process::id()));
        std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755))
            .unwrap();
        Program {
            name: name.to_owned(),
            file,
            folder: std::env::temp_dir(),
            size: 0,
        }
    }

    #[test]
    fn of_a_program_that_hangs_the_tests_are_told_that_did_not_end() {
        let script = "[ \"$1\" = --list ] && echo 'a::quick: test' && echo 'a::slow: test' && exit
            echo 'test a::quick ... ok'; exec sleep 60";
        let program = fake("hangs", script);
        let outcome = run_one(&program, &[], 1, Duration::from_millis(300), &|_| ());
        std::fs::remove_file(&program.file).unwrap();
        assert_eq!(
            (outcome.succeeded, outcome.passed, outcome.failed),
            (false, 1, vec!["a::slow".to_owned()])
        );
    }

    #[test]
    fn a_program_that_fails_is_told_and_the_others_still_run() {
        let good = fake(
            "good",
            "echo \"test result: ok. $COUNT passed; 0 failed; 0 ignored\"",
        );
        // Fails unless a test is requested by name.
        let busy = "[ \"$2\" = a::slow ] && echo 'test result: ok. 1 passed; 0 failed' && exit
            echo 'test a::slow ... FAILED'; echo 'test result: FAILED. 4 passed; 1 failed'; exit 101";
        let wrong = "echo 'test a::wrong ... FAILED'; echo 'test result: FAILED. 0 passed; 1 failed'; exit 101";
        let programs = vec![
            fake("bad", "exit 101"),
            fake("busy", busy),
            good,
            fake("wrong", wrong),
        ];
        let files: Vec<PathBuf> = programs
            .iter()
            .map(|program| program.file.clone())
            .collect();
        let set_up = |command: &mut Command| {
            command.env("COUNT", "2");
        };
        let mut outcomes = run_all(&programs, &set_up);
        outcomes.sort_by(|one, other| one.name.cmp(&other.name));
        let names: Vec<_> = outcomes
            .iter()
            .map(|one| (one.name.as_str(), one.succeeded, one.passed))
            .collect();
        assert_eq!(
            names,
            [
                ("bad", false, 0),
                ("busy", false, 4),
                ("good", true, 2),
                ("wrong", false, 0)
            ]
        );
        assert_eq!(retry_failed(&programs, &mut outcomes, &set_up), ["a::slow"]);
        let names: Vec<_> = outcomes
            .iter()
            .map(|one| (one.succeeded, one.passed))
            .collect();
        assert_eq!(names, [(false, 0), (true, 5), (true, 2), (false, 0)]);
        for file in files {
            std::fs::remove_file(file).unwrap();
        }
    }
}
