//! Heartbeat of a worker: renews the leases of running jobs, writes their progress, and ends jobs
//! that were cancelled or whose users lost the permission.

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use chrono::TimeDelta;
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::{POLL_INTERVAL, Shared};
use crate::job::{RunningJob, queue};
use data::{db::Mode, error::Result, host::Host};

/// Interval of permission checks for the users of running jobs.
const PERMISSION_CHECK_INTERVAL: Duration = Duration::from_secs(2);

pub(super) struct Keeper(JoinHandle<()>);

impl Keeper {
    pub fn start(host: Host, worker: Uuid, lease: Duration, shared: Shared) -> Self {
        Self(tokio::spawn(run_heartbeat(host, worker, lease, shared)))
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn run_heartbeat(host: Host, worker: Uuid, lease: Duration, shared: Shared) {
    let every = POLL_INTERVAL.min(lease / 6);
    let (mut renewed, mut checked) = (Instant::now(), Instant::now());
    loop {
        tokio::time::sleep(every).await;
        let running: Vec<Arc<RunningJob>> = shared
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .values()
            .cloned()
            .collect();
        if running.is_empty() {
            continue;
        }
        if checked.elapsed() >= PERMISSION_CHECK_INTERVAL {
            checked = Instant::now();
            if let Err(error) = check_permissions(&host, &running).await {
                tracing::error!(
                    error = format!("{error:#}"),
                    "failed to check the users of running jobs"
                );
            }
        }
        let renew = renewed.elapsed() >= lease / 3;
        match renew_leases(&host, worker, renew.then_some(lease), &running).await {
            Ok(()) if renew => renewed = Instant::now(),
            Ok(()) => {}
            Err(error) => tracing::error!(
                error = format!("{error:#}"),
                "failed to renew the leases of running jobs"
            ),
        }
    }
}

async fn check_permissions(host: &Host, running: &[Arc<RunningJob>]) -> Result<()> {
    for job in running.iter().filter(|job| !job.is_cancelled()) {
        if let Some(began) = job.enqueuer()
            && !began.clone().renew(host).await?
        {
            job.revoke();
        }
    }
    Ok(())
}

async fn renew_leases(
    host: &Host,
    worker: Uuid,
    renew: Option<Duration>,
    running: &[Arc<RunningJob>],
) -> Result<()> {
    let progress: Vec<_> = running
        .iter()
        .filter_map(|job| Some((job, job.new_progress()?)))
        .collect();
    if renew.is_some() || !progress.is_empty() {
        let mut tx = host.db().begin_platform(Mode::Soon).await?;
        if let Some(lease) = renew {
            let until = host.clock().now() + TimeDelta::from_std(lease).unwrap_or(TimeDelta::MAX);
            let held_claims: BTreeMap<i64, i64> = queue::renew_leases(&mut tx, worker, until)
                .await?
                .into_iter()
                .collect();
            running
                .iter()
                .filter(|job| held_claims.get(&job.id) != Some(&job.claims))
                .for_each(|job| job.abort_lost());
        }
        for (job, progress) in &progress {
            queue::write_progress(&mut tx, job, progress).await?;
        }
        tx.commit().await?;
    }
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let cancelled = queue::load_cancelled(&mut tx, worker).await?;
    running
        .iter()
        .filter(|job| cancelled.contains(&job.id))
        .for_each(|job| job.cancel());
    Ok(())
}
