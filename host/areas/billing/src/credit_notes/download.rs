//! Credit notes as PDF and UBL.

use bytes::Bytes;
use data::{Error, Result, Scope, TextEnum, message};
use documents::InvoiceLine;
use schemars::JsonSchema;
use serde::Deserialize;
use web::{
    Raw,
    http::{self, Response},
};

use crate::{
    credit_notes::{
        self,
        model::{CreditNote, CreditNoteDetail, CreditNoteId},
        rules::INVALID_CREDIT_NOTE_STATUS,
    },
    invoices::{
        self,
        model::{Invoice, InvoiceDetail},
    },
    values::CreditNoteStatus,
};
use crate::{
    e_invoices,
    invoices::download::{RenderedFile, invoice::print_amount, print::PrintParts},
};

/// File format of a credit note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum CreditNoteFormat {
    #[default]
    #[text_enum(name = "pdf")]
    Pdf,
    /// UBL 2.1 in the Peppol profile of Australia and New Zealand (PINT A-NZ).
    #[text_enum(name = "ubl")]
    Ubl,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreditNoteDownloadQuery {
    id: CreditNoteId,
    #[serde(default)]
    format: CreditNoteFormat,
}

pub struct CreditNoteParts {
    pub note: CreditNote,
    pub details: Vec<CreditNoteDetail>,
    pub invoice: Invoice,
    pub invoice_details: Vec<InvoiceDetail>,
    pub print: PrintParts,
}

pub async fn load_parts(scope: &mut Scope, note: CreditNote) -> Result<CreditNoteParts> {
    let details = credit_notes::service::lines(scope, note.id).await?;
    let invoice: Invoice = scope.find(note.invoice_id).await?;
    let invoice_details = invoices::service::load_details(scope, invoice.id).await?;
    let print = invoices::download::print::load_parts(scope, &invoice_details).await?;
    Ok(CreditNoteParts {
        note,
        details,
        invoice,
        invoice_details,
        print,
    })
}

pub async fn download(mut scope: Scope, raw: Raw) -> Result<Response> {
    let CreditNoteDownloadQuery { id, format } = raw.query()?;
    let note: CreditNote = scope.find(id).await?;
    let mut parts = load_parts(&mut scope, note).await?;
    if format == CreditNoteFormat::Ubl {
        parts.invoice =
            e_invoices::requirements::with_business_numbers(&mut scope, parts.invoice).await?;
    }
    scope.rollback();
    let file = render(&parts, format)?;
    Ok(http::download(
        Bytes::from(file.content),
        file.media_type,
        &file.name,
    ))
}

pub fn render(parts: &CreditNoteParts, format: CreditNoteFormat) -> Result<RenderedFile> {
    let CreditNoteParts {
        note,
        details,
        invoice,
        invoice_details,
        print,
    } = parts;
    let Some(number) = &note.credit_note_number else {
        return Err(INVALID_CREDIT_NOTE_STATUS.with_message(message!(
            "The credit note is {status}. Its PDF is available once it is approved.",
            status = note.status
        )));
    };
    let (ending, media_type, content) = match format {
        CreditNoteFormat::Pdf => {
            let pdf =
                documents::invoice(&to_document(note, details, invoice, invoice_details, print));
            (
                "pdf",
                "application/pdf",
                pdf.map_err(|error| Error::Invalid(vec![error]))?,
            )
        }
        CreditNoteFormat::Ubl => {
            if note.status == CreditNoteStatus::Voided {
                return Err(Error::invalid(
                    "format",
                    message!("must be pdf: the credit note is void"),
                ));
            }
            let missing = e_invoices::requirements::check(
                invoice,
                invoice_details.iter().map(|line| line.tax_percent),
            );
            if !missing.is_empty() {
                return Err(Error::Invalid(missing));
            }
            (
                "xml",
                "application/xml",
                e_invoices::ubl::credit_note(note, details, invoice, invoice_details).into_bytes(),
            )
        }
    };
    Ok(RenderedFile {
        name: format!("{number}.{ending}"),
        media_type,
        content,
    })
}

/// Seller and buyer are those of its invoice, and so is the form.
fn to_document(
    note: &CreditNote,
    details: &[CreditNoteDetail],
    invoice: &Invoice,
    invoice_details: &[InvoiceDetail],
    print: &PrintParts,
) -> documents::Invoice {
    let amount = |amount| print_amount(amount, &note.currency);
    let line = |line: &CreditNoteDetail| {
        let invoiced = invoice_details
            .iter()
            .find(|known| known.id == line.invoice_detail_id);
        let shipped = invoiced
            .map(|known| invoices::download::invoice::to_line(known, &note.currency, print))
            .unwrap_or_default();
        InvoiceLine {
            reference: line.reference_no.clone().unwrap_or_default(),
            description: line.description.clone(),
            service: line.credit_note_detail_type.to_string(),
            before_tax: amount(line.tax_exclusive_amount),
            tax: amount(line.tax),
            amount: amount(line.approved_amount),
            ..shipped
        }
    };
    let of = invoices::download::invoice::to_document(invoice, &[], print);
    documents::Invoice {
        title: match note.status {
            CreditNoteStatus::Voided => "Void credit note".to_owned(),
            _ => "Credit note".to_owned(),
        },
        number: note.credit_note_number.clone().unwrap_or_default(),
        date: note
            .credit_note_date
            .map(|day| day.to_string())
            .unwrap_or_default(),
        due: String::new(),
        terms: String::new(),
        period: String::new(),
        credited_invoice: invoice.display_name(),
        lines: details
            .iter()
            .filter(|line| !line.approved_amount.is_zero())
            .map(line)
            .collect(),
        before_tax: amount(note.tax_exclusive_amount),
        tax: amount(note.tax),
        total: amount(note.approved_amount),
        // Nothing is payable.
        outstanding: String::new(),
        payment: Vec::new(),
        notes: String::new(),
        ..of
    }
}
