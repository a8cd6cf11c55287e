//! Statements and aged receivables.

use chrono::NaiveDate;
use data::{TextEnum, ids::CustomerId};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

/// Type of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum TxnType {
    #[default]
    Invoice,
    Payment,
    CreditNote,
    /// A refund or a reversed payment.
    Refund,
    /// A write-off.
    Adjustment,
    OpeningBalance,
    #[text_enum(unknown)]
    Unknown,
}

/// A movement of the balance.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementItem {
    /// Id of the invoice, payment or credit note.
    pub id: i64,
    pub txn_type: TxnType,
    pub date: NaiveDate,
    pub reference_no: Option<String>,
    pub description: Option<String>,
    pub charges: Decimal,
    /// Payments, credits and write-offs.
    pub payments: Decimal,
    /// Balance after the movement.
    pub balance: Decimal,
}

/// A customer's statement of a period.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FinanceStatement {
    pub customer_id: CustomerId,
    pub from_date: NaiveDate,
    pub to_date: NaiveDate,
    /// ISO 4217 code.
    pub currency: String,
    /// At the end of the previous day.
    pub opening_balance: Decimal,
    pub closing_balance: Decimal,
    pub items: Vec<StatementItem>,
}

/// Owed amounts by days overdue.
#[data::wire]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgedAmounts {
    /// Not yet overdue.
    pub current: Decimal,
    /// 1 to 30 days overdue.
    pub days30: Decimal,
    /// 31 to 60 days.
    pub days60: Decimal,
    /// 61 to 90 days.
    pub days90: Decimal,
    /// 91 to 120 days.
    pub days120: Decimal,
    /// More than 120 days.
    pub older: Decimal,
    pub total: Decimal,
}

/// A customer with a debt.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgedCustomer {
    pub customer_id: CustomerId,
    pub customer_name: String,
    /// ISO 4217 code.
    pub currency: String,
    /// Total in the tenant's base currency.
    pub base_total: Decimal,
    #[serde(flatten)]
    pub aged: AgedAmounts,
}
