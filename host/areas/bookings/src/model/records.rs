//! The rows that belong to bookings: notes, the operation log, scans, documents, manifests.

use chrono::{DateTime, Utc};
use kernel::{
    address::Address,
    entity,
    ids::{
        BookingId, BookingNoteId, CarrierAccountId, DocumentId, ManifestId, OperationLogId, TrackingEventId, UserId,
    },
};

use crate::rules::status::Status;

/// A remark of a person.
#[derive(Debug, Clone)]
pub struct BookingNote {
    pub id: BookingNoteId,
    pub row_version: i64,
    pub booking_id: BookingId,
    pub comment: String,
    pub user_name: String,
    pub creator_user_id: Option<UserId>,
    pub creation_time: DateTime<Utc>,
}

entity!(BookingNote(BookingNoteId) named "The note" in "booking_notes" log {
    booking_id: BookingId,
    comment: String,
    user_name: String,
    creator_user_id: Option<UserId>,
    creation_time: DateTime<Utc>,
});

/// What was done with a booking, by whom, and what came of it.
#[derive(Debug, Clone)]
pub struct OperationEntry {
    pub id: OperationLogId,
    pub row_version: i64,
    pub booking_id: BookingId,
    pub operation: String,
    /// Success, Failed or Pending.
    pub status: String,
    /// A connote, a manifest number, a status.
    pub value: Option<String>,
    /// In the carrier's words where it refused.
    pub message: Option<String>,
    pub user_name: String,
    pub creator_user_id: Option<UserId>,
    pub creation_time: DateTime<Utc>,
}

entity!(OperationEntry(OperationLogId) named "The log entry" in "booking_operations" log {
    booking_id: BookingId => "bookingId",
    operation: String => "operation",
    status: String => "status",
    value: Option<String> => "value",
    message: Option<String> => "message",
    user_name: String => "userName",
    creator_user_id: Option<UserId> => "creatorUserId",
    creation_time: DateTime<Utc> => "creationTime",
});

/// Where the goods were seen.
#[derive(Debug, Clone)]
pub struct TrackingEvent {
    pub id: TrackingEventId,
    pub row_version: i64,
    pub booking_id: BookingId,
    pub event_id: String,
    pub status: Option<Status>,
    pub happened: DateTime<Utc>,
    /// As the place's own clock showed it, with its offset.
    pub happened_local: String,
    pub description: String,
    pub location: String,
    pub signed_by: Option<String>,
    pub by_hand: bool,
    pub creation_time: DateTime<Utc>,
}

entity!(TrackingEvent(TrackingEventId) named "The scan" in "tracking_events" log {
    booking_id: BookingId,
    event_id: String,
    status: Option<Status>,
    happened: DateTime<Utc>,
    happened_local: String,
    description: String,
    location: String,
    signed_by: Option<String>,
    by_hand: bool,
    creation_time: DateTime<Utc>,
});

/// What a document is; the numbers are the API's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentType {
    Label = 1,
    Manifest = 2,
}

/// A finished document: its content is in the file store.
#[derive(Debug, Clone)]
pub struct Document {
    pub id: DocumentId,
    pub row_version: i64,
    pub booking_id: Option<BookingId>,
    pub manifest_row_id: Option<ManifestId>,
    pub document_type: i64,
    pub file_name: String,
    pub media_type: String,
    pub file_key: String,
    pub token: String,
    pub creation_time: DateTime<Utc>,
}

entity!(Document(DocumentId) named "The document" in "booking_documents" log {
    booking_id: Option<BookingId>,
    manifest_row_id: Option<ManifestId>,
    document_type: i64,
    file_name: String,
    media_type: String,
    file_key: String,
    token: String,
    creation_time: DateTime<Utc>,
});

/// What one carrier account collects from one sender.
#[derive(Debug, Clone)]
pub struct Manifest {
    pub id: ManifestId,
    pub row_version: i64,
    pub carrier: String,
    pub carrier_account_id: CarrierAccountId,
    pub number: Option<String>,
    /// Manifesting, Manifested or Failed.
    pub status: Status,
    pub sender: Address,
    pub attempts: i64,
    pub creation_time: DateTime<Utc>,
    pub closed_time: Option<DateTime<Utc>>,
}

entity!(Manifest(ManifestId) named "The manifest" in "manifests" {
    carrier: String,
    carrier_account_id: CarrierAccountId,
    number: Option<String>,
    status: Status,
    sender(json): Address,
    attempts: i64,
    creation_time: DateTime<Utc>,
    closed_time: Option<DateTime<Utc>>,
});
