//! Invoices as PDF.

use carriage::{address::Address, money};
use data::{Error, Result};
use documents::{InvoiceLine, Party};
use rust_decimal::Decimal;

use crate::{
    invoices::download::print::{self, Consignment, PrintParts},
    invoices::model::{Invoice, InvoiceDetail, InvoiceSeller, InvoicedCustomer},
    values::InvoiceStatus,
};

pub fn pdf(invoice: &Invoice, details: &[InvoiceDetail], parts: &PrintParts) -> Result<Vec<u8>> {
    documents::invoice(&to_document(invoice, details, parts))
        .map_err(|error| Error::Invalid(vec![error]))
}

pub fn format_amount(amount: Decimal, currency: &str) -> String {
    let places = money::minor_units(currency) as usize;
    format!("{:.places$}", money::round(amount, currency))
}

/// With separated thousands.
pub fn print_amount(amount: Decimal, currency: &str) -> String {
    documents::group_digits(&format_amount(amount, currency))
}

pub fn to_line(line: &InvoiceDetail, currency: &str, parts: &PrintParts) -> InvoiceLine {
    let shipment = Consignment::of_line(line).and_then(|id| parts.shipments.get(&id));
    InvoiceLine {
        date: shipment
            .map(|shipment| shipment.day.to_string())
            .unwrap_or_default(),
        reference: line.reference_no.clone().unwrap_or_default(),
        description: line.description.clone(),
        service: line.service.clone().unwrap_or_default(),
        quantity: shipment
            .map(|shipment| shipment.pieces.to_string())
            .unwrap_or_default(),
        before_tax: print_amount(line.tax_exclusive_amount, currency),
        tax: print_amount(line.tax, currency),
        amount: print_amount(line.amount, currency),
    }
}

pub fn to_document(
    invoice: &Invoice,
    details: &[InvoiceDetail],
    parts: &PrintParts,
) -> documents::Invoice {
    let amount = |amount: Decimal| print_amount(amount, &invoice.currency);
    let line = |line: &InvoiceDetail| to_line(line, &invoice.currency, parts);
    let day = documents::format_day;
    let period = match (invoice.period_start, invoice.period_end) {
        (Some(first), Some(last)) if first != last => format!("{} – {}", day(first), day(last)),
        (Some(only), _) | (None, Some(only)) => day(only),
        (None, None) => String::new(),
    };
    let country = &invoice.seller.country_code;
    let number = invoice.display_name();
    let is_payable = !matches!(invoice.status, InvoiceStatus::Open | InvoiceStatus::Void)
        && invoice.outstanding_amount > Decimal::ZERO;
    documents::Invoice {
        title: title(invoice).to_owned(),
        logo: parts.logo.clone(),
        date: invoice.invoice_date.to_string(),
        due: invoice.due_date.to_string(),
        terms: invoice.customer.payment_terms.clone().unwrap_or_default(),
        period,
        cost_center: invoice.cost_center.clone().unwrap_or_default(),
        credited_invoice: String::new(),
        currency: invoice.currency.clone(),
        seller: seller(&invoice.seller),
        seller_tax_number: tax_number(&invoice.seller.tax_vat_no, country),
        customer: customer(invoice),
        customer_tax_number: tax_number(
            invoice.customer.abn.as_deref().unwrap_or_default(),
            country,
        ),
        lines: details.iter().map(line).collect(),
        tax_name: tax_name(country).to_owned(),
        before_tax: amount(invoice.tax_exclusive_amount),
        tax: amount(invoice.tax),
        total: amount(invoice.amount),
        outstanding: amount(invoice.outstanding_amount),
        payment: match is_payable {
            true => print::payment_lines(&parts.payment, country, &number),
            false => Vec::new(),
        },
        notes: [invoice.notes.clone(), base_currency_note(invoice)]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("\n"),
        number,
    }
}

/// The name of the tax on sales in the seller's country.
pub fn tax_name(country: &str) -> &'static str {
    match country {
        "AU" | "NZ" | "SG" | "IN" | "CA" => "GST",
        "JP" => "Consumption tax",
        "MY" | "US" => "Sales tax",
        _ => "VAT",
    }
}

/// Returns a foreign invoice's totals in the base currency, for tax declarations.
fn base_currency_note(invoice: &Invoice) -> Option<String> {
    let base = &invoice.base_currency;
    let amount = |amount: Decimal| print_amount(amount, base);
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
    let country = invoice.seller.country_code.as_str();
    match invoice.status {
        InvoiceStatus::Open => "Draft invoice",
        InvoiceStatus::Void => "Void invoice",
        _ if matches!(country, "AU" | "NZ" | "SG") => "Tax invoice",
        _ => "Invoice",
    }
}

pub fn tax_number(number: &str, country: &str) -> String {
    let digits = number.chars().filter(char::is_ascii_digit).count();
    match (number.trim(), country) {
        ("", _) => String::new(),
        (number, "AU" | "NZ") if digits == 13 => format!("NZBN {number}"),
        (number, "NZ") if digits == 11 => format!("ABN {}", group_abn(number)),
        (number, "AU") => format!("ABN {}", group_abn(number)),
        (number, _) => format!("Tax number {number}"),
    }
}

/// Groups eleven digits as the Australian Business Register does: `53 004 085 616`.
fn group_abn(number: &str) -> String {
    let digits: Vec<char> = number.chars().filter(|it| !it.is_whitespace()).collect();
    if digits.len() != 11 {
        return number.to_owned();
    }
    let groups = [&digits[..2], &digits[2..5], &digits[5..8], &digits[8..]];
    groups
        .map(|group| group.iter().collect::<String>())
        .join(" ")
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
    fn printed_amounts_have_separators() {
        assert_eq!(
            print_amount(Decimal::from(1_234_567), "AUD"),
            "1,234,567.00"
        );
    }

    #[test]
    fn tax_has_the_name_of_its_country() {
        let of = |country: &str| {
            let mut invoice = Invoice {
                status: InvoiceStatus::Posted,
                ..Invoice::default()
            };
            country.clone_into(&mut invoice.seller.country_code);
            (title(&invoice), tax_name(country))
        };
        assert_eq!(of("AU"), ("Tax invoice", "GST"));
        assert_eq!(of("NZ"), ("Tax invoice", "GST"));
        assert_eq!(of("DE"), ("Invoice", "VAT"));
    }

    #[test]
    fn only_payable_invoices_say_how_to_pay() {
        let mut parts = PrintParts::default();
        parts.payment.account_number = "12345678".to_owned();
        let payable = Invoice {
            invoice_number: Some("INV000042".to_owned()),
            status: InvoiceStatus::Posted,
            outstanding_amount: Decimal::ONE_HUNDRED,
            ..Invoice::default()
        };
        let printed = to_document(&payable, &[], &parts);
        assert_eq!(
            printed.payment,
            ["Account number: 12345678", "Payment reference: INV000042"]
        );
        let paid = Invoice {
            outstanding_amount: Decimal::ZERO,
            ..payable
        };
        assert!(to_document(&paid, &[], &parts).payment.is_empty());
    }

    #[test]
    fn a_tax_number_is_called_as_its_country_does() {
        assert_eq!(tax_number("53004085616", "AU"), "ABN 53 004 085 616");
        assert_eq!(tax_number("53 004085616", "NZ"), "ABN 53 004 085 616");
        assert_eq!(tax_number(" ", "AU"), "");
        assert_eq!(tax_number("9429", "NZ"), "Tax number 9429");
        assert_eq!(tax_number("9429033821733", "AU"), "NZBN 9429033821733");
    }
}
