//! Jobs as seen by invoices: the delivered ones without a booking, which bills them otherwise.
//! Legs are billed with their root job.

use std::collections::BTreeMap;

use bookings::{Billable, BilledPeriod, ServiceDetail};
use carriage::money::{self, Amount};
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

/// Returns the lines of a price. Their tax adds up to that of the price.
fn lines_of(price: &Price, service: &str, terms: &Terms) -> Vec<ServiceDetail> {
    let to_line = |(charge, amount): (&Charge, Amount)| {
        let code = &charge.service_code;
        let name = match charge.is_additional_service || service.is_empty() {
            true => code,
            false => service,
        };
        ServiceDetail::new(code, name, charge.is_additional_service, amount)
    };
    let amounts = amounts_of(price, terms);
    let lines = price.charge_breakdown.iter().zip(amounts);
    lines.map(to_line).collect()
}

/// Returns the amounts of a price's lines. If the tenant's rate does not give the price's tax, the
/// price was quoted with another tax, or before the rate changed: each taxable line then gets its
/// part of the price's tax.
fn amounts_of(price: &Price, terms: &Terms) -> Vec<Amount> {
    let charges = &price.charge_breakdown;
    let mut amounts: Vec<Amount> = charges
        .iter()
        .map(|charge| amount_of(charge, terms))
        .collect();
    let tax: Decimal = amounts.iter().map(|amount| amount.tax).sum();
    if tax == price.tax && !tax.is_zero() {
        return amounts;
    }
    let mut taxable: Vec<&mut Amount> = charges
        .iter()
        .zip(&mut amounts)
        .filter_map(|(charge, amount)| charge.is_tax_applicable.then_some(amount))
        .collect();
    let net: Decimal = taxable
        .iter()
        .map(|amount| amount.tax_exclusive_amount)
        .sum();
    // The running sums are rounded, so that no minor unit is lost.
    let (mut net_so_far, mut tax_so_far) = (Decimal::ZERO, Decimal::ZERO);
    for amount in &mut taxable {
        net_so_far += amount.tax_exclusive_amount;
        let exact = price.tax.saturating_mul(net_so_far).checked_div(net);
        let rounded = money::round(exact.unwrap_or_default(), &terms.currency);
        amount.tax = rounded - tax_so_far;
        tax_so_far = rounded;
    }
    // Lines that cancel each other out have no proportion.
    if let Some(first) = taxable.first_mut() {
        first.tax += price.tax - tax_so_far;
    }
    for amount in &mut amounts {
        amount.total = amount.tax_exclusive_amount + amount.tax;
    }
    amounts
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

    fn terms_at(percent: &str) -> Terms {
        Terms {
            tax_percent: decimal(percent),
            ..terms()
        }
    }

    fn taxed_charges(nets: &str) -> Vec<Charge> {
        nets.split(' ')
            .map(|net| charge("ROAD", net, false, true))
            .collect()
    }

    /// Returns taxes and stated rates of lines that are priced at one rate and billed at another.
    fn taxes_of(nets: &str, priced: &str, billed: &str) -> Vec<(Decimal, Decimal)> {
        let mut charges = taxed_charges(nets);
        charges.push(charge("TOLL", "9.95", true, false));
        let price = price_of(charges, &terms_at(priced));
        let mut lines = lines_of(&price, "Road freight", &terms_at(billed));
        let sum: Amount = lines.iter().map(ServiceDetail::sold).sum();
        let expected = Amount {
            tax_exclusive_amount: price.total_tax_exclusive,
            tax: price.tax,
            total: price.total,
        };
        assert_eq!(sum, expected, "{nets}");
        assert_eq!(lines.pop().unwrap().tax, Decimal::ZERO);
        let rate = |line: &ServiceDetail| line.sold().tax_percent(decimal(billed), "AUD");
        lines.iter().map(|line| (line.tax, rate(line))).collect()
    }

    #[test]
    fn a_price_keeps_its_tax_when_the_rate_changes() {
        let of = |tax: &str, percent: &str| (decimal(tax), decimal(percent));
        for (nets, priced, billed, expected) in [
            ("100", "10", "0", vec![of("10", "10")]),
            ("100 100", "0", "10", vec![of("0", "0"), of("0", "0")]),
            ("100 50", "10", "15", vec![of("10", "10"), of("5", "10")]),
            ("200 -100", "10", "0", vec![of("20", "10"), of("-10", "10")]),
            ("100 -100", "0", "10", vec![of("0", "0"), of("0", "0")]),
        ] {
            assert_eq!(taxes_of(nets, priced, billed), expected, "{nets}");
        }
    }

    #[test]
    fn a_quoted_tax_is_shared_to_the_cent() {
        for (nets, tax, expected) in [
            ("33.35 33.35 33.35", "10.01", ["3.34", "3.33", "3.34"]),
            // Without a proportion, the first line takes all.
            ("100 50 -150", "1", ["1", "0", "0"]),
        ] {
            let mut price = price_of(taxed_charges(nets), &terms());
            let tax = decimal(tax);
            (price.tax, price.total) = (tax, price.total_tax_exclusive + tax);
            for billed in ["0", "10", "15"] {
                let lines = lines_of(&price, "Road freight", &terms_at(billed));
                let taxes: Vec<Decimal> = lines.iter().map(|line| line.tax).collect();
                assert_eq!(taxes, expected.map(decimal), "{nets} at {billed}");
                let total: Decimal = lines.iter().map(|line| line.amount).sum();
                assert_eq!(total, price.total, "{nets} at {billed}");
            }
        }
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
