//! Files of invoices, credit notes and statements.

pub mod csv;
pub mod invoice;
pub mod print;

use bytes::Bytes;
use data::{Error, Result, Scope, TextEnum, message, turns::Permit};
use schemars::JsonSchema;
use serde::Deserialize;
use web::{
    Raw,
    http::{self, Response},
};

use crate::{
    invoices::{
        self,
        download::print::PrintParts,
        model::{Invoice, InvoiceDetail, InvoiceId},
    },
    values::InvoiceStatus,
};

/// File format of an invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum InvoiceFormat {
    #[default]
    #[text_enum(name = "pdf")]
    Pdf,
    #[text_enum(name = "csv")]
    Csv,
    /// UBL 2.1 in the Peppol profile of Australia and New Zealand (PINT A-NZ). Numbered invoices
    /// that are not void.
    #[text_enum(name = "ubl")]
    Ubl,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceDownloadQuery {
    id: InvoiceId,
    #[serde(default)]
    format: InvoiceFormat,
}

#[derive(Debug)]
pub struct RenderedFile {
    pub name: String,
    pub media_type: &'static str,
    pub content: Vec<u8>,
}

pub async fn download(mut scope: Scope, raw: Raw) -> Result<Response> {
    let InvoiceDownloadQuery { id, format } = raw.query()?;
    let _turn = Permit::take(&scope, ledger::journal::DOWNLOADS).await?;
    let mut invoice = invoices::service::find(&mut scope, id).await?;
    if format == InvoiceFormat::Ubl {
        invoice =
            crate::e_invoices::requirements::with_business_numbers(&mut scope, invoice).await?;
    }
    let details = invoices::service::load_details(&mut scope, id).await?;
    let parts = match format {
        InvoiceFormat::Pdf => print::load_parts(&mut scope, &details).await?,
        InvoiceFormat::Csv | InvoiceFormat::Ubl => PrintParts::default(),
    };
    scope.rollback();
    let file = render(&invoice, &details, &parts, format)?;
    Ok(http::download(
        Bytes::from(file.content),
        file.media_type,
        &file.name,
    ))
}

pub fn render(
    invoice: &Invoice,
    details: &[InvoiceDetail],
    parts: &PrintParts,
    format: InvoiceFormat,
) -> Result<RenderedFile> {
    let (ending, media_type, content) = match format {
        InvoiceFormat::Pdf => (
            "pdf",
            "application/pdf",
            crate::invoices::download::invoice::pdf(invoice, details, parts)?,
        ),
        InvoiceFormat::Csv => (
            "csv",
            "text/csv; charset=utf-8",
            crate::invoices::download::csv::render(invoice, details)?,
        ),
        InvoiceFormat::Ubl => {
            if invoice.invoice_number.is_none() {
                return Err(Error::invalid(
                    "format",
                    message!("must be pdf or csv: the invoice is not closed yet"),
                ));
            }
            if invoice.status == InvoiceStatus::Void {
                return Err(Error::invalid(
                    "format",
                    message!("must be pdf or csv: the invoice is void"),
                ));
            }
            let missing = crate::e_invoices::requirements::check(
                invoice,
                details.iter().map(|line| line.tax_percent),
            );
            if !missing.is_empty() {
                return Err(Error::Invalid(missing));
            }
            (
                "xml",
                "application/xml",
                crate::e_invoices::ubl::xml(invoice, details).into_bytes(),
            )
        }
    };
    let name = match &invoice.invoice_number {
        Some(number) => format!("{number}.{ending}"),
        None => format!("draft-{}.{ending}", invoice.id),
    };
    Ok(RenderedFile {
        name,
        media_type,
        content,
    })
}
