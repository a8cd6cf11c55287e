//! Event payloads as in the API, without carrier costs.

use chrono::{Days, NaiveDate};
use data::{Result, Scope, Where, ids::CustomerId};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::Value;

use crate::{
    credit_notes::model::{CreditNote, CreditNoteId},
    invoices::model::{Invoice, InvoiceId, InvoicedCustomer},
    values::{CreditNoteStatus, InvoiceStatus},
};

/// None for a deleted record.
pub type EventPayload = Option<(CustomerId, Value)>;

pub async fn invoice(scope: &mut Scope, id: InvoiceId) -> Result<EventPayload> {
    let invoice: Option<Invoice> = scope.first(Where::id(id)).await?;
    invoice
        .map(|invoice| Ok((invoice.customer_id, invoice_payload(invoice)?)))
        .transpose()
}

pub async fn credit_note(scope: &mut Scope, id: CreditNoteId) -> Result<EventPayload> {
    let note: Option<CreditNote> = scope.first(Where::id(id)).await?;
    note.map(|note| Ok((note.customer_id, credit_note_payload(&note)?)))
        .transpose()
}

/// Sample for developers of receivers.
pub fn sample_invoice() -> Result<Value> {
    let (net, tax, total) = sample_amounts();
    invoice_payload(Invoice {
        id: InvoiceId(5210),
        row_version: 4,
        invoice_number: Some("INV000123".to_owned()),
        customer_id: CUSTOMER,
        tax_exclusive_amount: net,
        tax,
        amount: total,
        outstanding_amount: total,
        currency: "AUD".to_owned(),
        base_currency: "AUD".to_owned(),
        base_tax_exclusive_amount: net,
        base_tax: tax,
        base_amount: total,
        base_outstanding_amount: total,
        invoice_date: sample_day(0),
        due_date: sample_day(14),
        status: InvoiceStatus::Posted,
        customer: InvoicedCustomer {
            id: CUSTOMER,
            code: "C04711".to_owned(),
            company_name: Some("Bluegum Wines".to_owned()),
            ..InvoicedCustomer::default()
        },
        ..Invoice::default()
    })
}

pub fn sample_credit_note() -> Result<Value> {
    let (net, tax, total) = sample_amounts();
    credit_note_payload(&CreditNote {
        id: CreditNoteId(61),
        row_version: 3,
        credit_note_number: Some("CN000017".to_owned()),
        credit_note_date: Some(sample_day(5)),
        customer_id: CUSTOMER,
        invoice_id: InvoiceId(5210),
        invoice_number: Some("INV000123".to_owned()),
        currency: "AUD".to_owned(),
        amount: total,
        approved_amount: total,
        unapplied_amount: total,
        tax_exclusive_amount: net,
        tax,
        status: CreditNoteStatus::Approved,
        ..CreditNote::default()
    })
}

pub const CUSTOMER: CustomerId = CustomerId(4711);

/// Net, tax and total.
pub fn sample_amounts() -> (Decimal, Decimal, Decimal) {
    (Decimal::from(100), Decimal::from(10), Decimal::from(110))
}

pub fn sample_day(later: u64) -> NaiveDate {
    NaiveDate::default() + Days::new(20_600 + later)
}

pub fn to_json(record: &impl Serialize) -> Result<Value> {
    Ok(serde_json::to_value(record)?)
}

/// Has carrier costs.
fn invoice_payload(mut invoice: Invoice) -> Result<Value> {
    invoice.ad_hoc = None;
    let mut payload = to_json(&invoice)?;
    if let Some(members) = payload.as_object_mut() {
        members.remove("adhocInvoice");
        // Depends on the day of the request.
        members.remove("isOverdue");
        members.remove("allowedOperations");
    }
    Ok(payload)
}

fn credit_note_payload(note: &CreditNote) -> Result<Value> {
    let mut payload = to_json(note)?;
    if let Some(members) = payload.as_object_mut() {
        members.remove("allowedOperations");
    }
    Ok(payload)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invoices::ad_hoc_model::AdHocInvoice;

    #[test]
    fn what_an_ad_hoc_invoice_was_made_from_is_told_to_nobody_outside() {
        let invoice = Invoice {
            ad_hoc: Some(AdHocInvoice::default()),
            ..Invoice::default()
        };
        assert!(
            invoice_payload(invoice)
                .unwrap()
                .get("adhocInvoice")
                .is_none()
        );
        assert_eq!(sample_invoice().unwrap()["invoiceNumber"], "INV000123");
    }
}
