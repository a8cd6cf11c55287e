//! Invoices, credit notes and statements as files: for people (PDF), for spreadsheets (CSV), and invoices for other
//! programs (UBL).

pub mod credit;
mod csv;
pub mod e_invoice;
pub mod journal;
mod paper;
pub mod statement;
mod ubl;
mod ubl_xml;

pub use paper::printed_amount;

use bytes::Bytes;
use kernel::{
    Error, Raw, Result, Scope, Words,
    http::{self, Response},
    message,
    turns::{Turn, Work},
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    model::invoice::{Invoice, InvoiceDetail, InvoiceId},
    service::read,
};

/// Files that are drawn while a user waits: they have up to 20,000 lines.
pub(crate) const DOWNLOADS: Work = Work {
    name: "finance.downloads",
    at_once: 4,
};

/// As what an invoice goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum InvoiceFormat {
    #[default]
    #[words(word = "pdf")]
    Pdf,
    #[words(word = "csv")]
    Csv,
    /// UBL 2.1, as Peppol has it in Australia and New Zealand (PINT A-NZ); of what has a number.
    #[words(word = "ubl")]
    Ubl,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceWanted {
    id: InvoiceId,
    #[serde(default)]
    format: InvoiceFormat,
}

/// An invoice as a file.
#[derive(Debug)]
pub struct Paper {
    pub name: String,
    pub media_type: &'static str,
    pub content: Vec<u8>,
}

pub async fn download(mut scope: Scope, raw: Raw) -> Result<Response> {
    let InvoiceWanted { id, format } = raw.query()?;
    let _turn = Turn::take(&scope, DOWNLOADS).await?;
    let mut invoice = read::find(&mut scope, id).await?;
    if format == InvoiceFormat::Ubl {
        invoice = e_invoice::with_numbers(&mut scope, invoice).await?;
    }
    let details = read::details(&mut scope, id).await?;
    scope.rollback();
    let paper = paper(&invoice, &details, format)?;
    Ok(http::download(
        Bytes::from(paper.content),
        paper.media_type,
        &paper.name,
    ))
}

/// The invoice as such a file.
pub fn paper(invoice: &Invoice, details: &[InvoiceDetail], format: InvoiceFormat) -> Result<Paper> {
    let (ending, media_type, content) = match format {
        InvoiceFormat::Pdf => ("pdf", "application/pdf", paper::pdf(invoice, details)?),
        InvoiceFormat::Csv => (
            "csv",
            "text/csv; charset=utf-8",
            csv::csv(invoice, details)?,
        ),
        InvoiceFormat::Ubl => {
            if invoice.invoice_number.is_none() {
                return Err(Error::invalid(
                    "format",
                    message!("must be pdf or csv: the invoice is not closed yet"),
                ));
            }
            let missing = e_invoice::check(invoice, details.iter().map(|line| line.tax_percent));
            if !missing.is_empty() {
                return Err(Error::Invalid(missing));
            }
            (
                "xml",
                "application/xml",
                ubl::xml(invoice, details).into_bytes(),
            )
        }
    };
    let name = match &invoice.invoice_number {
        Some(number) => format!("{number}.{ending}"),
        None => format!("draft-{}.{ending}", invoice.id),
    };
    Ok(Paper {
        name,
        media_type,
        content,
    })
}
