//! What the API takes to make and change bookings.

use documents::LabelFormat;
use garde::Validate;
pub use kernel::note::NoteInput;
use kernel::{
    Change, Form,
    case::{Apart, null_is_default},
    ids::BookingId,
    note::MAX_LENGTH as MAX_NOTE_LENGTH,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::Booking;
use crate::rules::{check::MAX_REFERENCE_LENGTH, operations::Operation};

/// Bookings to make or change, and what to do with each right away.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Batch {
    /// Each is read by itself: one that cannot be read fails alone.
    pub bookings: Vec<Apart<BatchEntry>>,
    /// `[]` only saves; `["Book"]`, `["Book", "PrintLabel"]`.
    #[serde(deserialize_with = "null_is_default")]
    #[schemars(with = "Vec<Operation>")]
    pub operations: Vec<String>,
    /// How PrintLabel hands the labels out; left out: as they are when all are alike, else as a PDF.
    #[serde(deserialize_with = "kernel::words::option_stored")]
    pub label_format: Option<LabelFormat>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BatchEntry {
    pub booking: Change<Booking>,
    pub booking_note: Option<NoteInput>,
}

/// A booking of somebody who is not signed in, and what to do with it right away.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GuestInput {
    /// `quoteId` and `resourceToken` are those of a quote that was asked for without signing in; `customer.email` is
    /// where the guest is reached.
    pub booking: Change<Booking>,
    pub booking_note: Option<NoteInput>,
    /// `[]` only saves; `["Book"]`.
    #[serde(deserialize_with = "null_is_default")]
    #[schemars(with = "Vec<Operation>")]
    pub operations: Vec<String>,
}

/// A scan entered by hand.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ScanInput {
    pub booking_id: BookingId,
    pub status: String,
    #[serde(deserialize_with = "null_is_default")]
    pub description: String,
    #[serde(deserialize_with = "null_is_default")]
    pub location: String,
    /// RFC 3339; a time without an offset is in the tenant's zone; now when left out.
    pub at: Option<String>,
    pub signed_by: Option<String>,
}

/// What staff may set by hand; what is left out stays.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
pub struct DetailsInput {
    #[serde(rename = "bookingId")]
    pub id: BookingId,
    /// The version that was read; a booking changed since is refused.
    pub row_version: Option<i64>,
    /// The carrier's connote, unique per carrier. Set by staff and carriers alone; a number that the carrier has given
    /// can be corrected, not emptied.
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub consignment_id: Option<String>,
    /// As for `consignmentId`; bookings of one customer may share a manifest.
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub manifest_id: Option<String>,
    /// As for `consignmentId`; bookings of one customer may share a pickup.
    #[garde(length(chars, max = MAX_REFERENCE_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub pickup_request_id: Option<String>,
    /// The carrier's consignment note: the `assetId` of a file sent with `uploadasset`. It replaces the drawn one.
    pub connote_file: Option<Uuid>,
    /// The manifest's sheet, likewise.
    pub manifest_file: Option<Uuid>,
    /// Added to the booking's notes.
    #[garde(length(chars, max = MAX_NOTE_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub note: Option<String>,
    #[serde(deserialize_with = "kernel::case::text")]
    pub booking_status: Option<String>,
    /// Mails the booking's documents.
    #[serde(deserialize_with = "null_is_default")]
    pub send_email: bool,
    /// Where `sendEmail` mails them; left out: the address that the booking's news go to.
    #[garde(custom(kernel::validate::email))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub email: Option<String>,
    #[serde(deserialize_with = "null_is_default")]
    pub pricing_info: Vec<PriceInput>,
    pub insurance_info: Option<InsuranceInput>,
}

/// The price of the insurance set by hand.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InsuranceInput {
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub tax_exclusive_amount: Option<Decimal>,
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub tax: Option<Decimal>,
}

impl DetailsInput {
    pub fn of(booking: &Booking) -> Self {
        Self {
            consignment_id: booking.consignment_id.clone(),
            manifest_id: booking.manifest_id.clone(),
            pickup_request_id: booking.pickup_request_id.clone(),
            ..Self::default()
        }
    }
}

/// One line of a price set by hand, found by its code.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PriceInput {
    pub service_code: String,
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub tax_exclusive_amount: Option<Decimal>,
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub tax: Option<Decimal>,
    pub note: Option<String>,
}
