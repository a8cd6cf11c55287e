//! Long work told step by step: a heading, a time, and a table at the end of a run of tests.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use anyhow::Result;

/// Does one step of a command that stops at its first failure, and says how long it took.
pub fn step<T>(title: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    heading(title);
    let start = Instant::now();
    let outcome = work();
    match &outcome {
        Ok(_) => println!("{} {title} ({})", green("done"), time(start.elapsed())),
        Err(_) => println!("{} {title} ({})", red("failed"), time(start.elapsed())),
    }
    outcome
}

fn heading(title: &str) {
    println!("\n{}", bold(&format!("== {title}")));
}

/// The steps of a test run: each is tried even when another failed, and the table tells all of them.
#[derive(Default)]
pub struct Table {
    rows: Vec<Row>,
}

struct Row {
    title: &'static str,
    time: Duration,
    end: End,
}

/// How a step ended; the text is the last column of the table.
pub enum End {
    Passed(String),
    /// Could not be done on this machine, and the reason is no fault of the code.
    Absent(String),
    Failed(String),
}

impl Table {
    /// Does a step; tells whether it failed.
    pub fn step(&mut self, title: &'static str, work: impl FnOnce() -> Result<End>) -> bool {
        heading(title);
        let start = Instant::now();
        let end = work().unwrap_or_else(|error| End::Failed(format!("{error:#}")));
        if let End::Failed(why) = &end {
            println!("{} {title}: {why}", red("failed"));
        }
        let failed = matches!(end, End::Failed(_));
        self.rows.push(Row { title, time: start.elapsed(), end });
        !failed
    }

    /// Prints the table; true if no step failed.
    pub fn finish(&self) -> bool {
        let width = self.rows.iter().map(|row| row.title.len()).max().unwrap_or(0);
        println!("\n{}", bold("== Summary"));
        for row in &self.rows {
            let (word, note) = match &row.end {
                End::Passed(note) => (green("passed"), note),
                End::Absent(note) => (yellow("absent"), note),
                End::Failed(note) => (red("FAILED"), note),
            };
            let note = note.lines().next().unwrap_or_default();
            println!("  {:width$}  {word}  {:>9}  {note}", row.title, time(row.time));
        }
        let total: Duration = self.rows.iter().map(|row| row.time).sum();
        let count = |is: fn(&End) -> bool| self.rows.iter().filter(|row| is(&row.end)).count();
        let failed = count(|end| matches!(end, End::Failed(_)));
        let absent = match count(|end| matches!(end, End::Absent(_))) {
            0 => String::new(),
            n => format!("; {n} could not be tried on this machine"),
        };
        match failed {
            0 => println!("\n{} in {}{absent}", green("All passed"), time(total)),
            n => println!("\n{} in {}{absent}", red(&format!("{n} of {} failed", self.rows.len())), time(total)),
        }
        failed == 0
    }
}

/// A time for people: 0.4 s, 12.3 s, 3 min 05 s.
pub fn time(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{} min {:02} s", duration.as_secs() / 60, duration.as_secs() % 60)
    }
}

fn paint(code: &str, text: &str) -> String {
    if std::io::stdout().is_terminal() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
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
