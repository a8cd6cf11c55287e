//! Rests that planned work needs under a rule set.

use chrono_tz::Tz;

use super::{
    limits::Limits,
    rules::{broken, may_start},
    spans::{BLOCK, HOUR, Minute, Span, Worked},
};

/// Longest rest within a shift. A driver who must rest longer ends the day.
const MAX_REST: i64 = HOUR;
/// A rest may begin this much earlier than it must. With three hours, an early rest could make the
/// last moment of a later one too late.
const SLACK: i64 = 150;

/// A rest, with the minutes at which it may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rest {
    pub earliest: Minute,
    /// Work is allowed until this minute.
    pub latest: Minute,
    pub minutes: i64,
}

/// Rests of a shift.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct RestPlan {
    pub rests: Vec<Rest>,
    /// Minute at which the rules end the work, if that is before the end of the shift.
    pub end: Option<Minute>,
}

/// Returns the rests that work from a minute until another needs. Each is as late and as short as
/// the rules allow; a shift that ends before one is due does not need it.
pub(super) fn plan_rests(
    worked: &Worked,
    from: Minute,
    to: Minute,
    limits: &Limits,
    zone: Tz,
) -> RestPlan {
    let mut work = worked.clone();
    let mut rests = Vec::new();
    let mut begin = from;
    loop {
        let latest = work_end(&work, begin, to, limits, zone);
        if latest >= to {
            return RestPlan { rests, end: None };
        }
        work = work.and(Span::new(begin, latest));
        let rest = (1..=MAX_REST / BLOCK)
            .map(|blocks| blocks * BLOCK)
            .find(|minutes| may_start(&work, latest + minutes, limits, zone));
        let Some(minutes) = rest.filter(|minutes| latest + minutes < to) else {
            let end = Some(latest);
            return RestPlan { rests, end };
        };
        rests.push(Rest {
            earliest: begin.max(latest - SLACK),
            latest,
            minutes,
        });
        begin = latest + minutes;
    }
}

/// Returns the end of the longest work without a rest, in blocks.
fn work_end(worked: &Worked, from: Minute, to: Minute, limits: &Limits, zone: Tz) -> Minute {
    let mut until = from;
    while until < to {
        let next = (until + BLOCK).min(to);
        if broken(&worked.and(Span::new(from, next)), next, limits, zone).is_some() {
            break;
        }
        until = next;
    }
    until
}

#[cfg(test)]
mod tests {
    use tenancy::FatigueRules;

    use super::{
        super::{limits::limits, rules::first_broken},
        *,
    };

    /// Monday, 5 January 1970, 6:00.
    const SIX: Minute = 4 * 24 * HOUR + 6 * HOUR;

    /// Rests as minutes after six: earliest and latest begin, and length.
    fn rests(rules: FatigueRules, worked: &Worked, hours: i64) -> (Vec<[i64; 3]>, Option<i64>) {
        let limits = limits(rules).unwrap();
        let plan = plan_rests(worked, SIX, SIX + hours * HOUR, limits, Tz::UTC);
        let rests = plan.rests.iter();
        let rests = rests.map(|rest| [rest.earliest - SIX, rest.latest - SIX, rest.minutes]);
        (rests.collect(), plan.end.map(|end| end - SIX))
    }

    #[test]
    fn a_longer_shift_has_more_rests() {
        let standard = |hours| rests(FatigueRules::Standard, &Worked::default(), hours);
        let (one, two, three) = ([165, 315, 15], [330, 465, 15], [480, 630, 30]);
        assert_eq!(standard(5), (vec![], None));
        assert_eq!(standard(7), (vec![one], None));
        assert_eq!(standard(9), (vec![one, two], None));
        assert_eq!(standard(12), (vec![one, two, three], None));
        // Twelve hours of work and an hour of rest.
        assert_eq!(standard(16), (vec![one, two, three], Some(780)));
        let basic = rests(FatigueRules::Basic, &Worked::default(), 16);
        let three = vec![[210, 360, 15], [375, 525, 15], [540, 690, 30]];
        assert_eq!(basic, (three, Some(900)));
    }

    #[test]
    fn work_before_the_shift_brings_the_rests_forward() {
        let standard = |worked: &[(i64, i64)], hours| {
            let spans = worked.iter();
            let spans = spans.map(|(from, to)| Span::new(SIX + from, SIX + to));
            rests(FatigueRules::Standard, &Worked::new(spans.collect()), hours)
        };
        // Four hours of work until now.
        let (brought, end) = standard(&[(-240, 0)], 5);
        assert_eq!((brought, end), (vec![[0, 75, 15], [90, 225, 15]], None));
        // A rest is due now.
        let (due, _) = standard(&[(-315, 0)], 2);
        assert_eq!(due, [[0, 0, 15]]);
        // The day is done.
        let done = [(-780, -480), (-450, -210), (-180, 0)];
        assert_eq!(standard(&done, 6), (vec![], Some(0)));
    }

    #[test]
    fn rests_keep_the_rules_whenever_they_are_taken() {
        for (rules, hours) in [(FatigueRules::Standard, 13), (FatigueRules::Basic, 15)] {
            let limits = limits(rules).unwrap();
            let end = SIX + hours * HOUR;
            let plan = plan_rests(&Worked::default(), SIX, end, limits, Tz::UTC);
            let [one, two, three] = plan.rests[..] else {
                panic!("{plan:?}");
            };
            let begins = |rest: Rest| {
                let middle = (rest.earliest + rest.latest) / 2;
                [rest.earliest, middle, rest.latest].map(|begin| (begin, rest.minutes))
            };
            for first in begins(one) {
                for second in begins(two) {
                    for third in begins(three) {
                        let mut from = SIX;
                        let mut work = Vec::new();
                        for (rest, minutes) in [first, second, third] {
                            work.push(Span::new(from, rest));
                            from = rest + minutes;
                        }
                        work.push(Span::new(from, end));
                        let reason = first_broken(&Worked::default(), &work, limits, Tz::UTC);
                        assert_eq!(reason, None, "{rules:?} {first:?} {second:?} {third:?}");
                    }
                }
            }
        }
    }
}
