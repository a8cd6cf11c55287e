//! Work in the background: rows that any host claims, runs at least once, and repeats with a growing pause until it gives up.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::{
    db::{Col, Dialect, Mode, PlatformSql, Val},
    error::{Error, Result},
    host::Host,
    ids::TenantId,
    scope::Scope,
};

/// A kind of work an area can do in the background.
#[derive(Clone, Copy)]
pub struct JobKind {
    /// Unique in the program: `bookings.track`.
    pub name: &'static str,
    pub run: fn(Scope, Value) -> BoxFuture<'static, Result<()>>,
    /// Runs this often are tried before the job is dead.
    pub attempts: i64,
}

/// Work to be done.
#[derive(Debug, Clone)]
pub struct NewJob {
    kind: &'static str,
    payload: Value,
    dedup_key: Option<String>,
    not_before: Option<DateTime<Utc>>,
}

impl NewJob {
    pub fn new(kind: &'static str, payload: Value) -> Self {
        Self { kind, payload, dedup_key: None, not_before: None }
    }
    /// While a job of this kind with this key waits, another is not added.
    pub fn once(mut self, key: impl Into<String>) -> Self {
        self.dedup_key = Some(key.into());
        self
    }
    pub fn at(mut self, time: DateTime<Utc>) -> Self {
        self.not_before = Some(time);
        self
    }
}

const ENQUEUE: PlatformSql = PlatformSql(
    "INSERT INTO jobs (for_tenant, kind, payload, dedup_key, run_at, attempts, state, creation_time)
     VALUES ($1, $2, $3, $4, $5, 0, 'waiting', $6) ON CONFLICT DO NOTHING",
);

pub(crate) async fn enqueue(scope: &mut Scope, new: NewJob) -> Result<()> {
    let now = scope.now();
    let values = vec![
        scope.tenant.val(),
        Val::Text(new.kind.to_owned()),
        Val::Json(new.payload.to_string()),
        new.dedup_key.val(),
        new.not_before.unwrap_or(now).val(),
        now.val(),
    ];
    scope.platform(ENQUEUE, values).await?;
    Ok(())
}

/// A payload that is a mere number has become one in the column, and is read as the text it was.
const CLAIM_SQLITE: PlatformSql = PlatformSql(
    "UPDATE jobs SET state = 'running', attempts = attempts + 1, locked_until = $2 WHERE id IN
     (SELECT id FROM jobs WHERE (state = 'waiting' AND run_at <= $1) OR (state = 'running' AND locked_until < $1)
      ORDER BY run_at, id LIMIT 1)
     RETURNING id, for_tenant, kind, CAST(payload AS TEXT), attempts",
);
const CLAIM_POSTGRES: PlatformSql = PlatformSql(
    "UPDATE jobs SET state = 'running', attempts = attempts + 1, locked_until = $2 WHERE id IN
     (SELECT id FROM jobs WHERE (state = 'waiting' AND run_at <= $1) OR (state = 'running' AND locked_until < $1)
      ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, for_tenant, kind, payload, attempts",
);
const DONE: PlatformSql = PlatformSql("DELETE FROM jobs WHERE id = $1");
/// A job that waits again gives its key away: another with the same key may have been left meanwhile.
const AGAIN: PlatformSql = PlatformSql(
    "UPDATE jobs SET state = $2, run_at = $3, last_error = $4, locked_until = NULL, dedup_key = NULL WHERE id = $1",
);

/// A job nobody has finished by then is claimed anew.
const LEASE: TimeDelta = TimeDelta::minutes(5);
const LONGEST_PAUSE_SECONDS: i64 = 3600;

/// Claims one job that is due and runs it. Tells whether there was one.
pub async fn work_one(host: &Host) -> Result<bool> {
    let now = host.clock().now();
    let mut tx = host.db().begin_platform(Mode::Write).await?;
    let claim = match tx.dialect() {
        Dialect::Sqlite => CLAIM_SQLITE,
        Dialect::Postgres => CLAIM_POSTGRES,
    };
    let rows = tx.platform(claim, vec![now.val(), (now + LEASE).val()]).await?;
    tx.commit().await?;
    let Some(row) = rows.first() else { return Ok(false) };
    let (id, tenant, kind): (i64, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let (payload, attempts): (Value, i64) = (row.json(3)?, row.get(4)?);

    let outcome = run(host, TenantId(tenant), &kind, payload).await;
    let mut tx = host.db().begin_platform(Mode::Write).await?;
    match outcome {
        Ok(_) => tx.platform(DONE, vec![id.val()]).await?,
        Err((error, most)) => {
            let message = match &error {
                Error::Internal(error) => format!("{error:#}"),
                other => other.sentence(),
            };
            tracing::warn!(job = id, kind, attempts, error = message, "a job failed");
            let state = if attempts >= most { "dead" } else { "waiting" };
            let pause = (1_i64 << attempts.clamp(0, 20)).min(LONGEST_PAUSE_SECONDS);
            let again = host.clock().now() + TimeDelta::seconds(pause);
            tx.platform(AGAIN, vec![id.val(), state.to_owned().val(), again.val(), Val::Text(message)]).await?
        }
    };
    tx.commit().await?;
    Ok(true)
}

async fn run(host: &Host, tenant: TenantId, kind: &str, payload: Value) -> Result<(), (Error, i64)> {
    let scope = host.scope(tenant, Mode::Write);
    let (work, most) = if let Some(job) = host.jobs().iter().find(|job| job.name == kind) {
        (job.run, job.attempts)
    } else if let Some(ear) = host.listeners().iter().find(|ear| ear.name == kind) {
        (ear.run, LISTENER_ATTEMPTS)
    } else {
        return Err((Error::Internal(anyhow::anyhow!("nothing does jobs of the kind {kind}")), 1));
    };
    // In a task of its own, so that a panic ends this job and not the worker.
    match tokio::spawn(work(scope, payload)).await {
        Ok(done) => done.map_err(|error| (error, most)),
        Err(panic) => Err((Error::internal(panic), most)),
    }
}

const LISTENER_ATTEMPTS: i64 = 20;

/// Works until `stop` is told: at once when woken, otherwise every second.
pub async fn work(host: Host, mut stop: tokio::sync::watch::Receiver<bool>) {
    while !*stop.borrow() {
        match work_one(&host).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::error!(error = format!("{error:#}"), "the worker could not claim a job"),
        }
        tokio::select! {
            () = host.woken() => {}
            () = tokio::time::sleep(std::time::Duration::from_secs(1)) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Runs every job that is due now, and those they leave behind; for tests and commands.
pub async fn drain(host: &Host) -> Result<usize> {
    let mut done = 0;
    while work_one(host).await? {
        done += 1;
    }
    Ok(done)
}
