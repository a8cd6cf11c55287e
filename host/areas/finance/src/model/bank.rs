//! Statements of the tenant's bank, their lines, and how tables of banks are read.

use chrono::{DateTime, NaiveDate, Utc};
use freight::written::{DayOrder, DecimalSign};
use kernel::{
    Form, Record, Words,
    case::null_is_default,
    ids::{CustomerId, UserId},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::payment::PaymentId;

kernel::id! { BankTemplateId, BankStatementId, BankLineId }

/// What a bank's file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum BankFormat {
    Csv,
    Mt940,
    Camt053,
    Bai2,
    #[words(unknown)]
    Unknown,
}

/// What was done with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum BankLineStatus {
    Open,
    /// A payment was made of it.
    Accepted,
    Ignored,
    /// Money that went out: no payment of a customer.
    Outgoing,
    #[words(unknown)]
    Unknown,
}

/// Why a line is taken for a customer's payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum BankMatchReason {
    /// It names the invoices.
    Reference,
    /// It is what is outstanding.
    Amount,
    /// It comes from the customer.
    Payer,
}

/// What a column of a bank's table says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Words)]
pub enum BankField {
    #[words(word = "date")]
    Date,
    /// Below 0 for what went out.
    #[words(word = "amount")]
    Amount,
    /// What came in, where the table has columns for either.
    #[words(word = "credit")]
    Credit,
    #[words(word = "debit")]
    Debit,
    #[words(word = "currency")]
    Currency,
    #[words(word = "payer")]
    Payer,
    #[words(word = "payerAccount")]
    PayerAccount,
    #[words(word = "reference")]
    Reference,
    /// The bank's own number of the movement.
    #[words(word = "bankReference")]
    BankReference,
    #[words(word = "description")]
    Description,
}

/// Which column of the bank's table has a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankColumn {
    pub field: BankField,
    /// As the table has it, without regard to case, blanks and underscores.
    pub heading: String,
}

/// How a bank's tables are read.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "bank_templates", name = "The bank template", open)]
pub struct BankTemplate {
    /// 0 or left out for a new one.
    pub id: BankTemplateId,
    pub row_version: i64,
    #[serde(deserialize_with = "kernel::case::text")]
    pub name: String,
    /// A field that is not named here is looked for under its own name.
    #[serde(deserialize_with = "null_is_default")]
    #[record(json)]
    pub columns: Vec<BankColumn>,
    pub decimal_sign: DecimalSign,
    pub day_order: DayOrder,
    /// Taken for tables that name no template.
    pub is_default: bool,
    #[serde(skip_deserializing)]
    pub creation_time: DateTime<Utc>,
}

impl Default for BankTemplate {
    fn default() -> Self {
        Self {
            id: BankTemplateId(0),
            row_version: 0,
            name: String::new(),
            columns: Vec::new(),
            decimal_sign: DecimalSign::Either,
            day_order: DayOrder::DayFirst,
            is_default: false,
            creation_time: DateTime::UNIX_EPOCH,
        }
    }
}

impl BankTemplate {
    /// Under which heading a field stands.
    pub fn heading(&self, field: BankField) -> &str {
        let named = self.columns.iter().find(|column| column.field == field);
        named.map_or(field.word(), |column| column.heading.as_str())
    }
}

/// A file of the bank that was read.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "bank_statements", name = "The bank statement", open)]
pub struct BankStatement {
    pub id: BankStatementId,
    pub row_version: i64,
    #[serde(rename = "assetId")]
    pub file_guid: Uuid,
    pub file_name: String,
    pub bank_format: BankFormat,
    /// The tenant's account.
    pub account: Option<String>,
    pub new_lines: i64,
    /// Lines that another file, or this one before, had brought.
    pub known_lines: i64,
    /// Lines of the file that could not be read.
    pub rejected_lines: i64,
    pub creation_time: DateTime<Utc>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
}

/// Money that came in or went out by the bank's word.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(
    table = "bank_lines",
    name = "The bank statement's line",
    unrecorded,
    open
)]
pub struct BankLine {
    pub id: BankLineId,
    pub row_version: i64,
    pub statement_id: BankStatementId,
    pub line_number: i64,
    #[serde(skip)]
    pub line_key: String,
    pub account: Option<String>,
    pub line_date: NaiveDate,
    /// Below 0 for what went out.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub amount: Decimal,
    /// ISO 4217 code; null: the tenant's.
    pub currency: Option<String>,
    pub payer: Option<String>,
    pub payer_account: Option<String>,
    pub reference: Option<String>,
    /// The bank's own reference of the movement.
    pub bank_reference: Option<String>,
    pub description: Option<String>,
    pub status: BankLineStatus,
    pub note: Option<String>,
    /// Whose payment it was taken for.
    pub customer_id: Option<CustomerId>,
    pub payment_id: Option<PaymentId>,
    #[serde(skip)]
    #[record(internal)]
    pub decider_user_id: Option<UserId>,
    pub decision_time: Option<DateTime<Utc>>,
    pub creation_time: DateTime<Utc>,
}
