//! Finance settings: dunning, low balances, calendar, number series.

use chrono::NaiveDate;
use data::{Form, Record};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::number_series::model::Numbering;

data::id! { FinanceSettingsId }

/// A reminder that is sent once per invoice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DunningStep {
    pub name: String,
    /// Sent once an invoice is overdue by this many days.
    pub days_overdue: i64,
    /// May contain `{customer}`, `{amount}`, `{overdue}`, `{unapplied}`, `{days}`, `{invoices}` and
    /// `{brand}`.
    pub subject: String,
    pub text: String,
    /// If set, the customer cannot book on account until everything overdue is paid.
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

/// Dunning settings.
#[data::wire(lists)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Dunning {
    pub is_active: bool,
    /// Customers with a smaller overdue amount get no reminder. In the tenant's base currency.
    pub minimum_amount: Decimal,
    /// If set, `{amount}` is reduced by unapplied payments and credits.
    pub nets_unapplied: bool,
    /// Ordered by days.
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

/// Notice of low balances to prepaid customers.
#[data::wire]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct LowBalanceRule {
    pub is_active: bool,
    /// Below it the customer is notified, once until the balance recovers. Customers can override
    /// it.
    pub threshold: Decimal,
}

/// The tenant's periods, for customers whose invoice period is `Calendar`.
#[data::wire(lists)]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InvoiceCalendar {
    /// Ascending. The last one only ends the period before it. Other days fall into months.
    pub first_days: Vec<NaiveDate>,
}

/// The account that customers pay to, printed on invoices and statements.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PaymentDetails {
    pub account_name: String,
    pub bank_name: String,
    /// BSB in Australia, sort code or routing number elsewhere.
    pub bank_code: String,
    /// Account number or IBAN.
    pub account_number: String,
    pub swift_code: String,
    /// Further lines, such as the address of a payment page.
    pub instructions: String,
}

/// All finance settings.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FinanceSettings {
    pub dunning: Dunning,
    pub low_balance: LowBalanceRule,
    pub numbering: Numbering,
    pub invoice_calendar: InvoiceCalendar,
    pub payment: PaymentDetails,
}

#[derive(Debug, Record)]
#[record(table = "finance_settings", name = "The finance settings", open)]
pub struct FinanceSettingsRow {
    pub id: FinanceSettingsId,
    pub row_version: i64,
    #[record(json, name = "settings")]
    pub document: FinanceSettings,
}

/// The settings as returned and updated. An absent group is kept. A null group is reset.
#[data::wire]
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, Form)]
#[serde(rename_all = "camelCase", default)]
pub struct AllFinanceSettings {
    /// 0 while nothing is stored.
    #[schemars(with = "i64")]
    pub row_version: Option<i64>,
    #[wire(null)]
    pub dunning: Dunning,
    #[wire(null)]
    pub low_balance: LowBalanceRule,
    #[wire(null)]
    pub numbering: Numbering,
    #[wire(null)]
    pub invoice_calendar: InvoiceCalendar,
    #[wire(null)]
    pub payment: PaymentDetails,
}
