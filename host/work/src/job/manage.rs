//! Job operations for people: watching their own jobs and managing all jobs of the platform.

use chrono::TimeDelta;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{CANCELLED, DEAD, JobKinds, JobState, RUNNING, WAITING};
use data::{
    db::{Mode, PlatformSql},
    error::{Error, Refusal, Result},
    host::Host,
    ids::JobId,
    message,
    scope::Scope,
    sql_names, sql_text,
    value::{Col, Val},
};

pub use super::JobOperation;

const RETRIABLE: &str = sql_text!(
    "state IN (",
    sql_names!(JobState, JobState::is_retriable),
    ")"
);
const DISCARDABLE: &str = sql_text!("state IN (", sql_names!(JobState, JobState::has_ended), ")");
const KEPT_BRIEFLY: &str = sql_text!("state IN (", sql_names!(JobState: Done | Cancelled), ")");

const WRONG_JOB_STATE: Refusal = Refusal::new(1020, "The job is in no state for this.");

const STATE: PlatformSql = PlatformSql("SELECT state FROM jobs WHERE id = $1");
const RETRY: PlatformSql = PlatformSql(sql_text!(
    "UPDATE jobs SET ",
    WAITING,
    ", turn = NULL, attempts = 0, run_at = $2, cancel_asked = FALSE, ended_time = NULL,
       dedup_key = NULL WHERE id = $1 AND ",
    RETRIABLE,
    " RETURNING id"
));
const DISCARD: PlatformSql = PlatformSql(sql_text!(
    "DELETE FROM jobs WHERE id = $1 AND ",
    DISCARDABLE,
    " RETURNING id"
));
const CANCEL_WAITING: PlatformSql = PlatformSql(sql_text!(
    "UPDATE jobs SET ",
    CANCELLED,
    ", turn = NULL, ended_time = $2, dedup_key = NULL
     WHERE id = $1 AND ",
    WAITING,
    " RETURNING id"
));
const CANCEL_RUNNING: PlatformSql = PlatformSql(sql_text!(
    "UPDATE jobs SET cancel_asked = TRUE WHERE id = $1 AND ",
    RUNNING,
    " RETURNING id"
));

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

const SWEEP: PlatformSql = PlatformSql(sql_text!(
    "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE ended_time IS NOT NULL
       AND (",
    KEPT_BRIEFLY,
    " AND ended_time < $1 OR ",
    DEAD,
    " AND ended_time < $2) LIMIT 5000)
     RETURNING id"
));
const OVERDUE: PlatformSql = PlatformSql(sql_text!(
    "SELECT DISTINCT kind FROM jobs WHERE ",
    WAITING,
    " AND turn IS NOT NULL AND run_at < $1"
));
const NO_SUCH_KIND: PlatformSql = PlatformSql(sql_text!(
    "UPDATE jobs SET ",
    DEAD,
    ", ended_time = $3, last_error = $4, dedup_key = NULL
     WHERE ",
    WAITING,
    " AND turn IS NOT NULL AND kind = $1 AND run_at < $2"
));

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

#[cfg(test)]
mod tests {
    use super::*;
    use data::life_cycle::Operation as _;

    #[test]
    fn operations_change_jobs_in_the_states_that_allow_them() {
        assert_eq!(RETRIABLE, "state IN ('dead', 'cancelled')");
        assert_eq!(DISCARDABLE, "state IN ('done', 'dead', 'cancelled')");
        assert_eq!(
            (WAITING, RUNNING),
            ("state = 'waiting'", "state = 'running'")
        );
        for (operation, statements) in [
            (JobOperation::Retry, &[RETRY][..]),
            (JobOperation::Discard, &[DISCARD]),
            (JobOperation::Cancel, &[CANCEL_WAITING, CANCEL_RUNNING]),
        ] {
            for state in JobState::ALL {
                let name = format!("'{state}'");
                let conditions = statements
                    .iter()
                    .filter_map(|sql| sql.0.split_once("WHERE"));
                let is_allowed = conditions.into_iter().any(|(_, sql)| sql.contains(&name));
                assert_eq!(
                    operation.is_allowed_in(*state),
                    is_allowed,
                    "{operation} {state}"
                );
            }
        }
    }
}
