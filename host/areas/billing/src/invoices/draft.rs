//! New invoices. Their bookings and jobs are marked in the same transaction.

use std::collections::BTreeMap;

use carriage::money::{self, Amount};
use chrono::NaiveDate;
use customers::Billing;
use data::{Error, New, Result, Scope, ids::BookingId};
use rust_decimal::Decimal;

use crate::invoices::terms::Terms;
use crate::{
    billables::{self, model::Source},
    exchange_factor::Factor,
    invoice_runs::model::InvoiceRunId,
    invoices::{
        self,
        ad_hoc_model::AdHocInvoice,
        model::{Invoice, InvoiceDetail, InvoiceHistory, InvoiceId, InvoicedCustomer},
    },
    values::{InvoiceEvent, InvoiceStatus, InvoiceType},
};

#[derive(Debug)]
pub struct Draft {
    pub invoice_type: InvoiceType,
    pub invoice_date: NaiveDate,
    /// Default: by the customer's terms.
    pub due_date: Option<NaiveDate>,
    pub period: Option<(NaiveDate, NaiveDate)>,
    pub cost_center: Option<String>,
    pub notes: Option<String>,
    pub ad_hoc: Option<AdHocInvoice>,
    pub run: Option<InvoiceRunId>,
    /// In the base currency, and converted to the customer's. Ad hoc lines are already in the
    /// customer's.
    pub lines: Vec<InvoiceDetail>,
    /// Bookings and jobs whose prices are in the lines, with their totals in the base currency.
    pub sources: BTreeMap<Source, Decimal>,
}

pub fn to_invoiced_customer(customer: &Billing) -> InvoicedCustomer {
    let customer = customer.clone();
    InvoicedCustomer {
        id: customer.id,
        code: customer.code,
        customer_name: customer.customer_name,
        company_name: customer.company_name,
        contact_name: customer.contact_name,
        email: customer.email,
        contact: customer.telephone,
        customer_type: customer.customer_type,
        payment_terms: customer.payment_terms.map(|terms| terms.to_string()),
        address: customer.address,
        abn: customer.abn,
    }
}

pub async fn write_draft(
    scope: &mut Scope,
    terms: &Terms,
    customer: &Billing,
    draft: Draft,
) -> Result<Invoice> {
    let exchange = terms.exchange(customer.currency.as_deref())?;
    let (base, lines) = match draft.invoice_type {
        InvoiceType::AdHoc => (exchange.base_total(&draft.lines), draft.lines.clone()),
        _ => (
            invoices::amounts::total(&draft.lines),
            exchange.lines(draft.lines.clone()),
        ),
    };
    let Amount {
        tax_exclusive_amount,
        tax,
        total,
    } = invoices::amounts::total(&lines);
    for amount in [total, base.total] {
        money::check(amount, "amount").map_err(|error| Error::Invalid(vec![error]))?;
    }
    let due_date = draft
        .due_date
        .unwrap_or_else(|| invoices::due::due(customer.payment_terms, draft.invoice_date));
    let invoice = scope
        .create(New::<Invoice> {
            invoice_number: None,
            run_id: draft.run,
            customer_id: customer.id,
            tax_exclusive_amount,
            tax,
            amount: total,
            outstanding_amount: total,
            currency: exchange.currency,
            base_currency: exchange.base,
            currency_factor: Factor(exchange.factor),
            base_tax_exclusive_amount: base.tax_exclusive_amount,
            base_tax: base.tax,
            base_amount: base.total,
            base_outstanding_amount: base.total,
            invoice_date: draft.invoice_date,
            due_date,
            period_start: draft.period.map(|(first, _)| first),
            period_end: draft.period.map(|(_, last)| last),
            status: InvoiceStatus::Open,
            invoice_type: draft.invoice_type,
            cost_center: draft.cost_center,
            reference: None,
            notes: draft.notes,
            customer: to_invoiced_customer(customer),
            seller: terms.seller.clone(),
            ad_hoc: draft.ad_hoc,
            written_off_amount: Decimal::ZERO,
            base_written_off_amount: Decimal::ZERO,
            written_off_date: None,
            mailed_time: None,
            mail_state: None,
            creator_user_id: scope.caller.user(),
        })
        .await?;
    let mut recharges: BTreeMap<BookingId, Amount> = BTreeMap::new();
    for line in draft.lines.iter().filter(|line| line.is_recharge) {
        if let Some(booking) = line.booking_id {
            let sum = recharges.entry(booking).or_default();
            *sum = *sum + line.price();
        }
    }
    let mut details: Vec<InvoiceDetail> = lines
        .into_iter()
        .map(|line| InvoiceDetail {
            invoice_id: invoice.id,
            tax_exclusive_amount: line.tax_exclusive_amount.normalize(),
            tax: line.tax.normalize(),
            amount: line.amount.normalize(),
            tax_percent: line.tax_percent.normalize(),
            ..line
        })
        .collect();
    scope.insert_all(&mut details).await?;
    // First: reads the booking versions that the next statement increments.
    let recharges: Vec<(BookingId, Amount)> = recharges.into_iter().collect();
    bookings::put_on_invoice(scope, invoice.id.0, &recharges).await?;
    billables::service::mark_invoiced(scope, invoice.id, draft.sources).await?;
    write_history(scope, invoice.id, InvoiceEvent::Created, None).await?;
    Ok(invoice)
}

pub async fn write_history(
    scope: &mut Scope,
    invoice: InvoiceId,
    operation: InvoiceEvent,
    comment: Option<String>,
) -> Result<()> {
    let line = InvoiceHistory::by_caller(scope, invoice, operation, comment);
    scope.create(line).await?;
    Ok(())
}
