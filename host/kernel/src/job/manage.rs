//! Job operations for people: watching their own jobs and managing all jobs of the platform.

use chrono::TimeDelta;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{JobKinds, JobState};
use crate::{
    db::{Mode, PlatformSql},
    error::{Error, Refusal, Result},
    host::Host,
    ids::JobId,
    message,
    scope::Scope,
    text_enum::TextEnum,
    value::{Col, Val},
};

/// An operation on a waiting, running or dead job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum JobOperation {
    /// Requeues a dead or cancelled job with all its attempts.
    Retry,
    /// Removes a dead, done or cancelled job.
    Discard,
    /// Cancels a waiting job; a running one ends at its next step.
    Cancel,
}

const WRONG_JOB_STATE: Refusal = Refusal::new(1020, "The job is in no state for this.");

const STATE: PlatformSql = PlatformSql("SELECT state FROM jobs WHERE id = $1");
const RETRY: PlatformSql = PlatformSql(
    "UPDATE jobs SET state = 'waiting', turn = NULL, attempts = 0, run_at = $2, cancel_asked = FALSE, ended_time = NULL,
       dedup_key = NULL WHERE id = $1 AND state IN ('dead', 'cancelled') RETURNING id",
);
const DISCARD: PlatformSql = PlatformSql(
    "DELETE FROM jobs WHERE id = $1 AND state IN ('dead', 'done', 'cancelled') RETURNING id",
);
const CANCEL_WAITING: PlatformSql = PlatformSql(
    "UPDATE jobs SET state = 'cancelled', turn = NULL, ended_time = $2, dedup_key = NULL
     WHERE id = $1 AND state = 'waiting' RETURNING id",
);
const CANCEL_RUNNING: PlatformSql = PlatformSql(
    "UPDATE jobs SET cancel_asked = TRUE WHERE id = $1 AND state = 'running' RETURNING id",
);

/// The caller commits. A rejection names the job's state.
pub async fn apply_operation(scope: &mut Scope, operation: JobOperation, job: JobId) -> Result<()> {
    let now = scope.now().val();
    let changed = match operation {
        JobOperation::Retry => !scope
            .platform(RETRY, vec![job.val(), now])
            .await?
            .is_empty(),
        JobOperation::Discard => !scope.platform(DISCARD, vec![job.val()]).await?.is_empty(),
        JobOperation::Cancel => {
            !scope
                .platform(CANCEL_WAITING, vec![job.val(), now])
                .await?
                .is_empty()
                || !scope
                    .platform(CANCEL_RUNNING, vec![job.val()])
                    .await?
                    .is_empty()
        }
    };
    if changed {
        scope.wake_after_commit();
        return Ok(());
    }
    let rows = scope.platform(STATE, vec![job.val()]).await?;
    let state: JobState = rows.first().ok_or(Error::NotFound("The job"))?.get(0)?;
    Err(WRONG_JOB_STATE.with_message(match operation {
        JobOperation::Retry => {
            message!("The job is {state}: only a dead or cancelled job can be retried.")
        }
        JobOperation::Discard => {
            message!("The job is {state}: only a dead, done or cancelled job can be discarded.")
        }
        JobOperation::Cancel => {
            message!("The job is {state}: only a waiting or running job can be cancelled.")
        }
    }))
}

const RESULT: PlatformSql = PlatformSql("SELECT CAST(result AS TEXT) FROM jobs WHERE id = $1");

/// The caller has checked the owner.
pub async fn load_result(scope: &mut Scope, job: JobId) -> Result<Option<Value>> {
    let rows = scope.platform(RESULT, vec![job.val()]).await?;
    let json: Option<String> = rows.first().ok_or(Error::NotFound("The job"))?.get(0)?;
    Ok(json.map(|json| serde_json::from_str(&json)).transpose()?)
}

#[derive(Debug, Clone)]
pub struct Watched {
    pub kind: String,
    pub payload: Value,
    pub state: JobState,
    pub done: Option<i64>,
    pub total: Option<i64>,
    pub sentence: Option<String>,
    pub result: Option<Value>,
}

const WATCHED: PlatformSql = PlatformSql(
    "SELECT kind, state, progress_done, progress_total, progress_text, CAST(result AS TEXT), CAST(payload AS TEXT) FROM jobs
     WHERE id = $1 AND for_tenant = $2 AND for_user = $3",
);

pub async fn load_watched(scope: &mut Scope, job: JobId) -> Result<Watched> {
    let user = scope.caller.user().ok_or(Error::Unauthorized)?;
    let values = vec![job.val(), scope.tenant.val(), user.val()];
    let rows = scope.platform(WATCHED, values).await?;
    let row = rows.first().ok_or(Error::NotFound("The job"))?;
    let result: Option<String> = row.get(5)?;
    Ok(Watched {
        kind: row.get(0)?,
        payload: serde_json::from_str(&row.get::<String>(6)?)?,
        state: row.get(1)?,
        done: row.get(2)?,
        total: row.get(3)?,
        sentence: row.get(4)?,
        result: result.map(|json| serde_json::from_str(&json)).transpose()?,
    })
}

const COUNTS: PlatformSql =
    PlatformSql("SELECT state, kind, COUNT(*) FROM jobs GROUP BY state, kind ORDER BY kind");

/// Number of jobs of one kind in one state.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JobCount {
    pub kind: String,
    pub state: JobState,
    pub count: i64,
}

pub async fn count_jobs(scope: &mut Scope) -> Result<Vec<JobCount>> {
    let rows = scope.platform(COUNTS, Vec::new()).await?;
    rows.iter()
        .map(|row| {
            Ok(JobCount {
                state: row.get(0)?,
                kind: row.get(1)?,
                count: row.get(2)?,
            })
        })
        .collect()
}

/// Retention of a watched job's result.
const DONE_RETENTION: TimeDelta = TimeDelta::days(7);
/// Time for which a dead job can be retried.
const DEAD_RETENTION: TimeDelta = TimeDelta::days(90);
/// Time after which a queued job of an unknown kind is dead.
const UNKNOWN_KIND_RETENTION: TimeDelta = TimeDelta::days(1);

const SWEEP: PlatformSql = PlatformSql(
    "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE ended_time IS NOT NULL
       AND (state IN ('done', 'cancelled') AND ended_time < $1 OR state = 'dead' AND ended_time < $2) LIMIT 5000)
     RETURNING id",
);
const OVERDUE: PlatformSql = PlatformSql(
    "SELECT DISTINCT kind FROM jobs WHERE state = 'waiting' AND turn IS NOT NULL AND run_at < $1",
);
const NO_SUCH_KIND: PlatformSql = PlatformSql(
    "UPDATE jobs SET state = 'dead', ended_time = $3, last_error = $4, dedup_key = NULL
     WHERE state = 'waiting' AND turn IS NOT NULL AND kind = $1 AND run_at < $2",
);

/// Removes jobs that ended long ago; unknown kinds are dead after a day.
pub async fn sweep(host: &Host) -> Result<()> {
    let now = host.clock().now();
    let kinds = JobKinds::find(host)?;
    let mut tx = host.db().begin_platform(Mode::Write).await?;
    let late = now - UNKNOWN_KIND_RETENTION;
    for row in tx.platform(OVERDUE, vec![late.val()]).await? {
        let kind: String = row.get(0)?;
        if kinds.limits(&kind).is_none() {
            let why = format!("nothing does jobs of the kind {kind}");
            tx.platform(
                NO_SUCH_KIND,
                vec![Val::Text(kind), late.val(), now.val(), Val::Text(why)],
            )
            .await?;
        }
    }
    tx.commit().await?;
    // In parts, to release SQLite's single writer in between.
    loop {
        let mut tx = host.db().begin_platform(Mode::Soon).await?;
        let removed = tx
            .platform(
                SWEEP,
                vec![(now - DONE_RETENTION).val(), (now - DEAD_RETENTION).val()],
            )
            .await?
            .len();
        tx.commit().await?;
        if removed == 0 {
            return Ok(());
        }
    }
}
