//! Invoice runs: created or previewed by a job, undone while open.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use data::{
    Error, ListQuery, New, Refusal, Result, Scope, Where,
    db::Mode,
    ids::{BookingId, CustomerId},
    life_cycle::Operation as _,
    message,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use work::job::{NewJob, ScopeJobs};

use crate::{
    billables, fees, input_rules,
    invoice_runs::{
        self,
        model::{
            InvoiceRun, InvoiceRunId, InvoiceRunInvoice, InvoiceRunOutcome, InvoiceRunRequest,
            MAX_LISTED_INVOICES,
        },
        store::count_billables,
    },
    invoices::model::{Invoice, InvoiceId},
    settings,
    values::{InvoiceRunOperation, InvoiceRunStatus, InvoiceStatus},
};

pub const JOB: &str = "finance.run";

const NOT_UNDONE: Refusal = Refusal::new(5103, "This run cannot be undone.");

#[derive(Serialize, Deserialize)]
struct Work {
    run: InvoiceRunId,
    undo: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceRunQuery {
    run_id: InvoiceRunId,
}

/// A run, its progress and its results.
#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceRunResult {
    run_id: InvoiceRunId,
    status: InvoiceRunStatus,
    is_completed: bool,
    is_preview: bool,
    /// Processed customers and their total.
    done: i64,
    total: i64,
    /// Customers that could not be invoiced, with the reasons.
    failure: Option<String>,
    total_invoices: i64,
    total_bookings: i64,
    total_jobs: i64,
    /// Including tax, in the tenant's base currency.
    total_amount: Decimal,
    /// The first 1000.
    invoices: Vec<InvoiceRunInvoice>,
}

impl InvoiceRunResult {
    fn from_run(run: InvoiceRun) -> Self {
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
            total_jobs: run.outcome.total_jobs,
            total_amount: run.outcome.total_amount,
            invoices: run.outcome.invoices,
        }
    }
}

pub async fn begin(mut scope: Scope, mut request: InvoiceRunRequest) -> Result<InvoiceRunResult> {
    let errors = input_rules::check_run(&request);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    request.customer_ids.sort_unstable();
    request.customer_ids.dedup();
    request.booking_ids.sort_unstable();
    request.booking_ids.dedup();
    request.job_ids.sort_unstable();
    request.job_ids.dedup();
    if customers::names(&mut scope, &request.customer_ids)
        .await?
        .len()
        != request.customer_ids.len()
    {
        return Err(Error::NotFound("The customer"));
    }
    billables::service::check_existing(&mut scope, &request).await?;
    let run = create(&mut scope, request).await?;
    enqueue(&mut scope, run.id, false).await?;
    scope.commit().await?;
    Ok(InvoiceRunResult::from_run(run))
}

async fn create(scope: &mut Scope, request: InvoiceRunRequest) -> Result<InvoiceRun> {
    scope
        .create(New::<InvoiceRun> {
            status: InvoiceRunStatus::Running,
            is_preview: request.preview,
            asked: request,
            done: 0,
            total: 0,
            failure: None,
            outcome: InvoiceRunOutcome::default(),
            creator_user_id: scope.caller.user(),
        })
        .await
}

/// Invoices chosen bookings of any day, synchronously. Returns the reasons for omissions.
pub async fn run_for_bookings(
    scope: &mut Scope,
    mut ids: Vec<BookingId>,
) -> Result<Option<String>> {
    ids.sort_unstable();
    ids.dedup();
    let Some(chosen) = bookings::load_selection(scope, &ids).await? else {
        return Ok(None);
    };
    let request = InvoiceRunRequest {
        customer_ids: chosen.customers,
        booking_ids: ids,
        job_ids: Vec::new(),
        // Covers any time zone.
        from_date: chosen.first.pred_opt().unwrap_or(chosen.first),
        to_date: chosen.last.succ_opt().unwrap_or(chosen.last),
        invoice_date: None,
        preview: false,
    };
    let run = create(scope, request).await?;
    scope.commit().await?;
    let outcome = invoice_customers(scope, run.id).await;
    let failure = match &outcome {
        Ok(failure) => failure.clone(),
        Err(error) => Some(error.sentence()),
    };
    let status = if failure.is_none() {
        InvoiceRunStatus::Completed
    } else {
        InvoiceRunStatus::Failed
    };
    finish(scope, run.id, status, failure).await?;
    outcome
}

async fn enqueue(scope: &mut Scope, run: InvoiceRunId, undo: bool) -> Result<()> {
    let work = serde_json::to_value(Work { run, undo })?;
    scope.enqueue_watched(NewJob::new(JOB, work)).await?;
    Ok(())
}

pub async fn status(
    mut scope: Scope,
    InvoiceRunQuery { run_id }: InvoiceRunQuery,
) -> Result<InvoiceRunResult> {
    let run: InvoiceRun = scope.find(run_id).await?;
    let made = if run.is_preview {
        None
    } else {
        Some(load_invoices(&mut scope, run.id).await?)
    };
    let mut answer = InvoiceRunResult::from_run(run);
    if let Some(made) = made {
        answer.invoices = made;
    }
    Ok(answer)
}

async fn load_invoices(scope: &mut Scope, run: InvoiceRunId) -> Result<Vec<InvoiceRunInvoice>> {
    let counts = count_billables(scope, run).await?;
    let first = ListQuery {
        sorting: Some("id".to_owned()),
        max_result_count: i64::try_from(MAX_LISTED_INVOICES).ok(),
        ..ListQuery::default()
    };
    let page = scope
        .page::<Invoice>(&first, Where::all().eq(Invoice::RUN_ID, run))
        .await?;
    let count = |id: InvoiceId| counts.get(&id).copied().unwrap_or_default();
    let listed = page.items.into_iter().map(|invoice| InvoiceRunInvoice {
        id: Some(invoice.id),
        customer_id: invoice.customer_id,
        customer_name: invoice.customer.name().to_owned(),
        cost_center: invoice.cost_center,
        period_start: invoice.period_start.unwrap_or(invoice.invoice_date),
        period_end: invoice.period_end.unwrap_or(invoice.invoice_date),
        bookings: count(invoice.id).bookings,
        jobs: count(invoice.id).jobs,
        currency: Some(invoice.currency),
        tax_exclusive_amount: invoice.tax_exclusive_amount,
        tax: invoice.tax,
        amount: invoice.amount,
    });
    Ok(listed.collect())
}

/// Deletes the run's invoices, all of which must be open, and frees their bookings.
pub async fn undo(
    mut scope: Scope,
    InvoiceRunQuery { run_id }: InvoiceRunQuery,
) -> Result<InvoiceRunResult> {
    let mut run: InvoiceRun = scope.find(run_id).await?;
    if run.is_preview {
        return Err(
            NOT_UNDONE.with_message(message!("The run was a preview: it created no invoices."))
        );
    }
    check_undo(run.status)?;
    let closed = Where::all()
        .eq(Invoice::RUN_ID, run.id)
        .ne(Invoice::STATUS, InvoiceStatus::Open);
    let closed = scope.count::<Invoice>(closed).await?;
    if closed > 0 {
        return Err(NOT_UNDONE.with_message(message!(
            "{count} invoices of this run are no longer open. They are kept, and so is the run.",
            count = closed
        )));
    }
    run.status = InvoiceRunOperation::Undo.target().unwrap_or(run.status);
    run.done = 0;
    run.total = run.outcome.total_invoices;
    scope.update(&mut run).await?;
    enqueue(&mut scope, run.id, true).await?;
    scope.commit().await?;
    Ok(InvoiceRunResult::from_run(run))
}

fn check_undo(status: InvoiceRunStatus) -> Result<()> {
    match status {
        _ if InvoiceRunOperation::Undo.is_allowed_in(status) => Ok(()),
        InvoiceRunStatus::Undone => {
            Err(NOT_UNDONE.with_message(message!("The run is already undone.")))
        }
        _ => Err(NOT_UNDONE.with_message(message!("The run is still in progress."))),
    }
}

/// A retry resumes after the last committed customer.
pub async fn handle_job(mut scope: Scope, work: Value) -> Result<()> {
    let Work { run, undo } = serde_json::from_value(work)?;
    let outcome = if undo {
        delete_invoices(&scope, run).await
    } else {
        invoice_customers(&scope, run).await
    };
    let failure = match outcome {
        Ok(failure) => failure,
        Err(Error::Cancelled) => {
            let why = message!("The run was cancelled.").to_string();
            finish(&mut scope, run, InvoiceRunStatus::Failed, Some(why)).await?;
            return Err(Error::Cancelled);
        }
        Err(error) => return Err(error),
    };
    let status = match (&failure, undo) {
        (None, true) => InvoiceRunStatus::Undone,
        (None, false) => InvoiceRunStatus::Completed,
        (Some(_), _) => InvoiceRunStatus::Failed,
    };
    finish(&mut scope, run, status, failure).await
}

async fn finish(
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

const MAX_FAILURES: usize = 20;

/// Returns the reasons for omissions.
async fn invoice_customers(scope: &Scope, id: InvoiceRunId) -> Result<Option<String>> {
    let terms = crate::invoices::terms::terms(scope).await?;
    let mut reading = scope.sibling(Mode::Write);
    let mut run: InvoiceRun = reading.find(id).await?;
    if run.status != InvoiceRunStatus::Running {
        return Ok(None);
    }
    let period = surrounding_moments(run.asked.from_date, run.asked.to_date);
    let customers = load_customers(&mut reading, &run.asked, period).await?;
    // Customers of an earlier attempt have nothing left to invoice.
    run.total = run.done + i64::try_from(customers.len()).unwrap_or(i64::MAX);
    reading.update(&mut run).await?;
    reading.commit().await?;

    let calendar = settings::service::settings(&mut scope.sibling(Mode::Read))
        .await?
        .invoice_calendar
        .first_days;
    let (asked, is_preview) = (run.asked.clone(), run.is_preview);
    let date = asked.invoice_date.unwrap_or(terms.today);
    let mut shown = InvoiceRunOutcome::default();
    let mut failures: Vec<String> = Vec::new();
    for (at, customer) in customers.iter().enumerate() {
        scope.step(at, Some(customers.len()), "Invoicing customer by customer")?;
        let of = invoice_runs::customer::CustomerRun {
            run: id,
            customer: *customer,
            asked: &asked,
            period,
            date,
            terms: &terms,
            calendar: &calendar,
        };
        let outcome = match is_preview {
            true => {
                invoice_runs::customer::preview_invoices(
                    &mut scope.sibling(Mode::Read),
                    of,
                    &mut shown,
                )
                .await
            }
            false => invoice_runs::customer::create_invoices(scope, of).await,
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

/// Returns the named customers, or all with something to invoice.
async fn load_customers(
    scope: &mut Scope,
    request: &InvoiceRunRequest,
    period: bookings::BilledPeriod,
) -> Result<Vec<CustomerId>> {
    let mut to_invoice = billables::service::list_customers(scope, request, period).await?;
    to_invoice.extend(fees::store::load_uninvoiced_customers(scope, request.to_date).await?);
    to_invoice.sort_unstable();
    to_invoice.dedup();
    if !request.customer_ids.is_empty() {
        return Ok(to_invoice
            .into_iter()
            .filter(|id| request.customer_ids.contains(id))
            .collect());
    }
    // Chosen bookings and jobs are invoiced for any customer.
    if request.is_selection() {
        return Ok(to_invoice);
    }
    let invoiced = customers::filter_invoiced(scope, &to_invoice).await?;
    Ok(to_invoice
        .into_iter()
        .filter(|id| invoiced.contains(id))
        .collect())
}

/// Returns moments that surround these days in any time zone.
pub fn surrounding_moments(from: NaiveDate, to: NaiveDate) -> (DateTime<Utc>, DateTime<Utc>) {
    let first = from.checked_sub_days(Days::new(1)).unwrap_or(from);
    let last = to.checked_add_days(Days::new(2)).unwrap_or(to);
    (
        first.and_time(NaiveTime::MIN).and_utc(),
        last.and_time(NaiveTime::MIN).and_utc(),
    )
}

/// Closed invoices are kept and reported.
async fn delete_invoices(scope: &Scope, id: InvoiceRunId) -> Result<Option<String>> {
    let open = Where::all()
        .eq(Invoice::RUN_ID, id)
        .eq(Invoice::STATUS, InvoiceStatus::Open);
    let invoices: Vec<Invoice> = scope.sibling(Mode::Read).all(open).await?;
    for (at, invoice) in invoices.iter().enumerate() {
        scope.step(at, Some(invoices.len()), "Taking invoices back")?;
        let mut transaction = scope.sibling(Mode::Write);
        invoice_runs::customer::delete_open_invoice(&mut transaction, invoice.id).await?;
    }
    let open_ids = scope
        .sibling(Mode::Read)
        .count::<Invoice>(Where::all().eq(Invoice::RUN_ID, id))
        .await?;
    Ok((open_ids > 0).then(|| {
        message!(
            "{count} invoices were closed in the meantime and are kept.",
            count = open_ids
        )
        .to_string()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_ended_run_is_undone() {
        data::life_cycle::assert_transitions(
            NOT_UNDONE.code,
            |operation: InvoiceRunOperation, status| match check_undo(status) {
                Err(Error::Refused { code, .. }) => Err(code),
                result => {
                    result.unwrap();
                    Ok(operation.target().unwrap())
                }
            },
        );
    }

    #[test]
    fn the_days_of_every_zone_are_around() {
        let (from, to) =
            surrounding_moments("2026-03-01".parse().unwrap(), "2026-03-31".parse().unwrap());
        assert_eq!(from.to_rfc3339(), "2026-02-28T00:00:00+00:00");
        assert_eq!(to.to_rfc3339(), "2026-04-02T00:00:00+00:00");
    }
}
