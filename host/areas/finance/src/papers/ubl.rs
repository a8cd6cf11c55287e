//! Invoices and credit notes as other programs take them: UBL 2.1 as Peppol has it in Australia and New Zealand (PINT
//! A-NZ).
//!
//! Only what the profile knows is written. Tax is told by rate: what is taxed with nothing is zero-rated.

use std::{collections::BTreeMap, fmt::Write};

use freight::money;
use rust_decimal::Decimal;

use crate::model::{
    credit::{CreditNote, CreditNoteDetail},
    invoice::{Invoice, InvoiceDetail},
};

const CUSTOMIZATION: &str = "urn:peppol:pint:billing-1@aunz-1";
const PROFILE: &str = "urn:peppol:bis:billing";
/// UNTDID 1001: a commercial invoice, and a credit note.
const INVOICE: &str = "380";
const CREDIT_NOTE: &str = "381";
/// ISO 6523's schemes of an Australian and of a New Zealand business number.
const ABN: &str = "0151";
const NZBN: &str = "0088";

/// What an invoice and a credit note call the same thing.
struct Names {
    document: &'static str,
    type_code: &'static str,
    line: &'static str,
    quantity: &'static str,
}

const OF_INVOICE: Names = Names {
    document: "Invoice",
    type_code: "cbc:InvoiceTypeCode",
    line: "cac:InvoiceLine",
    quantity: "cbc:InvoicedQuantity",
};
const OF_CREDIT: Names = Names {
    document: "CreditNote",
    type_code: "cbc:CreditNoteTypeCode",
    line: "cac:CreditNoteLine",
    quantity: "cbc:CreditedQuantity",
};

/// What both say of their lines.
struct Line<'d> {
    reference: Option<&'d str>,
    description: &'d str,
    name: &'d str,
    net: Decimal,
    tax: Decimal,
    percent: Decimal,
}

/// The invoice, which must have a number.
pub fn xml(invoice: &Invoice, details: &[InvoiceDetail]) -> String {
    let lines: Vec<Line<'_>> = details.iter().map(of_invoice).collect();
    let mut out = Out::begin(&OF_INVOICE);
    out.text("cbc:ID", &invoice.name());
    out.text("cbc:IssueDate", &invoice.invoice_date.to_string());
    out.text("cbc:DueDate", &invoice.due_date.to_string());
    out.text(OF_INVOICE.type_code, INVOICE);
    out.some("cbc:Note", invoice.notes.as_deref());
    out.text("cbc:DocumentCurrencyCode", &invoice.currency);
    if invoice.is_foreign() {
        out.text("cbc:TaxCurrencyCode", &invoice.base_currency);
    }
    // The buyer finds it by what it said itself, or by its own name with the seller.
    out.text("cbc:BuyerReference", filled(invoice.reference.as_deref()).unwrap_or(&invoice.customer.code));
    if let (Some(first), Some(last)) = (invoice.period_start, invoice.period_end) {
        out.within("cac:InvoicePeriod", |out| {
            out.text("cbc:StartDate", &first.to_string());
            out.text("cbc:EndDate", &last.to_string());
        });
    }
    parties(&mut out, invoice);
    out.within("cac:PaymentTerms", |out| {
        out.text("cbc:Note", filled(invoice.customer.payment_terms.as_deref()).unwrap_or("On receipt"));
    });
    let declared = invoice.is_foreign().then_some((invoice.base_tax, invoice.base_currency.as_str()));
    sums(&mut out, &OF_INVOICE, &lines, &invoice.currency, declared);
    out.end(&OF_INVOICE)
}

/// The credit note with its approved lines, which must have a number; both sides are those of its invoice.
pub fn credit_note(note: &CreditNote, details: &[CreditNoteDetail], invoice: &Invoice, of: &[InvoiceDetail]) -> String {
    let approved = details.iter().filter(|line| !line.approved_amount.is_zero());
    let lines: Vec<Line<'_>> = approved.map(|line| of_credit(line, of)).collect();
    let mut out = Out::begin(&OF_CREDIT);
    out.text("cbc:ID", note.credit_note_number.as_deref().unwrap_or_default());
    out.text("cbc:IssueDate", &note.credit_note_date.unwrap_or(invoice.invoice_date).to_string());
    out.text(OF_CREDIT.type_code, CREDIT_NOTE);
    out.text("cbc:DocumentCurrencyCode", &note.currency);
    if invoice.is_foreign() {
        out.text("cbc:TaxCurrencyCode", &invoice.base_currency);
    }
    out.text("cbc:BuyerReference", filled(invoice.reference.as_deref()).unwrap_or(&invoice.customer.code));
    out.within("cac:BillingReference", |out| {
        out.within("cac:InvoiceDocumentReference", |out| {
            out.text("cbc:ID", &invoice.name());
            out.text("cbc:IssueDate", &invoice.invoice_date.to_string());
        });
    });
    parties(&mut out, invoice);
    let declared = invoice.is_foreign().then_some((note.base_tax, invoice.base_currency.as_str()));
    sums(&mut out, &OF_CREDIT, &lines, &note.currency, declared);
    out.end(&OF_CREDIT)
}

fn of_invoice(line: &InvoiceDetail) -> Line<'_> {
    Line {
        reference: line.reference_no.as_deref(),
        description: &line.description,
        name: filled(line.service.as_deref()).unwrap_or(line.invoice_detail_type.word()),
        net: line.tax_exclusive_amount,
        tax: line.tax,
        percent: line.tax_percent,
    }
}

/// By the rate of the invoice's line that it gives back.
fn of_credit<'d>(line: &'d CreditNoteDetail, of: &'d [InvoiceDetail]) -> Line<'d> {
    let of = of.iter().find(|of| of.id == line.invoice_detail_id);
    Line {
        reference: line.reference_no.as_deref(),
        description: &line.description,
        name: of.and_then(|of| filled(of.service.as_deref())).unwrap_or(line.credit_note_detail_type.word()),
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
        out.business_number("cbc:EndpointID", &number, &seller.country_code);
        out.within("cac:PostalAddress", |out| {
            let mut lines = seller.address.lines().map(str::trim).filter(|line| !line.is_empty());
            out.some("cbc:StreetName", lines.next());
            out.some("cbc:AdditionalStreetName", lines.next());
            out.country(&seller.country_code);
        });
        out.tax_scheme(&number);
        out.legal(&seller.legal_name, &number, &seller.country_code);
    });
}

fn buyer(out: &mut Out, invoice: &Invoice) {
    let customer = &invoice.customer;
    let number = digits(customer.abn.as_deref().unwrap_or_default());
    let address = customer.address.clone().unwrap_or_default();
    let country = filled(Some(&address.country_code)).unwrap_or(&invoice.seller.country_code).to_owned();
    out.within("cac:Party", |out| {
        out.business_number("cbc:EndpointID", &number, &country);
        out.within("cac:PostalAddress", |out| {
            out.some("cbc:StreetName", address.address_line1.as_deref());
            out.some("cbc:AdditionalStreetName", address.address_line2.as_deref());
            out.some("cbc:CityName", Some(&address.suburb));
            out.some("cbc:PostalZone", Some(&address.post_code));
            out.some("cbc:CountrySubentity", address.state_code.as_deref().or(address.state.as_deref()));
            if let Some(line) = filled(address.address_line3.as_deref()) {
                out.within("cac:AddressLine", |out| out.text("cbc:Line", line));
            }
            out.country(&country);
        });
        out.tax_scheme(&number);
        out.legal(customer.name(), &number, &country);
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

/// The tax of all lines by the rates that they are taxed with, what all comes to, and the lines.
/// `declared` is the tax in the seller's own currency, where that is another.
fn sums(out: &mut Out, names: &Names, lines: &[Line<'_>], currency: &str, declared: Option<(Decimal, &str)>) {
    let mut by_rate: BTreeMap<Decimal, (Decimal, Decimal)> = BTreeMap::new();
    for line in lines {
        let sum = by_rate.entry(line.percent.normalize()).or_default();
        *sum = (sum.0 + line.net, sum.1 + line.tax);
    }
    let net: Decimal = lines.iter().map(|line| line.net).sum();
    let tax: Decimal = lines.iter().map(|line| line.tax).sum();
    out.within("cac:TaxTotal", |out| {
        out.amount("cbc:TaxAmount", tax, currency);
        for (percent, (net, tax)) in by_rate {
            out.within("cac:TaxSubtotal", |out| {
                out.amount("cbc:TaxableAmount", net, currency);
                out.amount("cbc:TaxAmount", tax, currency);
                out.tax_category("cac:TaxCategory", percent);
            });
        }
    });
    if let Some((tax, base)) = declared {
        out.within("cac:TaxTotal", |out| out.amount("cbc:TaxAmount", tax, base));
    }
    out.within("cac:LegalMonetaryTotal", |out| {
        out.amount("cbc:LineExtensionAmount", net, currency);
        out.amount("cbc:TaxExclusiveAmount", net, currency);
        out.amount("cbc:TaxInclusiveAmount", net + tax, currency);
        out.amount("cbc:PayableAmount", net + tax, currency);
    });
    for (at, line) in lines.iter().enumerate() {
        self::line(out, names, at + 1, line, currency);
    }
}

fn line(out: &mut Out, names: &Names, number: usize, line: &Line<'_>, currency: &str) {
    // A price is never negative: what is taken off is a quantity less than nothing.
    let quantity = if line.net.is_sign_negative() { "-1" } else { "1" };
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

fn filled(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// XML that is being written: every text is escaped, and nothing of what people type becomes an element.
struct Out(String);

impl Out {
    fn begin(names: &Names) -> Self {
        let mut out = Self(String::new());
        let name = names.document;
        out.push(format_args!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <{name} xmlns=\"urn:oasis:names:specification:ubl:schema:xsd:{name}-2\" \
             xmlns:cac=\"urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2\" \
             xmlns:cbc=\"urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2\">"
        ));
        out.text("cbc:CustomizationID", CUSTOMIZATION);
        out.text("cbc:ProfileID", PROFILE);
        out
    }

    fn end(mut self, names: &Names) -> String {
        self.push(format_args!("</{}>\n", names.document));
        self.0
    }

    fn within(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.push(format_args!("<{name}>"));
        inside(self);
        self.push(format_args!("</{name}>"));
    }

    fn push(&mut self, what: std::fmt::Arguments<'_>) {
        // A text takes whatever is written to it.
        let _ = self.0.write_fmt(what);
    }

    fn text(&mut self, name: &str, text: &str) {
        self.push(format_args!("<{name}>{}</{name}>", escaped(text)));
    }

    fn some(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = filled(text) {
            self.text(name, text);
        }
    }

    fn with(&mut self, name: &str, attribute: &str, value: &str, text: &str) {
        self.push(format_args!("<{name} {attribute}=\"{}\">{}</{name}>", escaped(value), escaped(text)));
    }

    fn amount(&mut self, name: &str, amount: Decimal, currency: &str) {
        let places = money::minor_units(currency) as usize;
        let amount = format!("{:.places$}", money::round(amount, currency));
        self.with(name, "currencyID", currency, &amount);
    }

    /// S: taxed by a rate; Z: zero-rated.
    fn tax_category(&mut self, name: &str, percent: Decimal) {
        self.within(name, |out| {
            out.text("cbc:ID", if percent.is_zero() { "Z" } else { "S" });
            out.text("cbc:Percent", &percent.normalize().to_string());
            out.within("cac:TaxScheme", |out| out.text("cbc:ID", "GST"));
        });
    }

    fn country(&mut self, code: &str) {
        self.within("cac:Country", |out| out.text("cbc:IdentificationCode", code));
    }

    fn business_number(&mut self, name: &str, number: &str, country: &str) {
        if !number.is_empty() {
            self.with(name, "schemeID", if country == "NZ" { NZBN } else { ABN }, number);
        }
    }

    fn tax_scheme(&mut self, number: &str) {
        if !number.is_empty() {
            self.within("cac:PartyTaxScheme", |out| {
                out.text("cbc:CompanyID", number);
                out.within("cac:TaxScheme", |out| out.text("cbc:ID", "GST"));
            });
        }
    }

    fn legal(&mut self, name: &str, number: &str, country: &str) {
        self.within("cac:PartyLegalEntity", |out| {
            out.text("cbc:RegistrationName", name);
            out.business_number("cbc:CompanyID", number, country);
        });
    }
}

/// A text within XML; characters that XML cannot have are left out.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
#[path = "ubl_rules.rs"]
mod ubl_rules;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_stays_text() {
        assert_eq!(escaped("A & B <cbc:ID>\"1\"\n\u{1}"), "A &amp; B &lt;cbc:ID&gt;&quot;1&quot; ");
    }

    #[test]
    fn amounts_and_categories_are_the_profiles() {
        let mut out = Out(String::new());
        out.amount("cbc:TaxAmount", "1.5".parse().unwrap(), "AUD");
        out.tax_category("cac:TaxCategory", Decimal::TEN);
        assert_eq!(
            out.0,
            "<cbc:TaxAmount currencyID=\"AUD\">1.50</cbc:TaxAmount><cac:TaxCategory><cbc:ID>S</cbc:ID>\
             <cbc:Percent>10</cbc:Percent><cac:TaxScheme><cbc:ID>GST</cbc:ID></cac:TaxScheme></cac:TaxCategory>"
        );
    }
}
