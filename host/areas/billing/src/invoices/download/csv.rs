//! Invoices as CSV: one row per line, with the invoice's fields.

use data::Result;
use web::rows;

use crate::invoices::model::{Invoice, InvoiceDetail};

const HEADINGS: [&str; 16] = [
    "invoiceNumber",
    "invoiceDate",
    "dueDate",
    "customerCode",
    "customerName",
    "costCenter",
    "referenceNo",
    "description",
    "service",
    "invoiceDetailType",
    "taxExclusiveAmount",
    "tax",
    "amount",
    "taxPercent",
    "currency",
    "currencyFactor",
];

pub fn render(invoice: &Invoice, details: &[InvoiceDetail]) -> Result<Vec<u8>> {
    let row = |line: &InvoiceDetail| {
        [
            invoice.invoice_number.clone().unwrap_or_default(),
            invoice.invoice_date.to_string(),
            invoice.due_date.to_string(),
            invoice.customer.code.clone(),
            invoice.customer.name().to_owned(),
            invoice.cost_center.clone().unwrap_or_default(),
            line.reference_no.clone().unwrap_or_default(),
            line.description.clone(),
            line.service.clone().unwrap_or_default(),
            line.invoice_detail_type.to_string(),
            line.tax_exclusive_amount.normalize().to_string(),
            line.tax.normalize().to_string(),
            line.amount.normalize().to_string(),
            line.tax_percent.normalize().to_string(),
            invoice.currency.clone(),
            invoice.currency_factor.0.normalize().to_string(),
        ]
    };
    rows::write(&HEADINGS, details.iter().map(row))
}
