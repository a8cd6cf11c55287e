//! Jobs of a scope: enqueueing them in its transaction, and the job that it runs.

use serde::{Serialize, de::DeserializeOwned};

use super::{
    Enqueuer, JobKinds, JobState, NewJob, Priority, Request, queue::save_result,
    running::RunningJob,
};
use data::{
    caller::{Needs, Session},
    db::{PlatformSql, Tx},
    error::{Error, Result},
    host::Host,
    ids::{JobId, TenantId},
    scope::Scope,
    sql_names, sql_text,
    value::{Col, Ty, Val},
};

/// Maximum size of a job's saved result.
const MAX_RESULT_BYTES: usize = 256 << 10;

/// Enqueues jobs in a scope's transaction, and reports the progress of the job that it runs.
pub trait ScopeJobs {
    /// Enqueues a job in the same transaction.
    fn enqueue(&mut self, new: NewJob) -> impl Future<Output = Result<()>> + Send;
    /// Enqueues a job that runs as the caller, who can watch its progress, cancel it and read its
    /// result for some days. A dedup key has no effect: each caller has a separate job.
    fn enqueue_watched(&mut self, new: NewJob) -> impl Future<Output = Result<JobId>> + Send;
    /// Saves the job's intermediate result in this transaction. A retry reads it with
    /// [`ScopeJobs::saved_result`] and skips the work committed with it. Fails if another run holds
    /// the job, so no work is done twice. Without a job it has no effect. At most 256 KiB.
    fn save_result<R: Serialize>(&mut self, result: &R) -> impl Future<Output = Result<()>> + Send;
    /// Returns the job run by this scope.
    fn job(&self) -> Option<JobId>;
    /// Returns the result saved by earlier runs of the job.
    fn saved_result<T: DeserializeOwned>(&self) -> Result<Option<T>>;
    /// Reports a job's progress with a sentence, and ends the job with [`Error::Cancelled`] if it
    /// was cancelled. Call it between complete units of work. It is cheap enough for every row;
    /// without a job it has no effect.
    fn step(&self, done: usize, total: Option<usize>, sentence: impl Into<String>) -> Result<()>;
    /// Ends the job with [`Error::Cancelled`] if it was cancelled.
    fn check_cancelled(&self) -> Result<()>;
}

impl ScopeJobs for Scope {
    async fn enqueue(&mut self, new: NewJob) -> Result<()> {
        let values = insert_values(self.host(), self.tenant, new, None);
        self.platform(ENQUEUE, values).await?;
        self.wake_after_commit();
        Ok(())
    }

    async fn enqueue_watched(&mut self, mut new: NewJob) -> Result<JobId> {
        let session = self.caller.session().ok_or(Error::Unauthorized)?;
        new.dedup_key = None;
        let needs = match self.needs() {
            Some(Needs::Permission(permission) | Needs::DriverOr(permission)) => {
                vec![permission.name.to_owned()]
            }
            Some(Needs::Save(save)) => {
                vec![save.create.name.to_owned(), save.change.name.to_owned()]
            }
            _ => Vec::new(),
        };
        let began = Enqueuer {
            session: Session::clone(session),
            request: Request::from_scope(&self.request),
            needs,
        };
        let values = insert_values(self.host(), self.tenant, new, Some(&began));
        let rows = self.platform(ENQUEUE, values).await?;
        let job = rows.first().ok_or(Error::Conflict)?.get(0)?;
        self.wake_after_commit();
        Ok(job)
    }

    fn save_result<R: Serialize>(&mut self, result: &R) -> impl Future<Output = Result<()>> + Send {
        let running = self.attached::<RunningJob>();
        let claim = running.map(|job| (job.id, job.claims, serde_json::to_string(result)));
        async move {
            let Some((job, claims, json)) = claim else {
                return Ok(());
            };
            let json = json?;
            if json.len() > MAX_RESULT_BYTES {
                return Err(Error::Internal(anyhow::anyhow!(
                    "a job keeps {} bytes",
                    json.len()
                )));
            }
            if save_result(self, job, claims, json).await? {
                Ok(())
            } else {
                Err(Error::Cancelled)
            }
        }
    }

    fn job(&self) -> Option<JobId> {
        self.attached::<RunningJob>().map(|job| JobId(job.id))
    }

    fn saved_result<T: DeserializeOwned>(&self) -> Result<Option<T>> {
        let job = self.attached::<RunningJob>();
        let result = job.and_then(|job| job.saved_result.as_deref());
        Ok(result.map(serde_json::from_str).transpose()?)
    }

    fn step(&self, done: usize, total: Option<usize>, sentence: impl Into<String>) -> Result<()> {
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        self.attached::<RunningJob>().map_or(Ok(()), |job| {
            job.step(number(done), total.map(number), sentence.into())
        })
    }

    fn check_cancelled(&self) -> Result<()> {
        let job = self.attached::<RunningJob>();
        job.map_or(Ok(()), RunningJob::check)
    }
}

const ENQUEUE: PlatformSql = PlatformSql(sql_text!(
    "INSERT INTO jobs (for_tenant, kind, payload, dedup_key, run_at, attempts, state, creation_time, priority,
       event_version, for_user, caller)
     VALUES ($1, $2, $3, $4, $5, 0, ",
    sql_names!(JobState: Waiting),
    ", $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING id",
));

fn insert_values(host: &Host, tenant: TenantId, new: NewJob, began: Option<&Enqueuer>) -> Vec<Val> {
    let now = host.clock().now();
    let of_kind = || {
        let kinds = JobKinds::find(host).ok()?;
        let kind = kinds.jobs.iter().find(|kind| kind.name == new.kind)?;
        Some(kind.priority)
    };
    let priority = new.priority.or_else(of_kind).unwrap_or(Priority::Normal);
    vec![
        tenant.val(),
        Val::Text(new.kind.to_owned()),
        Val::Json(new.payload.to_string()),
        new.dedup_key.val(),
        new.not_before.unwrap_or(now).val(),
        now.val(),
        priority.val(),
        new.event_version.val(),
        began.map(|began| began.session.user).val(),
        began.map_or(Val::Null(Ty::Json), |began| {
            Val::Json(serde_json::to_string(began).unwrap_or_default())
        }),
    ]
}

/// Enqueues a job in a transaction of the program itself.
pub(crate) async fn enqueue_in(
    host: &Host,
    tenant: TenantId,
    tx: &mut Tx,
    new: NewJob,
) -> Result<()> {
    let values = insert_values(host, tenant, new, None);
    tx.platform(ENQUEUE, values).await?;
    Ok(())
}
