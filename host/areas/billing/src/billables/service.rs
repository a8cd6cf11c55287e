//! Billables of customers, and their marks in the invoice's transaction.

use bookings::BilledPeriod;
use data::{
    Empty, Error, Result, Scope,
    ids::{BookingId, CustomerId},
};
use jobs::FreightJobId;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    billables::model::{Billable, Source},
    invoice_runs::model::InvoiceRunRequest,
    invoices::model::InvoiceId,
};

/// Fails as not found unless the caller may see all bookings and jobs that the run names.
pub async fn check_existing(scope: &mut Scope, request: &InvoiceRunRequest) -> Result<()> {
    let bookings = bookings::count_existing(scope, &request.booking_ids).await?;
    if usize::try_from(bookings) != Ok(request.booking_ids.len()) {
        return Err(Error::NotFound("The booking"));
    }
    let jobs = jobs::count_existing(scope, &request.job_ids).await?;
    if usize::try_from(jobs) != Ok(request.job_ids.len()) {
        return Err(Error::NotFound("The job"));
    }
    Ok(())
}

/// Numbers of billables that wait for an invoice run.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UninvoicedCounts {
    bookings: i64,
    /// Without those that a booking bills.
    jobs: i64,
}

pub async fn count(mut scope: Scope, _: Empty) -> Result<UninvoicedCounts> {
    Ok(UninvoicedCounts {
        bookings: bookings::count_uninvoiced(&mut scope).await?,
        jobs: jobs::count_uninvoiced(&mut scope).await?,
    })
}

/// Lists customers with prices or recharges to invoice.
pub async fn list_customers(
    scope: &mut Scope,
    request: &InvoiceRunRequest,
    period: BilledPeriod,
) -> Result<Vec<CustomerId>> {
    let mut customers = Vec::new();
    if request.takes_bookings() {
        customers.extend(bookings::list_billable_customers(scope, period).await?);
        customers.extend(bookings::list_recharge_customers(scope, period).await?);
    }
    if request.takes_jobs() {
        customers.extend(jobs::list_billable_customers(scope, period).await?);
    }
    Ok(customers)
}

/// Loads a customer's prices to invoice, in the order of their times.
pub async fn find(
    scope: &mut Scope,
    customer: CustomerId,
    request: &InvoiceRunRequest,
    period: BilledPeriod,
) -> Result<Vec<Billable>> {
    let mut billables: Vec<Billable> = Vec::new();
    if request.takes_bookings() {
        let of_bookings = &request.booking_ids;
        let found = bookings::find_billable(scope, customer, period, of_bookings).await?;
        billables.extend(found.into_iter().map(|it| it.map_source(Source::Booking)));
    }
    if request.takes_jobs() {
        let found = jobs::find_billable(scope, customer, period, &request.job_ids).await?;
        let job = |(id, version)| Source::Job(id, version);
        billables.extend(found.into_iter().map(|it| it.map_source(job)));
    }
    billables.sort_by_key(|billable| (billable.time, billable.source));
    Ok(billables)
}

/// Loads a customer's recharges of bookings from before the period's end.
pub async fn find_recharges(
    scope: &mut Scope,
    customer: CustomerId,
    request: &InvoiceRunRequest,
    period: BilledPeriod,
) -> Result<Vec<Billable>> {
    if !request.takes_bookings() {
        return Ok(Vec::new());
    }
    let found = bookings::find_uninvoiced(scope, customer, period, &request.booking_ids).await?;
    let found = found.into_iter();
    Ok(found.map(|it| it.map_source(Source::Booking)).collect())
}

/// Marks the sources of the invoice's lines, with their totals. Fails if any can no longer be
/// invoiced at its total, so concurrent runs invoice it once.
pub async fn mark_invoiced(
    scope: &mut Scope,
    invoice: InvoiceId,
    sources: impl IntoIterator<Item = (Source, Decimal)>,
) -> Result<()> {
    let mut of_bookings: Vec<(BookingId, Decimal)> = Vec::new();
    let mut of_jobs: Vec<(FreightJobId, i64)> = Vec::new();
    for (source, total) in sources {
        match source {
            Source::Booking(id) => of_bookings.push((id, total)),
            Source::Job(id, version) => of_jobs.push((id, version)),
        }
    }
    bookings::mark_invoiced(scope, invoice.0, &of_bookings).await?;
    jobs::mark_invoiced(scope, invoice.0, &of_jobs).await
}

/// Copies the number of a closed invoice to its bookings and jobs.
pub async fn set_invoice_number(scope: &mut Scope, invoice: InvoiceId, number: &str) -> Result<()> {
    bookings::set_invoice_number(scope, invoice.0, number).await?;
    jobs::set_invoice_number(scope, invoice.0, number).await
}

/// Makes the invoice's bookings and jobs billable again, in the invoice's transaction.
pub async fn release(scope: &mut Scope, invoice: InvoiceId) -> Result<()> {
    bookings::unmark_invoiced(scope, invoice.0).await?;
    jobs::unmark_invoiced(scope, invoice.0).await
}
