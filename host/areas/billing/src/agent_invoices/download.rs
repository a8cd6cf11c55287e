//! Invoices for suppliers as PDF.

use bytes::Bytes;
use data::{Error, Result, Scope, turns::Permit};
use documents::{InvoiceLine, Logo, Party};
use schemars::JsonSchema;
use serde::Deserialize;
use web::{
    Raw,
    http::{self, Response},
};

use crate::{
    agent_invoices::{
        model::{AgentInvoice, AgentInvoiceId, AgentInvoiceLine, AgentSupplier},
        rules,
    },
    invoices::download::invoice::{print_amount, seller, tax_name, tax_number},
};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentInvoiceDownloadQuery {
    id: AgentInvoiceId,
}

pub async fn download(mut scope: Scope, raw: Raw) -> Result<Response> {
    let AgentInvoiceDownloadQuery { id } = raw.query()?;
    let _turn = Permit::take(&scope, ledger::journal::DOWNLOADS).await?;
    let invoice: AgentInvoice = scope.find(id).await?;
    let (name, content) = draw(&mut scope, &invoice).await?;
    Ok(http::download(
        Bytes::from(content),
        "application/pdf",
        &name,
    ))
}

/// Returns the name and content of the PDF. The transaction ends before it is drawn.
pub async fn draw(scope: &mut Scope, invoice: &AgentInvoice) -> Result<(String, Vec<u8>)> {
    let logo = tenancy::load_logo(scope).await?;
    scope.rollback();
    let logo = logo.map(|(media_type, content)| Logo {
        media_type,
        content,
    });
    let content = documents::invoice(&to_document(invoice, logo))
        .map_err(|error| Error::Invalid(vec![error]))?;
    let name = match &invoice.invoice_number {
        Some(number) => format!("{number}.pdf"),
        None => format!("draft-{}.pdf", invoice.id),
    };
    Ok((name, content))
}

/// The driver is the seller, and the tenant the customer.
fn to_document(invoice: &AgentInvoice, logo: Option<Logo>) -> documents::Invoice {
    let country = invoice.recipient.country_code.as_str();
    let is_registered = invoice.supplier.is_gst_registered;
    let day = documents::format_day;
    let amount = |amount| print_amount(amount, &invoice.currency);
    let notes = rules::tax_notes(country, is_registered).into_iter();
    documents::Invoice {
        title: rules::title(invoice.status, country, is_registered).to_owned(),
        number: invoice.display_name(),
        logo,
        date: invoice.invoice_date.to_string(),
        period: format!(
            "{} – {}",
            day(invoice.period_start),
            day(invoice.period_end)
        ),
        currency: invoice.currency.clone(),
        seller: supplier(&invoice.supplier, country),
        seller_tax_number: tax_number(invoice.supplier.abn.as_deref().unwrap_or_default(), country),
        customer: seller(&invoice.recipient),
        customer_tax_number: tax_number(&invoice.recipient.tax_vat_no, country),
        lines: invoice
            .lines
            .iter()
            .map(|line| to_line(line, &invoice.currency))
            .collect(),
        tax_name: tax_name(country).to_owned(),
        before_tax: amount(invoice.tax_exclusive_amount),
        tax: amount(invoice.tax),
        total: amount(invoice.amount),
        notes: notes
            .map(str::to_owned)
            .chain(invoice.notes.clone())
            .collect::<Vec<_>>()
            .join("\n"),
        ..documents::Invoice::default()
    }
}

fn supplier(supplier: &AgentSupplier, country: &str) -> Party {
    let party = supplier.address.as_ref().map(Party::from);
    let party = party.unwrap_or_else(|| Party {
        country_code: country.to_owned(),
        ..Party::default()
    });
    let trading_name = supplier.trading_name();
    Party {
        company_name: Some(trading_name.to_owned()),
        contact_name: (trading_name != supplier.name).then(|| supplier.name.clone()),
        ..party
    }
}

fn to_line(line: &AgentInvoiceLine, currency: &str) -> InvoiceLine {
    InvoiceLine {
        date: line.day.to_string(),
        reference: line.reference_no.clone(),
        service: line.service.clone(),
        description: line.description.clone(),
        quantity: String::new(),
        before_tax: print_amount(line.tax_exclusive_amount, currency),
        tax: print_amount(line.tax, currency),
        amount: print_amount(line.amount, currency),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{agent_invoices::model::AgentInvoiceStatus, invoices::model::InvoiceSeller};

    #[test]
    fn the_document_names_the_supplier_and_the_tax_that_it_pays() {
        let invoice = AgentInvoice {
            invoice_number: Some("RCTI000001".to_owned()),
            status: AgentInvoiceStatus::Closed,
            currency: "AUD".to_owned(),
            supplier: AgentSupplier {
                name: "Ann Lee".to_owned(),
                company_name: Some("Lee Haulage".to_owned()),
                abn: Some("51824753556".to_owned()),
                is_gst_registered: true,
                ..AgentSupplier::default()
            },
            recipient: InvoiceSeller {
                legal_name: "Southern Cross Freight".to_owned(),
                tax_vat_no: "53004085616".to_owned(),
                country_code: "AU".to_owned(),
                ..InvoiceSeller::default()
            },
            lines: vec![AgentInvoiceLine::default()],
            ..AgentInvoice::default()
        };
        let document = to_document(&invoice, None);
        assert_eq!(document.title, "Recipient created tax invoice");
        assert_eq!(document.seller_tax_number, "ABN 51 824 753 556");
        assert_eq!(document.customer_tax_number, "ABN 53 004 085 616");
        assert_eq!(document.seller.company_name.as_deref(), Some("Lee Haulage"));
        assert_eq!(document.seller.contact_name.as_deref(), Some("Ann Lee"));
        assert!(document.notes.contains("payable by the supplier"));
        assert!(document.payment.is_empty() && document.outstanding.is_empty());
    }
}
