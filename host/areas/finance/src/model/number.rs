//! Numbers of documents: what has a series of its own, how its numbers are written, and which were given.

use chrono::{DateTime, Utc};
use kernel::{Record, Words, case::null_is_default, ids::OrganizationUnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::InvoiceType;

kernel::id! { DocumentNumberId }

/// What can have a series of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum SeriesKind {
    /// Freight, and all invoices without a series of their own.
    #[default]
    Invoice,
    AdHocInvoice,
    RechargeInvoice,
    FeeInvoice,
    StorageInvoice,
    CreditNote,
    Remittance,
    #[words(unknown)]
    Unknown,
}

/// What is numbered; no two of one kind have the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum NumberedDocument {
    #[default]
    Invoice,
    CreditNote,
    Remittance,
    #[words(unknown)]
    Unknown,
}

impl SeriesKind {
    /// That of invoices of this type.
    pub fn of(invoice_type: InvoiceType) -> Self {
        match invoice_type {
            InvoiceType::AdHoc => Self::AdHocInvoice,
            InvoiceType::Recharge => Self::RechargeInvoice,
            InvoiceType::Fee => Self::FeeInvoice,
            InvoiceType::Storage => Self::StorageInvoice,
            _ => Self::Invoice,
        }
    }

    pub fn document(self) -> NumberedDocument {
        match self {
            Self::CreditNote => NumberedDocument::CreditNote,
            Self::Remittance => NumberedDocument::Remittance,
            Self::Unknown => NumberedDocument::Unknown,
            _ => NumberedDocument::Invoice,
        }
    }

    /// How its series is called in the table of counted numbers.
    pub fn series(self) -> &'static str {
        match self {
            Self::Invoice | Self::Unknown => "invoice",
            Self::AdHocInvoice => "invoice-ad-hoc",
            Self::RechargeInvoice => "invoice-recharge",
            Self::FeeInvoice => "invoice-fee",
            Self::StorageInvoice => "invoice-storage",
            Self::CreditNote => "credit-note",
            Self::Remittance => "remittance",
        }
    }
}

/// How numbers of a kind of document are counted and written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct NumberSeries {
    pub kind: SeriesKind,
    /// Before and after the counted number; may hold `{yyyy}`, `{yy}`, `{MM}` and `{unit}`.
    pub prefix: String,
    pub postfix: String,
    /// As many digits as the counted number has at least.
    pub digits: i64,
    /// The first number that is counted.
    pub start: i64,
    /// Whether every year of the documents' days is a series of its own.
    pub by_year: bool,
    /// Whether every organisation unit of the customers is one.
    pub by_unit: bool,
}

impl Default for NumberSeries {
    fn default() -> Self {
        Self {
            kind: SeriesKind::Invoice,
            prefix: String::new(),
            postfix: String::new(),
            digits: 6,
            start: 1,
            by_year: false,
            by_unit: false,
        }
    }
}

/// What a unit is called in numbers; one without a code has its id there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UnitCode {
    pub organization_unit_id: OrganizationUnitId,
    pub code: String,
}

/// The series of the tenant. Invoices without one are numbered as the tenant's settings say, credit notes as CN000001,
/// remittance advices as REM000001.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "DocumentNumbering")]
pub struct Numbering {
    #[serde(deserialize_with = "null_is_default")]
    pub series: Vec<NumberSeries>,
    #[serde(deserialize_with = "null_is_default")]
    pub unit_codes: Vec<UnitCode>,
}

/// A number that a document was given.
#[derive(Debug, Clone, Record)]
#[record(table = "document_numbers", name = "The number", unrecorded)]
pub struct DocumentNumber {
    pub id: DocumentNumberId,
    pub row_version: i64,
    pub series: String,
    pub value: i64,
    pub document: NumberedDocument,
    pub document_id: i64,
    pub number: String,
    pub creation_time: DateTime<Utc>,
}
