//! A day of planning: what jobs and vehicles are for the solver, and the runs that follow.

pub(crate) mod evaluate;
pub(crate) mod prepare;
pub(crate) mod tasks;
#[cfg(test)]
mod tests;
pub(crate) mod vehicles;

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use data::{Error, Result, Scope, case::to_instant, message};
use tenancy::RunSettings;

/// Days from today to a day that can be planned or looked at.
const MAX_DAYS: i64 = 1000;

/// A day in the tenant's zone. The solver's times are seconds from its begin.
#[derive(Debug, Clone)]
pub(crate) struct Day {
    pub date: NaiveDate,
    pub zone: Tz,
    pub begin: DateTime<Utc>,
    pub now: DateTime<Utc>,
    pub settings: RunSettings,
}

impl Day {
    /// Rejects days that are years away.
    pub async fn load(scope: &Scope, date: NaiveDate) -> Result<Self> {
        let today = scope.now().date_naive();
        if (date - today).num_days().abs() > MAX_DAYS {
            return Err(Error::invalid(
                "rundate",
                message!("must be within {max} days of today", max = MAX_DAYS),
            ));
        }
        let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
        let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
        Ok(Self {
            date,
            zone,
            begin: to_instant(date.and_time(NaiveTime::MIN), zone),
            now: scope.now(),
            settings: settings.routing.runs.clone(),
        })
    }

    /// Seconds from the begin of the day; 0 before it.
    pub fn seconds(&self, time: DateTime<Utc>) -> u32 {
        let seconds = (time - self.begin).num_seconds();
        u32::try_from(seconds.max(0)).unwrap_or(u32::MAX)
    }

    pub fn instant(&self, seconds: i64) -> DateTime<Utc> {
        self.begin + TimeDelta::seconds(seconds)
    }

    /// Returns the instant of minutes after midnight by the clock.
    pub fn at_minutes(&self, minutes: u32) -> DateTime<Utc> {
        let midnight = self.date.and_time(NaiveTime::MIN);
        to_instant(midnight + TimeDelta::minutes(minutes.into()), self.zone)
    }

    /// Returns the instant of a local time of the day.
    pub fn local_instant(&self, time: NaiveTime) -> DateTime<Utc> {
        to_instant(self.date.and_time(time), self.zone)
    }
}

#[cfg(test)]
pub(crate) fn sample_day() -> Day {
    let date = NaiveDate::from_ymd_opt(2026, 11, 24).unwrap_or_default();
    let zone = Tz::Australia__Melbourne;
    let begin = to_instant(date.and_time(NaiveTime::MIN), zone);
    Day {
        date,
        zone,
        begin,
        now: begin - TimeDelta::hours(8),
        settings: RunSettings::default(),
    }
}
