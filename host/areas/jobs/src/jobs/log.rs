//! The operation log of a job.

use chrono::{DateTime, Utc};
use data::{New, NewRecord as _, Record, Result, Scope, TextEnum, ids::UserId};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{
    model::{FreightJobId, Job},
    status::FreightOperation,
};

data::id! { JobOperationId }

/// Operations recorded in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub(crate) enum LoggedFreightOperation {
    Create,
    Edit,
    Confirm,
    Allocate,
    Unallocate,
    Acknowledge,
    Start,
    Arrive,
    PickUp,
    Depart,
    Deliver,
    Fail,
    Retry,
    Hold,
    Release,
    Cancel,
    /// The pickup is ready.
    SetPickupReady,
    EditItems,
    EditPrice,
    AddDriverCharge,
    AddCustomerCharge,
    ApplyQuote,
    Scan,
    EditScan,
    DeleteScan,
    /// The booking or its carrier moved the job.
    FollowBooking,
    Split,
    Merge,
    /// Books at the carrier that the job is allocated to.
    BookCarrier,
    /// A line haul took the goods, changed, or left them.
    LineHaul,
    #[text_enum(unknown)]
    Unknown,
}

/// Outcome of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub(crate) enum LoggedStatus {
    #[default]
    Success,
    Failed,
    #[text_enum(unknown)]
    Unknown,
}

/// An operation on a job, its user and its outcome.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[schemars(rename = "JobOperationLog")]
#[record(table = "job_operations", name = "The log entry", unrecorded, open)]
pub(crate) struct JobOperationEntry {
    pub id: JobOperationId,
    #[serde(rename = "rowVersion")]
    pub row_version: i64,
    #[serde(rename = "jobid")]
    #[record(customer(through = Job), driver(through = Job))]
    pub job_id: FreightJobId,
    pub operation: LoggedFreightOperation,
    pub status: LoggedStatus,
    /// The note, the agent or the new state.
    pub value: Option<String>,
    /// The input; for changes that replace stored values, the old ones. Staff only.
    #[record(json, internal)]
    pub request: Option<Value>,
    /// Staff only.
    #[record(json, internal)]
    pub response: Option<Value>,
    #[serde(rename = "userName")]
    pub user_name: String,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
    /// Moment of the operation by the clock of the device that did it; null: as it was received.
    #[serde(rename = "time")]
    pub operation_time: Option<DateTime<Utc>>,
    #[serde(skip)]
    #[record(internal)]
    pub device_id: Option<String>,
    #[serde(rename = "creationtime")]
    pub creation_time: DateTime<Utc>,
}

impl From<FreightOperation> for LoggedFreightOperation {
    fn from(operation: FreightOperation) -> Self {
        match operation {
            FreightOperation::Confirm => Self::Confirm,
            FreightOperation::Allocate => Self::Allocate,
            FreightOperation::Unallocate => Self::Unallocate,
            FreightOperation::Acknowledge => Self::Acknowledge,
            FreightOperation::Start => Self::Start,
            FreightOperation::Arrive => Self::Arrive,
            FreightOperation::PickUp => Self::PickUp,
            FreightOperation::Depart => Self::Depart,
            FreightOperation::Deliver => Self::Deliver,
            FreightOperation::Fail => Self::Fail,
            FreightOperation::Retry => Self::Retry,
            FreightOperation::Hold => Self::Hold,
            FreightOperation::Release => Self::Release,
            FreightOperation::Cancel => Self::Cancel,
            FreightOperation::Split => Self::Split,
            FreightOperation::Merge => Self::Merge,
            // A deleted job has no log.
            FreightOperation::Edit | FreightOperation::Delete => Self::Edit,
        }
    }
}

/// An entry to write.
#[derive(Debug)]
pub(crate) struct Entry {
    pub operation: LoggedFreightOperation,
    pub value: Option<String>,
    pub request: Option<Value>,
    pub status: LoggedStatus,
    /// None: now.
    pub time: Option<DateTime<Utc>>,
    /// The device's own id of the operation.
    pub device_id: Option<String>,
    /// True if the new state comes from the booking.
    pub follows_booking: bool,
}

impl Entry {
    pub fn new(operation: LoggedFreightOperation) -> Self {
        Self {
            operation,
            value: None,
            request: None,
            status: LoggedStatus::Success,
            time: None,
            device_id: None,
            follows_booking: false,
        }
    }

    pub fn with_value(self, value: impl Into<String>) -> Self {
        let value = Some(value.into()).filter(|text| !text.is_empty());
        Self { value, ..self }
    }

    pub fn failed(self) -> Self {
        let status = LoggedStatus::Failed;
        Self { status, ..self }
    }

    pub fn with_request(self, request: Value) -> Self {
        let request = Some(request);
        Self { request, ..self }
    }
}

pub(crate) async fn write(scope: &mut Scope, job: FreightJobId, entry: Entry) -> Result<()> {
    write_all(scope, vec![(job, entry)]).await
}

/// Writes the entries of many jobs in few statements.
pub(crate) async fn write_all(
    scope: &mut Scope,
    entries: Vec<(FreightJobId, Entry)>,
) -> Result<()> {
    let (user_name, creator_user_id) = (scope.caller.name().to_owned(), scope.caller.user());
    let now = scope.now();
    let mut new: Vec<JobOperationEntry> = entries
        .into_iter()
        .map(|(job_id, entry)| New::<JobOperationEntry> {
            job_id,
            operation: entry.operation,
            status: entry.status,
            value: entry.value,
            request: entry.request,
            response: None,
            user_name: user_name.clone(),
            creator_user_id,
            operation_time: entry.time,
            device_id: entry.device_id,
        })
        .map(|new| new.created_at(now))
        .collect();
    // The change may have ended the caller's own reach.
    scope.unrestricted().await?.insert_all(&mut new).await
}
