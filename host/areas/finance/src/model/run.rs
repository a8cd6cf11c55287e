//! A run: the invoices of what customers have booked in some days, made or only shown.

use chrono::{DateTime, NaiveDate, Utc};
use kernel::{
    Record,
    ids::{BookingId, CustomerId, UserId},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{invoice::InvoiceId, words::InvoiceRunStatus};

kernel::id! { InvoiceRunId }

/// What is to be invoiced.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceRunAsked {
    /// Left out: all customers that are invoiced. At most 1000.
    #[serde(default, deserialize_with = "kernel::case::null_is_default")]
    pub customer_ids: Vec<CustomerId>,
    /// Left out: all their bookings of these days. At most 1000.
    #[serde(default, deserialize_with = "kernel::case::null_is_default")]
    pub booking_ids: Vec<BookingId>,
    /// The first and the last day on which they were booked.
    pub from_date: NaiveDate,
    pub to_date: NaiveDate,
    /// Today where it is left out.
    #[serde(default)]
    pub invoice_date: Option<NaiveDate>,
    /// Shows what would be invoiced, and makes nothing.
    #[serde(default, deserialize_with = "kernel::case::null_is_default")]
    pub preview: bool,
}

/// An invoice of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceOfRun {
    /// Null in a preview.
    pub id: Option<InvoiceId>,
    pub customer_id: CustomerId,
    pub customer_name: String,
    pub cost_center: Option<String>,
    pub period_start: NaiveDate,
    pub period_end: NaiveDate,
    pub bookings: i64,
    /// ISO 4217 code; null in runs of before there were several.
    #[serde(default)]
    pub currency: Option<String>,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub tax_exclusive_amount: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub tax: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub amount: Decimal,
}

/// What has come of a run so far.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InvoiceRunOutcome {
    /// The first 1000; all are in the sums.
    pub invoices: Vec<InvoiceOfRun>,
    pub total_invoices: i64,
    pub total_bookings: i64,
    /// In the tenant's base currency.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub total_amount: Decimal,
}

/// How many invoices of a run are told one by one.
pub const MAX_TOLD: usize = 1000;

impl InvoiceRunOutcome {
    /// `base` is what it comes to in the tenant's base currency.
    pub fn add(&mut self, invoice: InvoiceOfRun, base: Decimal) {
        self.total_invoices += 1;
        self.total_bookings += invoice.bookings;
        self.total_amount += base;
        if self.invoices.len() < MAX_TOLD {
            self.invoices.push(invoice);
        }
    }
}

/// A run and how far it is.
#[derive(Debug, Clone, Record)]
#[record(table = "invoice_runs", name = "The invoice run", unrecorded)]
pub struct InvoiceRun {
    pub id: InvoiceRunId,
    pub row_version: i64,
    pub status: InvoiceRunStatus,
    pub is_preview: bool,
    #[record(json)]
    pub asked: InvoiceRunAsked,
    /// Customers that are done, of those that there are.
    pub done: i64,
    pub total: i64,
    pub failure: Option<String>,
    #[record(json)]
    pub outcome: InvoiceRunOutcome,
    pub creation_time: DateTime<Utc>,
    pub creator_user_id: Option<UserId>,
}
