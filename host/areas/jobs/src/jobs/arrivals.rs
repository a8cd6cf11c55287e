//! Arrivals at the receivers as routes plan them.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use data::{Result, Scope, Where};

use super::{
    change,
    model::{FreightJobId, Job},
};

/// Sets the planned arrivals of jobs that a route serves; the caller commits. Finished jobs and
/// unknown ids are left out.
pub async fn plan_arrivals(
    scope: &mut Scope,
    arrivals: &BTreeMap<FreightJobId, DateTime<Utc>>,
) -> Result<()> {
    let ids: Vec<FreightJobId> = arrivals.keys().copied().collect();
    let these = || Where::all().is_in(Job::ID, &ids);
    scope.lock_all(these()).await?;
    for mut job in scope.all::<Job>(these()).await? {
        let planned = arrivals.get(&job.id).copied();
        if job.planned_arrival == planned || job.job_status.is_final() {
            continue;
        }
        job.planned_arrival = planned;
        scope.unrestricted().await?.update(&mut job).await?;
        change::announce(scope, &job, job.job_status).await?;
    }
    Ok(())
}
