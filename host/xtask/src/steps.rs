//! Steps of long commands: a heading and duration each, and a summary table.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::child;

pub fn step<T>(title: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    heading(title);
    let clock = Clock::start();
    let outcome = work();
    let word = if outcome.is_ok() {
        green("done")
    } else {
        red("failed")
    };
    println!("{word} {title} ({})", clock.read());
    outcome
}

fn heading(title: &str) {
    println!("\n{}", bold(&format!("== {title}")));
}

/// Steps of a test run, in several threads; all run, even after a failure.
pub struct Table {
    clock: Clock,
    rows: Mutex<Vec<Row>>,
}

struct Row {
    title: &'static str,
    spent: TimeSpent,
    end: Outcome,
}

pub struct Clock {
    start: Instant,
    processor: Duration,
}

/// A step's wall time, and processor time of the children its thread waited for.
#[derive(Clone, Copy, Default)]
pub struct TimeSpent {
    time: Duration,
    processor: Duration,
}

impl Clock {
    pub fn start() -> Self {
        Self {
            start: Instant::now(),
            processor: child::processor_time(),
        }
    }

    pub fn read(&self) -> TimeSpent {
        TimeSpent {
            time: self.start.elapsed(),
            processor: child::processor_time().saturating_sub(self.processor),
        }
    }
}

impl std::fmt::Display for TimeSpent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}, {} of processors",
            time(self.time),
            time(self.processor)
        )
    }
}

pub enum Outcome {
    Passed(String),
    /// Not possible on this machine; no fault of the code.
    Absent(String),
    Failed(String),
}

impl Table {
    pub fn start() -> Self {
        Self {
            clock: Clock::start(),
            rows: Mutex::default(),
        }
    }

    pub fn step(&self, title: &'static str, work: impl FnOnce() -> Result<Outcome>) -> bool {
        heading(title);
        let clock = Clock::start();
        let end = work().unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")));
        if let Outcome::Failed(why) = &end {
            println!("{} {title}: {why}", red("failed"));
        }
        let failed = matches!(end, Outcome::Failed(_));
        let spent = clock.read();
        println!("{title}: {spent}");
        self.rows
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(Row { title, spent, end });
        !failed
    }

    pub fn finish(&self) -> bool {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let width = rows.iter().map(|row| row.title.len()).max().unwrap_or(0);
        println!("\n{}", bold("== Summary"));
        for row in rows.iter() {
            let (word, note) = match &row.end {
                Outcome::Passed(note) => (green("passed"), note),
                Outcome::Absent(note) => (yellow("absent"), note),
                Outcome::Failed(note) => (red("FAILED"), note),
            };
            let note = note.lines().next().unwrap_or_default();
            let processor = time(row.spent.processor);
            println!(
                "  {:width$}  {word}  {:>12}  {processor:>12}  {note}",
                row.title,
                time(row.spent.time)
            );
        }
        let total = TimeSpent {
            // Steps overlap.
            time: self.clock.read().time,
            processor: rows.iter().map(|row| row.spent.processor).sum(),
        };
        let count = |is: fn(&Outcome) -> bool| rows.iter().filter(|row| is(&row.end)).count();
        let failed = count(|end| matches!(end, Outcome::Failed(_)));
        let absent = match count(|end| matches!(end, Outcome::Absent(_))) {
            0 => String::new(),
            n => format!("; {n} could not be tried on this machine"),
        };
        match failed {
            0 => println!("\n{} in {total}{absent}", green("All passed")),
            n => println!(
                "\n{} in {total}{absent}",
                red(&format!("{n} of {} failed", rows.len()))
            ),
        }
        failed == 0
    }
}

/// Formats a duration: 0.4 s, 3 min 05 s.
pub fn time(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        format!(
            "{} min {:02} s",
            duration.as_secs() / 60,
            duration.as_secs() % 60
        )
    }
}

fn paint(code: &str, text: &str) -> String {
    if std::io::stdout().is_terminal() {
        format!("\x1b[{code}m{text}\x1b[0m")
    } else {
        text.to_owned()
    }
}

pub fn bold(text: &str) -> String {
    paint("1", text)
}

pub fn green(text: &str) -> String {
    paint("32", text)
}

pub fn yellow(text: &str) -> String {
    paint("33", text)
}

pub fn red(text: &str) -> String {
    paint("31", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_for_people() {
        assert_eq!(time(Duration::from_millis(440)), "0.4 s");
        assert_eq!(time(Duration::from_secs(185)), "3 min 05 s");
    }
}
