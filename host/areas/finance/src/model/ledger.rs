//! The ledger: accounts, entries with their lines, locked periods, and the codes that a tenant has for its accounts.

use chrono::{DateTime, NaiveDate, Utc};
use kernel::{
    Record, Words,
    ids::{CustomerId, UserId},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use super::{credit::CreditNoteId, invoice::InvoiceId, payment::PaymentId};

kernel::id! { LedgerEntryId, LedgerLineId, LedgerLockId, LedgerAccountId }

/// What money is kept apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum BookAccount {
    /// What customers owe on posted invoices.
    Receivable,
    /// What came in, less what went out again.
    Cash,
    /// What of payments and credits reduces no invoice yet: it is owed to customers.
    Unapplied,
    /// Tax charged, less tax credited.
    Tax,
    Revenue,
    /// What is charged for paying by card.
    Surcharge,
    WriteOff,
    /// What is gained, or lost, since currencies moved between an invoice and its payment.
    ExchangeDifference,
    /// Where what customers owed before this program comes from.
    OpeningBalance,
    #[default]
    #[words(unknown)]
    Unknown,
}

/// What has moved money between accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum LedgerMovement {
    InvoicePosted,
    InvoiceWrittenOff,
    CreditNoteApproved,
    CreditNoteVoided,
    CreditNoteApplied,
    PaymentReceived,
    /// Below 0 in its source where an invoice is open again: the entry is the other way round.
    PaymentAllocated,
    PaymentRefunded,
    PaymentReversed,
    #[default]
    #[words(unknown)]
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
    /// The row that tells of it.
    pub source_id: i64,
    #[record(customer)]
    pub customer_id: CustomerId,
    pub day: NaiveDate,
    pub reference: Option<String>,
    pub invoice_id: Option<InvoiceId>,
    pub payment_id: Option<PaymentId>,
    pub credit_note_id: Option<CreditNoteId>,
    pub creation_time: DateTime<Utc>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
}

/// What of an entry went from one account to another.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "ledger_lines", name = "The ledger's line", unrecorded, open)]
pub struct LedgerLine {
    pub id: LedgerLineId,
    #[serde(skip)]
    pub row_version: i64,
    pub entry_id: LedgerEntryId,
    #[record(customer)]
    pub customer_id: CustomerId,
    pub day: NaiveDate,
    pub debit_account: BookAccount,
    pub credit_account: BookAccount,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub amount: Decimal,
}

/// A locked period. Each lock closes everything up to and including its last day, not only its own days.
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

/// What a tenant calls an account in its own books.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "ledger_accounts", name = "The account's code", open)]
pub struct LedgerAccount {
    pub id: LedgerAccountId,
    pub row_version: i64,
    pub account: BookAccount,
    pub code: String,
}
