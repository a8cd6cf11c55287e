//! Jobs as they are listed, watched and processed.

use chrono::{DateTime, Utc};
use kernel::{
    Record,
    ids::{JobId, TenantId, UserId},
    job::{
        JobState,
        manage::{JobCount, JobOperation},
    },
    message::Remark,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A job without its payload, which is the tenant's.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "platform_jobs", name = "The job", unrecorded, open)]
pub(crate) struct BackgroundJob {
    pub id: JobId,
    #[serde(skip)]
    pub row_version: i64,
    /// 0 for the platform's own work.
    #[serde(rename = "tenantId")]
    pub for_tenant: TenantId,
    pub tenant_name: Option<String>,
    pub kind: String,
    pub state: JobState,
    /// 0 goes before 1, and 1 before 2.
    pub priority: i64,
    /// How often it has been begun.
    pub attempts: i64,
    /// When it is due, or was.
    #[serde(rename = "dueTime")]
    pub run_at: DateTime<Utc>,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// It was asked to end and has not reached its next step.
    pub cancel_asked: bool,
    /// Who waits for it.
    #[serde(rename = "userId")]
    pub for_user: Option<UserId>,
    /// The name of that user when the job was begun.
    pub user_name: Option<String>,
    /// The user who was really there, where the job was begun during an impersonation.
    pub impersonator_name: Option<String>,
    pub progress_done: Option<i64>,
    pub progress_total: Option<i64>,
    pub progress_text: Option<String>,
    pub creation_time: DateTime<Utc>,
    pub started_time: Option<DateTime<Utc>>,
    pub ended_time: Option<DateTime<Utc>>,
}

/// A job as the one who waits for it sees it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchedJob {
    pub id: JobId,
    pub kind: String,
    pub state: JobState,
    /// How much is done; null before the first step.
    pub done: Option<i64>,
    /// Of how much; null while that is not known.
    pub total: Option<i64>,
    /// What it is doing, or why it failed.
    pub sentence: Option<String>,
    /// It was asked to end and has not reached its next step.
    pub cancel_asked: bool,
    pub creation_time: DateTime<Utc>,
    pub started_time: Option<DateTime<Utc>>,
    pub ended_time: Option<DateTime<Utc>>,
}

/// A job as the tenant's administrators see it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TenantJob {
    #[serde(flatten)]
    pub job: WatchedJob,
    pub user_id: Option<UserId>,
    /// The user's name when the job was begun.
    pub user_name: Option<String>,
    /// The user who was really there, where the job was begun during an impersonation.
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

/// One job with what has come of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OneWatchedJob {
    #[serde(flatten)]
    pub job: WatchedJob,
    /// Result so far, in the form of the job's kind, which the call that begins the job declares. Null before there is one,
    /// and for every caller except the user who began the job.
    pub result: Option<Value>,
}

impl From<BackgroundJob> for WatchedJob {
    fn from(job: BackgroundJob) -> Self {
        Self {
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

/// How many jobs there are of each kind and state.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JobCounts {
    pub counts: Vec<JobCount>,
}

/// The jobs to do something to: these, or all that a filter finds.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProcessJobs {
    pub operation: JobOperation,
    /// At most 1000.
    #[serde(default)]
    pub ids: Vec<JobId>,
    /// Instead of ids: a filter of the list. The oldest 1000 that it finds are processed.
    #[serde(default)]
    pub filter: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProcessedJobs {
    pub results: Vec<ProcessedJob>,
    /// How many more the filter found; call again for them.
    pub left: i64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProcessedJob {
    pub id: JobId,
    pub success: bool,
    /// Why not.
    #[serde(flatten)]
    pub remark: Remark,
}
