//! A message to a driver.

use chrono::{DateTime, Utc};
use data::{
    Record,
    ids::{DriverId, UserId},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::jobs::model::FreightJobId;

data::id! { DriverMessageId }

pub(super) const MAX_TEXT_LENGTH: usize = 1000;

/// A message of the dispatcher to a driver.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[record(table = "driver_messages", name = "The message", unrecorded, open)]
pub(crate) struct DriverMessage {
    pub id: DriverMessageId,
    #[serde(rename = "rowVersion")]
    pub row_version: i64,
    #[serde(rename = "driverid")]
    #[record(driver)]
    pub driver_id: DriverId,
    /// The job that it is about.
    #[serde(rename = "jobid")]
    pub job_id: Option<FreightJobId>,
    #[serde(rename = "jobno")]
    pub job_no: Option<String>,
    pub text: String,
    /// Null until the driver has read it.
    #[serde(rename = "readtime")]
    pub read_time: Option<DateTime<Utc>>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
    #[serde(rename = "creatorUserName")]
    pub creator_user_name: String,
    #[serde(rename = "creationTime")]
    pub creation_time: DateTime<Utc>,
}
