//! Credit notes: what is given back of an invoice, line by line, from its request to the invoices that it reduces.

use chrono::{DateTime, NaiveDate, Utc};
use kernel::{
    Record,
    ids::{CustomerId, UserId},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;
use tenancy::names::Signed;

use super::{
    invoice::{InvoiceDetailId, InvoiceId},
    words::{CreditNoteDetailType, CreditNoteStatus},
};
use crate::rules::exchange;

kernel::id! { CreditNoteId, CreditNoteDetailId, CreditNoteNoteId, CreditNoteInvoiceId }

/// What is given back of an invoice.
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "credit_notes", name = "The credit note", open, searched = 6)]
pub struct CreditNote {
    pub id: CreditNoteId,
    pub row_version: i64,
    /// Null until it is approved.
    #[record(searched)]
    pub credit_note_number: Option<String>,
    /// The day of its approval.
    pub credit_note_date: Option<NaiveDate>,
    #[record(customer)]
    pub customer_id: CustomerId,
    pub invoice_id: InvoiceId,
    #[record(searched)]
    pub invoice_number: Option<String>,
    /// ISO 4217 code.
    pub currency: String,
    /// What was asked for, with tax.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub amount: Decimal,
    /// With tax.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub approved_amount: Decimal,
    /// What of it reduces no invoice yet.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub unapplied_amount: Decimal,
    /// What was approved, before tax.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub tax_exclusive_amount: Decimal,
    /// That of what was approved.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub tax: Decimal,
    /// In the tenant's base currency, by the factor of its invoice.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub base_tax_exclusive_amount: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub base_tax: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub base_unapplied_amount: Decimal,
    pub status: CreditNoteStatus,
    pub creation_time: DateTime<Utc>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
}

impl CreditNote {
    /// So much reduces no invoice yet from now on. Gives by how much less that is in the base currency.
    pub fn keep(&mut self, unapplied: Decimal, base: &str) -> Decimal {
        let before = self.base_unapplied_amount;
        let whole = self.base_tax_exclusive_amount + self.base_tax;
        self.unapplied_amount = unapplied;
        self.base_unapplied_amount = exchange::share(whole, self.approved_amount, unapplied, base);
        before - self.base_unapplied_amount
    }
}

/// What is given back of a line of the invoice.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(
    table = "credit_note_details",
    name = "The credit note's line",
    unrecorded
)]
pub struct CreditNoteDetail {
    pub id: CreditNoteDetailId,
    #[serde(skip)]
    pub row_version: i64,
    #[serde(skip)]
    #[record(customer(through = CreditNote))]
    pub credit_note_id: CreditNoteId,
    pub invoice_detail_id: InvoiceDetailId,
    pub credit_note_detail_type: CreditNoteDetailType,
    pub reference_no: Option<String>,
    pub description: String,
    /// What was asked for, with tax.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub amount: Decimal,
    /// With tax.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub approved_amount: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub tax_exclusive_amount: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub tax: Decimal,
    pub notes: Option<String>,
}

/// A remark on a credit note.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(
    table = "credit_note_notes",
    name = "The credit note's remark",
    unrecorded
)]
pub struct CreditNoteNote {
    #[serde(skip)]
    pub id: CreditNoteNoteId,
    #[serde(skip)]
    pub row_version: i64,
    #[serde(skip)]
    #[record(customer(through = CreditNote))]
    pub credit_note_id: CreditNoteId,
    pub user_name: String,
    pub note: String,
    pub creation_time: DateTime<Utc>,
    pub creator_user_id: Option<UserId>,
}

impl Signed for CreditNoteNote {
    fn signature(&mut self) -> (&mut Option<UserId>, &mut String) {
        (&mut self.creator_user_id, &mut self.user_name)
    }
}

/// What of a credit note reduces an invoice.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(
    table = "credit_note_invoices",
    name = "The credit note's invoice",
    unrecorded
)]
pub struct CreditNoteInvoice {
    #[serde(skip)]
    pub id: CreditNoteInvoiceId,
    #[serde(skip)]
    pub row_version: i64,
    #[record(customer(through = CreditNote))]
    pub credit_note_id: CreditNoteId,
    pub invoice_id: InvoiceId,
    pub invoice_number: Option<String>,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub amount: Decimal,
    /// What the invoice's share is in the base currency by the factor of the invoice.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub base_amount: Decimal,
    /// The same by the factor of the credited invoice.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub base_credit_amount: Decimal,
    pub creation_time: DateTime<Utc>,
}
