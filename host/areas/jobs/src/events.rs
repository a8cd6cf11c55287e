//! Events of jobs.

use chrono::{DateTime, Utc};
use data::ids::{CustomerId, DriverId};
use serde::{Deserialize, Serialize};
use work::event::Event;

use crate::{
    jobs::{model::FreightJobId, status::JobStatus},
    messages::model::DriverMessageId,
    scans::values::ScanEventId,
};

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OneJob {
    pub job_id: FreightJobId,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobStatusChange {
    pub job_id: FreightJobId,
    pub from: JobStatus,
    pub to: JobStatus,
    pub time: DateTime<Utc>,
    /// The arrival that the change ends. Listeners may run for the arrival itself later.
    #[serde(default)]
    pub arrived: Option<DateTime<Utc>>,
    /// True if the job took over the status of its booking, which has the scan already.
    #[serde(default)]
    pub follows_booking: bool,
}

/// A job was given to a driver or taken from one.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobAllocation {
    pub job_id: FreightJobId,
    /// None: it has no driver any more.
    pub driver_id: Option<DriverId>,
    pub before: Option<DriverId>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobScan {
    pub job_id: FreightJobId,
    pub scan_event_id: ScanEventId,
}

/// A message was sent to a driver, or read.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DriverMessageNews {
    pub message_id: DriverMessageId,
    pub driver_id: DriverId,
    pub job_id: Option<FreightJobId>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeletedJob {
    pub job_id: FreightJobId,
    pub customer_id: Option<CustomerId>,
    /// The driver who had it.
    #[serde(default)]
    pub driver_id: Option<DriverId>,
}

pub static CREATED: Event<OneJob> = Event::new("jobs.created", 1);
/// Published with every change that has no other event.
pub static CHANGED: Event<OneJob> = Event::new("jobs.changed", 1);
pub static STATUS_CHANGED: Event<JobStatusChange> = Event::new("jobs.status-changed", 1);
pub static ALLOCATED: Event<JobAllocation> = Event::new("jobs.allocated", 1);
/// Published even if the state is unchanged.
pub static SCANNED: Event<JobScan> = Event::new("jobs.scanned", 1);
pub static MESSAGED: Event<DriverMessageNews> = Event::new("jobs.messaged", 1);
pub static DELETED: Event<DeletedJob> = Event::new("jobs.deleted", 1);
