//! The worker of one host: claims jobs in queue order, runs them concurrently, renews their leases,
//! and writes their outcomes.

mod keeper;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use tokio::{
    sync::watch,
    task::{self, JoinError, JoinSet},
};
use uuid::Uuid;

use crate::{
    feed::{self, FeedReaders},
    job::{
        Enqueuer, JobKinds, KindLimits, MAX_ATTEMPTS, RunningJob,
        queue::{self, Claim, Claimed, Outcome, PendingWork, WaitingKind},
    },
};
use data::{
    case,
    db::Mode,
    error::{Error, Result},
    host::Host,
    scope::Scope,
};
use keeper::Keeper;

#[derive(Debug, Clone, Copy)]
pub struct WorkerOptions {
    /// Maximum concurrent jobs, in addition to one guaranteed per kind.
    pub max_concurrent: usize,
    /// Time after the last heartbeat at which other hosts take over the jobs.
    pub lease: Duration,
    /// Time for running jobs to finish once the host stops.
    pub grace: Duration,
}

impl Default for WorkerOptions {
    fn default() -> Self {
        Self {
            max_concurrent: 8,
            lease: Duration::from_secs(60),
            grace: Duration::from_secs(20),
        }
    }
}

pub(super) const POLL_INTERVAL: Duration = Duration::from_secs(1);
const REVOKED: &str = "The job ended: the user who began it may no longer do this.";
const MAX_PAUSE_SECONDS: i64 = 3600;
const MAX_MESSAGE_LENGTH: usize = 2000;

pub(super) type Shared = Arc<Mutex<HashMap<i64, Arc<RunningJob>>>>;
type RunResult = Result<(task::Id, Result<()>), JoinError>;

pub struct Worker {
    host: Host,
    id: Uuid,
    options: WorkerOptions,
    tasks: JoinSet<Result<()>>,
    runs: HashMap<task::Id, Run>,
    counts: HashMap<&'static str, usize>,
    /// The same jobs, shared with the heartbeat task.
    shared: Shared,
    /// Ended runs whose outcome is not yet written.
    ended: Vec<(Arc<RunningJob>, Outcome)>,
}

struct Run {
    job: Arc<RunningJob>,
    kind: &'static str,
    attempts: i64,
    most: i64,
}

impl Worker {
    pub fn new(host: Host, options: WorkerOptions) -> Self {
        Self {
            host,
            id: Uuid::now_v7(),
            options,
            tasks: JoinSet::new(),
            runs: HashMap::new(),
            counts: HashMap::new(),
            shared: Shared::default(),
            ended: Vec::new(),
        }
    }

    /// Works until `stop` is set, then waits for running jobs and requeues those that exceed the
    /// grace period.
    pub async fn run(mut self, mut stop: watch::Receiver<bool>) {
        let _keeper = self.keeper();
        while !*stop.borrow() {
            let pause = match self.run_round().await {
                Ok((true, _)) => Duration::ZERO,
                Ok((false, pause)) => pause,
                Err(error) => {
                    tracing::error!(error = format!("{error:#}"), "worker round failed");
                    POLL_INTERVAL
                }
            };
            let host = self.host.clone();
            tokio::select! {
                () = host.wait_for_work() => {}
                Some(ran) = self.tasks.join_next_with_id() => self.record_outcome(ran),
                () = tokio::time::sleep(pause) => {}
                changed = stop.changed() => {
                    // A closed channel is a stop signal.
                    if changed.is_err() {
                        break;
                    }
                }
            }
        }
        self.stop().await;
    }

    /// Returns true if there was work, otherwise the time until the next due job.
    async fn run_round(&mut self) -> Result<(bool, Duration)> {
        while let Some(ran) = self.tasks.try_join_next_with_id() {
            self.record_outcome(ran);
        }
        let mut pending = self.load_pending_work().await?;
        let mut progress = false;
        if pending.events {
            progress |= feed::dispatch(&self.host).await? > 0;
            pending = self.load_pending_work().await?;
        }
        let now = self.host.clock().now();
        let mut placed = 0;
        if pending.next.is_some_and(|next| next <= now) {
            // Place all before the next claim, so that the last tenant does not wait for earlier
            // ones' jobs.
            placed = queue::place_due_jobs(&self.host).await?;
            while placed > 0 && placed % queue::PLACE_BATCH == 0 {
                let more = queue::place_due_jobs(&self.host).await?;
                placed += more;
                if more == 0 {
                    break;
                }
            }
            progress |= placed > 0;
        }
        let can_claim = placed > 0
            || pending
                .kinds
                .iter()
                .any(|waiting| self.free(&waiting.kind) > 0);
        if can_claim || pending.lost || !self.ended.is_empty() {
            progress |= self.claim(&pending, placed > 0).await? || pending.lost;
        }
        let next = pending
            .next
            .filter(|next| *next > now)
            .map_or(POLL_INTERVAL, |next| {
                (next - now)
                    .to_std()
                    .unwrap_or_default()
                    .clamp(Duration::from_millis(1), POLL_INTERVAL)
            });
        Ok((progress, next))
    }

    /// In one transaction: outcomes, requeued jobs of lost hosts, and claims.
    async fn claim(&mut self, found: &PendingWork, look_again: bool) -> Result<bool> {
        let now = self.host.clock().now();
        let lease = TimeDelta::from_std(self.options.lease).unwrap_or(TimeDelta::MAX);
        let by = Claim {
            worker: self.id,
            now,
            lease,
        };
        let mut tx = self.host.db().begin_platform(Mode::Soon).await?;
        for (job, outcome) in &self.ended {
            queue::write_outcome(&mut tx, job, outcome, now).await?;
        }
        if found.lost {
            queue::requeue_lost_jobs(&mut tx, now, self.id).await?;
        }
        let placed;
        let kinds = if look_again {
            placed = queue::load_waiting_kinds(&mut tx).await?;
            &placed
        } else {
            &found.kinds
        };
        let mut claimed: Vec<(&'static str, Vec<Claimed>)> = Vec::new();
        let mut counts = self.counts.clone();
        for (kind, most) in self.plan_claims(kinds) {
            // Slots taken by an earlier kind of this round are no longer free.
            let most = most.min(free(&self.host, &counts, self.options.max_concurrent, kind));
            if most > 0 {
                let jobs = queue::claim(&mut tx, &by, kind, most).await?;
                *counts.entry(kind).or_default() += jobs.len();
                claimed.push((kind, jobs));
            }
        }
        tx.commit().await?;
        self.ended.clear();
        let any = claimed.iter().any(|(_, jobs)| !jobs.is_empty());
        for (kind, jobs) in claimed {
            for job in jobs {
                self.start(kind, job);
            }
        }
        Ok(any)
    }

    async fn load_pending_work(&self) -> Result<PendingWork> {
        let readers: &FeedReaders = self.host.extension()?;
        queue::load_pending_work(&self.host, self.id, |name| readers.has(name)).await
    }

    /// Jobs to claim per kind: urgent kinds first, then those with the fewest running jobs.
    fn plan_claims(&self, waiting: &[WaitingKind]) -> Vec<(&'static str, usize)> {
        let mut kinds: Vec<(i64, usize, &'static str)> = waiting
            .iter()
            // Unknown kinds are left to the hosts that have them.
            .filter_map(|waiting| Some((waiting.priority, limits(&self.host, &waiting.kind)?.name)))
            .map(|(priority, kind)| {
                (
                    priority,
                    self.counts.get(kind).copied().unwrap_or_default(),
                    kind,
                )
            })
            .filter(|(_, _, kind)| self.free(kind) > 0)
            .collect();
        kinds.sort_unstable();
        let share = (self.options.max_concurrent / kinds.len().max(1)).max(1);
        kinds
            .into_iter()
            .map(|(_, _, kind)| (kind, share))
            .collect()
    }

    fn free(&self, kind: &str) -> usize {
        free(&self.host, &self.counts, self.options.max_concurrent, kind)
    }

    fn start(&mut self, kind: &'static str, claimed: Claimed) {
        let job = Arc::new(RunningJob::new(&claimed));
        let most = limits(&self.host, kind).map_or(MAX_ATTEMPTS, |kind| kind.attempts);
        let attempts = claimed.attempts;
        let task = self
            .tasks
            .spawn(work(self.host.clone(), kind, claimed, most, job.clone()));
        job.set_task(task.clone());
        self.shared
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(job.id, job.clone());
        *self.counts.entry(kind).or_default() += 1;
        self.runs.insert(
            task.id(),
            Run {
                job,
                kind,
                attempts,
                most,
            },
        );
    }

    fn record_outcome(&mut self, ran: RunResult) {
        let (id, result) = match ran {
            Ok((id, result)) => (id, Ok(result)),
            Err(error) => (error.id(), Err(error)),
        };
        let Some(Run {
            job,
            kind,
            attempts,
            most,
        }) = self.runs.remove(&id)
        else {
            return;
        };
        self.shared
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&job.id);
        if let Some(count) = self.counts.get_mut(kind) {
            *count = count.saturating_sub(1);
        }
        let outcome = match result {
            _ if job.is_lost() => {
                tracing::warn!(job = job.id, kind, "lost the lease of a running job");
                return;
            }
            Ok(Ok(())) => Outcome::Done,
            Err(error) if error.is_cancelled() => Outcome::Requeued,
            Ok(Err(_)) if job.is_cancelled() => {
                Outcome::Cancelled(job.is_revoked().then(|| REVOKED.to_owned()))
            }
            Ok(Err(error)) => self.failure_outcome(&job, (kind, attempts, most), &error),
            Err(panic) => {
                self.failure_outcome(&job, (kind, attempts, most), &Error::internal(panic))
            }
        };
        self.ended.push((job, outcome));
    }

    fn failure_outcome(
        &self,
        job: &RunningJob,
        (kind, attempts, most): (&str, i64, i64),
        error: &Error,
    ) -> Outcome {
        let message = match error {
            Error::Internal(error) => format!("{error:#}"),
            other => other.sentence(),
        };
        let message: String = message.chars().take(MAX_MESSAGE_LENGTH).collect();
        tracing::warn!(
            job = job.id,
            kind,
            attempts,
            error = message,
            "a job failed"
        );
        let pause = (1_i64 << attempts.clamp(0, 20)).min(MAX_PAUSE_SECONDS);
        let again: Option<DateTime<Utc>> =
            (attempts < most).then(|| self.host.clock().now() + TimeDelta::seconds(pause));
        let sentence = error.sentence().chars().take(MAX_MESSAGE_LENGTH).collect();
        Outcome::Failed {
            message,
            sentence,
            again,
        }
    }

    async fn stop(&mut self) {
        let grace = self.options.grace;
        let finish = async {
            while let Some(ran) = self.tasks.join_next_with_id().await {
                self.record_outcome(ran);
            }
        };
        if tokio::time::timeout(grace, finish).await.is_err() {
            tracing::warn!(jobs = self.runs.len(), "requeueing unfinished jobs");
            self.tasks.abort_all();
            while let Some(ran) = self.tasks.join_next_with_id().await {
                self.record_outcome(ran);
            }
        }
        if let Err(error) = self.write_ended().await {
            // Their leases expire by themselves.
            tracing::error!(
                error = format!("{error:#}"),
                "failed to write the outcomes of the last jobs"
            );
        }
    }

    async fn write_ended(&mut self) -> Result<()> {
        let now = self.host.clock().now();
        let mut tx = self.host.db().begin_platform(Mode::Write).await?;
        for (job, outcome) in &self.ended {
            queue::write_outcome(&mut tx, job, outcome, now).await?;
        }
        tx.commit().await?;
        self.ended.clear();
        Ok(())
    }

    fn keeper(&self) -> Keeper {
        Keeper::start(
            self.host.clone(),
            self.id,
            self.options.lease,
            self.shared.clone(),
        )
    }
}

fn limits<'h>(host: &'h Host, kind: &str) -> Option<&'h KindLimits> {
    JobKinds::find(host).ok()?.limits(kind)
}

/// At least one if none of the kind runs.
fn free(host: &Host, counts: &HashMap<&'static str, usize>, at_once: usize, kind: &str) -> usize {
    let Some(kind) = limits(host, kind) else {
        return 0;
    };
    let running = counts.get(kind.name).copied().unwrap_or_default();
    let shared: usize = counts.values().map(|count| count.saturating_sub(1)).sum();
    let guaranteed = usize::from(running == 0);
    kind.max_concurrent
        .saturating_sub(running)
        .min(guaranteed + at_once.saturating_sub(shared))
}

async fn work(
    host: Host,
    kind: &'static str,
    claimed: Claimed,
    most: i64,
    job: Arc<RunningJob>,
) -> Result<()> {
    if claimed.attempts > most {
        let times = claimed.attempts - 1;
        return Err(Error::Internal(anyhow::anyhow!(
            "its host was lost or stopped while it ran, {times} times"
        )));
    }
    let mut scope = host.scope(claimed.tenant, Mode::Write);
    if let Some(began) = &claimed.caller {
        let mut began = serde_json::from_str::<Enqueuer>(began)?;
        if !began.renew(&host).await? {
            job.revoke();
            return Err(Error::Cancelled);
        }
        job.set_enqueuer(began.clone());
        (scope.caller, scope.request) = began.caller();
    }
    scope.attach(job);
    let payload = queue::payload(&claimed.payload)?;
    let zone = host.gate().zone(&host, claimed.tenant).await?;
    case::in_zone_async(zone, run(&host, kind, &claimed, scope, payload)).await
}

async fn run(
    host: &Host,
    kind: &str,
    claimed: &Claimed,
    scope: Scope,
    payload: Value,
) -> Result<()> {
    let kinds = JobKinds::find(host)?;
    if let Some(listener) = kinds
        .listeners
        .iter()
        .find(|listener| listener.name == kind)
    {
        // Jobs from before versioning have none.
        return (listener.run)(scope, claimed.event_version.unwrap_or(1), payload).await;
    }
    let job = kinds.jobs.iter().find(|job| job.name == kind);
    let job = job
        .ok_or_else(|| Error::Internal(anyhow::anyhow!("nothing does jobs of the kind {kind}")))?;
    (job.run)(scope, payload).await
}

/// Runs every due job and the jobs they enqueue.
pub async fn drain(host: &Host) -> Result<usize> {
    let mut worker = Worker::new(host.clone(), WorkerOptions::default());
    let _keeper = worker.keeper();
    let mut done = 0;
    loop {
        let (progress, _) = worker.run_round().await?;
        if let Some(ran) = worker.tasks.join_next_with_id().await {
            worker.record_outcome(ran);
            done += 1;
        } else if !progress && worker.ended.is_empty() {
            return Ok(done);
        }
    }
}
