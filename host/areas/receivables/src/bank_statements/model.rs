//! Bank statements and templates of tables.

use carriage::written::{DayOrder, DecimalSign};
use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Form, New, NewRecord, Record, TextEnum,
    ids::{CustomerId, UserId},
    life_cycle::Operation as _,
    states,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::payments::model::PaymentId;

data::id! { BankTemplateId, BankStatementId, BankLineId }

/// Format of a bank's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum BankFormat {
    Csv,
    Mt940,
    Camt053,
    Bai2,
    #[text_enum(unknown)]
    Unknown,
}

states! {
    /// Status of a line.
    pub enum BankLineStatus {
        Open,
        /// Recorded as a payment.
        Accepted,
        Ignored,
        /// Outgoing money, never a customer's payment.
        Outgoing,
        #[text_enum(unknown)]
        Unknown,
    }
    operations {
        /// A user's operation on a line.
        pub enum BankLineOperation {
            /// Records it as a payment.
            Accept: [Open] => Accepted,
            Ignore: [Open] => Ignored,
            /// Reverses its payment, if any.
            Reopen: [Accepted, Ignored] => Open,
        }
    }
}

/// Evidence that matches a line to a customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum BankMatchReason {
    /// The line names the invoices.
    Reference,
    /// The amount equals the outstanding amount.
    Amount,
    /// The payer is the customer.
    Payer,
}

/// Content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, TextEnum)]
pub enum BankField {
    #[text_enum(name = "date")]
    Date,
    /// Negative for outgoing money.
    #[text_enum(name = "amount")]
    Amount,
    /// Incoming amount, in tables with two amount columns.
    #[text_enum(name = "credit")]
    Credit,
    #[text_enum(name = "debit")]
    Debit,
    #[text_enum(name = "currency")]
    Currency,
    #[text_enum(name = "payer")]
    Payer,
    #[text_enum(name = "payerAccount")]
    PayerAccount,
    #[text_enum(name = "reference")]
    Reference,
    /// The bank's number of the movement.
    #[text_enum(name = "bankReference")]
    BankReference,
    #[text_enum(name = "description")]
    Description,
}

/// A column mapping of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankColumn {
    pub field: BankField,
    /// Compared without case, blanks and underscores.
    pub heading: String,
}

/// A mapping for a bank's tables.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "bank_templates", name = "The bank template", open)]
pub struct BankTemplate {
    /// 0 or absent for a new one.
    pub id: BankTemplateId,
    pub row_version: i64,
    pub name: String,
    /// Unmapped fields are found by their own names.
    #[record(json)]
    pub columns: Vec<BankColumn>,
    pub decimal_sign: DecimalSign,
    pub day_order: DayOrder,
    /// Used for imports without a template.
    pub is_default: bool,
    #[serde(skip_deserializing)]
    pub creation_time: DateTime<Utc>,
}

impl Default for BankTemplate {
    fn default() -> Self {
        New::<Self> {
            name: String::new(),
            columns: Vec::new(),
            decimal_sign: DecimalSign::Either,
            day_order: DayOrder::DayFirst,
            is_default: false,
        }
        .unsaved()
    }
}

impl BankTemplate {
    pub fn heading(&self, field: BankField) -> &str {
        let mapping = self.columns.iter().find(|column| column.field == field);
        mapping.map_or(field.as_str(), |column| column.heading.as_str())
    }
}

/// An imported bank file.
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
    /// Lines imported earlier, from this file or another.
    pub known_lines: i64,
    /// Unreadable lines.
    pub rejected_lines: i64,
    pub creation_time: DateTime<Utc>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
}

/// An incoming or outgoing movement.
// Lock order: bank line, then payment.
#[data::wire]
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
    /// Negative for outgoing money.
    pub amount: Decimal,
    /// ISO 4217 code. Null: the tenant's currency.
    pub currency: Option<String>,
    pub payer: Option<String>,
    pub payer_account: Option<String>,
    pub reference: Option<String>,
    /// The bank's reference of the movement.
    pub bank_reference: Option<String>,
    pub description: Option<String>,
    pub status: BankLineStatus,
    pub note: Option<String>,
    /// The customer credited with the payment.
    pub customer_id: Option<CustomerId>,
    pub payment_id: Option<PaymentId>,
    #[serde(skip)]
    #[record(internal)]
    pub decider_user_id: Option<UserId>,
    pub decision_time: Option<DateTime<Utc>>,
    pub creation_time: DateTime<Utc>,
    /// Operations that its status allows, permissions aside.
    #[record(sent)]
    pub allowed_operations: Vec<BankLineOperation>,
}

impl BankLine {
    pub fn with_operations(mut self) -> Self {
        self.allowed_operations = BankLineOperation::list_allowed(self.status);
        self
    }
}
