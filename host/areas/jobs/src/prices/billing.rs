//! Jobs as seen by invoices: the delivered ones without a booking, which bills them otherwise.
//! Legs are billed with their root job.

use std::collections::BTreeMap;

use bookings::{Billable, BilledPeriod, ServiceDetail};
use carriage::money;
use chrono::{DateTime, Utc};
use data::{
    Error, FieldError, ListQuery, PageOf, Record, Result, Scope, Where, ids::CustomerId, message,
    states_that,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    model::{Charge, Price, PricingDetails},
    rules::{Terms, amount_of},
    store,
};
use crate::jobs::{
    change,
    model::{FreightJobId, Job},
    status::{JobStatus, STATUS_NOT_ALLOWED},
    view::JobView,
};

/// A job reduced to the columns its invoice shows.
#[derive(Record)]
#[record(view_of = Job)]
struct ChargeRow {
    id: FreightJobId,
    row_version: i64,
    job_no: String,
    connote_no: Option<String>,
    reference: Option<String>,
    cost_centre: Option<String>,
    from_suburb: String,
    to_suburb: String,
    service_name: Option<String>,
    finished_time: Option<DateTime<Utc>>,
    #[record(json)]
    pricing_details: PricingDetails,
}

/// Priced and delivered jobs of customers that no booking and no invoice bills.
pub(crate) fn uninvoiced() -> Where<Job> {
    Where::all()
        .is_in(
            Job::JOB_STATUS,
            states_that!(JobStatus, JobStatus::is_delivered),
        )
        .is_null(Job::INVOICE_ID)
        .is_null(Job::BOOKING_ID)
        .is_null(Job::PARENT_ID)
        .is_not_null(Job::CUSTOMER_ID)
        .is_not_null(Job::FINISHED_TIME)
        .gt(Job::SELL_TOTAL, Decimal::ZERO)
}

/// Counts the jobs that an invoice run of all time takes.
pub async fn count_uninvoiced(scope: &mut Scope) -> Result<i64> {
    scope.count(uninvoiced()).await
}

/// Loads the customer's uninvoiced jobs that were delivered in a period, with their row versions: a
/// later version is not invoiced by these lines. No `only` means all.
pub async fn find_billable(
    scope: &mut Scope,
    customer: CustomerId,
    (from, to): BilledPeriod,
    only: &[FreightJobId],
) -> Result<Vec<Billable<(FreightJobId, i64)>>> {
    let of_days = uninvoiced()
        .eq(Job::CUSTOMER_ID, customer)
        .ge(Job::FINISHED_TIME, from)
        .lt(Job::FINISHED_TIME, to);
    let narrow = match only.is_empty() {
        true => of_days,
        false => of_days.is_in(Job::ID, only),
    };
    let terms = load_terms(scope).await?;
    let mut rows: Vec<ChargeRow> = scope.all(narrow).await?;
    rows.sort_by_key(|row| (row.finished_time, row.id));
    Ok(rows
        .into_iter()
        .filter_map(|row| to_billable(row, &terms))
        .collect())
}

fn to_billable(row: ChargeRow, terms: &Terms) -> Option<Billable<(FreightJobId, i64)>> {
    let price = row.pricing_details.sell?;
    let service = row.service_name.unwrap_or_default();
    Some(Billable {
        source: (row.id, row.row_version),
        time: row.finished_time?,
        name: row.connote_no.unwrap_or(row.job_no),
        reference: row.reference,
        cost_center: row.cost_centre.filter(|name| !name.trim().is_empty()),
        from: row.from_suburb,
        to: row.to_suburb,
        lines: lines_of(&price, &service, terms),
        insurance: None,
    })
}

/// Returns the lines of a price. Their tax adds up to that of the price: a quote's lines keep
/// theirs, which may differ from the rate by cents.
fn lines_of(price: &Price, service: &str, terms: &Terms) -> Vec<ServiceDetail> {
    let to_line = |charge: &Charge| {
        let code = &charge.service_code;
        let name = match charge.is_additional_service || service.is_empty() {
            true => code,
            false => service,
        };
        let amount = amount_of(charge, terms);
        ServiceDetail::new(code, name, charge.is_additional_service, amount)
    };
    let mut lines: Vec<ServiceDetail> = price.charge_breakdown.iter().map(to_line).collect();
    let tax: Decimal = lines.iter().map(|line| line.tax).sum();
    let rest = price.tax - tax;
    if let Some(line) = lines.iter_mut().find(|line| !line.tax.is_zero()) {
        line.tax += rest;
        line.amount += rest;
    }
    lines
}

/// Marks jobs in the invoice's transaction. Fails if one has changed since it was priced, or is on
/// an invoice already: of two runs at once, one invoices it.
pub async fn mark_invoiced(
    scope: &mut Scope,
    invoice: i64,
    jobs: &[(FreightJobId, i64)],
) -> Result<()> {
    for (job, version) in jobs {
        if !store::mark_invoiced(scope, invoice, *job, *version).await? {
            return Err(STATUS_NOT_ALLOWED.with_message(message!(
                "The job #{job} can no longer be invoiced: it was changed, or is on another invoice.",
                job = *job
            )));
        }
    }
    Ok(())
}

/// Copies the number of a closed invoice to its jobs.
pub async fn set_invoice_number(scope: &mut Scope, invoice: i64, number: &str) -> Result<()> {
    for mut job in lock_invoiced(scope, invoice).await? {
        job.invoice_number = Some(number.to_owned());
        scope.update(&mut job).await?;
    }
    Ok(())
}

/// Makes an invoice's jobs billable again, in the invoice's transaction.
pub async fn unmark_invoiced(scope: &mut Scope, invoice: i64) -> Result<()> {
    for mut job in lock_invoiced(scope, invoice).await? {
        job.invoice_id = None;
        job.invoice_number = None;
        scope.update(&mut job).await?;
    }
    Ok(())
}

async fn lock_invoiced(scope: &mut Scope, invoice: i64) -> Result<Vec<Job>> {
    let invoiced = || Where::all().eq(Job::INVOICE_ID, invoice);
    scope.lock_all(invoiced()).await?;
    scope.all(invoiced()).await
}

#[derive(Record)]
#[record(view_of = Job)]
struct DeliveryRow {
    id: FreightJobId,
    finished_time: Option<DateTime<Utc>>,
    total_quantity: i64,
}

/// Jobs in one statement.
const MAX_DELIVERY_IDS: usize = 500;

/// Loads the deliveries and pieces of jobs that the caller may see.
pub async fn load_deliveries(
    scope: &mut Scope,
    ids: impl IntoIterator<Item = FreightJobId>,
) -> Result<BTreeMap<FreightJobId, (DateTime<Utc>, i64)>> {
    let ids: Vec<FreightJobId> = ids.into_iter().collect();
    let mut deliveries = BTreeMap::new();
    for ids in ids.chunks(MAX_DELIVERY_IDS) {
        let rows: Vec<DeliveryRow> = scope.all(Where::all().is_in(Job::ID, ids)).await?;
        deliveries.extend(
            rows.into_iter()
                .filter_map(|row| Some((row.id, (row.finished_time?, row.total_quantity)))),
        );
    }
    Ok(deliveries)
}

/// Counts the jobs visible to the caller.
pub async fn count_existing(scope: &mut Scope, jobs: &[FreightJobId]) -> Result<i64> {
    scope.count::<Job>(Where::all().is_in(Job::ID, jobs)).await
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "JobsForInvoice")]
pub(super) struct CustomerFilter {
    /// Default: all customers.
    #[serde(default, rename = "customerId")]
    customer_id: Option<CustomerId>,
}

/// Lists jobs that the next invoice run takes.
pub(super) async fn list_uninvoiced(
    mut scope: Scope,
    filter: CustomerFilter,
    query: ListQuery,
) -> Result<PageOf<JobView>> {
    let narrow = uninvoiced().eq_some(Job::CUSTOMER_ID, filter.customer_id);
    let jobs: PageOf<Job> = scope.page(&query, narrow).await?;
    Ok(jobs.map(|job| JobView::for_caller(job, &scope)))
}

/// Sets the members that follow from prices.
pub(crate) fn sum_prices(job: &mut Job) {
    let sell = job.pricing_details.sell.as_ref();
    job.sell_total = sell.map_or(Decimal::ZERO, |price| price.total);
    job.owes_drivers = job
        .driver_charges
        .iter()
        .any(|charge| charge.agent_invoice_id.is_none());
}

/// Rejects sums that no invoice can have.
pub(super) fn check_sums(job: &Job) -> Vec<FieldError> {
    let price = |price: &Option<Price>| price.as_ref().map_or(Decimal::ZERO, |it| it.total);
    let drivers = job.driver_charges.iter().map(|charge| charge.total);
    [
        (price(&job.pricing_details.buy), "buy.total"),
        (price(&job.pricing_details.sell), "sell.total"),
        (drivers.max().unwrap_or_default(), "drivercharge.total"),
    ]
    .into_iter()
    .filter_map(|(sum, member)| money::check(sum, member).err())
    .collect()
}

/// Rejects a change of an invoiced job.
pub(crate) fn check_not_invoiced(job: &Job) -> Result<()> {
    match (&job.invoice_number, job.invoice_id) {
        (Some(number), _) => Err(STATUS_NOT_ALLOWED.with_message(message!(
            "{job} is on invoice {number}.",
            job = job.job_no,
            number = number
        ))),
        (None, Some(_)) => Err(STATUS_NOT_ALLOWED
            .with_message(message!("{job} is on an open invoice.", job = job.job_no))),
        (None, None) => Ok(()),
    }
}

/// Rejects another customer for an invoiced job.
pub(crate) fn check_customer(before: &Job, job: &Job) -> Result<()> {
    match before.customer_id == job.customer_id {
        true => Ok(()),
        false => check_not_invoiced(before),
    }
}

/// Rejects a change of the customer's price of an invoiced job, and of a leg, which its root
/// bills.
pub(super) async fn check_sale(scope: &mut Scope, job: &Job, member: &str) -> Result<()> {
    check_not_invoiced(job)?;
    if job.parent_id.is_none() {
        return Ok(());
    }
    let root = crate::jobs::legs::load_root(scope, job).await?;
    let root: Job = scope.unrestricted().await?.find(root).await?;
    Err(Error::invalid(
        member,
        message!(
            "is a leg: the customer's price is that of {job}",
            job = root.job_no
        ),
    ))
}

/// Locks a job for background jobs of finance.
pub(super) async fn lock(scope: &mut Scope, id: FreightJobId) -> Result<Option<Job>> {
    match change::lock(scope, id).await {
        Ok(job) => Ok(Some(job)),
        Err(Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

pub(crate) async fn load_terms(scope: &Scope) -> Result<Terms> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    Ok(Terms {
        currency: settings.currency.base_currency.clone(),
        tax_percent: settings.tax.gst,
    })
}

#[cfg(test)]
mod tests {
    use carriage::money::Amount;

    use super::*;
    use crate::prices::rules::price_of;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn charge(code: &str, amount: &str, is_additional: bool, is_taxed: bool) -> Charge {
        Charge {
            service_code: code.to_owned(),
            is_additional_service: is_additional,
            amount: decimal(amount),
            is_tax_applicable: is_taxed,
        }
    }

    fn terms() -> Terms {
        Terms {
            currency: "AUD".to_owned(),
            tax_percent: Decimal::TEN,
        }
    }

    #[test]
    fn lines_add_up_to_the_price_even_if_its_tax_was_quoted() {
        let lines = vec![
            charge("TOLL", "12.35", true, false),
            charge("ROAD", "100.05", false, true),
        ];
        let mut price = price_of(lines, &terms());
        price.tax -= decimal("0.01");
        price.total -= decimal("0.01");
        let lines = lines_of(&price, "Road freight", &terms());
        let names: Vec<&str> = lines
            .iter()
            .map(|line| line.service_name.as_str())
            .collect();
        assert_eq!(names, ["TOLL", "Road freight"]);
        let sum: Amount = lines.iter().map(ServiceDetail::sold).sum();
        assert_eq!((sum.tax, sum.total), (price.tax, price.total));
        assert_eq!(lines[0].tax, Decimal::ZERO);
    }

    #[test]
    fn prices_of_a_job_are_summed_and_bounded() {
        let mut job = Job::default();
        job.pricing_details.sell =
            Some(price_of(vec![charge("ROAD", "100", false, true)], &terms()));
        sum_prices(&mut job);
        assert_eq!((job.sell_total, job.owes_drivers), (decimal("110"), false));
        assert!(check_sums(&job).is_empty());
        let large = vec![charge("ROAD", "9999999999", false, true); 2];
        job.pricing_details.sell = Some(price_of(large, &terms()));
        let members: Vec<String> = check_sums(&job).into_iter().map(|it| it.member).collect();
        assert_eq!(members, ["sell.total"]);
    }

    #[test]
    fn an_invoiced_job_names_its_invoice() {
        let mut job = Job {
            job_no: "J00007".to_owned(),
            invoice_id: Some(3),
            ..Job::default()
        };
        let text = |job: &Job| check_not_invoiced(job).unwrap_err().sentence();
        assert_eq!(text(&job), "J00007 is on an open invoice.");
        job.invoice_number = Some("INV000042".to_owned());
        assert_eq!(text(&job), "J00007 is on invoice INV000042.");
        assert!(check_customer(&job, &job.clone()).is_ok());
        let moved = Job {
            customer_id: Some(CustomerId(9)),
            ..job.clone()
        };
        assert!(check_customer(&job, &moved).is_err());
        assert!(check_not_invoiced(&Job::default()).is_ok());
    }
}
