//! Planned work against the rules: the rule that a run breaks, and the rests that a shift needs.

use chrono::{DateTime, Utc};
use data::{Message, Result, Scope, ids::DriverId};

use super::{
    rests::{self, Rest},
    routes::{is_heavy, load_rules, load_worked},
    rules,
    spans::{Minute, Span, to_minute, to_time},
};
use crate::vehicles::VehicleId;

/// Planned work without a rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkSpan {
    pub from: DateTime<Utc>,
    pub to: DateTime<Utc>,
}

/// A rest of a shift, with the times at which it may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShiftRest {
    pub from: DateTime<Utc>,
    pub to: DateTime<Utc>,
    pub seconds: u32,
}

/// Rests of a shift, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShiftRests {
    pub rests: Vec<ShiftRest>,
    /// Moment at which the rules end the work, if that is before the end of the shift.
    pub end: Option<DateTime<Utc>>,
}

/// Returns the first rule that planned work with a vehicle breaks, by default with the driver's
/// current one; none if no rule set binds.
pub(crate) async fn first_broken_rule(
    scope: &mut Scope,
    driver: DriverId,
    vehicle: Option<VehicleId>,
    planned: &[WorkSpan],
) -> Result<Option<Message>> {
    let Some((limits, zone)) = load_rules(scope).await? else {
        return Ok(None);
    };
    if !is_heavy(scope, driver, vehicle).await? {
        return Ok(None);
    }
    let worked = load_worked(scope, driver).await?;
    let planned = to_spans(planned, to_minute(scope.now()));
    Ok(rules::first_broken(&worked, &planned, limits, zone))
}

/// Loads the rests that a driver of a heavy vehicle needs in a shift, from now at the earliest.
pub(crate) async fn load_rests(
    scope: &mut Scope,
    driver: DriverId,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> Result<ShiftRests> {
    let from = from.max(scope.now());
    let Some((limits, zone)) = load_rules(scope).await?.filter(|_| from < to) else {
        return Ok(ShiftRests::default());
    };
    let worked = load_worked(scope, driver).await?;
    let plan = rests::plan_rests(&worked, to_minute(from), to_minute(to), limits, zone);
    // The minute in which the shift begins may have begun before it.
    let time = |minute: Minute| to_time(minute).max(from);
    let to_rest = |rest: &Rest| ShiftRest {
        from: time(rest.earliest),
        to: time(rest.latest),
        seconds: u32::try_from(rest.minutes * 60).unwrap_or_default(),
    };
    Ok(ShiftRests {
        rests: plan.rests.iter().map(to_rest).collect(),
        end: plan.end.map(time),
    })
}

/// Converts work to minutes. Rests keep their times; work that should be done by now is done at
/// the end.
fn to_spans(planned: &[WorkSpan], now: Minute) -> Vec<Span> {
    let mut missed = 0;
    let mut spans = Vec::with_capacity(planned.len() + 1);
    let mut end = now;
    for work in planned {
        let span = Span::new(to_minute(work.from), to_minute(work.to));
        missed += span.within(Span::new(span.from, now));
        let ahead = Span::new(span.from.max(now), span.to.max(now));
        end = ahead.to;
        spans.push(ahead);
    }
    spans.push(Span::new(end, end + missed));
    spans.retain(|span| span.length() > 0);
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missed_work_is_done_at_the_end() {
        let planned = [(60, 120), (135, 200), (230, 300)].map(|(from, to)| WorkSpan {
            from: to_time(from),
            to: to_time(to),
        });
        let spans = |now: Minute| -> Vec<(Minute, Minute)> {
            let spans = to_spans(&planned, now).into_iter();
            spans.map(|span| (span.from, span.to)).collect()
        };
        assert_eq!(spans(0), [(60, 120), (135, 200), (230, 300)]);
        assert_eq!(spans(70), [(70, 120), (135, 200), (230, 300), (300, 310)]);
        assert_eq!(spans(210), [(230, 300), (300, 425)]);
        assert_eq!(spans(400), [(400, 595)]);
        assert_eq!(to_spans(&[], 5), []);
    }
}
