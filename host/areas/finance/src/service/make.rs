//! One customer of a run: its invoices made, or shown, and one invoice taken back.

use chrono::NaiveDate;
use customers::Billing;
use kernel::{
    Error, Result, Scope,
    db::{Col, Mode},
    ids::CustomerId,
    tsql,
};

use super::{
    draft::{self, Draft, invoiced},
    fee_entry,
    hold::hold,
    terms::Terms,
};
use crate::{
    model::{
        invoice::{Invoice, InvoiceId},
        run::{InvoiceOfRun, InvoiceRun, InvoiceRunAsked, InvoiceRunId, InvoiceRunOutcome},
        words::{InvoiceStatus, InvoiceType},
    },
    rules::{
        amounts::{self, NewLine},
        group::{self, Group, Grouping},
        period::Period,
    },
};

/// A customer whose bookings are invoiced.
#[derive(Clone, Copy)]
pub struct Wanted<'r> {
    pub run: InvoiceRunId,
    pub customer: CustomerId,
    pub asked: &'r InvoiceRunAsked,
    pub period: bookings::BilledPeriod,
    pub date: NaiveDate,
    pub terms: &'r Terms,
    /// The tenant's own.
    pub calendar: &'r [NaiveDate],
}

/// Attempts at one customer: another run may take its bookings at the same moment.
const ATTEMPTS: usize = 3;

/// Makes the customer's invoices in one transaction with how far the run is.
pub async fn make(scope: &Scope, wanted: Wanted<'_>) -> Result<()> {
    let mut attempt = 1;
    loop {
        let mut own = scope.sibling(Mode::Write);
        match once(&mut own, wanted).await {
            Err(Error::Refused { .. } | Error::Conflict) if attempt < ATTEMPTS => attempt += 1,
            outcome => return outcome,
        }
    }
}

async fn once(scope: &mut Scope, wanted: Wanted<'_>) -> Result<()> {
    let mut run: InvoiceRun = scope.find(wanted.run).await?;
    let (customer, groups) = groups(scope, wanted).await?;
    for group in groups {
        let of_group = lines(&group, wanted.terms);
        let draft = Draft {
            invoice_type: if group.bookings.is_empty() {
                InvoiceType::Recharge
            } else {
                InvoiceType::Freight
            },
            invoice_date: wanted.date,
            due_date: None,
            period: Some((group.first, group.last)),
            cost_center: group.cost_center.clone(),
            notes: None,
            ad_hoc: None,
            run: Some(wanted.run),
            lines: of_group,
        };
        let invoice = draft::write(scope, wanted.terms, &customer, draft).await?;
        run.outcome.total_invoices += 1;
        run.outcome.total_bookings += group.count();
        run.outcome.total_amount += invoice.base_amount;
    }
    for of_fees in fee_entry::waiting(scope, wanted.customer, wanted.asked).await? {
        let draft = Draft {
            invoice_type: of_fees.invoice_type,
            invoice_date: wanted.date,
            due_date: None,
            period: Some((of_fees.first, of_fees.last)),
            cost_center: None,
            notes: None,
            ad_hoc: None,
            run: Some(wanted.run),
            lines: of_fees.lines(wanted.terms.tax_percent),
        };
        let invoice = draft::write(scope, wanted.terms, &customer, draft).await?;
        fee_entry::take(scope, invoice.id, of_fees.entries).await?;
        run.outcome.total_invoices += 1;
        run.outcome.total_amount += invoice.base_amount;
    }
    run.done += 1;
    scope.update(&mut run).await?;
    scope.commit().await
}

/// Adds what the customer's invoices would be.
pub async fn show(
    scope: &mut Scope,
    wanted: Wanted<'_>,
    outcome: &mut InvoiceRunOutcome,
) -> Result<()> {
    let (customer, groups) = groups(scope, wanted).await?;
    let exchange = wanted.terms.exchange(customer.currency.as_deref())?;
    for group in groups {
        let charged = lines(&group, wanted.terms);
        let base = amounts::total(&charged).total;
        let total = amounts::total(&exchange.lines(charged));
        let bookings = group.count();
        let shown = InvoiceOfRun {
            id: None,
            customer_id: customer.id,
            customer_name: invoiced(&customer).name().to_owned(),
            cost_center: group.cost_center,
            period_start: group.first,
            period_end: group.last,
            bookings,
            currency: Some(exchange.currency.clone()),
            tax_exclusive_amount: total.tax_exclusive_amount,
            tax: total.tax,
            amount: total.total,
        };
        outcome.add(shown, base);
    }
    for of_fees in fee_entry::waiting(scope, wanted.customer, wanted.asked).await? {
        let charged = of_fees.lines(wanted.terms.tax_percent);
        let base = amounts::total(&charged).total;
        let total = amounts::total(&exchange.lines(charged));
        let shown = InvoiceOfRun {
            id: None,
            customer_id: customer.id,
            customer_name: invoiced(&customer).name().to_owned(),
            cost_center: None,
            period_start: of_fees.first,
            period_end: of_fees.last,
            bookings: 0,
            currency: Some(exchange.currency.clone()),
            tax_exclusive_amount: total.tax_exclusive_amount,
            tax: total.tax,
            amount: total.total,
        };
        outcome.add(shown, base);
    }
    Ok(())
}

fn lines(group: &Group, terms: &Terms) -> Vec<NewLine> {
    let of = |booking: &bookings::BilledCharge| -> Vec<NewLine> {
        booking
            .lines
            .iter()
            .map(|line| amounts::of_booking(booking, line, terms.tax_percent))
            .collect()
    };
    let again = |booking: &bookings::BilledCharge| -> Vec<NewLine> {
        booking
            .lines
            .iter()
            .map(|line| amounts::of_recharge(booking, line, terms.tax_percent))
            .collect()
    };
    group
        .bookings
        .iter()
        .flat_map(of)
        .chain(group.recharges.iter().flat_map(again))
        .collect()
}

/// The customer, and its bookings of these days as they share invoices, with what it is charged again for these and
/// earlier ones.
async fn groups(scope: &mut Scope, wanted: Wanted<'_>) -> Result<(Billing, Vec<Group>)> {
    let customer = customers::billing(scope, wanted.customer).await?;
    let settings = customers::settings_of(scope, wanted.customer).await?;
    let by = Grouping {
        period: Period::of(customer.invoice_period.as_deref()),
        calendar: wanted.calendar,
        by_cost_center: settings.cost_center_settings.is_enable,
        zone: wanted.terms.zone,
    };
    let (from, to) = (wanted.asked.from_date, wanted.asked.to_date);
    let found = bookings::billable(
        scope,
        wanted.customer,
        wanted.period,
        &wanted.asked.booking_ids,
    )
    .await?;
    let of_days = found.into_iter().filter(|booking| {
        let day = group::day(booking, by.zone);
        from <= day && day <= to && !booking.lines.is_empty()
    });
    let groups = group::group(of_days.collect(), by);
    let mut recharges = bookings::recharges(
        scope,
        wanted.customer,
        wanted.period,
        &wanted.asked.booking_ids,
    )
    .await?;
    recharges.retain(|booking| group::day(booking, by.zone) <= to);
    Ok((customer, group::with_recharges(groups, recharges, by, from)))
}

/// Removes an open invoice and frees its bookings; one that was closed meanwhile stays.
pub async fn take_back(scope: &mut Scope, id: InvoiceId) -> Result<()> {
    // Whoever closes it waits until it is gone, or this waits until it is closed.
    hold(scope, id).await?;
    let invoice: Invoice = match scope.find(id).await {
        Ok(invoice) => invoice,
        Err(Error::NotFound(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    if invoice.status != InvoiceStatus::Open {
        return Ok(());
    }
    bookings::unmark_invoiced(scope, invoice.id.0).await?;
    fee_entry::give_back(scope, invoice.id).await?;
    let details = tsql!("DELETE FROM invoice_details WHERE tenant_id = $1 AND invoice_id = $2");
    scope.rows(details, vec![id.val()]).await?;
    scope.delete::<Invoice>(id).await?;
    scope.commit().await
}
