//! What a tenant sets for finance: the steps of its reminders, when customers that pay ahead are told, its series of
//! numbers.

use chrono::NaiveDate;
use kernel::{Form, Record, case::null_is_default};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::Numbering;

kernel::id! { FinanceSettingsId }

/// A reminder that a customer is sent once for an invoice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DunningStep {
    pub name: String,
    /// It is sent when an invoice is overdue for as many days.
    pub days_overdue: i64,
    /// Subject and text may hold `{customer}`, `{amount}`, `{overdue}`, `{unapplied}`, `{days}`,
    /// `{invoices}` and `{brand}`.
    pub subject: String,
    pub text: String,
    /// Whether the customer cannot book on account from then on, until all that is overdue is paid.
    pub stops_credit: bool,
}

impl Default for DunningStep {
    fn default() -> Self {
        Self {
            name: String::new(),
            days_overdue: 0,
            subject: "Overdue: {amount}".to_owned(),
            text: "Hello {customer},\n\nthese invoices are overdue:\n\n{invoices}\n\nPlease pay {amount}.\n\n{brand}"
                .to_owned(),
            stops_credit: false,
        }
    }
}

/// How customers are reminded of what is overdue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Dunning {
    pub is_active: bool,
    /// Customers that owe less overdue are not written to.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub minimum_amount: Decimal,
    /// If set, `{amount}` is reduced by payments and credits that are not applied to an invoice.
    pub nets_unapplied: bool,
    /// In the order of their days.
    #[serde(deserialize_with = "null_is_default")]
    pub steps: Vec<DunningStep>,
}

impl Default for Dunning {
    fn default() -> Self {
        let step = |name: &str, days_overdue: i64, opening: &str, stops_credit: bool| DunningStep {
            name: name.to_owned(),
            days_overdue,
            subject: format!("{name}: {{amount}} overdue"),
            text: format!(
                "Hello {{customer}},\n\n{opening}\n\n{{invoices}}\n\nPlease pay {{amount}}. The statement is \
                 attached. If you have paid in the meantime, please ignore this letter.\n\n{{brand}}"
            ),
            stops_credit,
        };
        Self {
            is_active: false,
            minimum_amount: Decimal::ZERO,
            nets_unapplied: false,
            steps: vec![
                step(
                    "Reminder",
                    7,
                    "perhaps these invoices have escaped your notice:",
                    false,
                ),
                step(
                    "Second reminder",
                    21,
                    "these invoices are still not paid:",
                    false,
                ),
                step(
                    "Final notice",
                    45,
                    "these invoices are long overdue, and new bookings on account are stopped until they are paid:",
                    true,
                ),
            ],
        }
    }
}

/// When customers that pay ahead are told that little is left.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct LowBalanceRule {
    pub is_active: bool,
    /// Below it they are told, once until the balance has been higher again. A customer can have its own.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub threshold: Decimal,
}

/// The tenant's own periods, for customers whose invoice period is `Calendar`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InvoiceCalendar {
    /// In their order; the last one only ends the period before it. What is outside goes by months.
    #[serde(deserialize_with = "null_is_default")]
    pub first_days: Vec<NaiveDate>,
}

/// All that is set.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FinanceSettings {
    pub dunning: Dunning,
    pub low_balance: LowBalanceRule,
    pub numbering: Numbering,
    pub invoice_calendar: InvoiceCalendar,
}

#[derive(Debug, Record)]
#[record(table = "finance_settings", name = "The finance settings", open)]
pub struct FinanceSettingsRow {
    pub id: FinanceSettingsId,
    pub row_version: i64,
    #[record(json, name = "settings")]
    pub document: FinanceSettings,
}

/// The settings as they are answered and sent back. A group that an update leaves out stays, null sets it back.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, Form)]
#[serde(rename_all = "camelCase", default)]
pub struct AllFinanceSettings {
    /// 0 while nothing is set.
    #[schemars(with = "i64")]
    pub row_version: Option<i64>,
    #[serde(deserialize_with = "null_is_default")]
    pub dunning: Dunning,
    #[serde(deserialize_with = "null_is_default")]
    pub low_balance: LowBalanceRule,
    #[serde(deserialize_with = "null_is_default")]
    pub numbering: Numbering,
    #[serde(deserialize_with = "null_is_default")]
    pub invoice_calendar: InvoiceCalendar,
}
