//! Models of listed, watched and processed jobs.

use chrono::{DateTime, Utc};
use data::{
    Outcome, Record,
    ids::{JobId, TenantId, UserId},
    life_cycle::Operation as _,
    message::Remark,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use work::job::{
    JobState,
    manage::{JobCount, JobOperation},
};

/// A job without its payload, which is the tenant's.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "platform_jobs", name = "The job", unrecorded, open)]
pub(crate) struct BackgroundJob {
    pub id: JobId,
    #[serde(skip)]
    pub row_version: i64,
    /// 0 for the platform's jobs.
    #[serde(rename = "tenantId")]
    pub for_tenant: TenantId,
    pub tenant_name: Option<String>,
    pub kind: String,
    pub state: JobState,
    /// 0 runs before 1, and 1 before 2.
    pub priority: i64,
    /// Number of attempts started.
    pub attempts: i64,
    /// Due time.
    #[serde(rename = "dueTime")]
    pub run_at: DateTime<Utc>,
    /// Error of the last attempt.
    pub last_error: Option<String>,
    /// True if cancellation was requested and the job has not reached its next step.
    pub cancel_asked: bool,
    /// User who started the job.
    #[serde(rename = "userId")]
    pub for_user: Option<UserId>,
    /// The user's name when the job started.
    pub user_name: Option<String>,
    /// Impersonator who started the job, if any.
    pub impersonator_name: Option<String>,
    pub progress_done: Option<i64>,
    pub progress_total: Option<i64>,
    pub progress_text: Option<String>,
    pub creation_time: DateTime<Utc>,
    pub started_time: Option<DateTime<Utc>>,
    pub ended_time: Option<DateTime<Utc>>,
    /// Operations that its state allows.
    #[record(sent)]
    pub allowed_operations: Vec<JobOperation>,
}

impl BackgroundJob {
    /// Cancellation is requested once.
    pub fn with_operations(mut self) -> Self {
        self.allowed_operations = JobOperation::list_allowed(self.state);
        if self.cancel_asked {
            self.allowed_operations
                .retain(|operation| *operation != JobOperation::Cancel);
        }
        self
    }
}

/// A job as shown to the user who started it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchedJob {
    pub id: JobId,
    pub kind: String,
    pub state: JobState,
    /// Completed units; null before the first step.
    pub done: Option<i64>,
    /// Total units; null while unknown.
    pub total: Option<i64>,
    /// Current activity, or the reason of a failure.
    pub sentence: Option<String>,
    /// True if cancellation was requested and the job has not reached its next step.
    pub cancel_asked: bool,
    /// Cancel, if its state allows it.
    pub allowed_operations: Vec<JobOperation>,
    pub creation_time: DateTime<Utc>,
    pub started_time: Option<DateTime<Utc>>,
    pub ended_time: Option<DateTime<Utc>>,
}

/// A job as shown to the tenant's administrators.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TenantJob {
    #[serde(flatten)]
    pub job: WatchedJob,
    pub user_id: Option<UserId>,
    /// The user's name when the job started.
    pub user_name: Option<String>,
    /// Impersonator who started the job, if any.
    pub impersonator_name: Option<String>,
}

impl From<BackgroundJob> for TenantJob {
    fn from(mut job: BackgroundJob) -> Self {
        let (user_id, user_name) = (job.for_user, job.user_name.take());
        let impersonator_name = job.impersonator_name.take();
        Self {
            job: job.into(),
            user_id,
            user_name,
            impersonator_name,
        }
    }
}

/// A job with its result.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OneWatchedJob {
    #[serde(flatten)]
    pub job: WatchedJob,
    /// Result so far, in the format declared by the call that starts the job. Null before there is
    /// one, and for every caller except the user who started the job.
    pub result: Option<Value>,
}

impl From<BackgroundJob> for WatchedJob {
    fn from(job: BackgroundJob) -> Self {
        let mut job = job.with_operations();
        // Only the platform's administrators do others.
        job.allowed_operations
            .retain(|operation| *operation == JobOperation::Cancel);
        Self {
            allowed_operations: job.allowed_operations,
            id: job.id,
            kind: job.kind,
            state: job.state,
            done: job.progress_done,
            total: job.progress_total,
            sentence: job.progress_text,
            cancel_asked: job.cancel_asked,
            creation_time: job.creation_time,
            started_time: job.started_time,
            ended_time: job.ended_time,
        }
    }
}

/// Number of jobs by kind and state.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JobCounts {
    pub counts: Vec<JobCount>,
}

/// Jobs to process: by id, or all that match a filter.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProcessJobs {
    pub operation: JobOperation,
    /// At most 1000.
    #[serde(default)]
    pub ids: Vec<JobId>,
    /// Instead of ids: a filter of the list. Processes the oldest 1000 matches; call again while
    /// the response has 1000 results.
    #[serde(default)]
    pub filter: Option<String>,
}

/// Result of an operation on one job.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProcessedJob {
    pub id: JobId,
    pub success: bool,
    /// Reason for skipping the job.
    #[serde(flatten)]
    pub remark: Remark,
}

impl From<Outcome<JobId>> for ProcessedJob {
    fn from(outcome: Outcome<JobId>) -> Self {
        let (id, success, remark) = outcome.into_remark();
        Self {
            id,
            success,
            remark,
        }
    }
}
