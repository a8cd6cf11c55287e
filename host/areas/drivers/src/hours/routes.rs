//! Hours left to a driver: rules over the driver's availability and pre-start answers.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use data::{Message, Needs, Result, Scope, ids::DriverId};
use schemars::JsonSchema;
use serde::Serialize;
use tenancy::FatigueRules;
use web::Routes;

use super::{
    limits,
    rules::{self, Left},
    spans::{self, DAY, Span, Worked, to_minute, to_time},
};
use crate::{
    access::{DRIVER, DRIVERS},
    availability::{self, DriverParameter},
    pre_start::{self, Drive},
    vehicles,
};

/// The longest period of any rule, and the rest before it.
const HISTORY: TimeDelta = TimeDelta::days(16);
/// Vehicles up to this gross mass are not covered, in grams.
const MAX_LIGHT_MASS: u64 = 12_000_000;

pub(crate) fn table() -> Routes {
    Routes::new("/api/drivers/driver").feature(DRIVERS).get(
        "hours-left",
        Needs::DriverOr(DRIVER),
        get,
    )
}

/// Hours that a driver may still work.
#[derive(Serialize, JsonSchema)]
struct HoursLeft {
    driverid: DriverId,
    /// The tenant's rule set: `standard`, `basic` or `none`.
    fatiguerules: FatigueRules,
    /// False if no rule applies: the tenant has none, or the current vehicle is not above 12 t.
    isbound: bool,
    /// Minutes of work without a rest, beginning now; null if no rule applies.
    minutesleft: Option<i64>,
    /// The rule that ends the work.
    limit: Option<String>,
    /// Time from which the driver may work again; null while work is left.
    availableagain: Option<DateTime<Utc>>,
    /// Minutes of work in the last 24 hours.
    workedinday: i64,
    /// Minutes of work in the last 7 days.
    workedinweek: i64,
}

async fn get(
    mut scope: Scope,
    DriverParameter { driver_id }: DriverParameter,
) -> Result<HoursLeft> {
    let driver = availability::resolve(&mut scope, driver_id).await?.id;
    let worked = load_worked(&mut scope, driver).await?;
    let left = match drives_heavy(&mut scope, &[driver]).await?.contains(&driver) {
        true => left_of(&scope, &worked).await?,
        false => None,
    };
    let now = to_minute(scope.now());
    let fatiguerules = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .compliance
        .fatigue_rules;
    Ok(HoursLeft {
        driverid: driver,
        fatiguerules,
        isbound: left.is_some(),
        minutesleft: left.as_ref().map(|left| left.minutes),
        limit: left.as_ref().and_then(limit_text),
        availableagain: left.and_then(|left| left.again).map(to_time),
        workedinday: worked.work_in(Span::new(now - DAY, now)),
        workedinweek: worked.work_in(Span::new(now - 7 * DAY, now)),
    })
}

fn limit_text(left: &Left) -> Option<String> {
    left.reason.as_ref().map(Message::to_string)
}

/// Returns the drivers of these without work left, with the rule.
pub(crate) async fn load_spent(
    scope: &mut Scope,
    drivers: &[DriverId],
) -> Result<HashMap<DriverId, Message>> {
    let mut spent = HashMap::new();
    for driver in drives_heavy(scope, drivers).await? {
        let worked = load_worked(scope, driver).await?;
        if let Some(left) = left_of(scope, &worked).await?
            && left.minutes == 0
            && let Some(reason) = left.reason
        {
            spent.insert(driver, reason);
        }
    }
    Ok(spent)
}

/// Returns the minutes of work left to those of the drivers who are bound by a rule set.
pub(crate) async fn load_left(
    scope: &mut Scope,
    drivers: &[DriverId],
) -> Result<HashMap<DriverId, i64>> {
    let mut minutes = HashMap::new();
    for driver in drives_heavy(scope, drivers).await? {
        let worked = load_worked(scope, driver).await?;
        if let Some(left) = left_of(scope, &worked).await? {
            minutes.insert(driver, left.minutes);
        }
    }
    Ok(minutes)
}

async fn left_of(scope: &Scope, worked: &Worked) -> Result<Option<Left>> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let Some(limits) = limits::limits(settings.compliance.fatigue_rules) else {
        return Ok(None);
    };
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let now = to_minute(scope.now());
    Ok(Some(rules::left(worked, now, limits, zone)))
}

/// Returns the drivers of these whose current vehicle is heavy.
async fn drives_heavy(scope: &mut Scope, drivers: &[DriverId]) -> Result<Vec<DriverId>> {
    let current = vehicles::current_of(scope, drivers).await?;
    let heavy = current.into_iter().filter(|vehicle| {
        let mass = vehicle.gvm.map(|gvm| gvm.to_grams());
        mass.is_some_and(|grams| grams > MAX_LIGHT_MASS)
    });
    Ok(heavy.map(|vehicle| vehicle.driver_id).collect())
}

/// Loads a driver's work: availability, and driving times of pre-start answers, without breaks.
async fn load_worked(scope: &mut Scope, driver: DriverId) -> Result<Worked> {
    let now = scope.now();
    let since = now - HISTORY;
    let mut work = available_spans(&availability::periods(scope, driver).await?, since, now);
    let mut breaks = Vec::new();
    for drive in pre_start::load_drives(scope, driver, since).await? {
        let Drive {
            work: driven,
            pause,
        } = drive;
        work.extend(span(driven, now));
        breaks.extend(span(pause, now));
    }
    let parts = work
        .into_iter()
        .flat_map(|part| spans::without(part, &breaks));
    Ok(Worked::new(parts.collect()))
}

/// Times in the future are none yet.
fn span(
    (from, to): (Option<DateTime<Utc>>, Option<DateTime<Utc>>),
    now: DateTime<Utc>,
) -> Option<Span> {
    let (from, to) = (from?, to?.min(now));
    (from < to).then(|| Span::new(to_minute(from), to_minute(to)))
}

fn available_spans(
    periods: &[(DateTime<Utc>, bool)],
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Vec<Span> {
    let ends = periods.iter().skip(1).map(|(from, _)| *from).chain([now]);
    (periods.iter().zip(ends))
        .filter(|((_, is_available), end)| *is_available && *end > since)
        .map(|((from, _), end)| Span::new(to_minute((*from).max(since)), to_minute(end)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn availability_is_work_until_it_ends_or_until_now() {
        let at = |minutes: i64| DateTime::from_timestamp(minutes * 60, 0).unwrap();
        let periods = [(at(0), true), (at(50), false), (at(90), true)];
        assert_eq!(
            available_spans(&periods, at(20), at(100)),
            [Span::new(20, 50), Span::new(90, 100)]
        );
        assert_eq!(
            available_spans(&periods, at(60), at(100)),
            [Span::new(90, 100)]
        );
        assert_eq!(
            span((Some(at(5)), Some(at(500))), at(100)),
            Some(Span::new(5, 100))
        );
        assert_eq!(span((Some(at(5)), None), at(100)), None);
        assert_eq!(span((Some(at(200)), Some(at(500))), at(100)), None);
    }
}
