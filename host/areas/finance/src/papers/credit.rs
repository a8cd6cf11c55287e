//! A credit note as it is printed.

use bytes::Bytes;
use documents::InvoiceLine;
use kernel::{
    ById, Error, Raw, Result, Scope,
    http::{self, Response},
    message,
};

use super::paper::{self, printed_amount};
use crate::{
    model::{
        credit::{CreditNote, CreditNoteDetail, CreditNoteId},
        invoice::Invoice,
        words::CreditNoteStatus,
    },
    rules::credit::NOT_CREDITED,
    service::credit,
};

pub async fn download(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<CreditNoteId>>()?;
    let note: CreditNote = scope.find(id).await?;
    let details = credit::lines(&mut scope, id).await?;
    let invoice: Invoice = scope.find(note.invoice_id).await?;
    scope.rollback();
    let Some(number) = note.credit_note_number.clone() else {
        return Err(NOT_CREDITED.because(message!(
            "The credit note is {status}: it has no paper before it is approved.",
            status = note.status
        )));
    };
    let pdf = documents::invoice(&printed(&note, &details, &invoice)).map_err(|error| Error::Invalid(vec![error]))?;
    Ok(http::download(Bytes::from(pdf), "application/pdf", &format!("{number}.pdf")))
}

/// Both sides are those of its invoice.
fn printed(note: &CreditNote, details: &[CreditNoteDetail], invoice: &Invoice) -> documents::Invoice {
    let amount = |amount| printed_amount(amount, &note.currency);
    let line = |line: &CreditNoteDetail| InvoiceLine {
        reference: line.reference_no.clone().unwrap_or_default(),
        description: line.description.clone(),
        service: line.credit_note_detail_type.to_string(),
        before_tax: amount(line.tax_exclusive_amount),
        tax: amount(line.tax),
        amount: amount(line.approved_amount),
    };
    let of = paper::printed(invoice, &[]);
    documents::Invoice {
        title: match note.status {
            CreditNoteStatus::Voided => "Void credit note".to_owned(),
            _ => "Credit note".to_owned(),
        },
        number: note.credit_note_number.clone().unwrap_or_default(),
        date: note.credit_note_date.map(|day| day.to_string()).unwrap_or_default(),
        due: String::new(),
        terms: String::new(),
        period: String::new(),
        lines: details.iter().filter(|line| !line.approved_amount.is_zero()).map(line).collect(),
        before_tax: amount(note.tax_exclusive_amount),
        tax: amount(note.tax),
        total: amount(note.approved_amount),
        // Nothing is to be paid: it is the customer's.
        outstanding: amount(rust_decimal::Decimal::ZERO),
        notes: format!("For invoice {}.", invoice.name()),
        ..of
    }
}
