//! API inputs that create and change bookings.

use data::{Change, Form, case::Deferred, ids::BookingId, note::MAX_LENGTH as MAX_NOTE_LENGTH};
use documents::LabelFormat;
use garde::Validate;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::bookings::model::Booking;
use crate::bookings::{operations::Operation, rules::MAX_REFERENCE_LENGTH};

/// Bookings to create or change, with the operations to run on each.
#[data::wire(lists)]
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Batch {
    /// Parsed one by one: an unreadable entry fails alone.
    #[wire(verbatim)]
    pub bookings: Vec<Deferred<BatchEntry>>,
    /// `[]` only saves; `["Book"]`, `["Book", "PrintLabel"]`.
    #[schemars(with = "Vec<Operation>")]
    pub operations: Vec<String>,
    /// Label output of PrintLabel. Default: unchanged if all labels have one format, else PDF.
    #[serde(deserialize_with = "data::text_enum::option_stored")]
    pub label_format: Option<LabelFormat>,
}

/// A note on a booking.
#[data::wire]
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BookingNoteInput {
    #[wire(null)]
    pub comment: String,
    /// Hides the note from the customer's users. Set by staff only.
    #[wire(null)]
    pub is_internal: bool,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BatchEntry {
    pub booking: Change<Booking>,
    pub booking_note: Option<BookingNoteInput>,
}

/// A guest's booking and the operations to run on it.
#[data::wire(lists)]
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GuestInput {
    /// `quoteId` and `resourceToken` come from a guest quote; `customer.email` is the guest's
    /// address.
    pub booking: Change<Booking>,
    pub booking_note: Option<BookingNoteInput>,
    /// `[]` only saves; `["Book"]`.
    #[schemars(with = "Vec<Operation>")]
    pub operations: Vec<String>,
}

/// A scan entered by hand.
#[data::wire]
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ScanInput {
    pub booking_id: BookingId,
    pub status: String,
    #[wire(null)]
    pub description: String,
    #[wire(null)]
    pub location: String,
    /// RFC 3339; a time without an offset is in the tenant's zone. Default: now.
    pub at: Option<String>,
    pub signed_by: Option<String>,
}

/// Fields that staff may edit by hand; omitted fields stay unchanged.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
pub struct DetailsInput {
    #[serde(rename = "bookingId")]
    pub id: BookingId,
    /// Row version that was read; an older version is rejected.
    pub row_version: Option<i64>,
    /// The carrier's connote number, unique per carrier. Set by staff and carriers only; a number
    /// from the carrier can be corrected, not cleared.
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    pub consignment_id: Option<String>,
    /// Same rules as `consignmentId`; bookings of one customer may share a manifest.
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    pub manifest_id: Option<String>,
    /// Same rules as `consignmentId`; bookings of one customer may share a pickup.
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    pub pickup_request_id: Option<String>,
    /// The carrier's consignment note: the `assetId` of a file uploaded with `uploadasset`.
    /// Replaces the generated one.
    pub connote_file: Option<Uuid>,
    /// The manifest document, uploaded the same way.
    pub manifest_file: Option<Uuid>,
    /// Appended to the booking's notes.
    #[garde(length(chars, max = MAX_NOTE_LENGTH))]
    pub note: Option<String>,
    pub booking_status: Option<String>,
    /// Emails the booking's documents.
    #[wire(null)]
    pub send_email: bool,
    /// Recipient for `sendEmail`. Default: the address for status emails.
    #[garde(custom(data::validate::email))]
    pub email: Option<String>,
    pub pricing_info: Vec<PriceInput>,
    pub insurance_info: Option<InsuranceInput>,
}

/// Insurance price set by hand.
#[data::wire]
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InsuranceInput {
    pub tax_exclusive_amount: Option<Decimal>,
    pub tax: Option<Decimal>,
}

impl DetailsInput {
    pub fn from_booking(booking: &Booking) -> Self {
        Self {
            consignment_id: booking.consignment.consignment_id.clone(),
            manifest_id: booking.consignment.manifest_id.clone(),
            pickup_request_id: booking.consignment.pickup_request_id.clone(),
            ..Self::default()
        }
    }
}

/// A price line set by hand, matched by its code.
#[data::wire]
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PriceInput {
    pub service_code: String,
    pub tax_exclusive_amount: Option<Decimal>,
    pub tax: Option<Decimal>,
    pub note: Option<String>,
}
