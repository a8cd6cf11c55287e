//! Times of single tests, derived from the lines that test programs print.
//!
//! The stable test harness does not report durations. It starts tests in the order of their names,
//! as many as it has threads, and the next one whenever a test ends; so start times follow from the
//! order and from the times of the lines.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use crate::steps::time;

const MAX_SHOWN: usize = 50;

/// Duration of a test.
#[derive(Debug, Clone, PartialEq)]
pub struct TestTime {
    pub name: String,
    pub time: Duration,
}

/// Computes durations from starting order and times of ends.
pub fn from_ends(order: &[String], ends: &[(&str, Duration)], threads: usize) -> Vec<TestTime> {
    let mut waiting: VecDeque<&str> = order.iter().map(String::as_str).collect();
    let mut starts: HashMap<&str, Duration> = HashMap::new();
    for name in waiting.drain(..threads.min(waiting.len())) {
        starts.insert(name, Duration::ZERO);
    }
    let mut times = Vec::new();
    for (name, end) in ends {
        if let Some(start) = starts.get(name) {
            times.push(TestTime {
                name: (*name).to_owned(),
                time: end.saturating_sub(*start),
            });
        }
        if let Some(next) = waiting.pop_front() {
            starts.insert(next, *end);
        }
    }
    times
}

/// Parses `✓  1 a.spec.ts:3:1 › opens (2.1s)`.
pub fn from_reporter(line: &str) -> Option<TestTime> {
    let (rest, length) = line.trim().strip_suffix(')')?.rsplit_once(" (")?;
    let name = rest.split_once(' ')?.1.trim_start();
    let (number, name) = name.split_once(' ')?;
    number
        .parse::<u32>()
        .ok()
        .filter(|_| name.contains(" › "))?;
    Some(TestTime {
        name: name.to_owned(),
        time: parse_length(length)?,
    })
}

/// Parses `340ms`, `2.1s` or `1.2m`.
fn parse_length(length: &str) -> Option<Duration> {
    let (number, unit) = match length.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => match length.strip_suffix('s') {
            Some(number) => (number, 1.0),
            None => (length.strip_suffix('m')?, 60.0),
        },
    };
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * unit).ok()
}

/// Prints the slowest tests with their share of the total.
pub fn print_slowest(what: &str, mut times: Vec<TestTime>) {
    let all: Duration = times.iter().map(|test| test.time).sum();
    times.sort_by_key(|test| std::cmp::Reverse(test.time));
    let shown = &times[..times.len().min(MAX_SHOWN)];
    println!(
        "\nThe slowest {} of {} {what} ({} in all):",
        shown.len(),
        times.len(),
        time(all)
    );
    for test in shown {
        let share = 100.0 * test.time.as_secs_f64() / all.as_secs_f64().max(f64::EPSILON);
        println!("  {:>9}  {share:4.1} %  {}", time(test.time), test.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_starts_when_an_earlier_one_ends() {
        let order = ["a", "b", "c"].map(str::to_owned);
        let second = Duration::from_secs;
        let ends = [("b", second(1)), ("a", second(3)), ("c", second(6))];
        let times: Vec<(String, u64)> = from_ends(&order, &ends, 2)
            .into_iter()
            .map(|test| (test.name, test.time.as_secs()))
            .collect();
        let expected = [("b", 1), ("a", 3), ("c", 5)].map(|(name, time)| (name.to_owned(), time));
        assert_eq!(times, expected);
    }

    #[test]
    fn times_of_the_browser_are_read() {
        let test = from_reporter("  ✓  12 a.spec.ts:3:1 › opens (twice) (2.5s)").unwrap();
        assert_eq!(
            (test.name.as_str(), test.time),
            ("a.spec.ts:3:1 › opens (twice)", Duration::from_millis(2500))
        );
        assert_eq!(parse_length("340ms"), Some(Duration::from_millis(340)));
        assert_eq!(parse_length("1.5m"), Some(Duration::from_secs(90)));
        assert_eq!(from_reporter("  159 passed (20.1m)"), None);
    }
}
