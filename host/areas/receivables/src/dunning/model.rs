//! Dunning notices, credit stops and watched balances.

use chrono::{DateTime, NaiveDate, Utc};
use data::{Record, ids::CustomerId};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;
use tenancy::EmailState;

use billing::invoices::model::InvoiceId;

data::id! { DunningNoticeId, DunningInvoiceId, CreditStopId, LowBalanceId }

/// A reminder of overdue invoices.
#[data::wire]
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "dunning_notices", name = "The reminder", open)]
pub struct DunningNotice {
    pub id: DunningNoticeId,
    pub row_version: i64,
    #[record(customer)]
    pub customer_id: CustomerId,
    /// In the tenant's time zone.
    pub day: NaiveDate,
    /// Of the longest overdue invoice.
    pub days_overdue: i64,
    pub step_name: String,
    pub subject: String,
    /// Null: the customer had no address, so no email was sent.
    pub email_address: Option<String>,
    /// Delivery of the email. Null without one.
    pub mail_state: Option<EmailState>,
    /// Total overdue.
    pub amount: Decimal,
    /// The customer's unapplied payments and credits in this currency.
    pub unapplied_amount: Decimal,
    /// The amount requested in the reminder.
    pub amount_to_pay: Decimal,
    /// ISO 4217 code.
    pub currency: String,
    pub stops_credit: bool,
    pub creation_time: DateTime<Utc>,
}

/// An invoice of a reminder.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(
    table = "dunning_invoices",
    name = "The reminder's invoice",
    unrecorded
)]
pub struct DunningInvoice {
    #[serde(skip)]
    pub id: DunningInvoiceId,
    #[serde(skip)]
    pub row_version: i64,
    #[serde(skip)]
    #[record(customer(through = DunningNotice))]
    pub notice_id: DunningNoticeId,
    pub invoice_id: InvoiceId,
    pub invoice_number: Option<String>,
    /// The step, by the days after which it is due.
    pub step_days: i64,
    pub due_date: NaiveDate,
    pub days_overdue: i64,
    pub outstanding_amount: Decimal,
}

/// A credit stop set by a dunning step. Lifted once nothing is overdue.
#[derive(Debug, Clone, Record)]
#[record(table = "credit_stops", name = "The credit stop", unrecorded)]
pub struct CreditStop {
    pub id: CreditStopId,
    pub row_version: i64,
    #[record(customer)]
    pub customer_id: CustomerId,
    pub stopped_time: DateTime<Utc>,
    /// None while active.
    pub lifted_time: Option<DateTime<Utc>>,
}

/// A prepaid customer's threshold and whether its balance is low.
#[derive(Debug, Clone, Record)]
#[record(table = "low_balances", name = "The balance", unrecorded)]
pub struct LowBalance {
    pub id: LowBalanceId,
    pub row_version: i64,
    #[record(customer)]
    pub customer_id: CustomerId,
    /// None: the tenant's threshold.
    pub threshold: Option<Decimal>,
    pub is_low: bool,
    pub mailed_time: Option<DateTime<Utc>>,
}
