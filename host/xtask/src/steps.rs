//! Steps of long commands: a heading and duration each, and a summary table.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use anyhow::Result;

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

/// Steps of a test run; all run, even after a failure.
#[derive(Default)]
pub struct Table {
    rows: Vec<Row>,
}

struct Row {
    title: &'static str,
    spent: TimeSpent,
    end: Outcome,
}

pub struct Clock {
    start: Instant,
    processor: Option<Duration>,
}

/// A step's wall time, and CPU time where reported.
#[derive(Clone, Copy, Default)]
pub struct TimeSpent {
    time: Duration,
    processor: Option<Duration>,
}

impl Clock {
    pub fn start() -> Self {
        Self {
            start: Instant::now(),
            processor: processor_time(),
        }
    }

    pub fn read(&self) -> TimeSpent {
        let processor = self
            .processor
            .zip(processor_time())
            .map(|(before, now)| now.saturating_sub(before));
        TimeSpent {
            time: self.start.elapsed(),
            processor,
        }
    }
}

impl std::fmt::Display for TimeSpent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", time(self.time))?;
        self.processor.map_or(Ok(()), |processor| {
            write!(f, ", {} of processors", time(processor))
        })
    }
}

fn processor_time() -> Option<Duration> {
    from_stat(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

/// Parses /proc/self/stat: user and system time in hundredths of a second.
fn from_stat(line: &str) -> Option<Duration> {
    // The second field is a bracketed name that may have blanks.
    let fields = line.rsplit_once(')')?.1.split_whitespace().skip(11).take(4);
    let ticks = fields
        .map(|field| field.parse::<u64>().ok())
        .sum::<Option<u64>>()?;
    Some(Duration::from_millis(ticks * 10))
}

pub enum Outcome {
    Passed(String),
    /// Not possible on this machine; no fault of the code.
    Absent(String),
    Failed(String),
}

impl Table {
    pub fn step(&mut self, title: &'static str, work: impl FnOnce() -> Result<Outcome>) -> bool {
        heading(title);
        let clock = Clock::start();
        let end = work().unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")));
        if let Outcome::Failed(why) = &end {
            println!("{} {title}: {why}", red("failed"));
        }
        let failed = matches!(end, Outcome::Failed(_));
        let spent = clock.read();
        println!("{title}: {spent}");
        self.rows.push(Row { title, spent, end });
        !failed
    }

    pub fn finish(&self) -> bool {
        let width = self
            .rows
            .iter()
            .map(|row| row.title.len())
            .max()
            .unwrap_or(0);
        println!("\n{}", bold("== Summary"));
        for row in &self.rows {
            let (word, note) = match &row.end {
                Outcome::Passed(note) => (green("passed"), note),
                Outcome::Absent(note) => (yellow("absent"), note),
                Outcome::Failed(note) => (red("FAILED"), note),
            };
            let note = note.lines().next().unwrap_or_default();
            let processor = row.spent.processor.map(time).unwrap_or_default();
            println!(
                "  {:width$}  {word}  {:>12}  {processor:>12}  {note}",
                row.title,
                time(row.spent.time)
            );
        }
        let total = TimeSpent {
            time: self.rows.iter().map(|row| row.spent.time).sum(),
            processor: self.rows.iter().map(|row| row.spent.processor).sum(),
        };
        let count = |is: fn(&Outcome) -> bool| self.rows.iter().filter(|row| is(&row.end)).count();
        let failed = count(|end| matches!(end, Outcome::Failed(_)));
        let absent = match count(|end| matches!(end, Outcome::Absent(_))) {
            0 => String::new(),
            n => format!("; {n} could not be tried on this machine"),
        };
        match failed {
            0 => println!("\n{} in {total}{absent}", green("All passed")),
            n => println!(
                "\n{} in {total}{absent}",
                red(&format!("{n} of {} failed", self.rows.len()))
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

    #[test]
    fn processor_time_is_that_of_the_process_and_its_children() {
        let line = "7 (a (b) c) S 1 1 1 0 -1 4194560 9 9 0 0 150 50 1000 300 20 0 1 0 5 6 7";
        assert_eq!(from_stat(line), Some(Duration::from_secs(15)));
        assert_eq!(from_stat("nonsense"), None);
    }
}
