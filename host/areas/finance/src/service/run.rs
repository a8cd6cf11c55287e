//! Runs: the invoices of what customers have booked in some days, made or shown by a job, and taken back while they are
//! open.

use std::collections::HashMap;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use kernel::{
    Error, ListQuery, Refusal, Result, Scope, Where,
    db::{Col, Mode},
    ids::{BookingId, CustomerId},
    job::NewJob,
    message, tsql,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{fee_entry, make, settings};
use crate::{
    model::{
        invoice::{Invoice, InvoiceId},
        run::{
            InvoiceOfRun, InvoiceRun, InvoiceRunAsked, InvoiceRunId, InvoiceRunOutcome, MAX_TOLD,
        },
        words::{InvoiceRunStatus, InvoiceStatus},
    },
    rules::check,
};

pub const JOB: &str = "finance.run";

const NOT_UNDONE: Refusal = Refusal::new(5103, "This run cannot be undone.");

/// What the job does.
#[derive(Serialize, Deserialize)]
struct Work {
    run: InvoiceRunId,
    undo: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfInvoiceRun {
    run_id: InvoiceRunId,
}

/// A run, how far it is, and what has come of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceRunAnswer {
    run_id: InvoiceRunId,
    status: InvoiceRunStatus,
    is_completed: bool,
    is_preview: bool,
    /// Customers that are done, of those that there are.
    done: i64,
    total: i64,
    /// Customers that could not be invoiced, and why.
    failure: Option<String>,
    total_invoices: i64,
    total_bookings: i64,
    /// With tax, in the tenant's base currency.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    total_amount: Decimal,
    /// The first 1000.
    invoices: Vec<InvoiceOfRun>,
}

impl InvoiceRunAnswer {
    fn of(run: InvoiceRun) -> Self {
        Self {
            run_id: run.id,
            status: run.status,
            is_completed: run.status != InvoiceRunStatus::Running,
            is_preview: run.is_preview,
            done: run.done,
            total: run.total,
            failure: run.failure,
            total_invoices: run.outcome.total_invoices,
            total_bookings: run.outcome.total_bookings,
            total_amount: run.outcome.total_amount,
            invoices: run.outcome.invoices,
        }
    }
}

pub async fn begin(mut scope: Scope, mut asked: InvoiceRunAsked) -> Result<InvoiceRunAnswer> {
    let wrong = check::run(&asked);
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    asked.customer_ids.sort_unstable();
    asked.customer_ids.dedup();
    asked.booking_ids.sort_unstable();
    asked.booking_ids.dedup();
    if customers::names(&mut scope, &asked.customer_ids)
        .await?
        .len()
        != asked.customer_ids.len()
    {
        return Err(Error::NotFound("The customer"));
    }
    let known = bookings::count_known(&mut scope, &asked.booking_ids).await?;
    if usize::try_from(known) != Ok(asked.booking_ids.len()) {
        return Err(Error::NotFound("The booking"));
    }
    let mut run = InvoiceRun {
        id: InvoiceRunId::default(),
        row_version: 0,
        status: InvoiceRunStatus::Running,
        is_preview: asked.preview,
        asked,
        done: 0,
        total: 0,
        failure: None,
        outcome: InvoiceRunOutcome::default(),
        creation_time: scope.now(),
        creator_user_id: scope.caller.user(),
    };
    scope.insert(&mut run).await?;
    enqueue(&mut scope, run.id, false).await?;
    scope.commit().await?;
    Ok(InvoiceRunAnswer::of(run))
}

/// A run of chosen bookings, whatever their days are, that is done when this returns; gives why some were left out.
pub async fn of_bookings(scope: &mut Scope, mut ids: Vec<BookingId>) -> Result<Option<String>> {
    ids.sort_unstable();
    ids.dedup();
    let Some(chosen) = bookings::chosen(scope, &ids).await? else {
        return Ok(None);
    };
    let mut run = InvoiceRun {
        id: InvoiceRunId::default(),
        row_version: 0,
        status: InvoiceRunStatus::Running,
        is_preview: false,
        asked: InvoiceRunAsked {
            customer_ids: chosen.customers,
            booking_ids: ids,
            // A day of any zone on either side.
            from_date: chosen.first.pred_opt().unwrap_or(chosen.first),
            to_date: chosen.last.succ_opt().unwrap_or(chosen.last),
            invoice_date: None,
            preview: false,
        },
        done: 0,
        total: 0,
        failure: None,
        outcome: InvoiceRunOutcome::default(),
        creation_time: scope.now(),
        creator_user_id: scope.caller.user(),
    };
    scope.insert(&mut run).await?;
    scope.commit().await?;
    let outcome = invoice(scope, run.id).await;
    let failure = match &outcome {
        Ok(failure) => failure.clone(),
        Err(error) => Some(error.sentence()),
    };
    let status = if failure.is_none() {
        InvoiceRunStatus::Completed
    } else {
        InvoiceRunStatus::Failed
    };
    end(scope, run.id, status, failure).await?;
    outcome
}

async fn enqueue(scope: &mut Scope, run: InvoiceRunId, undo: bool) -> Result<()> {
    let work = serde_json::to_value(Work { run, undo })?;
    scope.enqueue_watched(NewJob::new(JOB, work)).await?;
    Ok(())
}

pub async fn status(
    mut scope: Scope,
    OfInvoiceRun { run_id }: OfInvoiceRun,
) -> Result<InvoiceRunAnswer> {
    let run: InvoiceRun = scope.find(run_id).await?;
    let made = if run.is_preview {
        None
    } else {
        Some(made(&mut scope, run.id).await?)
    };
    let mut answer = InvoiceRunAnswer::of(run);
    if let Some(made) = made {
        answer.invoices = made;
    }
    Ok(answer)
}

/// The invoices of a run as they are now.
async fn made(scope: &mut Scope, run: InvoiceRunId) -> Result<Vec<InvoiceOfRun>> {
    let counts = tsql!(
        "SELECT invoice_id, COUNT(DISTINCT booking_id) FROM invoice_details
         WHERE tenant_id = $1 AND invoice_id IN (SELECT id FROM invoices WHERE tenant_id = $1 AND run_id = $2)
         GROUP BY invoice_id"
    );
    let mut bookings = HashMap::new();
    for row in scope.rows(counts, vec![run.val()]).await? {
        bookings.insert(row.get::<InvoiceId>(0)?, row.get::<i64>(1)?);
    }
    let first = ListQuery {
        sorting: Some("id".to_owned()),
        max_result_count: i64::try_from(MAX_TOLD).ok(),
        ..ListQuery::default()
    };
    let page = scope
        .page::<Invoice>(&first, Where::all().eq(Invoice::RUN_ID, run))
        .await?;
    let told = page.items.into_iter().map(|invoice| InvoiceOfRun {
        id: Some(invoice.id),
        customer_id: invoice.customer_id,
        customer_name: invoice.customer.name().to_owned(),
        cost_center: invoice.cost_center,
        period_start: invoice.period_start.unwrap_or(invoice.invoice_date),
        period_end: invoice.period_end.unwrap_or(invoice.invoice_date),
        bookings: bookings.get(&invoice.id).copied().unwrap_or_default(),
        currency: Some(invoice.currency),
        tax_exclusive_amount: invoice.tax_exclusive_amount,
        tax: invoice.tax,
        amount: invoice.amount,
    });
    Ok(told.collect())
}

/// Takes the run's invoices away again, all of which must be open; their bookings can be invoiced anew.
pub async fn undo(
    mut scope: Scope,
    OfInvoiceRun { run_id }: OfInvoiceRun,
) -> Result<InvoiceRunAnswer> {
    let mut run: InvoiceRun = scope.find(run_id).await?;
    if run.is_preview {
        return Err(NOT_UNDONE.because(message!("The run was a preview: it made no invoices.")));
    }
    match run.status {
        InvoiceRunStatus::Completed | InvoiceRunStatus::Failed => {}
        InvoiceRunStatus::Undone => {
            return Err(NOT_UNDONE.because(message!("The run is undone already.")));
        }
        _ => return Err(NOT_UNDONE.because(message!("The run is still under way."))),
    }
    let closed = Where::all()
        .eq(Invoice::RUN_ID, run.id)
        .ne(Invoice::STATUS, InvoiceStatus::Open);
    let closed = scope.count::<Invoice>(closed).await?;
    if closed > 0 {
        return Err(NOT_UNDONE.because(message!(
            "{count} invoices of this run are not open any more: they stay, and so does the run.",
            count = closed
        )));
    }
    run.status = InvoiceRunStatus::Running;
    run.done = 0;
    run.total = run.outcome.total_invoices;
    scope.update(&mut run).await?;
    enqueue(&mut scope, run.id, true).await?;
    scope.commit().await?;
    Ok(InvoiceRunAnswer::of(run))
}

/// The job. A repeated run goes on where the one before has ended, since every customer is a transaction.
pub async fn work(mut scope: Scope, work: Value) -> Result<()> {
    let Work { run, undo } = serde_json::from_value(work)?;
    let outcome = if undo {
        take_back(&scope, run).await
    } else {
        invoice(&scope, run).await
    };
    let failure = match outcome {
        Ok(failure) => failure,
        Err(Error::Cancelled) => {
            let why = message!("The run was cancelled.").to_string();
            end(&mut scope, run, InvoiceRunStatus::Failed, Some(why)).await?;
            return Err(Error::Cancelled);
        }
        Err(error) => return Err(error),
    };
    let status = match (&failure, undo) {
        (None, true) => InvoiceRunStatus::Undone,
        (None, false) => InvoiceRunStatus::Completed,
        (Some(_), _) => InvoiceRunStatus::Failed,
    };
    end(&mut scope, run, status, failure).await
}

async fn end(
    scope: &mut Scope,
    run: InvoiceRunId,
    status: InvoiceRunStatus,
    failure: Option<String>,
) -> Result<()> {
    let mut run: InvoiceRun = scope.find(run).await?;
    if run.status != InvoiceRunStatus::Running {
        return Ok(());
    }
    run.status = status;
    run.failure = failure;
    scope.update(&mut run).await?;
    scope.commit().await
}

/// The most that is told of customers that could not be invoiced.
const MAX_FAILURES: usize = 20;

/// Customer by customer; gives why some were left out.
async fn invoice(scope: &Scope, id: InvoiceRunId) -> Result<Option<String>> {
    let terms = super::terms::terms(scope).await?;
    let mut reading = scope.sibling(Mode::Write);
    let mut run: InvoiceRun = reading.find(id).await?;
    if run.status != InvoiceRunStatus::Running {
        return Ok(None);
    }
    let period = around(run.asked.from_date, run.asked.to_date);
    let customers = customers_of(&mut reading, &run.asked, period).await?;
    // What an earlier run of the job has done has no bookings left and is not counted again.
    run.total = run.done + i64::try_from(customers.len()).unwrap_or(i64::MAX);
    reading.update(&mut run).await?;
    reading.commit().await?;

    let calendar = settings::settings(&mut scope.sibling(Mode::Read))
        .await?
        .invoice_calendar
        .first_days;
    let (asked, is_preview) = (run.asked.clone(), run.is_preview);
    let date = asked.invoice_date.unwrap_or(terms.today);
    let mut shown = InvoiceRunOutcome::default();
    let mut failures: Vec<String> = Vec::new();
    for (at, customer) in customers.iter().enumerate() {
        scope.step(at, Some(customers.len()), "Invoicing customer by customer")?;
        let of = make::Wanted {
            run: id,
            customer: *customer,
            asked: &asked,
            period,
            date,
            terms: &terms,
            calendar: &calendar,
        };
        let outcome = match is_preview {
            true => make::show(&mut scope.sibling(Mode::Read), of, &mut shown).await,
            false => make::make(scope, of).await,
        };
        match outcome {
            Ok(()) => {}
            Err(Error::Internal(error)) => return Err(Error::Internal(error)),
            Err(error) if failures.len() < MAX_FAILURES => {
                failures.push(format!("#{customer}: {}", error.sentence()))
            }
            Err(_) => {}
        }
    }
    if is_preview {
        let mut scope = scope.sibling(Mode::Write);
        let mut run: InvoiceRun = scope.find(id).await?;
        run.done = run.total;
        run.outcome = shown;
        scope.update(&mut run).await?;
        scope.commit().await?;
    }
    Ok((!failures.is_empty()).then(|| failures.join("\n")))
}

/// Those who are named, or all who are invoiced and have something to be invoiced.
async fn customers_of(
    scope: &mut Scope,
    asked: &InvoiceRunAsked,
    period: bookings::BilledPeriod,
) -> Result<Vec<CustomerId>> {
    let mut with_bookings = bookings::billable_customers(scope, period).await?;
    with_bookings.extend(bookings::recharged_customers(scope, period).await?);
    with_bookings.extend(fee_entry::waiting_customers(scope, asked.to_date).await?);
    with_bookings.sort_unstable();
    with_bookings.dedup();
    if !asked.customer_ids.is_empty() {
        return Ok(with_bookings
            .into_iter()
            .filter(|id| asked.customer_ids.contains(id))
            .collect());
    }
    // Bookings that somebody chose are invoiced, whosever they are.
    if !asked.booking_ids.is_empty() {
        return Ok(with_bookings);
    }
    let invoiced = customers::invoiced_of(scope, &with_bookings).await?;
    Ok(with_bookings
        .into_iter()
        .filter(|id| invoiced.contains(id))
        .collect())
}

/// Moments around these days of any zone: which day of the tenant a booking is of is looked at one by one.
fn around(from: NaiveDate, to: NaiveDate) -> (DateTime<Utc>, DateTime<Utc>) {
    let first = from.checked_sub_days(Days::new(1)).unwrap_or(from);
    let last = to.checked_add_days(Days::new(2)).unwrap_or(to);
    (
        first.and_time(NaiveTime::MIN).and_utc(),
        last.and_time(NaiveTime::MIN).and_utc(),
    )
}

/// Invoice by invoice; what was closed meanwhile stays, and is told.
async fn take_back(scope: &Scope, id: InvoiceRunId) -> Result<Option<String>> {
    let open = Where::all()
        .eq(Invoice::RUN_ID, id)
        .eq(Invoice::STATUS, InvoiceStatus::Open);
    let invoices: Vec<Invoice> = scope.sibling(Mode::Read).all(open).await?;
    for (at, invoice) in invoices.iter().enumerate() {
        scope.step(at, Some(invoices.len()), "Taking invoices back")?;
        let mut own = scope.sibling(Mode::Write);
        make::take_back(&mut own, invoice.id).await?;
    }
    let left = scope
        .sibling(Mode::Read)
        .count::<Invoice>(Where::all().eq(Invoice::RUN_ID, id))
        .await?;
    Ok((left > 0).then(|| {
        message!(
            "{count} invoices were closed meanwhile and stay.",
            count = left
        )
        .to_string()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_days_of_every_zone_are_around() {
        let (from, to) = around("2026-03-01".parse().unwrap(), "2026-03-31".parse().unwrap());
        assert_eq!(from.to_rfc3339(), "2026-02-28T00:00:00+00:00");
        assert_eq!(to.to_rfc3339(), "2026-04-02T00:00:00+00:00");
    }
}
