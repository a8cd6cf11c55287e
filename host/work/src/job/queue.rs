//! The job queue in the database: due jobs, order, claims, leases and outcomes. `SKIP LOCKED` lets
//! hosts on one PostgreSQL pass over each other's rows.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use uuid::Uuid;

use super::{
    RUNNING, WAITING,
    running::{Progress, RunningJob},
};
use data::{
    db::{Mode, PlatformSql, Tx},
    error::Result,
    host::Host,
    ids::TenantId,
    scope::Scope,
    sql_text,
    value::{Col, Dialect, Val},
};

/// Pending work, read without blocking the writer.
pub(crate) struct PendingWork {
    /// Set if events are pending for a reader of this program.
    pub events: bool,
    pub next: Option<DateTime<Utc>>,
    /// Set if leases expired without renewal.
    pub lost: bool,
    pub kinds: Vec<WaitingKind>,
}

pub(crate) struct WaitingKind {
    pub kind: String,
    pub priority: i64,
}

const SELECT_PENDING: PlatformSql = PlatformSql(sql_text!(
    "SELECT EXISTS (SELECT 1 FROM outbox WHERE position IS NULL),
       (SELECT MIN(run_at) FROM jobs WHERE ",
    WAITING,
    " AND turn IS NULL),
       EXISTS (SELECT 1 FROM jobs WHERE ",
    RUNNING,
    " AND locked_until < $1 AND (worker IS NULL OR worker <> $2))"
));
const BEHIND: PlatformSql = PlatformSql(
    "SELECT r.name FROM outbox_readers r, outbox_head h WHERE h.id = 1 AND r.position < h.position",
);
/// Skips from kind to kind along the index, regardless of the number of jobs.
const KINDS: PlatformSql = PlatformSql(sql_text!(
    "WITH RECURSIVE kinds(kind) AS (
       SELECT MIN(kind) FROM jobs WHERE ",
    WAITING,
    " AND turn IS NOT NULL
       UNION ALL
       SELECT (SELECT MIN(j.kind) FROM jobs j WHERE j.",
    WAITING,
    " AND j.turn IS NOT NULL AND j.kind > kinds.kind)
       FROM kinds WHERE kinds.kind IS NOT NULL)
     SELECT kinds.kind, (SELECT j.priority FROM jobs j WHERE j.",
    WAITING,
    " AND j.turn IS NOT NULL
       AND j.kind = kinds.kind ORDER BY j.priority, j.turn LIMIT 1)
     FROM kinds WHERE kinds.kind IS NOT NULL"
));

pub(crate) async fn load_pending_work(
    host: &Host,
    worker: Uuid,
    has_reader: impl Fn(&str) -> bool,
) -> Result<PendingWork> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let rows = tx
        .platform(SELECT_PENDING, vec![host.clock().now().val(), worker.val()])
        .await?;
    let (new_events, next, lost) = (rows[0].get(0)?, rows[0].get(1)?, rows[0].get(2)?);
    let mut events: bool = new_events;
    if !events {
        for row in tx.platform(BEHIND, Vec::new()).await? {
            let name: String = row.get(0)?;
            events |= has_reader(&name);
        }
    }
    Ok(PendingWork {
        events,
        next,
        lost,
        kinds: load_waiting_kinds(&mut tx).await?,
    })
}

pub(crate) async fn load_waiting_kinds(tx: &mut Tx) -> Result<Vec<WaitingKind>> {
    let mut kinds = Vec::new();
    for row in tx.platform(KINDS, Vec::new()).await? {
        kinds.push(WaitingKind {
            kind: row.get(0)?,
            priority: row.get::<Option<i64>>(1)?.unwrap_or_default(),
        });
    }
    Ok(kinds)
}

/// A requeued job drops its key: another job with the same key may have been enqueued meanwhile.
const REQUEUE_LOST: PlatformSql = PlatformSql(sql_text!(
    "UPDATE jobs SET ",
    WAITING,
    ", turn = NULL, worker = NULL, locked_until = NULL, dedup_key = NULL
     WHERE ",
    RUNNING,
    " AND locked_until < $1 AND (worker IS NULL OR worker <> $2) RETURNING id, kind, attempts"
));

/// Requeues the jobs of lost hosts. A host never requeues its own running jobs.
pub(crate) async fn requeue_lost_jobs(tx: &mut Tx, now: DateTime<Utc>, worker: Uuid) -> Result<()> {
    for row in tx
        .platform(REQUEUE_LOST, vec![now.val(), worker.val()])
        .await?
    {
        let (job, kind, attempts): (i64, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        tracing::warn!(job, kind, attempts, "requeued the job of a lost host");
    }
    Ok(())
}

/// Places due jobs: a tenant's next job comes after its last one and never before the kind's first,
/// so newcomers are next and no tenant accumulates turns. Bounds are looked up once per tenant.
macro_rules! place {
    ($lock:literal) => {
        PlatformSql(sql_text!(
            "WITH due AS MATERIALIZED (SELECT id, for_tenant, kind, priority, run_at FROM jobs
               WHERE ",
            WAITING,
            " AND turn IS NULL AND run_at <= $1 ORDER BY run_at, id LIMIT $2",
            $lock,
            "),
             ranked AS MATERIALIZED (SELECT id, for_tenant, kind, priority,
               ROW_NUMBER() OVER (PARTITION BY for_tenant, kind, priority ORDER BY run_at, id) AS place FROM due),
             first AS MATERIALIZED (SELECT id, for_tenant, kind, priority, place,
               CASE WHEN place = 1 THEN COALESCE((SELECT j.turn FROM jobs j WHERE j.",
            WAITING,
            "
                 AND j.turn IS NOT NULL AND j.kind = ranked.kind AND j.priority = ranked.priority
                 ORDER BY j.turn LIMIT 1) - 1, 0) END AS start_of_kind,
               CASE WHEN place = 1 THEN COALESCE((SELECT j.turn FROM jobs j WHERE j.",
            WAITING,
            "
                 AND j.turn IS NOT NULL AND j.for_tenant = ranked.for_tenant AND j.kind = ranked.kind
                 AND j.priority = ranked.priority ORDER BY j.turn DESC LIMIT 1), 0) END AS end_of_tenant
               FROM ranked),
             placed AS MATERIALIZED (SELECT id, place + MAX(CASE WHEN start_of_kind > end_of_tenant THEN start_of_kind
               ELSE end_of_tenant END) OVER (PARTITION BY for_tenant, kind, priority) AS turn FROM first)
             UPDATE jobs SET turn = placed.turn FROM placed WHERE jobs.id = placed.id RETURNING jobs.id"
        ))
    };
}
const PLACE_SQLITE: PlatformSql = place!("");
const PLACE_POSTGRES: PlatformSql = place!(" FOR UPDATE SKIP LOCKED");
/// Jobs placed per transaction.
pub(crate) const PLACE_BATCH: usize = 2000;

pub(crate) async fn place_due_jobs(host: &Host) -> Result<usize> {
    let mut tx = host.db().begin_platform(Mode::Soon).await?;
    let sql = match tx.dialect() {
        Dialect::Sqlite => PLACE_SQLITE,
        Dialect::Postgres => PLACE_POSTGRES,
    };
    let values = vec![host.clock().now().val(), (PLACE_BATCH as i64).val()];
    let placed = tx.platform(sql, values).await?.len();
    tx.commit().await?;
    Ok(placed)
}

pub(crate) struct Claimed {
    pub id: i64,
    pub tenant: TenantId,
    pub payload: String,
    pub attempts: i64,
    pub claims: i64,
    pub event_version: Option<i64>,
    pub cancel_asked: bool,
    pub is_watched: bool,
    order: (i64, i64),
    /// Session of the enqueuing user, as JSON.
    pub caller: Option<String>,
    /// Result saved by an earlier run, as JSON.
    pub result: Option<String>,
}

macro_rules! claim {
    ($lock:literal) => {
        PlatformSql(sql_text!(
            "WITH picked AS MATERIALIZED (SELECT id FROM jobs WHERE ",
            WAITING,
            " AND turn IS NOT NULL AND kind = $1
               ORDER BY priority, turn, id LIMIT $2",
            $lock,
            ")
             UPDATE jobs SET ",
            RUNNING,
            ", attempts = attempts + 1, claims = claims + 1, worker = $3,
               started_time = $4, locked_until = $5, progress_done = NULL, progress_total = NULL, progress_text = NULL
             FROM picked WHERE jobs.id = picked.id
             RETURNING jobs.id, for_tenant, CAST(payload AS TEXT), attempts, claims, event_version, cancel_asked,
               for_user, priority, turn, CAST(caller AS TEXT), CAST(result AS TEXT)"
        ))
    };
}
/// SQLite's column stores a bare-number payload as a number, so the query casts it to text.
const CLAIM_SQLITE: PlatformSql = claim!("");
const CLAIM_POSTGRES: PlatformSql = claim!(" FOR UPDATE SKIP LOCKED");

/// Owner and expiry of a claim.
pub(crate) struct Claim {
    pub worker: Uuid,
    pub now: DateTime<Utc>,
    pub lease: TimeDelta,
}

pub(crate) async fn claim(
    tx: &mut Tx,
    by: &Claim,
    kind: &str,
    most: usize,
) -> Result<Vec<Claimed>> {
    let sql = match tx.dialect() {
        Dialect::Sqlite => CLAIM_SQLITE,
        Dialect::Postgres => CLAIM_POSTGRES,
    };
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let values = vec![
        Val::Text(kind.to_owned()),
        most.val(),
        by.worker.val(),
        by.now.val(),
        (by.now + by.lease).val(),
    ];
    let mut claimed = Vec::new();
    for row in tx.platform(sql, values).await? {
        claimed.push(Claimed {
            id: row.get(0)?,
            tenant: row.get(1)?,
            payload: row.get(2)?,
            attempts: row.get(3)?,
            claims: row.get(4)?,
            event_version: row.get(5)?,
            cancel_asked: row.get(6)?,
            is_watched: row.get::<Option<i64>>(7)?.is_some(),
            order: (row.get(8)?, row.get(9)?),
            caller: row.get(10)?,
            result: row.get(11)?,
        });
    }
    claimed.sort_by_key(|job| job.order);
    Ok(claimed)
}

pub(crate) enum Outcome {
    Done,
    /// Retried, or dead after the last attempt.
    Failed {
        message: String,
        sentence: String,
        again: Option<DateTime<Utc>>,
    },
    /// The sentence has the reason if no user cancelled the job.
    Cancelled(Option<String>),
    /// Stopped by this host; the attempt does not count.
    Requeued,
}

const REMOVE: PlatformSql = PlatformSql(sql_text!(
    "DELETE FROM jobs WHERE id = $1 AND claims = $2 AND ",
    RUNNING
));
const END: PlatformSql = PlatformSql(sql_text!("UPDATE jobs SET state = $3, ended_time = $4, last_error = $5,
       progress_text = COALESCE($6, progress_text), worker = NULL, locked_until = NULL, dedup_key = NULL
     WHERE id = $1 AND claims = $2 AND ", RUNNING));
const RETRY: PlatformSql = PlatformSql(sql_text!(
    "UPDATE jobs SET ",
    WAITING,
    ", turn = NULL, run_at = $3, last_error = $4, progress_text = $5, worker = NULL,
       locked_until = NULL, dedup_key = NULL WHERE id = $1 AND claims = $2 AND ",
    RUNNING
));
const REQUEUE: PlatformSql = PlatformSql(sql_text!(
    "UPDATE jobs SET ",
    WAITING,
    ", turn = NULL, attempts = attempts - 1, worker = NULL, locked_until = NULL,
       dedup_key = NULL WHERE id = $1 AND claims = $2 AND ",
    RUNNING
));

/// Does nothing unless the job is still held by this claim.
pub(crate) async fn write_outcome(
    tx: &mut Tx,
    job: &RunningJob,
    outcome: &Outcome,
    now: DateTime<Utc>,
) -> Result<()> {
    if let Some(mut progress) = job.last_progress() {
        // Steps are reported as they begin.
        if matches!(outcome, Outcome::Done) {
            progress.done = progress.total.unwrap_or(progress.done);
        }
        write_progress(tx, job, &progress).await?;
    }
    let mut values = vec![job.id.val(), job.claims.val()];
    let ended = |state: &str, error: Option<&String>, sentence: Option<&String>| {
        let (state, error, sentence) = (
            Val::Text(state.to_owned()),
            error.cloned(),
            sentence.cloned(),
        );
        vec![
            job.id.val(),
            job.claims.val(),
            state,
            now.val(),
            error.val(),
            sentence.val(),
        ]
    };
    match outcome {
        Outcome::Done if job.is_watched => drop(tx.platform(END, ended("done", None, None)).await?),
        Outcome::Done => drop(tx.platform(REMOVE, values).await?),
        Outcome::Cancelled(why) => drop(
            tx.platform(END, ended("cancelled", None, why.as_ref()))
                .await?,
        ),
        Outcome::Failed {
            message,
            sentence,
            again: None,
        } => {
            tx.platform(END, ended("dead", Some(message), Some(sentence)))
                .await?;
        }
        Outcome::Failed {
            message,
            sentence,
            again: Some(again),
        } => {
            values.extend([
                again.val(),
                Val::Text(message.clone()),
                Val::Text(sentence.clone()),
            ]);
            tx.platform(RETRY, values).await?;
        }
        Outcome::Requeued => drop(tx.platform(REQUEUE, values).await?),
    }
    Ok(())
}

const PROGRESS: PlatformSql = PlatformSql(sql_text!(
    "UPDATE jobs SET progress_done = $3, progress_total = $4, progress_text = $5
     WHERE id = $1 AND claims = $2 AND ",
    RUNNING
));

pub(crate) async fn write_progress(
    tx: &mut Tx,
    job: &RunningJob,
    progress: &Progress,
) -> Result<()> {
    let Progress {
        done,
        total,
        sentence,
    } = progress;
    let values = vec![
        job.id.val(),
        job.claims.val(),
        done.val(),
        total.val(),
        Val::Text(sentence.clone()),
    ];
    tx.platform(PROGRESS, values).await?;
    Ok(())
}

const SAVE_RESULT: PlatformSql = PlatformSql(sql_text!(
    "UPDATE jobs SET result = $3 WHERE id = $1 AND claims = $2 AND ",
    RUNNING,
    " RETURNING id"
));

/// Saves an intermediate result in the run's transaction; false if another run holds the job.
pub(super) async fn save_result(
    scope: &mut Scope,
    job: i64,
    claims: i64,
    result: String,
) -> Result<bool> {
    let values = vec![job.val(), claims.val(), Val::Json(result)];
    Ok(!scope.platform(SAVE_RESULT, values).await?.is_empty())
}

const RENEW: PlatformSql = PlatformSql(sql_text!(
    "UPDATE jobs SET locked_until = $2 WHERE worker = $1 AND ",
    RUNNING,
    " RETURNING id, claims"
));

/// Returns the claims that this worker still holds.
pub(crate) async fn renew_leases(
    tx: &mut Tx,
    worker: Uuid,
    until: DateTime<Utc>,
) -> Result<Vec<(i64, i64)>> {
    let rows = tx.platform(RENEW, vec![worker.val(), until.val()]).await?;
    rows.iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect()
}

const CANCELLED: PlatformSql = PlatformSql(sql_text!(
    "SELECT id FROM jobs WHERE worker = $1 AND ",
    RUNNING,
    " AND cancel_asked"
));

pub(crate) async fn load_cancelled(tx: &mut Tx, worker: Uuid) -> Result<Vec<i64>> {
    let rows = tx.platform(CANCELLED, vec![worker.val()]).await?;
    rows.iter().map(|row| Ok(row.get(0)?)).collect()
}

pub(crate) fn payload(text: &str) -> Result<Value> {
    Ok(serde_json::from_str(text)?)
}
