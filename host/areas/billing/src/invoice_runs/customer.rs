//! One customer's invoices in a run.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use customers::Billing;
use data::{Error, Result, Scope, db::Mode, ids::CustomerId};

use crate::{
    billables, fees,
    invoices::{
        self,
        amounts::{billable_lines, recharge_lines},
        draft::{Draft, to_invoiced_customer},
        store::delete_details,
        terms::Terms,
    },
};
use crate::{
    invoice_runs::{
        self,
        grouping::{Group, Grouping},
        model::{
            InvoiceRun, InvoiceRunId, InvoiceRunInvoice, InvoiceRunOutcome, InvoiceRunRequest,
        },
        period::Period,
    },
    invoices::model::{Invoice, InvoiceDetail, InvoiceId},
    values::{InvoiceStatus, InvoiceType},
};

#[derive(Clone, Copy)]
pub struct CustomerRun<'r> {
    pub run: InvoiceRunId,
    pub customer: CustomerId,
    pub asked: &'r InvoiceRunRequest,
    pub period: bookings::BilledPeriod,
    pub date: NaiveDate,
    pub terms: &'r Terms,
    pub calendar: &'r [NaiveDate],
}

/// Concurrent runs may invoice the same bookings.
const ATTEMPTS: usize = 3;

/// Commits the invoices and the run's progress together.
pub async fn create_invoices(scope: &Scope, customer_run: CustomerRun<'_>) -> Result<()> {
    let mut attempt = 1;
    loop {
        let mut transaction = scope.sibling(Mode::Write);
        match create_in_transaction(&mut transaction, customer_run).await {
            Err(Error::Refused { .. } | Error::Conflict) if attempt < ATTEMPTS => attempt += 1,
            outcome => return outcome,
        }
    }
}

async fn create_in_transaction(scope: &mut Scope, customer_run: CustomerRun<'_>) -> Result<()> {
    let mut run: InvoiceRun = scope.find(customer_run.run).await?;
    let (customer, groups) = load_groups(scope, customer_run).await?;
    for group in groups {
        let (of_group, count) = (lines(&group, customer_run.terms), group.count());
        let draft = Draft {
            invoice_type: if group.billables.is_empty() {
                InvoiceType::Recharge
            } else {
                InvoiceType::Freight
            },
            invoice_date: customer_run.date,
            due_date: None,
            period: Some((group.first, group.last)),
            cost_center: group.cost_center.clone(),
            notes: None,
            ad_hoc: None,
            run: Some(customer_run.run),
            lines: of_group,
            sources: group.sources(),
        };
        let invoice =
            invoices::draft::write_draft(scope, customer_run.terms, &customer, draft).await?;
        run.outcome.total_invoices += 1;
        run.outcome.total_bookings += count.bookings;
        run.outcome.total_jobs += count.jobs;
        run.outcome.total_amount += invoice.base_amount;
    }
    for of_fees in
        fees::accrue::load_uninvoiced(scope, customer_run.customer, customer_run.asked).await?
    {
        let draft = Draft {
            invoice_type: of_fees.invoice_type,
            invoice_date: customer_run.date,
            due_date: None,
            period: Some((of_fees.first, of_fees.last)),
            cost_center: None,
            notes: None,
            ad_hoc: None,
            run: Some(customer_run.run),
            lines: of_fees.lines(customer_run.terms),
            sources: BTreeMap::new(),
        };
        let invoice =
            invoices::draft::write_draft(scope, customer_run.terms, &customer, draft).await?;
        fees::accrue::assign_entries(scope, invoice.id, of_fees.entries).await?;
        run.outcome.total_invoices += 1;
        run.outcome.total_amount += invoice.base_amount;
    }
    run.done += 1;
    scope.update(&mut run).await?;
    scope.commit().await
}

pub async fn preview_invoices(
    scope: &mut Scope,
    customer_run: CustomerRun<'_>,
    outcome: &mut InvoiceRunOutcome,
) -> Result<()> {
    let (customer, groups) = load_groups(scope, customer_run).await?;
    let exchange = customer_run.terms.exchange(customer.currency.as_deref())?;
    for group in groups {
        let charged = lines(&group, customer_run.terms);
        let base = invoices::amounts::total(&charged).total;
        let total = invoices::amounts::total(&exchange.lines(charged));
        let count = group.count();
        let shown = InvoiceRunInvoice {
            id: None,
            customer_id: customer.id,
            customer_name: to_invoiced_customer(&customer).name().to_owned(),
            cost_center: group.cost_center,
            period_start: group.first,
            period_end: group.last,
            bookings: count.bookings,
            jobs: count.jobs,
            currency: Some(exchange.currency.clone()),
            tax_exclusive_amount: total.tax_exclusive_amount,
            tax: total.tax,
            amount: total.total,
        };
        outcome.add(shown, base);
    }
    for of_fees in
        fees::accrue::load_uninvoiced(scope, customer_run.customer, customer_run.asked).await?
    {
        let charged = of_fees.lines(customer_run.terms);
        let base = invoices::amounts::total(&charged).total;
        let total = invoices::amounts::total(&exchange.lines(charged));
        let shown = InvoiceRunInvoice {
            id: None,
            customer_id: customer.id,
            customer_name: to_invoiced_customer(&customer).name().to_owned(),
            cost_center: None,
            period_start: of_fees.first,
            period_end: of_fees.last,
            bookings: 0,
            jobs: 0,
            currency: Some(exchange.currency.clone()),
            tax_exclusive_amount: total.tax_exclusive_amount,
            tax: total.tax,
            amount: total.total,
        };
        outcome.add(shown, base);
    }
    Ok(())
}

fn lines(group: &Group, terms: &Terms) -> Vec<InvoiceDetail> {
    let (percent, currency) = (terms.tax_percent, terms.currency.as_str());
    let prices = group.billables.iter();
    let recharges = group.recharges.iter();
    prices
        .flat_map(|billable| billable_lines(billable, percent, currency))
        .chain(recharges.flat_map(|billable| recharge_lines(billable, percent, currency)))
        .collect()
}

/// Returns the customer and its billables by invoice, with recharges of these and earlier bookings.
async fn load_groups(
    scope: &mut Scope,
    customer_run: CustomerRun<'_>,
) -> Result<(Billing, Vec<Group>)> {
    let customer = customers::load_billing(scope, customer_run.customer).await?;
    let settings = customers::settings_of(scope, customer_run.customer).await?;
    let by = Grouping {
        period: Period::from_text(customer.invoice_period.as_deref()),
        calendar: customer_run.calendar,
        by_cost_center: settings.cost_center_settings.is_enable,
        zone: customer_run.terms.zone,
    };
    let (from, to) = (customer_run.asked.from_date, customer_run.asked.to_date);
    let (asked, period) = (customer_run.asked, customer_run.period);
    let found = billables::service::find(scope, customer_run.customer, asked, period).await?;
    let of_days = found.into_iter().filter(|billable| {
        let day = billable.day(by.zone);
        from <= day && day <= to && billable.has_lines()
    });
    let groups = invoice_runs::grouping::group(of_days.collect(), by);
    let mut recharges =
        billables::service::find_recharges(scope, customer_run.customer, asked, period).await?;
    recharges.retain(|recharge| recharge.day(by.zone) <= to);
    Ok((
        customer,
        invoice_runs::grouping::with_recharges(groups, recharges, by, from),
    ))
}

/// Frees the invoice's bookings and jobs. A closed invoice is kept.
pub async fn delete_open_invoice(scope: &mut Scope, id: InvoiceId) -> Result<()> {
    // Serialises removal and closing.
    scope.lock::<Invoice>(id).await?;
    let invoice: Invoice = match scope.find(id).await {
        Ok(invoice) => invoice,
        Err(Error::NotFound(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    if invoice.status != InvoiceStatus::Open {
        return Ok(());
    }
    billables::service::release(scope, invoice.id).await?;
    fees::store::release_entries(scope, invoice.id).await?;
    delete_details(scope, id).await?;
    scope.delete::<Invoice>(id).await?;
    scope.commit().await
}
