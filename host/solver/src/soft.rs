//! Times of a fixed sequence that break its windows as little as possible.

use crate::model::TIME_SCALE;
use crate::problem::Window;
use crate::schedule::{Bounds, Cause, Violation};

/// Longest table of the exact method, in entries.
const MAX_TABLE: usize = 20_000_000;
const INFINITE: i64 = i64::MAX / 4;

/// A point in time of a sequence: it begins at least `gap` after the point before it.
pub(crate) struct Point {
    pub windows: Vec<Window>,
    pub gap: i64,
    pub not_before: Option<i64>,
    pub not_after: Option<i64>,
}

impl Point {
    pub fn new(windows: Vec<Window>, gap: i64) -> Self {
        Self {
            windows,
            gap,
            not_before: None,
            not_after: None,
        }
    }

    /// Adds hard limits.
    pub fn within(self, bounds: Bounds) -> Self {
        let limit = |limit: Option<i64>| limit.map(|limit| limit * TIME_SCALE);
        Self {
            not_before: limit(bounds.not_before),
            not_after: limit(bounds.not_after),
            ..self
        }
    }

    /// First time from `time` that breaks nothing.
    pub fn first(&self, time: i64) -> Option<i64> {
        let time = time.max(self.not_before.unwrap_or(0));
        let begin = match self.windows.as_slice() {
            [] => time,
            windows => windows.iter().find(|window| time <= window.1)?.0.max(time),
        };
        self.not_after
            .is_none_or(|limit| begin <= limit)
            .then_some(begin)
    }

    /// Last time until `time` that breaks nothing.
    pub fn last(&self, time: i64) -> Option<i64> {
        let time = time.min(self.not_after.unwrap_or(INFINITE));
        let begin = match self.windows.as_slice() {
            [] => time,
            windows => windows
                .iter()
                .rev()
                .find(|window| window.0 <= time)?
                .1
                .min(time),
        };
        self.not_before
            .is_none_or(|limit| begin >= limit)
            .then_some(begin)
    }

    /// First time from `time`, late if need be.
    pub fn begin(&self, time: i64) -> i64 {
        let late = time.max(self.not_before.unwrap_or(0));
        self.first(time).unwrap_or(late)
    }

    pub fn violation(&self, begin: i64) -> Option<Violation> {
        let (miss, cause) = self.miss(begin);
        (miss > 0).then_some(Violation {
            cause,
            duration: Some((miss + TIME_SCALE - 1) / TIME_SCALE),
        })
    }

    /// Distance to the nearest window.
    fn miss(&self, begin: i64) -> (i64, Cause) {
        let misses = self.windows.iter().map(|window| {
            if begin < window.0 {
                (window.0 - begin, Cause::LeadTime)
            } else {
                ((begin - window.1).max(0), Cause::Delay)
            }
        });
        misses
            .min_by_key(|miss| miss.0)
            .unwrap_or((0, Cause::Delay))
    }

    /// True if a hard limit is exceeded.
    pub fn is_outside(&self, begin: i64) -> bool {
        begin < self.not_before.unwrap_or(0) || self.not_after.is_some_and(|limit| begin > limit)
    }

    fn cost(&self, begin: i64) -> i64 {
        match self.is_outside(begin) {
            true => INFINITE,
            false => self.miss(begin).0,
        }
    }
}

/// Minimises the sum of misses, then the end, and starts as late as that allows.
///
/// With the gaps taken off, times only have to ascend, and some optimum has each of them at an end
/// of a window: a table over points and ends finds it exactly.
pub(crate) fn least_violation(points: &[Point]) -> Vec<i64> {
    let mut sum = 0;
    let gaps: Vec<i64> = (points.iter())
        .map(|point| {
            sum += point.gap;
            sum
        })
        .collect();
    let mut ends = vec![0];
    for (point, gap) in points.iter().zip(&gaps) {
        let limits = point.not_before.iter().chain(&point.not_after).copied();
        let windows = point.windows.iter().flat_map(|window| [window.0, window.1]);
        ends.extend(limits.chain(windows).map(|time| time - gap));
    }
    ends.sort_unstable();
    ends.dedup();
    let table = if ends.len() * points.len() > MAX_TABLE {
        None
    } else {
        fill(points, &gaps, &ends)
    };
    let Some(choice) = table else {
        // Hard limits that contradict each other, or a route beyond all reason.
        let mut time = 0;
        let forward = points.iter().map(|point| {
            time = point.begin(time + point.gap);
            time
        });
        return forward.collect();
    };
    choice
        .iter()
        .zip(&gaps)
        .map(|(&end, gap)| ends[end] + gap)
        .collect()
}

/// Index of the chosen end for each point.
fn fill(points: &[Point], gaps: &[i64], ends: &[i64]) -> Option<Vec<usize>> {
    let count = ends.len();
    let cost = |point: usize, end: usize| points[point].cost(ends[end] + gaps[point]);
    let add = |a: i64, b: i64| (a + b).min(INFINITE);
    // Least cost up to each point, for the best total and the earliest end.
    let mut before: Vec<i64> = (0..count).map(|end| cost(0, end)).collect();
    for point in 1..points.len() {
        let mut least = INFINITE;
        for (end, entry) in before.iter_mut().enumerate() {
            least = least.min(*entry);
            *entry = add(least, cost(point, end));
        }
    }
    let total = *before.iter().min()?;
    if total >= INFINITE {
        return None;
    }
    let last = before.iter().position(|&entry| entry == total)?;
    // Least cost from each point on, with that end.
    let mut after = vec![INFINITE; points.len() * count];
    let final_row = (points.len() - 1) * count;
    after[final_row + last] = cost(points.len() - 1, last);
    for point in (0..points.len() - 1).rev() {
        let mut least = INFINITE;
        for end in (0..count).rev() {
            least = least.min(after[(point + 1) * count + end]);
            after[point * count + end] = add(least, cost(point, end));
        }
    }
    let mut at = (0..count).rev().find(|&end| after[end] == total)?;
    let mut choice = vec![at];
    for point in 1..points.len() {
        let row = &after[point * count..(point + 1) * count];
        let least = row[at..].iter().min()?;
        at = (at..count).find(|&end| row[end] == *least)?;
        choice.push(at);
    }
    Some(choice)
}
