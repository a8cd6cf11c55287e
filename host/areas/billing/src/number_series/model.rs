//! Number series and assigned numbers.

use chrono::{DateTime, Utc};
use data::{Record, TextEnum, ids::OrganizationUnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::values::InvoiceType;

data::id! { DocumentNumberId }

/// A kind of document that can have its own series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum SeriesKind {
    /// Freight, and all invoices without a series.
    #[default]
    Invoice,
    AdHocInvoice,
    RechargeInvoice,
    FeeInvoice,
    StorageInvoice,
    CreditNote,
    Remittance,
    AgentInvoice,
    #[text_enum(unknown)]
    Unknown,
}

/// A numbered document. Numbers are unique within each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum NumberedDocument {
    #[default]
    Invoice,
    CreditNote,
    Remittance,
    AgentInvoice,
    #[text_enum(unknown)]
    Unknown,
}

impl SeriesKind {
    pub fn from_invoice_type(invoice_type: InvoiceType) -> Self {
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
            Self::AgentInvoice => NumberedDocument::AgentInvoice,
            Self::Unknown => NumberedDocument::Unknown,
            _ => NumberedDocument::Invoice,
        }
    }

    /// Returns the name in the counter table.
    pub fn counter_name(self) -> &'static str {
        match self {
            Self::Invoice | Self::Unknown => "invoice",
            Self::AdHocInvoice => "invoice-ad-hoc",
            Self::RechargeInvoice => "invoice-recharge",
            Self::FeeInvoice => "invoice-fee",
            Self::StorageInvoice => "invoice-storage",
            Self::CreditNote => "credit-note",
            Self::Remittance => "remittance",
            Self::AgentInvoice => "agent-invoice",
        }
    }
}

/// Counting and formatting of one kind's numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct NumberSeries {
    pub kind: SeriesKind,
    /// Surround the counted number. May contain `{yyyy}`, `{yy}`, `{MM}` and `{unit}`.
    pub prefix: String,
    pub postfix: String,
    /// Minimum digits of the counted number.
    pub digits: i64,
    /// First counted number.
    pub start: i64,
    /// True if every year, by document date, has a separate series.
    pub by_year: bool,
    /// True if every organisation unit has a separate series.
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

/// A unit's code in numbers. Default: its id.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UnitCode {
    pub organization_unit_id: OrganizationUnitId,
    pub code: String,
}

/// The tenant's series. Without one, invoices follow the tenant's settings, credit notes start at
/// CN000001, remittance advices at REM000001 and agent invoices at RCTI000001.
#[data::wire(lists)]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "DocumentNumbering")]
pub struct Numbering {
    pub series: Vec<NumberSeries>,
    pub unit_codes: Vec<UnitCode>,
}

/// A number assigned to a document.
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
