//! The worker of one host: claims jobs in turn, runs them side by side, renews their leases, and writes what became of them.

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

use super::{
    ATTEMPTS, Began,
    keeper::Keeper,
    queue::{self, Claim, Claimed, Found, Outcome, WaitingKind},
    running::RunningJob,
};
use crate::{
    case,
    db::Mode,
    error::{Error, Result},
    event::feed,
    host::Host,
    scope::Scope,
};

/// How a worker works.
#[derive(Debug, Clone, Copy)]
pub struct WorkerOptions {
    /// Jobs at once beside the one that every kind may always run.
    pub at_once: usize,
    /// So long after its last sign of life a host's jobs are others'.
    pub lease: Duration,
    /// How long jobs may go on when the host is told to stop.
    pub grace: Duration,
}

impl Default for WorkerOptions {
    fn default() -> Self {
        Self {
            at_once: 8,
            lease: Duration::from_secs(60),
            grace: Duration::from_secs(20),
        }
    }
}

/// How often the database is looked at when nothing wakes the worker.
pub(super) const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// Progress text of a job whose user was deactivated or lost the permission.
const REVOKED: &str = "The job ended: the user who began it may no longer do this.";
const MAX_PAUSE_SECONDS: i64 = 3600;
const MAX_MESSAGE_LENGTH: usize = 2000;

pub(super) type Shared = Arc<Mutex<HashMap<i64, Arc<RunningJob>>>>;
type Ran = Result<(task::Id, Result<()>), JoinError>;

pub struct Worker {
    host: Host,
    id: Uuid,
    options: WorkerOptions,
    tasks: JoinSet<Result<()>>,
    /// The task of each job that runs.
    runs: HashMap<task::Id, Run>,
    /// How many of each kind run here.
    counts: HashMap<&'static str, usize>,
    /// The same jobs for the task that renews their leases.
    shared: Shared,
    /// Runs that have ended and whose outcome is not written yet.
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

    /// Works until `stop` is told: at once when woken, otherwise every second. Then lets what runs finish, and gives back
    /// what takes longer than the grace.
    pub async fn run(mut self, mut stop: watch::Receiver<bool>) {
        let _keeper = self.keeper();
        while !*stop.borrow() {
            let pause = match self.turn().await {
                Ok((true, _)) => Duration::ZERO,
                Ok((false, pause)) => pause,
                Err(error) => {
                    tracing::error!(
                        error = format!("{error:#}"),
                        "the worker could not look after its jobs"
                    );
                    LOOK_AGAIN
                }
            };
            let host = self.host.clone();
            tokio::select! {
                () = host.woken() => {}
                Some(ran) = self.tasks.join_next_with_id() => self.ran(ran),
                () = tokio::time::sleep(pause) => {}
                changed = stop.changed() => {
                    // A closed channel means the same as a word to stop.
                    if changed.is_err() {
                        break;
                    }
                }
            }
        }
        self.stop().await;
    }

    /// Takes on what there is to do. Tells whether there was anything, and else how long nothing is due.
    async fn turn(&mut self) -> Result<(bool, Duration)> {
        while let Some(ran) = self.tasks.try_join_next_with_id() {
            self.ran(ran);
        }
        let mut found = queue::look(&self.host, self.id).await?;
        let mut progress = false;
        if found.events {
            progress |= feed::dispatch(&self.host).await? > 0;
            found = queue::look(&self.host, self.id).await?;
        }
        let now = self.host.clock().now();
        let mut placed = 0;
        if found.next.is_some_and(|next| next <= now) {
            // All of them before the next claim: whoever stands at the end must not wait for those before to be done.
            placed = queue::place(&self.host).await?;
            while placed > 0 && placed % queue::PLACED_AT_ONCE == 0 {
                let more = queue::place(&self.host).await?;
                placed += more;
                if more == 0 {
                    break;
                }
            }
            progress |= placed > 0;
        }
        let can_claim = placed > 0
            || found
                .kinds
                .iter()
                .any(|waiting| self.free(&waiting.kind) > 0);
        if can_claim || found.lost || !self.ended.is_empty() {
            progress |= self.claim(&found, placed > 0).await? || found.lost;
        }
        let next = found
            .next
            .filter(|next| *next > now)
            .map_or(LOOK_AGAIN, |next| {
                (next - now)
                    .to_std()
                    .unwrap_or_default()
                    .clamp(Duration::from_millis(1), LOOK_AGAIN)
            });
        Ok((progress, next))
    }

    /// One transaction: writes what has ended, takes back what lost hosts held, claims for every place that is free.
    async fn claim(&mut self, found: &Found, look_again: bool) -> Result<bool> {
        let now = self.host.clock().now();
        let lease = TimeDelta::from_std(self.options.lease).unwrap_or(TimeDelta::MAX);
        let by = Claim {
            worker: self.id,
            now,
            lease,
        };
        let mut tx = self.host.db().begin_platform(Mode::Soon).await?;
        for (job, outcome) in &self.ended {
            queue::end(&mut tx, job, outcome, now).await?;
        }
        if found.lost {
            queue::take_back(&mut tx, now, self.id).await?;
        }
        let placed;
        let kinds = if look_again {
            placed = queue::kinds(&mut tx).await?;
            &placed
        } else {
            &found.kinds
        };
        let mut claimed: Vec<(&'static str, Vec<Claimed>)> = Vec::new();
        let mut counts = self.counts.clone();
        for (kind, most) in self.shares(kinds) {
            // What an earlier kind of this round took is no longer free.
            let most = most.min(free(&self.host, &counts, self.options.at_once, kind));
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

    /// How many jobs of each waiting kind to claim: urgent kinds first, then those of which least runs here; what is
    /// free is shared out among them.
    fn shares(&self, waiting: &[WaitingKind]) -> Vec<(&'static str, usize)> {
        let mut kinds: Vec<(i64, usize, &'static str)> = waiting
            .iter()
            // Another program's kinds are left to the hosts that know them.
            .filter_map(|waiting| Some((waiting.priority, self.host.kind(&waiting.kind)?.name)))
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
        let share = (self.options.at_once / kinds.len().max(1)).max(1);
        kinds
            .into_iter()
            .map(|(_, _, kind)| (kind, share))
            .collect()
    }

    fn free(&self, kind: &str) -> usize {
        free(&self.host, &self.counts, self.options.at_once, kind)
    }

    fn start(&mut self, kind: &'static str, claimed: Claimed) {
        let job = Arc::new(RunningJob::new(&claimed));
        let most = self.host.kind(kind).map_or(ATTEMPTS, |kind| kind.attempts);
        let attempts = claimed.attempts;
        let task = self
            .tasks
            .spawn(work(self.host.clone(), kind, claimed, most, job.clone()));
        job.runs_as(task.clone());
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

    /// Notes how a run ended; the next claim writes it.
    fn ran(&mut self, ran: Ran) {
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
                tracing::warn!(
                    job = job.id,
                    kind,
                    "the lease of a job was lost while it ran here"
                );
                return;
            }
            Ok(Ok(())) => Outcome::Done,
            Err(error) if error.is_cancelled() => Outcome::GivenBack,
            Ok(Err(_)) if job.is_cancelled() => {
                Outcome::Cancelled(job.is_revoked().then(|| REVOKED.to_owned()))
            }
            Ok(Err(error)) => self.failed(&job, (kind, attempts, most), &error),
            Err(panic) => self.failed(&job, (kind, attempts, most), &Error::internal(panic)),
        };
        self.ended.push((job, outcome));
    }

    fn failed(
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
                self.ran(ran);
            }
        };
        if tokio::time::timeout(grace, finish).await.is_err() {
            tracing::warn!(
                jobs = self.runs.len(),
                "jobs that have not finished are given back"
            );
            self.tasks.abort_all();
            while let Some(ran) = self.tasks.join_next_with_id().await {
                self.ran(ran);
            }
        }
        if let Err(error) = self.write_ended().await {
            // Their leases end by themselves.
            tracing::error!(
                error = format!("{error:#}"),
                "the outcome of the last jobs could not be written"
            );
        }
    }

    async fn write_ended(&mut self) -> Result<()> {
        let now = self.host.clock().now();
        let mut tx = self.host.db().begin_platform(Mode::Write).await?;
        for (job, outcome) in &self.ended {
            queue::end(&mut tx, job, outcome, now).await?;
        }
        tx.commit().await?;
        self.ended.clear();
        Ok(())
    }

    /// The task that renews leases, writes progress and hears of cancellations; it ends with what is given back.
    fn keeper(&self) -> Keeper {
        Keeper::start(
            self.host.clone(),
            self.id,
            self.options.lease,
            self.shared.clone(),
        )
    }
}

/// How many more jobs of this kind may run: within the kind's limit, from the shared places, and one at least when none
/// of the kind runs.
fn free(host: &Host, counts: &HashMap<&'static str, usize>, at_once: usize, kind: &str) -> usize {
    let Some(kind) = host.kind(kind) else {
        return 0;
    };
    let running = counts.get(kind.name).copied().unwrap_or_default();
    let shared: usize = counts.values().map(|count| count.saturating_sub(1)).sum();
    let own = usize::from(running == 0);
    kind.at_once
        .saturating_sub(running)
        .min(own + at_once.saturating_sub(shared))
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
        let mut began = serde_json::from_str::<Began>(began)?;
        if !began.renew(&host).await? {
            job.revoke();
            return Err(Error::Cancelled);
        }
        job.began_by(began.clone());
        (scope.caller, scope.request) = began.caller();
    }
    scope.works_on(job);
    let payload = queue::payload(&claimed.payload)?;
    let zone = host.gate().zone(&host, claimed.tenant).await?;
    case::zoned(zone, run(&host, kind, &claimed, scope, payload)).await
}

async fn run(
    host: &Host,
    kind: &str,
    claimed: &Claimed,
    scope: Scope,
    payload: Value,
) -> Result<()> {
    if let Some(listener) = host
        .listeners()
        .iter()
        .find(|listener| listener.name == kind)
    {
        // Jobs of before there were versions carry none.
        return (listener.run)(scope, claimed.event_version.unwrap_or(1), payload).await;
    }
    let job = host.jobs().iter().find(|job| job.name == kind);
    let job = job
        .ok_or_else(|| Error::Internal(anyhow::anyhow!("nothing does jobs of the kind {kind}")))?;
    (job.run)(scope, payload).await
}

/// Runs every job that is due now, and those they leave behind; for tests and commands.
pub async fn drain(host: &Host) -> Result<usize> {
    let mut worker = Worker::new(host.clone(), WorkerOptions::default());
    let _keeper = worker.keeper();
    let mut done = 0;
    loop {
        let (progress, _) = worker.turn().await?;
        if let Some(ran) = worker.tasks.join_next_with_id().await {
            worker.ran(ran);
            done += 1;
        } else if !progress && worker.ended.is_empty() {
            return Ok(done);
        }
    }
}
