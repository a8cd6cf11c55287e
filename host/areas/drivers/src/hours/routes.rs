//! Hours left to a driver: rules over the driver's availability and pre-start answers.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use data::{Message, Needs, Result, Scope, Where, ids::DriverId};
use schemars::JsonSchema;
use serde::Serialize;
use tenancy::FatigueRules;
use web::Routes;

use super::{
    limits::{self, Limits},
    rules::{self, Left},
    spans::{self, DAY, Span, Worked, to_minute, to_time},
};
use crate::{
    access::{DRIVER, DRIVERS},
    availability::{self, DriverParameter},
    pre_start::{self, Drive},
    vehicles::{self, Vehicle, VehicleId},
};

/// The longest period of any rule, and the rest before it.
pub(crate) const HISTORY: TimeDelta = TimeDelta::days(16);

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
    let left = match is_heavy(&mut scope, driver, None).await? {
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

async fn left_of(scope: &Scope, worked: &Worked) -> Result<Option<Left>> {
    let rules = load_rules(scope).await?;
    let now = to_minute(scope.now());
    Ok(rules.map(|(limits, zone)| rules::left(worked, now, limits, zone)))
}

/// Loads the tenant's rule set, if it has one, and its zone.
pub(super) async fn load_rules(scope: &Scope) -> Result<Option<(&'static Limits, Tz)>> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let limits = limits::limits(settings.compliance.fatigue_rules);
    Ok(limits.map(|limits| (limits, zone)))
}

/// True if the rules cover the vehicle, by default the driver's current one.
pub(super) async fn is_heavy(
    scope: &mut Scope,
    driver: DriverId,
    vehicle: Option<VehicleId>,
) -> Result<bool> {
    let vehicles = match vehicle {
        Some(id) => scope.all::<Vehicle>(Where::id(id)).await?,
        None => vehicles::current_of(scope, &[driver]).await?,
    };
    Ok(vehicles.iter().any(Vehicle::is_heavy))
}

/// Loads a driver's work: availability, and driving times of pre-start answers, without breaks.
pub(super) async fn load_worked(scope: &mut Scope, driver: DriverId) -> Result<Worked> {
    let now = scope.now();
    let since = now - HISTORY;
    let periods = availability::load_periods(scope, driver, since).await?;
    let mut work = available_spans(&periods, since, now);
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
