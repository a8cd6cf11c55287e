//! The rows that belong to bookings: notes, the operation log, scans, documents, manifests, pickups.

use carriers::port::Booked;
use chrono::{DateTime, NaiveDate, Utc};
use freight::address::Address;
use kernel::{
    Record, Words,
    ids::{
        BookingId, BookingNoteId, CarrierAccountId, CustomerId, DocumentId, ManifestId,
        OperationLogId, TrackingEventId, UserId,
    },
};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::Booking;
use crate::rules::{
    operations::{LoggedOperation, OperationStatus},
    pickups::PickupStatus,
    status::Status,
};

kernel::id! {
    /// A collection that is booked with a carrier.
    PickupId
}

/// What the carrier handed us.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CarrierRecord {
    /// Its own word for the price, handed back when it is booked.
    pub quote: Option<String>,
    /// Working days, as quoted.
    pub transit_days: Option<u32>,
    /// Its record of the consignment.
    pub booked: Option<Booked>,
}

/// A remark of a person.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_notes", name = "The note", unrecorded)]
pub struct BookingNote {
    pub id: BookingNoteId,
    pub row_version: i64,
    #[record(customer(through = Booking))]
    pub booking_id: BookingId,
    pub comment: String,
    pub user_name: String,
    pub creator_user_id: Option<UserId>,
    pub creation_time: DateTime<Utc>,
}

/// What was done with a booking, by whom, and what came of it.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_operations", name = "The log entry", unrecorded, open)]
pub struct OperationEntry {
    pub id: OperationLogId,
    pub row_version: i64,
    #[record(customer(through = Booking))]
    pub booking_id: BookingId,
    pub operation: LoggedOperation,
    pub status: OperationStatus,
    /// A connote, a manifest number, a status.
    pub value: Option<String>,
    /// In the carrier's words where it refused.
    pub message: Option<String>,
    pub user_name: String,
    pub creator_user_id: Option<UserId>,
    pub creation_time: DateTime<Utc>,
}

/// What the booking's carrier was sent and what came back.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_exchanges", name = "The exchange", unrecorded)]
pub struct Exchange {
    pub id: i64,
    pub row_version: i64,
    #[record(customer(through = Booking))]
    pub booking_id: BookingId,
    pub operation: LoggedOperation,
    /// JSON without secrets, or its beginning.
    pub sent: String,
    pub answered: String,
    pub is_whole: bool,
    pub creation_time: DateTime<Utc>,
}

/// Where the goods were seen.
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
    /// As the place's own clock showed it, with its offset.
    pub happened_local: String,
    pub description: String,
    pub location: String,
    pub signed_by: Option<String>,
    /// The carrier's own word where it is no status of ours.
    pub carrier_status: Option<String>,
    pub by_hand: bool,
    pub creation_time: DateTime<Utc>,
}

/// What a document is; the numbers are the API's.
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

/// A finished document: its content is in the file store.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_documents", name = "The document", unrecorded)]
pub struct Document {
    pub id: DocumentId,
    pub row_version: i64,
    /// None for a manifest's, which may be of several customers.
    #[record(customer(through = Booking))]
    pub booking_id: Option<BookingId>,
    pub manifest_row_id: Option<ManifestId>,
    pub document_type: i64,
    pub file_name: String,
    pub media_type: String,
    pub file_key: String,
    pub token: String,
    /// True for a file that staff attached. It is never drawn anew.
    pub is_attached: bool,
    pub creation_time: DateTime<Utc>,
}

/// Which end of a booking a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum PlaceKind {
    Sender,
    Receiver,
    #[words(unknown)]
    Unknown,
}

/// Where a customer's bookings come from or go to.
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

/// Labels of several bookings as one file, for who had it made.
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

/// The consignments that a carrier account collects from a sender on a day.
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

/// What one carrier account is asked to collect from one sender on one day.
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
    /// The carrier's own, which goes back to it unread.
    pub carrier_data: String,
    #[record(listed, name = "pickupDay")]
    pub pickup_day: NaiveDate,
    /// `09:00`.
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

/// What a card can be charged with, until finance does.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_payments", name = "The payment", unrecorded)]
pub struct WaitingPayment {
    pub id: i64,
    pub row_version: i64,
    #[record(customer(through = Booking))]
    pub booking_id: BookingId,
    /// Sealed.
    #[record(secret)]
    pub nonce: String,
    pub creation_time: DateTime<Utc>,
}

/// Somebody who may see a booking with the link that was mailed to them.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_shares", name = "The link", unrecorded)]
pub struct Share {
    pub id: i64,
    pub row_version: i64,
    #[record(customer(through = Booking))]
    pub booking_id: BookingId,
    /// In lower case.
    pub email: String,
    #[record(secret)]
    pub token_hash: String,
    pub expires_at: DateTime<Utc>,
    pub creator_user_id: Option<UserId>,
    pub creation_time: DateTime<Utc>,
}
