//! Removal of allocations from invoices and remittance advices.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use data::{New, Result, Scope, Where, message};
use rust_decimal::Decimal;

use crate::{
    payments::{
        self,
        model::{Payment, PaymentId, Remittance, RemittanceInvoice},
    },
    values::RemittanceStatus,
};
use billing::invoices::{self, draft::write_history, terms::terms};
use billing::{
    allocations::model::PaymentInvoice,
    invoices::{
        model::{Invoice, InvoiceId},
        status::INVALID_INVOICE_STATUS,
    },
    values::{InvoiceEvent, InvoiceStatus},
};

pub async fn load_allocations(
    scope: &mut Scope,
    payment: PaymentId,
) -> Result<BTreeMap<InvoiceId, Decimal>> {
    let rows: Vec<PaymentInvoice> = scope
        .all(Where::all().eq(PaymentInvoice::PAYMENT_ID, payment))
        .await?;
    let mut sums: BTreeMap<InvoiceId, Decimal> = BTreeMap::new();
    for row in rows {
        *sums.entry(row.invoice_id).or_default() += row.amount;
    }
    sums.retain(|_, sum| *sum > Decimal::ZERO);
    Ok(sums)
}

pub fn reopened_amounts(invoice: &Invoice, amount: Decimal) -> Result<(Decimal, InvoiceStatus)> {
    let outstanding = invoice.outstanding_amount + amount;
    match payments::change_rules::status_when_reopened(invoice.status, invoice.amount, outstanding)
    {
        Some(status) => Ok((outstanding, status)),
        None => Err(INVALID_INVOICE_STATUS.with_message(message!(
            "The invoice {number} is {status}: its payments can't be changed.",
            number = invoice.invoice_number.clone().unwrap_or_default(),
            status = invoice.status
        ))),
    }
}

/// Changes the locked invoice. Returns the amount in the base currency, by the payment's factor.
pub async fn remove_allocation(
    scope: &mut Scope,
    payment: &Payment,
    id: InvoiceId,
    amount: Decimal,
    event: InvoiceEvent,
    (day, member): (NaiveDate, &str),
) -> Result<Decimal> {
    let base = terms(scope).await?.currency;
    let mut invoice = invoices::service::find(scope, id).await?;
    let (outstanding, status) = reopened_amounts(&invoice, amount)?;
    let base_amount = invoice.set_outstanding(outstanding);
    invoice.status = status;
    let unapplied = payment.to_base(amount, &base);
    scope.update(&mut invoice).await?;
    write_history(scope, id, event, Some(amount.normalize().to_string())).await?;
    let less = scope
        .create(New::<PaymentInvoice> {
            payment_id: payment.id,
            invoice_id: id,
            invoice_number: invoice.invoice_number,
            amount: -amount,
            base_amount,
            base_paid_amount: -unapplied,
            payment_type: payment.payment_type,
        })
        .await?;
    ledger::entries::post_entries(
        scope,
        member,
        vec![crate::ledger_entries::allocated(&less, payment, day)],
    )
    .await?;
    remove_from_remittance(scope, payment, id, amount).await?;
    Ok(unapplied)
}

async fn remove_from_remittance(
    scope: &mut Scope,
    payment: &Payment,
    invoice: InvoiceId,
    amount: Decimal,
) -> Result<()> {
    let Some(advice) = payment.remittance_id else {
        return Ok(());
    };
    let mut remittance: Remittance = scope.find(advice).await?;
    // Refunds reopen an advice, and it may have been cancelled since.
    if remittance.status == RemittanceStatus::Cancelled {
        return Ok(());
    }
    let lines: Vec<RemittanceInvoice> = scope
        .all(Where::all().eq(RemittanceInvoice::REMITTANCE_ID, advice))
        .await?;
    let mut paid = Decimal::ZERO;
    for mut line in lines {
        if line.invoice_id == invoice {
            line.paid_amount = (line.paid_amount - amount).max(Decimal::ZERO);
            line.status =
                crate::remittances::rules::remittance_status(line.amount, line.paid_amount);
            scope.update(&mut line).await?;
        }
        paid += line.paid_amount.min(line.amount);
    }
    remittance.status = crate::remittances::rules::remittance_status(remittance.total_amount, paid);
    scope.update(&mut remittance).await
}
