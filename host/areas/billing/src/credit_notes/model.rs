//! Credit notes, lines, remarks and applications.

use chrono::{DateTime, NaiveDate, Utc};
use data::{
    New, Record, Scope,
    ids::{CustomerId, UserId},
    life_cycle::Operation as _,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;
use tenancy::{EmailState, staff_names::Signed};

use crate::exchange;
use crate::{
    invoices::model::{InvoiceDetailId, InvoiceId},
    values::{CreditNoteDetailType, CreditNoteOperation, CreditNoteStatus},
};

pub use ledger::ids::CreditNoteId;

data::id! { CreditNoteDetailId, CreditNoteNoteId, CreditNoteInvoiceId }

/// A credit for lines of an invoice.
// Lock order: credit note, then invoices by id.
#[data::wire]
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "credit_notes", name = "The credit note", open, searched = 6)]
pub struct CreditNote {
    pub id: CreditNoteId,
    pub row_version: i64,
    /// Null until approval.
    #[record(searched)]
    pub credit_note_number: Option<String>,
    /// The day of approval.
    pub credit_note_date: Option<NaiveDate>,
    #[record(customer)]
    pub customer_id: CustomerId,
    pub invoice_id: InvoiceId,
    #[record(searched)]
    pub invoice_number: Option<String>,
    /// ISO 4217 code.
    pub currency: String,
    /// Requested amount including tax.
    pub amount: Decimal,
    /// Including tax.
    pub approved_amount: Decimal,
    /// The approved amount not yet applied to invoices.
    pub unapplied_amount: Decimal,
    /// Approved amount, exclusive of tax.
    pub tax_exclusive_amount: Decimal,
    /// Tax of the approved amount.
    pub tax: Decimal,
    /// In the tenant's base currency, by the factor of its invoice.
    pub base_tax_exclusive_amount: Decimal,
    pub base_tax: Decimal,
    pub base_unapplied_amount: Decimal,
    pub status: CreditNoteStatus,
    /// Delivery of its latest email. Null if it was never emailed.
    pub mail_state: Option<EmailState>,
    pub creation_time: DateTime<Utc>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
    /// Operations that its status allows, permissions aside.
    #[record(sent)]
    pub allowed_operations: Vec<CreditNoteOperation>,
}

impl CreditNote {
    /// Applied credit is not voided.
    pub fn with_operations(mut self) -> Self {
        self.allowed_operations = CreditNoteOperation::list_allowed(self.status);
        if self.unapplied_amount != self.approved_amount {
            self.allowed_operations
                .retain(|operation| *operation != CreditNoteOperation::Void);
        }
        self
    }

    /// Returns the decrease in the base currency.
    pub fn set_unapplied(&mut self, unapplied: Decimal, base: &str) -> Decimal {
        let before = self.base_unapplied_amount;
        let base_total = self.base_tax_exclusive_amount + self.base_tax;
        self.unapplied_amount = unapplied;
        self.base_unapplied_amount =
            exchange::share(base_total, self.approved_amount, unapplied, base);
        before - self.base_unapplied_amount
    }
}

/// A credit for a line of the invoice.
#[data::wire]
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
    /// Requested amount including tax.
    pub amount: Decimal,
    /// Including tax.
    pub approved_amount: Decimal,
    pub tax_exclusive_amount: Decimal,
    pub tax: Decimal,
    pub notes: Option<String>,
}

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

impl CreditNoteNote {
    /// A remark written by the caller.
    pub fn by_caller(scope: &Scope, credit_note_id: CreditNoteId, note: String) -> New<Self> {
        New::<Self> {
            credit_note_id,
            user_name: scope.caller.name().to_owned(),
            note,
            creator_user_id: scope.caller.user(),
        }
    }
}

impl Signed for CreditNoteNote {
    fn signature(&mut self) -> (&mut Option<UserId>, &mut String) {
        (&mut self.creator_user_id, &mut self.user_name)
    }
}

/// An invoice reduced by a credit note.
#[data::wire]
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
    pub amount: Decimal,
    /// The share in the base currency, by the invoice's factor.
    pub base_amount: Decimal,
    /// The share in the base currency, by the credited invoice's factor.
    pub base_credit_amount: Decimal,
    pub creation_time: DateTime<Utc>,
}
