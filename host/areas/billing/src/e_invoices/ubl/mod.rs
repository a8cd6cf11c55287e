//! Invoices and credit notes as UBL 2.1 in the Peppol profile of Australia and New Zealand (PINT
//! A-NZ).
//!
//! Only elements of the profile are written. Tax is grouped by rate; a rate of 0 is zero-rated. If
//! the lines' tax deviates from the category's rate by more than the profile allows, the category
//! gets the tax of its sum. A rounding amount then keeps the stored payable amount.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use carriage::money;
use rust_decimal::Decimal;

use crate::e_invoices::xml::{NZBN_LENGTH, Out, filled};
use crate::{
    credit_notes::model::{CreditNote, CreditNoteDetail},
    invoices::model::{Invoice, InvoiceDetail},
};

/// UNTDID 1001 codes.
const INVOICE: &str = "380";
const CREDIT_NOTE: &str = "381";
/// Maximum distance of a category's tax from its rate (aligned-ibrp-051-aunz,
/// aligned-ibrp-s-09-aunz).
const TOLERANCE: Decimal = Decimal::ONE;

/// Element names by document.
struct Names {
    document: &'static str,
    type_code: &'static str,
    line: &'static str,
    quantity: &'static str,
}

const INVOICE_NAMES: Names = Names {
    document: "Invoice",
    type_code: "cbc:InvoiceTypeCode",
    line: "cac:InvoiceLine",
    quantity: "cbc:InvoicedQuantity",
};
const CREDIT_NOTE_NAMES: Names = Names {
    document: "CreditNote",
    type_code: "cbc:CreditNoteTypeCode",
    line: "cac:CreditNoteLine",
    quantity: "cbc:CreditedQuantity",
};

struct Line<'d> {
    reference: Option<&'d str>,
    description: &'d str,
    name: &'d str,
    net: Decimal,
    tax: Decimal,
    percent: Decimal,
}

/// The invoice must have a number.
pub fn xml(invoice: &Invoice, details: &[InvoiceDetail]) -> String {
    let lines: Vec<Line<'_>> = details.iter().map(invoice_line).collect();
    let mut out = Out::begin(INVOICE_NAMES.document);
    out.text("cbc:ID", &invoice.display_name());
    out.text("cbc:IssueDate", &invoice.invoice_date.to_string());
    out.text("cbc:DueDate", &invoice.due_date.to_string());
    out.text(INVOICE_NAMES.type_code, INVOICE);
    out.some("cbc:Note", invoice.notes.as_deref());
    out.text("cbc:DocumentCurrencyCode", &invoice.currency);
    if invoice.is_foreign() {
        out.text("cbc:TaxCurrencyCode", &invoice.base_currency);
    }
    // The buyer's reference, else name.
    out.text(
        "cbc:BuyerReference",
        filled(invoice.reference.as_deref()).unwrap_or(&invoice.customer.code),
    );
    if let (Some(first), Some(last)) = (invoice.period_start, invoice.period_end) {
        out.within("cac:InvoicePeriod", |out| {
            out.text("cbc:StartDate", &first.to_string());
            out.text("cbc:EndDate", &last.to_string());
        });
    }
    parties(&mut out, invoice);
    out.within("cac:PaymentTerms", |out| {
        out.text(
            "cbc:Note",
            filled(invoice.customer.payment_terms.as_deref()).unwrap_or("On receipt"),
        );
    });
    let declared = invoice
        .is_foreign()
        .then_some((invoice.base_tax, invoice.base_currency.as_str()));
    write_totals(
        &mut out,
        &INVOICE_NAMES,
        &lines,
        &invoice.currency,
        declared,
    );
    out.end(INVOICE_NAMES.document)
}

/// The credit note must have a number and approved lines. Both parties are those of its invoice.
pub fn credit_note(
    note: &CreditNote,
    details: &[CreditNoteDetail],
    invoice: &Invoice,
    of: &[InvoiceDetail],
) -> String {
    let approved = details
        .iter()
        .filter(|line| !line.approved_amount.is_zero());
    let lines: Vec<Line<'_>> = approved.map(|line| credit_note_line(line, of)).collect();
    let mut out = Out::begin(CREDIT_NOTE_NAMES.document);
    out.text(
        "cbc:ID",
        note.credit_note_number.as_deref().unwrap_or_default(),
    );
    out.text(
        "cbc:IssueDate",
        &note
            .credit_note_date
            .unwrap_or(invoice.invoice_date)
            .to_string(),
    );
    out.text(CREDIT_NOTE_NAMES.type_code, CREDIT_NOTE);
    out.text("cbc:DocumentCurrencyCode", &note.currency);
    if invoice.is_foreign() {
        out.text("cbc:TaxCurrencyCode", &invoice.base_currency);
    }
    out.text(
        "cbc:BuyerReference",
        filled(invoice.reference.as_deref()).unwrap_or(&invoice.customer.code),
    );
    out.within("cac:BillingReference", |out| {
        out.within("cac:InvoiceDocumentReference", |out| {
            out.text("cbc:ID", &invoice.display_name());
            out.text("cbc:IssueDate", &invoice.invoice_date.to_string());
        });
    });
    parties(&mut out, invoice);
    let declared = invoice
        .is_foreign()
        .then_some((note.base_tax, invoice.base_currency.as_str()));
    write_totals(
        &mut out,
        &CREDIT_NOTE_NAMES,
        &lines,
        &note.currency,
        declared,
    );
    out.end(CREDIT_NOTE_NAMES.document)
}

fn invoice_line(line: &InvoiceDetail) -> Line<'_> {
    Line {
        reference: line.reference_no.as_deref(),
        description: &line.description,
        name: filled(line.service.as_deref()).unwrap_or(line.invoice_detail_type.as_str()),
        net: line.tax_exclusive_amount,
        tax: line.tax,
        percent: line.tax_percent,
    }
}

/// Takes the rate of the credited invoice line.
fn credit_note_line<'d>(line: &'d CreditNoteDetail, of: &'d [InvoiceDetail]) -> Line<'d> {
    let of = of.iter().find(|of| of.id == line.invoice_detail_id);
    Line {
        reference: line.reference_no.as_deref(),
        description: &line.description,
        name: of
            .and_then(|of| filled(of.service.as_deref()))
            .unwrap_or(line.credit_note_detail_type.as_str()),
        net: line.tax_exclusive_amount,
        tax: line.tax,
        percent: of.map(|of| of.tax_percent).unwrap_or_default(),
    }
}

fn parties(out: &mut Out, invoice: &Invoice) {
    out.within("cac:AccountingSupplierParty", |out| seller(out, invoice));
    out.within("cac:AccountingCustomerParty", |out| buyer(out, invoice));
}

fn seller(out: &mut Out, invoice: &Invoice) {
    let seller = &invoice.seller;
    let number = digits(&seller.tax_vat_no);
    out.within("cac:Party", |out| {
        out.business_number("cbc:EndpointID", &number);
        out.within("cac:PostalAddress", |out| {
            let mut lines = seller
                .address
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty());
            out.some("cbc:StreetName", lines.next());
            out.some("cbc:AdditionalStreetName", lines.next());
            out.country(&seller.country_code);
        });
        out.tax_scheme(&number);
        out.legal(&seller.legal_name, &number);
    });
}

fn buyer(out: &mut Out, invoice: &Invoice) {
    let customer = &invoice.customer;
    let number = digits(customer.abn.as_deref().unwrap_or_default());
    let address = customer.address.clone().unwrap_or_default();
    let country = buyer_country(invoice).to_owned();
    out.within("cac:Party", |out| {
        out.business_number("cbc:EndpointID", &number);
        out.within("cac:PostalAddress", |out| {
            out.some("cbc:StreetName", address.address_line1.as_deref());
            out.some("cbc:AdditionalStreetName", address.address_line2.as_deref());
            out.some("cbc:CityName", Some(&address.suburb));
            out.some("cbc:PostalZone", Some(&address.post_code));
            out.some(
                "cbc:CountrySubentity",
                address.state_code.as_deref().or(address.state.as_deref()),
            );
            if let Some(line) = filled(address.address_line3.as_deref()) {
                out.within("cac:AddressLine", |out| out.text("cbc:Line", line));
            }
            out.country(&country);
        });
        // An NZBN is not a GST number.
        if number.len() != NZBN_LENGTH {
            out.tax_scheme(&number);
        }
        out.legal(customer.name(), &number);
        let person = [&customer.contact_name, &customer.contact, &customer.email];
        if person.iter().any(|text| filled(text.as_deref()).is_some()) {
            out.within("cac:Contact", |out| {
                out.some("cbc:Name", customer.contact_name.as_deref());
                out.some("cbc:Telephone", customer.contact.as_deref());
                out.some("cbc:ElectronicMail", customer.email.as_deref());
            });
        }
    });
}

/// Writes taxes, totals and lines. `declared` is the tax in the seller's currency if it differs.
fn write_totals(
    out: &mut Out,
    names: &Names,
    lines: &[Line<'_>],
    currency: &str,
    declared: Option<(Decimal, &str)>,
) {
    let categories = categories(lines, currency);
    let net: Decimal = lines.iter().map(|line| line.net).sum();
    let stored: Decimal = lines.iter().map(|line| line.tax).sum();
    let tax: Decimal = categories.iter().map(|category| category.tax).sum();
    out.within("cac:TaxTotal", |out| {
        out.amount("cbc:TaxAmount", tax, currency);
        for category in &categories {
            out.within("cac:TaxSubtotal", |out| {
                out.amount("cbc:TaxableAmount", category.net, currency);
                out.amount("cbc:TaxAmount", category.tax, currency);
                out.tax_category("cac:TaxCategory", category.percent);
            });
        }
    });
    if let Some((declared, base)) = declared {
        let declared = if stored == tax || stored.is_zero() {
            declared
        } else {
            declared * (tax / stored)
        };
        out.within("cac:TaxTotal", |out| {
            out.amount("cbc:TaxAmount", declared, base)
        });
    }
    out.within("cac:LegalMonetaryTotal", |out| {
        out.amount("cbc:LineExtensionAmount", net, currency);
        out.amount("cbc:TaxExclusiveAmount", net, currency);
        out.amount("cbc:TaxInclusiveAmount", net + tax, currency);
        if stored != tax {
            out.amount("cbc:PayableRoundingAmount", stored - tax, currency);
        }
        out.amount("cbc:PayableAmount", net + stored, currency);
    });
    for (at, line) in lines.iter().enumerate() {
        crate::e_invoices::ubl::line(out, names, at + 1, line, currency);
    }
}

/// Lines of one rate.
struct Category {
    percent: Decimal,
    net: Decimal,
    tax: Decimal,
}

fn categories(lines: &[Line<'_>], currency: &str) -> Vec<Category> {
    let mut by_rate: BTreeMap<Decimal, (Decimal, Decimal)> = BTreeMap::new();
    for line in lines {
        let sum = by_rate.entry(line.percent.normalize()).or_default();
        *sum = (sum.0 + line.net, sum.1 + line.tax);
    }
    let category = |(percent, (net, tax)): (Decimal, (Decimal, Decimal))| {
        let by_rate = money::round(net.saturating_mul(percent) / Decimal::ONE_HUNDRED, currency);
        let is_near = (tax - by_rate).abs() <= TOLERANCE;
        Category {
            percent,
            net,
            tax: if is_near { tax } else { by_rate },
        }
    };
    by_rate.into_iter().map(category).collect()
}

fn line(out: &mut Out, names: &Names, number: usize, line: &Line<'_>, currency: &str) {
    // Prices are never negative: deductions get a negative quantity.
    let quantity = if line.net.is_sign_negative() {
        "-1"
    } else {
        "1"
    };
    out.within(names.line, |out| {
        out.text("cbc:ID", &number.to_string());
        out.some("cbc:Note", line.reference);
        // UN/ECE recommendation 20: one.
        out.with(names.quantity, "unitCode", "C62", quantity);
        out.amount("cbc:LineExtensionAmount", line.net, currency);
        out.within("cac:Item", |out| {
            out.some("cbc:Description", Some(line.description));
            out.text("cbc:Name", line.name);
            out.tax_category("cac:ClassifiedTaxCategory", line.percent);
        });
        out.within("cac:Price", |out| {
            out.amount("cbc:PriceAmount", line.net.abs(), currency);
        });
    });
}

/// Defaults to the seller's country.
pub fn buyer_country(invoice: &Invoice) -> &str {
    let country = invoice
        .customer
        .address
        .as_ref()
        .map(|address| address.country_code.as_str());
    filled(country).unwrap_or(&invoice.seller.country_code)
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}
