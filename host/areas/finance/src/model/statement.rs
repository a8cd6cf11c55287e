//! Statements and ageing: what has moved a customer's balance, and how late what is owed is.

use chrono::NaiveDate;
use kernel::{Words, ids::CustomerId};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

/// What moves a balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum TxnType {
    #[default]
    Invoice,
    Payment,
    CreditNote,
    /// Money that was paid back, or a payment that was reversed.
    Refund,
    /// A write-off of an invoice.
    Adjustment,
    OpeningBalance,
    #[words(unknown)]
    Unknown,
}

/// Something that has moved the balance.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementItem {
    /// The invoice's, payment's or credit note's.
    pub id: i64,
    pub txn_type: TxnType,
    pub date: NaiveDate,
    pub reference_no: Option<String>,
    pub description: Option<String>,
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub charges: Decimal,
    /// Payments, credits, and what was given up.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub payments: Decimal,
    /// After it.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub balance: Decimal,
}

/// A customer's statement over some days.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FinanceStatement {
    pub customer_id: CustomerId,
    pub from_date: NaiveDate,
    pub to_date: NaiveDate,
    /// ISO 4217 code.
    pub currency: String,
    /// At the end of the day before.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub opening_balance: Decimal,
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub closing_balance: Decimal,
    pub items: Vec<StatementItem>,
}

/// What is owed, by how many days it is late.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Aged {
    /// Not due yet, or due on the day.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub current: Decimal,
    /// 1 to 30 days late.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub days30: Decimal,
    /// 31 to 60.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub days60: Decimal,
    /// 61 to 90.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub days90: Decimal,
    /// 91 to 120.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub days120: Decimal,
    /// More than 120.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub older: Decimal,
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub total: Decimal,
}

/// A customer who owes something.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgedCustomer {
    pub customer_id: CustomerId,
    pub customer_name: String,
    /// ISO 4217 code.
    pub currency: String,
    /// The total in the tenant's base currency.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub base_total: Decimal,
    #[serde(flatten)]
    pub aged: Aged,
}
