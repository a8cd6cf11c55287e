//! Invoices as PDF.

use documents::{InvoiceLine, Party};
use freight::{address::Address, money};
use kernel::{Error, Result};
use rust_decimal::Decimal;

use crate::{
    invoices::model::{Invoice, InvoiceDetail, InvoiceSeller, InvoicedCustomer},
    values::InvoiceStatus,
};

pub fn pdf(invoice: &Invoice, details: &[InvoiceDetail]) -> Result<Vec<u8>> {
    documents::invoice(&to_document(invoice, details)).map_err(|error| Error::Invalid(vec![error]))
}

pub fn format_amount(amount: Decimal, currency: &str) -> String {
    let places = money::minor_units(currency) as usize;
    format!("{:.places$}", money::round(amount, currency))
}

pub fn to_document(invoice: &Invoice, details: &[InvoiceDetail]) -> documents::Invoice {
    let amount = |amount: Decimal| format_amount(amount, &invoice.currency);
    let line = |line: &InvoiceDetail| InvoiceLine {
        reference: line.reference_no.clone().unwrap_or_default(),
        description: line.description.clone(),
        service: line.service.clone().unwrap_or_default(),
        before_tax: amount(line.tax_exclusive_amount),
        tax: amount(line.tax),
        amount: amount(line.amount),
    };
    let period = match (invoice.period_start, invoice.period_end) {
        (Some(first), Some(last)) if first != last => format!("{first} – {last}"),
        (Some(day), _) | (None, Some(day)) => day.to_string(),
        (None, None) => String::new(),
    };
    documents::Invoice {
        title: title(invoice).to_owned(),
        number: invoice.display_name(),
        date: invoice.invoice_date.to_string(),
        due: invoice.due_date.to_string(),
        terms: invoice.customer.payment_terms.clone().unwrap_or_default(),
        period,
        cost_center: invoice.cost_center.clone().unwrap_or_default(),
        currency: invoice.currency.clone(),
        seller: seller(&invoice.seller),
        seller_tax_number: tax_number(&invoice.seller.tax_vat_no, &invoice.seller.country_code),
        customer: customer(invoice),
        customer_tax_number: tax_number(
            invoice.customer.abn.as_deref().unwrap_or_default(),
            &invoice.seller.country_code,
        ),
        lines: details.iter().map(line).collect(),
        before_tax: amount(invoice.tax_exclusive_amount),
        tax: amount(invoice.tax),
        total: amount(invoice.amount),
        outstanding: amount(invoice.outstanding_amount),
        notes: [invoice.notes.clone(), base_currency_note(invoice)]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("\n"),
        captions: documents::Captions::default(),
    }
}

/// Returns a foreign invoice's totals in the base currency, for tax declarations.
fn base_currency_note(invoice: &Invoice) -> Option<String> {
    let base = &invoice.base_currency;
    let amount = |amount: Decimal| format_amount(amount, base);
    invoice.is_foreign().then(|| {
        format!(
            "1 {base} = {} {}. In {base}: {} before tax, {} tax, {} in total.",
            invoice.currency_factor.0.normalize(),
            invoice.currency,
            amount(invoice.base_tax_exclusive_amount),
            amount(invoice.base_tax),
            amount(invoice.base_amount)
        )
    })
}

/// Drafts and void invoices must not look like invoices.
fn title(invoice: &Invoice) -> &'static str {
    match invoice.status {
        InvoiceStatus::Open => "Draft invoice",
        InvoiceStatus::Void => "Void invoice",
        _ if invoice.seller.country_code == "AU" => "Tax invoice",
        _ => "Invoice",
    }
}

pub fn tax_number(number: &str, country: &str) -> String {
    let digits = number.chars().filter(char::is_ascii_digit).count();
    match (number.trim(), country) {
        ("", _) => String::new(),
        (number, "AU" | "NZ") if digits == 13 => format!("NZBN {number}"),
        (number, "NZ") if digits == 11 => format!("ABN {number}"),
        (number, "AU") => format!("ABN {number}"),
        (number, _) => format!("Tax number {number}"),
    }
}

pub fn seller(seller: &InvoiceSeller) -> Party {
    Party {
        company_name: Some(seller.legal_name.clone()),
        lines: seller.address.lines().map(str::to_owned).collect(),
        country_code: seller.country_code.clone(),
        ..Party::default()
    }
}

fn customer(invoice: &Invoice) -> Party {
    buyer(&invoice.customer)
}

pub fn buyer(customer: &InvoicedCustomer) -> Party {
    let party = customer
        .address
        .as_ref()
        .map(|address: &Address| Party::from(address))
        .unwrap_or_default();
    Party {
        company_name: Some(customer.name().to_owned()),
        contact_name: customer.contact_name.clone(),
        telephone: customer.contact.clone(),
        ..party
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_the_places_of_their_currency() {
        let decimal = |text: &str| text.parse::<Decimal>().unwrap();
        assert_eq!(format_amount(decimal("12.5"), "AUD"), "12.50");
        assert_eq!(format_amount(decimal("1200"), "JPY"), "1200");
        assert_eq!(format_amount(decimal("-0.5"), "KWD"), "-0.500");
    }

    #[test]
    fn a_tax_number_is_called_as_its_country_does() {
        assert_eq!(tax_number("53004085616", "AU"), "ABN 53004085616");
        assert_eq!(tax_number(" ", "AU"), "");
        assert_eq!(tax_number("9429", "NZ"), "Tax number 9429");
        assert_eq!(tax_number("9429033821733", "AU"), "NZBN 9429033821733");
    }
}
