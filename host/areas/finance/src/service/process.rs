//! Operations on invoices: each invoice in a transaction of its own, with an answer of its own.

use std::collections::BTreeSet;

use kernel::{Error, Refusal, Result, Scope, db::Mode, message, message::Told};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    books,
    draft::{invoiced, tell},
    fee_entry, numbers,
    terms::{Terms, terms},
};
use crate::{
    events::INVOICE_POSTED,
    model::{
        invoice::{Invoice, InvoiceId},
        number::SeriesKind,
        words::{InvoiceOperation, InvoiceStatus},
    },
    rules::{
        check::{MAX_IDS, MAX_NOTE},
        status,
    },
};

const BY_HAND: Refusal = Refusal::new(
    5102,
    "Invoice numbers are given by hand: say which one this invoice has.",
);
/// The most characters that a number has anywhere.
const MAX_NUMBER: usize = 32;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessInvoices {
    operation: InvoiceOperation,
    /// At most 1000.
    ids: Vec<InvoiceId>,
    /// Why; it is kept in the history.
    #[serde(default, deserialize_with = "kernel::case::text")]
    note: Option<String>,
    /// The number of the one invoice that is closed, where the tenant gives numbers by hand.
    #[serde(default, deserialize_with = "kernel::case::text")]
    invoice_number: Option<String>,
}

/// What came of the operation on one invoice.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessedInvoice {
    id: InvoiceId,
    success: bool,
    status: Option<InvoiceStatus>,
    invoice_number: Option<String>,
    /// Why nothing was done.
    error: Option<Told>,
}

#[derive(Serialize, JsonSchema)]
pub struct ProcessedInvoices {
    results: Vec<ProcessedInvoice>,
}

pub async fn process(scope: Scope, sent: ProcessInvoices) -> Result<ProcessedInvoices> {
    check(&sent)?;
    // Looked up before any transaction: whoever waits for a number holds no connection for it.
    let terms = terms(&scope).await?;
    let mut seen = BTreeSet::new();
    let mut results = Vec::new();
    for id in sent.ids.iter().copied().filter(|id| seen.insert(*id)) {
        let mut own = scope.sibling(Mode::Write);
        let answer = match one(&mut own, id, &sent, &terms).await {
            Ok(invoice) => ProcessedInvoice {
                id,
                success: true,
                status: Some(invoice.status),
                invoice_number: invoice.invoice_number,
                error: None,
            },
            // What is wrong on our side is told as such, and logged.
            Err(Error::Internal(error)) => return Err(Error::Internal(error)),
            // One id that is not there, and nothing else to tell of: as any other call answers it.
            Err(Error::NotFound(thing)) if sent.ids.len() == 1 => {
                return Err(Error::NotFound(thing));
            }
            Err(error) => ProcessedInvoice {
                id,
                success: false,
                status: None,
                invoice_number: None,
                error: Some(error.said().told()),
            },
        };
        results.push(answer);
    }
    Ok(ProcessedInvoices { results })
}

fn check(sent: &ProcessInvoices) -> Result<()> {
    if !(1..=MAX_IDS).contains(&sent.ids.len()) {
        return Err(Error::invalid(
            "ids",
            message!("must be 1 to {max} invoices", max = MAX_IDS),
        ));
    }
    if sent
        .note
        .as_ref()
        .is_some_and(|note| note.chars().count() > MAX_NOTE)
    {
        return Err(Error::invalid(
            "note",
            message!("must be at most {max} characters", max = MAX_NOTE),
        ));
    }
    let Some(number) = &sent.invoice_number else {
        return Ok(());
    };
    if sent.operation != InvoiceOperation::Close || sent.ids.len() != 1 {
        return Err(Error::invalid(
            "invoiceNumber",
            message!("is for closing one invoice"),
        ));
    }
    if number.len() > MAX_NUMBER || !number.chars().all(|letter| letter.is_ascii_graphic()) {
        let says = message!(
            "must be at most {max} letters, digits and signs without blanks",
            max = MAX_NUMBER
        );
        return Err(Error::invalid("invoiceNumber", says));
    }
    Ok(())
}

async fn one(
    scope: &mut Scope,
    id: InvoiceId,
    sent: &ProcessInvoices,
    terms: &Terms,
) -> Result<Invoice> {
    let mut invoice: Invoice = scope.find(id).await?;
    let (amount, outstanding) = (invoice.amount, invoice.outstanding_amount);
    invoice.status = status::after(sent.operation, invoice.status, amount, outstanding)?;
    match sent.operation {
        InvoiceOperation::Close => {
            close(scope, &mut invoice, sent.invoice_number.as_deref(), terms).await?
        }
        InvoiceOperation::Void => {
            invoice.owe(Decimal::ZERO);
            bookings::unmark_invoiced(scope, invoice.id.0).await?;
            fee_entry::give_back(scope, invoice.id).await?;
            scope.update(&mut invoice).await?;
        }
        InvoiceOperation::WriteOff => {
            invoice.written_off_amount = invoice.outstanding_amount;
            invoice.written_off_date = Some(terms.today);
            invoice.base_written_off_amount = invoice.owe(Decimal::ZERO);
            scope.update(&mut invoice).await?;
            books::enter(scope, "writtenOffDate", vec![books::written_off(&invoice)]).await?;
        }
        InvoiceOperation::Post => {
            scope.update(&mut invoice).await?;
            books::enter(scope, "invoiceDate", vec![books::posted(&invoice)]).await?;
            scope.announce(&INVOICE_POSTED, &invoice.id).await?;
        }
        _ => scope.update(&mut invoice).await?,
    }
    tell(scope, invoice.id, sent.operation.into(), sent.note.clone()).await?;
    scope.commit().await?;
    Ok(invoice)
}

/// Gives it its number. Whoever closes another one waits from here to the end of the transaction: what fails gives its
/// number back, so that the series has no gap.
async fn close(
    scope: &mut Scope,
    invoice: &mut Invoice,
    by_hand: Option<&str>,
    terms: &Terms,
) -> Result<()> {
    let unit = match customers::billing(scope, invoice.customer_id).await {
        Ok(customer) => {
            invoice.customer = invoiced(&customer);
            customer.organization_unit_id
        }
        // One that was deleted since stays as the draft has it.
        Err(Error::NotFound(_)) => None,
        Err(error) => return Err(error),
    };
    invoice.seller = terms.seller.clone();
    let numbers = numbers::of(scope, SeriesKind::of(invoice.invoice_type)).await?;
    let taken = numbers.take(scope, invoice.invoice_date, unit).await?;
    let number = match (&taken, by_hand) {
        (Some(_), Some(_)) => {
            return Err(Error::invalid(
                "invoiceNumber",
                message!("must be left out: invoice numbers are counted"),
            ));
        }
        (Some(taken), None) => taken.number.clone(),
        (None, Some(number)) => number.to_owned(),
        (None, None) => return Err(BY_HAND.into()),
    };
    invoice.invoice_number = Some(number.clone());
    // First, since somebody else may have closed it meanwhile.
    scope.update(invoice).await?;
    if let Some(taken) = taken {
        taken.give(scope, invoice.id.0).await?;
    }
    fee_entry::closed(scope, terms, invoice).await?;
    bookings::number_invoiced(scope, invoice.id.0, &number).await
}
