//! A driver's document.

use chrono::{DateTime, NaiveDate, Utc};
use data::{Form, Record, TextEnum, ids::DriverId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

data::id! { DriverDocumentId }

const MAX_NUMBER_LENGTH: usize = 64;
const MAX_NOTE_LENGTH: usize = 1000;

/// Kind of a driver's document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, TextEnum)]
pub enum DriverDocumentKind {
    /// Expired once every licence of the driver is.
    #[default]
    Licence,
    Medical,
    Insurance,
    Induction,
    Other,
    /// A stored value unknown to this version.
    #[text_enum(unknown)]
    Unknown,
}

impl DriverDocumentKind {
    /// Name in emails.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Licence => "Licence",
            Self::Medical => "Medical certificate",
            Self::Insurance => "Insurance",
            Self::Induction => "Induction",
            Self::Other | Self::Unknown => "Document",
        }
    }
}

/// A document of a driver.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(default)]
#[record(table = "driver_documents", name = "The document", open)]
#[garde(allow_unvalidated)]
pub(crate) struct DriverDocument {
    /// 0 or omitted for a new document.
    pub id: DriverDocumentId,
    #[serde(rename = "rowVersion")]
    pub row_version: i64,
    #[serde(rename = "driverid")]
    #[record(driver)]
    pub driver_id: DriverId,
    pub kind: DriverDocumentKind,
    /// Number of the licence or policy.
    #[garde(length(chars, max = MAX_NUMBER_LENGTH))]
    pub number: String,
    /// Last day on which it is valid; null: it does not expire.
    #[serde(rename = "expirydate")]
    pub expiry_date: Option<NaiveDate>,
    /// The `assetId` of a file uploaded with `uploadasset`.
    #[serde(rename = "fileid")]
    pub file: Option<Uuid>,
    #[garde(length(chars, max = MAX_NOTE_LENGTH))]
    pub note: String,
    /// Step of the last reminder of this expiry date, in days before it.
    #[serde(skip)]
    #[record(internal)]
    pub reminded_days: Option<i64>,
    #[serde(rename = "creationTime")]
    #[record(protected)]
    pub creation_time: DateTime<Utc>,
}
