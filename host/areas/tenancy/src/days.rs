//! The beginning of a day: one job tells every tenant, and whatever is kept for a time only is swept.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use futures_util::future::BoxFuture;
use kernel::{
    Host, Result, Scope,
    db::Mode,
    event::{self, Event},
    ids::TenantId,
    job::{self, JobKind, NewJob},
};
use serde_json::{Value, json};

use crate::store;

/// Announced in every tenant once a day, or twice when a host was stopped in between.
pub static DAY_BEGAN: Event<NaiveDate> = Event::new("tenancy.day-began", 1);

pub(crate) const DAILY: JobKind = JobKind::new("tenancy.daily", daily);

/// The platform's own work is done in no tenant.
const PLATFORM: TenantId = TenantId(0);

/// Has days begin from now on; whoever calls it again changes nothing.
pub async fn begin_days(host: &Host) -> Result<()> {
    let mut scope = host.scope(PLATFORM, Mode::Write);
    let next = next_night(scope.now());
    scope
        .enqueue(NewJob::new(DAILY.name, json!({})).once("daily").at(next))
        .await?;
    scope.commit().await
}

/// Two in the morning, in UTC, after this time.
fn next_night(now: DateTime<Utc>) -> DateTime<Utc> {
    let two = NaiveTime::from_hms_opt(2, 0, 0).unwrap_or_default();
    let today = now.date_naive().and_time(two).and_utc();
    if today > now {
        today
    } else {
        today.checked_add_days(Days::new(1)).unwrap_or(today)
    }
}

fn daily(scope: Scope, _: Value) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let host = scope.host().clone();
        // First of all, so that a day that goes wrong does not end all days.
        begin_days(&host).await?;
        let mut tx = host.db().begin_platform(Mode::Read).await?;
        let tenants = store::all_ids(&mut tx).await?;
        drop(tx);
        for (at, tenant) in tenants.iter().enumerate() {
            scope.step(at, Some(tenants.len()), "Beginning the day of every tenant")?;
            let mut scope = host.scope(*tenant, Mode::Write);
            let day = scope.now().date_naive();
            scope.announce(&DAY_BEGAN, &day).await?;
            scope.commit().await?;
        }
        job::manage::sweep(&host).await?;
        event::feed::sweep(&host).await
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_night_is_ahead() {
        let at = |text: &str| next_night(text.parse().unwrap()).to_rfc3339();
        assert_eq!(at("2026-05-01T01:59:59Z"), "2026-05-01T02:00:00+00:00");
        assert_eq!(at("2026-05-01T02:00:00Z"), "2026-05-02T02:00:00+00:00");
        assert_eq!(at("2026-12-31T23:00:00Z"), "2027-01-01T02:00:00+00:00");
    }
}
