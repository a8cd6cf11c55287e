//! Rows that belong to bookings: notes, operation log, scans, documents, manifests and pickups.

use carriage::{Booked, address::Address};
use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Record, TextEnum,
    ids::{
        BookingId, BookingNoteId, CarrierAccountId, CustomerId, DocumentId, ManifestId,
        OperationLogId, TrackingEventId, UserId,
    },
};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::bookings::model::Booking;
use crate::{
    bookings::{
        operations::{LoggedOperation, OperationStatus},
        status::Status,
    },
    pickups::rules::PickupStatus,
};

data::id! {
    /// A pickup booked with a carrier.
    PickupId
}

/// Data returned by the carrier.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CarrierRecord {
    /// Opaque quote token, returned to the carrier on booking.
    pub quote: Option<String>,
    /// Working days, as quoted.
    pub transit_days: Option<u32>,
    /// The carrier's consignment record.
    pub booked: Option<Booked>,
}

/// A user's note.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_notes", name = "The note", unrecorded)]
pub struct BookingNote {
    pub id: BookingNoteId,
    pub row_version: i64,
    #[record(customer(through = Booking))]
    pub booking_id: BookingId,
    pub comment: String,
    /// Never loaded for the customer's users.
    pub is_internal: bool,
    pub user_name: String,
    pub creator_user_id: Option<UserId>,
    pub creation_time: DateTime<Utc>,
}

/// An operation on a booking, its user and its outcome.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_operations", name = "The log entry", unrecorded, open)]
pub struct OperationEntry {
    pub id: OperationLogId,
    pub row_version: i64,
    #[record(customer(through = Booking))]
    pub booking_id: BookingId,
    pub operation: LoggedOperation,
    pub status: OperationStatus,
    /// A connote number, manifest number or status.
    pub value: Option<String>,
    /// The carrier's text for a refusal.
    pub message: Option<String>,
    pub user_name: String,
    pub creator_user_id: Option<UserId>,
    pub creation_time: DateTime<Utc>,
}

/// A recorded carrier request and response.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_exchanges", name = "The exchange", unrecorded)]
pub struct Exchange {
    pub id: i64,
    pub row_version: i64,
    #[record(customer(through = Booking))]
    pub booking_id: BookingId,
    pub operation: LoggedOperation,
    /// JSON without secrets, possibly truncated.
    pub sent: String,
    pub answered: String,
    pub is_whole: bool,
    pub creation_time: DateTime<Utc>,
}

/// A tracking scan.
#[derive(Debug, Clone, Record)]
#[record(table = "tracking_events", name = "The scan", unrecorded)]
pub struct TrackingEvent {
    pub id: TrackingEventId,
    pub row_version: i64,
    #[record(customer(through = Booking))]
    pub booking_id: BookingId,
    pub event_id: String,
    pub status: Option<Status>,
    pub happened: DateTime<Utc>,
    /// Local time at the place, with its offset.
    pub happened_local: String,
    pub description: String,
    pub location: String,
    pub signed_by: Option<String>,
    /// The carrier's raw status if it maps to none of ours.
    pub carrier_status: Option<String>,
    pub by_hand: bool,
    pub creation_time: DateTime<Utc>,
}

/// Document types; the numbers are part of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentType {
    Label = 1,
    Manifest = 2,
    ConsignmentNote = 3,
    ProofOfDelivery = 5,
    DangerousGoodsDeclaration = 6,
    CommercialInvoice = 7,
    PackingList = 10,
    InsuranceCertificate = 16,
}

/// A finished document; its content is in the file store.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_documents", name = "The document", unrecorded)]
pub struct Document {
    pub id: DocumentId,
    pub row_version: i64,
    /// None for a manifest document, which may cover several customers.
    #[record(customer(through = Booking))]
    pub booking_id: Option<BookingId>,
    pub manifest_row_id: Option<ManifestId>,
    pub document_type: i64,
    pub file_name: String,
    pub media_type: String,
    pub file_key: String,
    pub token: String,
    /// Set for a file attached by staff; never regenerated.
    pub is_attached: bool,
    pub creation_time: DateTime<Utc>,
}

/// The end of a booking that a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum PlaceKind {
    Sender,
    Receiver,
    #[text_enum(unknown)]
    Unknown,
}

/// A sender or receiver place from a customer's bookings.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_places", name = "The place", unrecorded)]
pub struct PlaceRow {
    pub id: i64,
    pub row_version: i64,
    #[record(customer)]
    pub customer_id: CustomerId,
    pub kind: PlaceKind,
    pub place_key: String,
    pub words: String,
    #[record(json)]
    pub address: Address,
    pub instructions: Option<String>,
    pub uses: i64,
    pub last_used: DateTime<Utc>,
}

/// A merged label file, visible to the user who printed it.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_prints", name = "The document", unrecorded)]
pub struct Print {
    pub id: i64,
    pub row_version: i64,
    pub token: String,
    pub file_name: String,
    pub media_type: String,
    pub file_key: String,
    pub creator_user_id: UserId,
    pub creation_time: DateTime<Utc>,
}

/// Consignments that a carrier account collects from one sender on one day.
#[derive(Debug, Clone, Record)]
#[record(table = "manifests", name = "The manifest", searched = 4)]
pub struct Manifest {
    pub id: ManifestId,
    pub row_version: i64,
    #[record(listed, name = "carrier")]
    pub carrier: String,
    #[record(listed, name = "carrierAccountId")]
    pub carrier_account_id: CarrierAccountId,
    #[record(listed, name = "number", searched)]
    pub number: Option<String>,
    /// Manifesting, Manifested or Failed.
    #[record(listed, name = "status")]
    pub status: Status,
    #[record(json)]
    pub sender: Address,
    pub attempts: i64,
    #[record(listed, name = "creationTime")]
    pub creation_time: DateTime<Utc>,
    #[record(listed, name = "closedTime")]
    pub closed_time: Option<DateTime<Utc>>,
}

/// A pickup that one carrier account makes at one sender on one day.
#[derive(Debug, Clone, Record)]
#[record(table = "pickups", name = "The pickup")]
pub struct Pickup {
    pub id: PickupId,
    pub row_version: i64,
    #[record(listed, name = "carrier")]
    pub carrier: String,
    #[record(listed, name = "carrierAccountId")]
    pub carrier_account_id: CarrierAccountId,
    #[record(listed, name = "status")]
    pub status: PickupStatus,
    #[record(listed, name = "number")]
    pub number: Option<String>,
    /// Opaque carrier data, returned to the carrier unchanged.
    pub carrier_data: String,
    #[record(listed, name = "pickupDay")]
    pub pickup_day: NaiveDate,
    /// Local time, such as `09:00`.
    pub ready: String,
    pub closes: String,
    #[record(json)]
    pub sender: Address,
    #[record(listed, name = "pieces")]
    pub pieces: i64,
    pub weight: Decimal,
    pub instructions: String,
    pub message: Option<String>,
    pub attempts: i64,
    #[record(listed, name = "creationTime")]
    pub creation_time: DateTime<Utc>,
    pub closed_time: Option<DateTime<Utc>>,
}

/// A card token that waits for finance to charge it.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_payments", name = "The payment", unrecorded)]
pub struct WaitingPayment {
    pub id: i64,
    pub row_version: i64,
    #[record(customer(through = Booking))]
    pub booking_id: BookingId,
    /// Encrypted.
    #[record(secret)]
    pub nonce: String,
    pub creation_time: DateTime<Utc>,
}

/// A recipient of an emailed link to a booking.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_shares", name = "The link", unrecorded)]
pub struct Share {
    pub id: i64,
    pub row_version: i64,
    #[record(customer(through = Booking))]
    pub booking_id: BookingId,
    /// Lower case.
    pub email: String,
    #[record(secret)]
    pub token_hash: String,
    pub expires_at: DateTime<Utc>,
    pub creator_user_id: Option<UserId>,
    pub creation_time: DateTime<Utc>,
}
