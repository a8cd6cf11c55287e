//! Limits of a search, and reports of its progress.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{Best, Limits, Report, Score};

/// Iterations between two looks at the clock.
const CLOCK: u64 = 16;
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// Counts iterations against the limits.
pub(super) struct Pace<'a> {
    pub limits: Limits<'a>,
    pub iteration: u64,
    /// Share of the limit that is used.
    pub progress: f64,
    report: Option<&'a Report<'a>>,
    next_report: Duration,
    last: Option<Score>,
}

impl<'a> Pace<'a> {
    pub fn new(limits: Limits<'a>, report: Option<&'a Report<'a>>) -> Self {
        Self {
            limits,
            iteration: 0,
            progress: 0.0,
            report,
            next_report: Duration::ZERO,
            last: None,
        }
    }

    /// Begins an iteration. False if the search is over.
    pub fn next(&mut self, best: &Best) -> bool {
        let limits = &self.limits;
        if limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || limits.iterations.is_some_and(|most| self.iteration >= most)
        {
            return false;
        }
        if self.iteration.is_multiple_of(CLOCK) {
            let elapsed = limits.time.map_or(0.0, |time| {
                let elapsed = (limits.clock)().saturating_sub(limits.started);
                elapsed.as_secs_f64() / time.as_secs_f64().max(1e-9)
            });
            if elapsed >= 1.0 {
                return false;
            }
            self.progress = match limits.iterations {
                Some(most) => self.iteration as f64 / most as f64,
                None => elapsed,
            };
            self.report(best);
        }
        self.iteration += 1;
        true
    }

    /// Reports some times in a second.
    fn report(&mut self, best: &Best) {
        let Some(report) = self.report else {
            return;
        };
        let now = (self.limits.clock)();
        if now < self.next_report {
            return;
        }
        self.next_report = now + REPORT_INTERVAL;
        let is_new = self.last != Some(best.score);
        self.last = Some(best.score);
        report(is_new.then_some(best), self.iteration);
    }
}
