//! Work and rest of a driver, in whole minutes.
//!
//! Rest counts in blocks of 15 minutes: a shorter pause is work, and the rest of a longer one that
//! fills no block too.

use chrono::{DateTime, TimeDelta, Utc};

/// Minutes of a block of rest.
pub(super) const BLOCK: i64 = 15;
pub(super) const HOUR: i64 = 60;
pub(super) const DAY: i64 = 24 * HOUR;

/// A time in minutes since 1970.
pub(super) type Minute = i64;

/// Work or rest, from a minute until another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub from: Minute,
    pub to: Minute,
}

impl Span {
    pub fn new(from: Minute, to: Minute) -> Self {
        Self { from, to }
    }

    /// Minutes of this span within another.
    pub fn within(self, other: Self) -> i64 {
        (self.to.min(other.to) - self.from.max(other.from)).max(0)
    }

    pub fn length(self) -> i64 {
        self.to - self.from
    }
}

/// Work of a driver in order, without overlaps. Everything between is rest, and so is the time
/// before the first span.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Worked(Vec<Span>);

impl Worked {
    /// Joins work and counts rest in blocks.
    pub fn new(mut spans: Vec<Span>) -> Self {
        spans.retain(|span| span.length() > 0);
        spans.sort_by_key(|span| span.from);
        let mut joined: Vec<Span> = Vec::new();
        for span in spans {
            match joined.last_mut() {
                Some(last) => {
                    let gap = (span.from - last.to).max(0);
                    // The remainder after whole blocks is work.
                    last.to += gap % BLOCK;
                    match gap < BLOCK {
                        true => last.to = last.to.max(span.to),
                        false => joined.push(span),
                    }
                }
                None => joined.push(span),
            }
        }
        Self(joined)
    }

    /// Adds work from a minute on. A pause before it that fills no block is work.
    pub fn and(&self, more: Span) -> Self {
        let mut spans = self.0.clone();
        spans.push(more);
        Self::new(spans)
    }

    /// Minutes of work within a period.
    pub fn work_in(&self, period: Span) -> i64 {
        self.0.iter().map(|span| span.within(period)).sum()
    }

    /// Rests within a period, cut at its ends.
    pub fn rests_in(&self, period: Span) -> Vec<Span> {
        let mut rests = Vec::new();
        let mut from = period.from;
        for span in self.0.iter().filter(|span| span.within(period) > 0) {
            rests.push(Span::new(from, span.from));
            from = span.to;
        }
        rests.push(Span::new(from, period.to));
        rests.retain(|rest| rest.length() > 0);
        rests
    }
}

pub(super) fn to_minute(time: DateTime<Utc>) -> Minute {
    time.timestamp().div_euclid(60)
}

pub(super) fn to_time(minute: Minute) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::minutes(minute)
}

/// Removes breaks from work.
pub(super) fn without(work: Span, breaks: &[Span]) -> Vec<Span> {
    let mut parts = vec![work];
    for pause in breaks {
        parts = (parts.into_iter())
            .flat_map(|part| {
                [
                    Span::new(part.from, part.to.min(pause.from)),
                    Span::new(part.from.max(pause.to), part.to),
                ]
            })
            .filter(|part| part.length() > 0)
            .collect();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worked(spans: &[(i64, i64)]) -> Worked {
        Worked::new(
            spans
                .iter()
                .map(|(from, to)| Span::new(*from, *to))
                .collect(),
        )
    }

    #[test]
    fn a_short_pause_is_work_and_rest_counts_in_blocks() {
        assert_eq!(worked(&[(0, 60), (74, 100)]), worked(&[(0, 100)]));
        assert_eq!(worked(&[(0, 60), (75, 100)]).0.len(), 2);
        // Of 29 minutes, 15 are rest.
        assert_eq!(worked(&[(0, 60), (89, 100)]).work_in(Span::new(0, 100)), 85);
        assert_eq!(worked(&[(50, 100), (0, 60)]), worked(&[(0, 100)]));
        assert_eq!(worked(&[(5, 5)]).0, []);
    }

    #[test]
    fn rests_are_what_is_between() {
        let worked = worked(&[(60, 120), (180, 240)]);
        assert_eq!(
            worked.rests_in(Span::new(0, 300)),
            [Span::new(0, 60), Span::new(120, 180), Span::new(240, 300)]
        );
        assert_eq!(worked.rests_in(Span::new(90, 200)), [Span::new(120, 180)]);
        assert_eq!(worked.rests_in(Span::new(70, 110)), []);
    }

    #[test]
    fn breaks_are_taken_out_of_work() {
        let breaks = [Span::new(50, 70), Span::new(90, 200)];
        assert_eq!(
            without(Span::new(0, 100), &breaks),
            [Span::new(0, 50), Span::new(70, 90)]
        );
        assert_eq!(without(Span::new(55, 60), &breaks), []);
    }
}
