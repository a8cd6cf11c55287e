//! Invoice runs and previews.

use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Record,
    ids::{BookingId, CustomerId, UserId},
};
use jobs::FreightJobId;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{invoices::model::InvoiceId, values::InvoiceRunStatus};

data::id! { InvoiceRunId }

/// Input of an invoice run.
#[data::wire(lists)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceRunRequest {
    /// Default: all invoiced customers. At most 1000.
    #[serde(default)]
    pub customer_ids: Vec<CustomerId>,
    /// Default: all their bookings in the period, unless jobs are named. At most 1000.
    #[serde(default)]
    pub booking_ids: Vec<BookingId>,
    /// Default: all their delivered jobs in the period that have no booking. At most 1000.
    #[serde(default)]
    pub job_ids: Vec<FreightJobId>,
    /// First and last day of booking, or of a job's delivery.
    pub from_date: NaiveDate,
    pub to_date: NaiveDate,
    /// Default: today.
    #[serde(default)]
    pub invoice_date: Option<NaiveDate>,
    /// If set, returns the invoices without creating them.
    #[wire(null)]
    pub preview: bool,
}

impl InvoiceRunRequest {
    /// Chosen jobs are invoiced alone, and so are chosen bookings.
    pub fn takes_bookings(&self) -> bool {
        !self.booking_ids.is_empty() || self.job_ids.is_empty()
    }
    pub fn takes_jobs(&self) -> bool {
        !self.job_ids.is_empty() || self.booking_ids.is_empty()
    }
    pub fn is_selection(&self) -> bool {
        !self.booking_ids.is_empty() || !self.job_ids.is_empty()
    }
}

#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceRunInvoice {
    /// Null in a preview.
    pub id: Option<InvoiceId>,
    pub customer_id: CustomerId,
    pub customer_name: String,
    pub cost_center: Option<String>,
    pub period_start: NaiveDate,
    pub period_end: NaiveDate,
    pub bookings: i64,
    #[serde(default)]
    pub jobs: i64,
    /// ISO 4217 code. Null in runs from before multiple currencies.
    #[serde(default)]
    pub currency: Option<String>,
    pub tax_exclusive_amount: Decimal,
    pub tax: Decimal,
    pub amount: Decimal,
}

/// Progress of a run.
#[data::wire]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InvoiceRunOutcome {
    /// The first 1000. The sums include all.
    pub invoices: Vec<InvoiceRunInvoice>,
    pub total_invoices: i64,
    pub total_bookings: i64,
    pub total_jobs: i64,
    /// In the tenant's base currency.
    pub total_amount: Decimal,
}

pub const MAX_LISTED_INVOICES: usize = 1000;

impl InvoiceRunOutcome {
    /// `base` is the total in the base currency.
    pub fn add(&mut self, invoice: InvoiceRunInvoice, base: Decimal) {
        self.total_invoices += 1;
        self.total_bookings += invoice.bookings;
        self.total_jobs += invoice.jobs;
        self.total_amount += base;
        if self.invoices.len() < MAX_LISTED_INVOICES {
            self.invoices.push(invoice);
        }
    }
}

/// A run and its progress.
#[derive(Debug, Clone, Record)]
#[record(table = "invoice_runs", name = "The invoice run", unrecorded)]
pub struct InvoiceRun {
    pub id: InvoiceRunId,
    pub row_version: i64,
    pub status: InvoiceRunStatus,
    pub is_preview: bool,
    #[record(json)]
    pub asked: InvoiceRunRequest,
    /// Processed customers and their total.
    pub done: i64,
    pub total: i64,
    pub failure: Option<String>,
    #[record(json)]
    pub outcome: InvoiceRunOutcome,
    pub creation_time: DateTime<Utc>,
    pub creator_user_id: Option<UserId>,
}
