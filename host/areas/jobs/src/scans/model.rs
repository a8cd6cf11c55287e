//! A scan event: row, input and view.

use chrono::{DateTime, Utc};
use data::{Form, Record, ids::UserId};
use garde::Validate;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::staff_names::Signed;
use uuid::Uuid;

use super::values::{ScanEventId, ScanEventType};
use crate::jobs::{
    model::{FreightJobId, Job, JobAddress, LastScanEvent},
    rules::MAX_CODE_LENGTH,
};

/// Characters of a device's own id of a scan.
pub(crate) const MAX_DEVICE_ID_LENGTH: usize = 64;
pub(super) const MAX_NAME_LENGTH: usize = 128;
pub(super) const MAX_TEXT_LENGTH: usize = 1000;
pub(super) const MAX_DETAILS: usize = 20;

/// A named value that a device adds to a scan, such as `authoritytoleave`: `true`.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "JobScanDetail")]
pub(crate) struct ScanDetail {
    pub key: String,
    pub value: String,
}

/// A scan of an article or a job. Changes are in the operation log of the job.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[schemars(rename = "JobScanRecord")]
#[record(
    table = "scan_events",
    name = "The scan event",
    called = "ScanEvent",
    unrecorded,
    open
)]
pub(crate) struct ScanEvent {
    pub id: ScanEventId,
    #[serde(rename = "rowVersion")]
    pub row_version: i64,
    pub code: ScanEventType,
    #[serde(rename = "warehousecode")]
    pub warehouse_code: Option<String>,
    #[serde(rename = "locationcode")]
    pub location_code: Option<String>,
    /// The scanned job: a leg, if the job has legs.
    #[serde(rename = "jobid")]
    #[record(customer(through = Job), driver(through = Job))]
    pub job_id: FreightJobId,
    #[serde(skip)]
    #[record(internal)]
    pub root_id: FreightJobId,
    /// The item that the article belongs to.
    #[serde(rename = "itemid")]
    pub item_id: Option<i64>,
    #[serde(rename = "articlenumber")]
    pub article_number: Option<String>,
    #[serde(skip)]
    #[record(json, internal)]
    pub images: Vec<Uuid>,
    #[serde(skip)]
    #[record(internal)]
    pub signature: Option<Uuid>,
    #[record(json)]
    pub details: Vec<ScanDetail>,
    #[serde(rename = "scannedeventdatetime")]
    pub scanned_time: DateTime<Utc>,
    #[serde(rename = "deviceeventid")]
    pub device_id: Option<String>,
    #[serde(skip)]
    #[record(internal)]
    pub device_part: String,
    #[record(json)]
    pub latitude: Option<Decimal>,
    #[record(json)]
    pub longitude: Option<Decimal>,
    #[serde(rename = "fromaddress")]
    #[record(json)]
    pub from_address: Option<JobAddress>,
    #[serde(rename = "signedby")]
    pub signed_by: Option<String>,
    pub reason: Option<String>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
    /// Customers may see another name.
    #[serde(rename = "creatorUserName")]
    #[record(internal)]
    pub creator_user_name: String,
    #[serde(rename = "creationTime")]
    pub creation_time: DateTime<Utc>,
}

impl ScanEvent {
    pub(super) fn to_last(&self) -> LastScanEvent {
        LastScanEvent {
            id: self.id,
            code: self.code,
            scanned_time: self.scanned_time,
            warehouse_code: self.warehouse_code.clone(),
            location_code: self.location_code.clone(),
        }
    }

    /// `PickedUp J00001-001`, as in the operation log.
    pub(super) fn log_text(&self) -> String {
        match &self.article_number {
            Some(article) => format!("{} {article}", self.code.as_str()),
            None => self.code.as_str().to_owned(),
        }
    }

    /// Files that live as long as the scan.
    pub(super) fn files(&self) -> impl Iterator<Item = Uuid> + '_ {
        self.images.iter().copied().chain(self.signature)
    }
}

impl Signed for ScanEvent {
    fn signature(&mut self) -> (&mut Option<UserId>, &mut String) {
        (&mut self.creator_user_id, &mut self.creator_user_name)
    }
}

/// A scan event as callers see it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "JobScanEvent")]
pub(crate) struct ScanView {
    #[serde(flatten)]
    event: ScanEvent,
    /// Addresses of the pictures, to be called with the caller's token.
    images: Vec<String>,
    /// Address of the signature.
    signature: Option<String>,
}

impl From<ScanEvent> for ScanView {
    fn from(event: ScanEvent) -> Self {
        let address = |image: &Uuid| picture_address(event.id, *image);
        Self {
            images: event.images.iter().map(address).collect(),
            signature: event.signature.as_ref().map(address),
            event,
        }
    }
}

pub(super) fn picture_address(event: ScanEventId, picture: Uuid) -> String {
    format!("/api/jobs/scan-events/image?id={event}&image={picture}")
}

/// A scan as it is sent.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(default)]
#[schemars(rename = "JobScanEventInput")]
#[garde(allow_unvalidated)]
pub(crate) struct ScanForm {
    /// Of a change only.
    #[wire(null)]
    pub id: ScanEventId,
    #[serde(rename = "rowVersion")]
    #[wire(null)]
    pub row_version: i64,
    pub code: Option<ScanEventType>,
    #[serde(rename = "warehousecode")]
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    pub warehouse_code: Option<String>,
    #[serde(rename = "locationcode")]
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    pub location_code: Option<String>,
    /// Omitted with an article number: the article's job. A change never moves a scan.
    #[serde(rename = "jobid")]
    #[record(protected)]
    pub job_id: Option<FreightJobId>,
    #[serde(rename = "articlenumber")]
    #[record(protected)]
    pub article_number: Option<String>,
    /// JPEG, PNG or WebP: the `fileName` or `assetId` of your own file of `uploadasset`, a data URL
    /// or base64. A change keeps those whose address it names.
    pub images: Vec<String>,
    /// The keys `signedby`, `latitude`, `longitude` and `reason` also fill the members of these
    /// names, unless they are sent.
    #[garde(length(max = MAX_DETAILS))]
    pub details: Vec<ScanDetail>,
    /// By the device's clock. Default: now.
    #[serde(rename = "scannedeventdatetime")]
    pub scanned_time: Option<DateTime<Utc>>,
    /// The device's own id of the scan: sent again, it is stored once. Scans that wait on devices
    /// may have it as `deviceid`.
    #[serde(rename = "deviceeventid", alias = "deviceid")]
    #[garde(length(chars, max = MAX_DEVICE_ID_LENGTH))]
    #[record(protected)]
    pub device_id: Option<String>,
    /// Degrees, -90 to 90.
    pub latitude: Option<Decimal>,
    /// Degrees, -180 to 180.
    pub longitude: Option<Decimal>,
    /// Address at which the scan was made.
    #[serde(rename = "fromaddress")]
    pub from_address: Option<JobAddress>,
    #[serde(rename = "signedby")]
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    pub signed_by: Option<String>,
    /// Drawn on the device: a picture like the images.
    pub signature: Option<String>,
    #[garde(length(chars, max = MAX_TEXT_LENGTH))]
    pub reason: Option<String>,
}

impl From<&ScanEvent> for ScanForm {
    fn from(event: &ScanEvent) -> Self {
        let address = |image: &Uuid| picture_address(event.id, *image);
        Self {
            id: event.id,
            row_version: event.row_version,
            code: Some(event.code),
            warehouse_code: event.warehouse_code.clone(),
            location_code: event.location_code.clone(),
            job_id: Some(event.job_id),
            article_number: event.article_number.clone(),
            images: event.images.iter().map(address).collect(),
            details: event.details.clone(),
            scanned_time: Some(event.scanned_time),
            device_id: event.device_id.clone(),
            latitude: event.latitude,
            longitude: event.longitude,
            from_address: event.from_address.clone(),
            signed_by: event.signed_by.clone(),
            signature: event.signature.as_ref().map(address),
            reason: event.reason.clone(),
        }
    }
}
