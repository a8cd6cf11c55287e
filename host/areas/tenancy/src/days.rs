//! Daily event of every tenant and sweep of expired data.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use data::{Host, Result, Scope, db::Mode, ids::TenantId};
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use work::{
    event::{Event, ScopeEvents},
    feed,
    job::{self, JobKind, NewJob, ScopeJobs},
};

use crate::tenants;

/// Emitted in every tenant once a day, or twice after a host's restart.
pub static DAY_BEGAN: Event<NaiveDate> = Event::new("tenancy.day-began", 1);

pub(crate) const DAILY: JobKind = JobKind::new("tenancy.daily", daily);

/// Scope of the platform's jobs, without a tenant.
const PLATFORM: TenantId = TenantId(0);

/// Schedules the daily job. Idempotent.
pub async fn begin_days(host: &Host) -> Result<()> {
    let mut scope = host.scope(PLATFORM, Mode::Write);
    let next = next_night(scope.now());
    scope
        .enqueue(
            NewJob::new(DAILY.name, json!({}))
                .with_dedup_key("daily")
                .run_at(next),
        )
        .await?;
    scope.commit().await
}

/// Returns the next 02:00 UTC.
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
        // Schedules the next day first, so a failure doesn't end the series.
        begin_days(&host).await?;
        let mut tx = host.db().begin_platform(Mode::Read).await?;
        let tenants = tenants::store::all_ids(&mut tx).await?;
        drop(tx);
        for (at, tenant) in tenants.iter().enumerate() {
            scope.step(at, Some(tenants.len()), "Beginning the day of every tenant")?;
            let mut scope = host.scope(*tenant, Mode::Write);
            let day = scope.now().date_naive();
            scope.publish(&DAY_BEGAN, &day).await?;
            scope.commit().await?;
        }
        job::manage::sweep(&host).await?;
        feed::sweep(&host).await
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
