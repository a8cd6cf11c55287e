//! The ledger: entries, lines, locks and account codes.

use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Record, TextEnum,
    ids::{CustomerId, DriverId, UserId},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::ids::{AgentInvoiceId, CreditNoteId, InvoiceId, PaymentId};

data::id! { LedgerEntryId, LedgerLineId, LedgerLockId, LedgerAccountId }

/// An account of the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum BookAccount {
    /// Owed by customers on posted invoices.
    Receivable,
    /// Receipts less refunds.
    Cash,
    /// Unapplied payments and credits, owed to customers.
    Unapplied,
    /// Tax charged, less tax credited.
    Tax,
    Revenue,
    /// Surcharges for card payments.
    Surcharge,
    WriteOff,
    /// Gains and losses between the rates of an invoice and its payment.
    ExchangeDifference,
    /// Counter account of balances from before this system.
    OpeningBalance,
    /// Owed to drivers who supply to the tenant.
    Payable,
    /// Tax that drivers charge, which the tenant claims back.
    InputTax,
    /// Charges of drivers, before tax.
    DriverCost,
    #[default]
    #[text_enum(unknown)]
    Unknown,
}

/// The cause of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum LedgerMovement {
    InvoicePosted,
    InvoiceWrittenOff,
    CreditNoteApproved,
    CreditNoteVoided,
    CreditNoteApplied,
    PaymentReceived,
    /// Negative in its source if the invoice is reopened. The entry is then reversed.
    PaymentAllocated,
    PaymentRefunded,
    PaymentReversed,
    /// The provider refunded a card payment with its surcharge. A reversal includes it.
    SurchargeRefunded,
    AgentInvoiceClosed,
    AgentInvoicePaid,
    AgentInvoiceVoided,
    #[default]
    #[text_enum(unknown)]
    Unknown,
}

/// One movement.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(
    table = "ledger_entries",
    name = "The ledger's entry",
    unrecorded,
    open
)]
pub struct LedgerEntry {
    pub id: LedgerEntryId,
    #[serde(skip)]
    pub row_version: i64,
    pub movement: LedgerMovement,
    /// The row that caused it.
    pub source_id: i64,
    /// Null for a driver's.
    #[record(customer)]
    pub customer_id: Option<CustomerId>,
    pub day: NaiveDate,
    pub reference: Option<String>,
    pub invoice_id: Option<InvoiceId>,
    pub payment_id: Option<PaymentId>,
    pub credit_note_id: Option<CreditNoteId>,
    pub creation_time: DateTime<Utc>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
    /// Null for a customer's.
    pub driver_id: Option<DriverId>,
    pub agent_invoice_id: Option<AgentInvoiceId>,
}

impl LedgerEntry {
    /// Returns the document's number, or its id if it has none.
    pub fn document_name(&self) -> Option<String> {
        let reference = self.reference.as_deref().map(str::trim);
        if let Some(reference) = reference.filter(|text| !text.is_empty()) {
            return Some(reference.to_owned());
        }
        let payment = self.payment_id.map(|id| id.0);
        let id = payment
            .or(self.credit_note_id.map(|id| id.0))
            .or(self.invoice_id.map(|id| id.0))
            .or(self.agent_invoice_id.map(|id| id.0))?;
        Some(format!("#{id}"))
    }
}

/// An amount moved from one account to another.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "ledger_lines", name = "The ledger's line", unrecorded, open)]
pub struct LedgerLine {
    pub id: LedgerLineId,
    #[serde(skip)]
    pub row_version: i64,
    pub entry_id: LedgerEntryId,
    /// Null for a driver's.
    #[record(customer)]
    pub customer_id: Option<CustomerId>,
    pub day: NaiveDate,
    pub debit_account: BookAccount,
    pub credit_account: BookAccount,
    pub amount: Decimal,
}

/// A locked period. Closes every day up to and including its last day, not only its own days.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "ledger_locks", name = "The period lock", open)]
pub struct LedgerLock {
    pub id: LedgerLockId,
    pub row_version: i64,
    pub first_day: NaiveDate,
    pub last_day: NaiveDate,
    pub note: Option<String>,
    pub creation_time: DateTime<Utc>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
}

/// The tenant's code for an account.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "ledger_accounts", name = "The account's code", open)]
pub struct LedgerAccount {
    pub id: LedgerAccountId,
    pub row_version: i64,
    pub account: BookAccount,
    pub code: String,
}

pub struct JournalLine {
    pub entry: i64,
    pub day: NaiveDate,
    pub movement: LedgerMovement,
    pub reference: Option<String>,
    pub customer: Option<i64>,
    pub debit: BookAccount,
    pub credit: BookAccount,
    pub amount: Decimal,
}
