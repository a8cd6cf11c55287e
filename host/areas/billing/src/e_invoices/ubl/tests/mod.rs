//! Property tests of e-invoices against EN 16931 and PINT A-NZ (ibr-co, aligned-ibrp, aligned-ibr,
//! BR-DEC).

pub mod document;

use carriage::money;
use chrono::NaiveDate;
use proptest::prelude::*;
use rust_decimal::Decimal;

use crate::e_invoices::ubl::tests::document::{Node, read, violated_party_rules};
use crate::e_invoices::{
    self,
    ubl::{credit_note, xml},
};
use crate::{
    credit_notes::{
        self,
        model::{CreditNote, CreditNoteDetail, CreditNoteDetailId, CreditNoteId},
    },
    exchange_factor::Factor,
    invoices::{
        ad_hoc_model::{AdHocInvoice, AdHocLine},
        amounts::{ad_hoc_lines, total},
        model::{
            Invoice, InvoiceDetail, InvoiceDetailId, InvoiceId, InvoiceSeller, InvoicedCustomer,
        },
    },
    values::{CreditNoteDetailType, CreditNoteStatus, InvoiceStatus, InvoiceType},
};

/// Published tolerance: `u:slack`.
fn is_within_slack(value: Decimal, expected: Decimal) -> bool {
    expected + Decimal::ONE >= value && expected - Decimal::ONE <= value
}

fn violated_rules(document: &Node, line: &str, quantity: &str) -> Vec<String> {
    let seller = ["ibr-081", "aligned-ibr-001-aunz", "aligned-ibr-002-aunz"];
    let mut violations = violated_party_rules(document, "cac:AccountingSupplierParty", seller);
    let buyer = ["ibr-080", "aligned-ibr-004-aunz", "aligned-ibr-005-aunz"];
    violations.extend(violated_party_rules(
        document,
        "cac:AccountingCustomerParty",
        buyer,
    ));
    let mut rule = |holds: bool, name: &str| {
        if !holds {
            violations.push(name.to_owned());
        }
    };
    let total = |name: &str| document.number(&format!("cac:LegalMonetaryTotal/cbc:{name}"));
    let net_of = |line: &Node| line.number("cbc:LineExtensionAmount");
    let lines: Vec<&Node> = document.all(line).collect();
    let subtotals: Vec<&Node> = document
        .child("cac:TaxTotal")
        .unwrap()
        .all("cac:TaxSubtotal")
        .collect();
    let tax = document.number("cac:TaxTotal/cbc:TaxAmount");
    for member in [
        "cbc:CustomizationID",
        "cbc:ProfileID",
        "cbc:ID",
        "cbc:IssueDate",
        "cbc:DocumentCurrencyCode",
    ] {
        rule(!document.text(member).is_empty(), member);
    }
    for party in ["cac:AccountingSupplierParty", "cac:AccountingCustomerParty"] {
        let of = |member: &str| {
            !document
                .text(&format!("{party}/cac:Party/{member}"))
                .is_empty()
        };
        rule(of("cac:PartyLegalEntity/cbc:RegistrationName"), "BR-06/07");
        rule(
            of("cac:PostalAddress/cac:Country/cbc:IdentificationCode"),
            "BR-09/11",
        );
    }
    rule(!lines.is_empty(), "BR-16");
    rule(
        lines.iter().copied().map(net_of).sum::<Decimal>() == total("LineExtensionAmount"),
        "BR-CO-10",
    );
    rule(
        total("TaxExclusiveAmount") == total("LineExtensionAmount"),
        "BR-CO-13",
    );
    rule(
        subtotals
            .iter()
            .map(|of| of.number("cbc:TaxAmount"))
            .sum::<Decimal>()
            == tax,
        "BR-CO-14",
    );
    rule(
        total("TaxInclusiveAmount") == total("TaxExclusiveAmount") + tax,
        "BR-CO-15",
    );
    let rounding = document.child("cac:LegalMonetaryTotal/cbc:PayableRoundingAmount");
    let rounding = rounding.map_or(Decimal::ZERO, |rounding| rounding.text.parse().unwrap());
    rule(
        total("PayableAmount") == total("TaxInclusiveAmount") + rounding,
        "BR-CO-16",
    );
    rule(!subtotals.is_empty(), "BR-CO-18");
    for of in &subtotals {
        let (category, percent) = (
            of.text("cac:TaxCategory/cbc:ID"),
            of.number("cac:TaxCategory/cbc:Percent"),
        );
        let (taxable, tax) = (of.number("cbc:TaxableAmount"), of.number("cbc:TaxAmount"));
        // aligned-ibrp-051-aunz, aligned-ibrp-s-09-aunz: at most one from the rate.
        let by_rate = money::round(taxable.abs() * percent / Decimal::ONE_HUNDRED, "AUD");
        let is_none = percent.round().is_zero();
        rule(
            if is_none {
                tax.round().is_zero()
            } else {
                is_within_slack(tax.abs(), by_rate)
            },
            "aligned-ibrp-051-aunz",
        );
        let same = |line: &&&Node| {
            let own = |member: &str| format!("cac:Item/cac:ClassifiedTaxCategory/cbc:{member}");
            line.text(&own("ID")) == category && line.number(&own("Percent")) == percent
        };
        let sum: Decimal = lines.iter().filter(same).map(|line| net_of(line)).sum();
        rule(sum == taxable, "BR-S-08, BR-Z-08");
        match category {
            "S" => rule(percent > Decimal::ZERO, "BR-S-05"),
            "Z" => {
                rule(percent.is_zero(), "BR-Z-05");
                rule(tax.is_zero(), "BR-Z-09");
            }
            _ => rule(false, "an unknown category"),
        }
    }
    for line in &lines {
        let price = line.number("cac:Price/cbc:PriceAmount");
        rule(price >= Decimal::ZERO, "BR-27");
        rule(
            line.number(quantity) * price == net_of(line),
            "the line is quantity by price",
        );
        rule(!line.text("cac:Item/cbc:Name").is_empty(), "BR-25");
        let own =
            |member: &str| line.text(&format!("cac:Item/cac:ClassifiedTaxCategory/cbc:{member}"));
        let is_there = subtotals.iter().any(|of| {
            of.text("cac:TaxCategory/cbc:ID") == own("ID")
                && of.text("cac:TaxCategory/cbc:Percent") == own("Percent")
        });
        rule(is_there, "BR-S-01, BR-Z-01");
    }
    for name in [
        "LineExtensionAmount",
        "TaxExclusiveAmount",
        "TaxInclusiveAmount",
        "PayableAmount",
    ] {
        rule(total(name).scale() == 2, "BR-DEC");
    }
    violations
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn invoice(lines: &[InvoiceDetail]) -> Invoice {
    let sum = total(lines);
    Invoice {
        id: InvoiceId(1),
        row_version: 1,
        invoice_number: Some("INV000001".to_owned()),
        run_id: None,
        customer_id: data::ids::CustomerId(1),
        tax_exclusive_amount: sum.tax_exclusive_amount,
        tax: sum.tax,
        amount: sum.total,
        outstanding_amount: sum.total,
        currency: "AUD".to_owned(),
        currency_factor: Factor::default(),
        base_currency: "AUD".to_owned(),
        base_tax_exclusive_amount: sum.tax_exclusive_amount,
        base_tax: sum.tax,
        base_amount: sum.total,
        base_outstanding_amount: sum.total,
        invoice_date: day("2026-03-02"),
        due_date: day("2026-03-16"),
        period_start: None,
        period_end: None,
        status: InvoiceStatus::Posted,
        invoice_type: InvoiceType::AdHoc,
        cost_center: None,
        reference: None,
        notes: Some("5 < 6 & \"7\"".to_owned()),
        customer: InvoicedCustomer {
            code: "C00001".to_owned(),
            company_name: Some("Bluegum <Wines>".to_owned()),
            abn: Some("51 824 753 556".to_owned()),
            ..InvoicedCustomer::default()
        },
        seller: InvoiceSeller {
            legal_name: "Southern Cross".to_owned(),
            tax_vat_no: "53 004 085 616".to_owned(),
            country_code: "AU".to_owned(),
            ..InvoiceSeller::default()
        },
        ad_hoc: None,
        written_off_amount: Decimal::ZERO,
        base_written_off_amount: Decimal::ZERO,
        written_off_date: None,
        mailed_time: None,
        mail_state: None,
        creation_time: chrono::DateTime::UNIX_EPOCH,
        creator_user_id: None,
        is_overdue: false,
        allowed_operations: Vec::new(),
    }
}

fn details(lines: &[InvoiceDetail]) -> Vec<InvoiceDetail> {
    let of = |(line, at): (&InvoiceDetail, i64)| InvoiceDetail {
        id: InvoiceDetailId(at),
        row_version: 1,
        invoice_id: InvoiceId(1),
        tax_exclusive_amount: line.tax_exclusive_amount.normalize(),
        tax: line.tax.normalize(),
        amount: line.amount.normalize(),
        tax_percent: line.tax_percent.normalize(),
        ..line.clone()
    };
    lines.iter().zip(1..).map(of).collect()
}

/// Takes net thousandths, and optionally the tax.
fn lines(of: &[(i64, Option<i64>)]) -> Vec<InvoiceDetail> {
    let line = |(net, percent): &(i64, Option<i64>)| AdHocLine {
        description: "Storage & handling".to_owned(),
        tax_exclusive_amount: Decimal::new(*net, 3),
        tax: percent.map(|percent| money::round(Decimal::new(*net * percent, 5), "AUD")),
        ..AdHocLine::default()
    };
    let ad_hoc = AdHocInvoice {
        invoice_lines: of.iter().map(line).collect(),
        ..AdHocInvoice::default()
    };
    ad_hoc_lines(&ad_hoc, Decimal::TEN, "AUD")
}

fn credited(details: &[InvoiceDetail], tenths: &[i64]) -> (CreditNote, Vec<CreditNoteDetail>) {
    let mut lines = Vec::new();
    for (of, tenths) in details.iter().zip(tenths.iter().cycle()) {
        let whole = of.price();
        let approved = money::round(of.amount * Decimal::new(*tenths, 1), "AUD");
        let part = credit_notes::rules::part(whole, carriage::money::Amount::ZERO, approved, "AUD");
        lines.push(CreditNoteDetail {
            id: CreditNoteDetailId(of.id.0),
            row_version: 1,
            credit_note_id: CreditNoteId(1),
            invoice_detail_id: of.id,
            credit_note_detail_type: CreditNoteDetailType::Overcharge,
            reference_no: None,
            description: of.description.clone(),
            amount: of.amount,
            approved_amount: part.total,
            tax_exclusive_amount: part.tax_exclusive_amount,
            tax: part.tax,
            notes: None,
        });
    }
    let sum = |of: fn(&CreditNoteDetail) -> Decimal| lines.iter().map(of).sum::<Decimal>();
    let note = CreditNote {
        mail_state: None,
        id: CreditNoteId(1),
        row_version: 1,
        credit_note_number: Some("CN000001".to_owned()),
        credit_note_date: Some(day("2026-04-01")),
        customer_id: data::ids::CustomerId(1),
        invoice_id: InvoiceId(1),
        invoice_number: Some("INV000001".to_owned()),
        currency: "AUD".to_owned(),
        amount: sum(|line| line.amount),
        approved_amount: sum(|line| line.approved_amount),
        unapplied_amount: Decimal::ZERO,
        tax_exclusive_amount: sum(|line| line.tax_exclusive_amount),
        tax: sum(|line| line.tax),
        base_tax_exclusive_amount: sum(|line| line.tax_exclusive_amount),
        base_tax: sum(|line| line.tax),
        base_unapplied_amount: Decimal::ZERO,
        status: CreditNoteStatus::Approved,
        creation_time: chrono::DateTime::UNIX_EPOCH,
        creator_user_id: None,
        allowed_operations: Vec::new(),
    };
    (note, lines)
}

#[test]
fn a_credit_note_names_the_invoice_that_it_is_for() {
    let lines = lines(&[(100_000, None), (50_000, Some(0))]);
    let (of, details) = (invoice(&lines), details(&lines));
    let (note, credited) = credited(&details, &[5, 10]);
    let document = read(&credit_note(&note, &credited, &of, &details));
    assert_eq!(
        (
            document.name.as_str(),
            document.text("cbc:CreditNoteTypeCode")
        ),
        ("CreditNote", "381")
    );
    assert_eq!(
        document.text("cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID"),
        "INV000001",
        "BR-55"
    );
    assert_eq!(
        document.number("cac:LegalMonetaryTotal/cbc:PayableAmount"),
        Decimal::new(10_500, 2)
    );
    let categories: Vec<&str> = document
        .all("cac:CreditNoteLine")
        .map(|line| line.text("cac:Item/cac:ClassifiedTaxCategory/cbc:ID"))
        .collect();
    assert_eq!(categories, ["S", "Z"]);
}

#[test]
fn the_rules_find_what_is_wrong() {
    let lines = lines(&[(100_000, None)]);
    let text = xml(&invoice(&lines), &details(&lines));
    for (right, errors, rule) in [
        (
            "<cbc:PayableAmount currencyID=\"AUD\">110.00",
            "<cbc:PayableAmount currencyID=\"AUD\">110.01",
            "BR-CO-16",
        ),
        (
            "<cbc:TaxableAmount currencyID=\"AUD\">100.00",
            "<cbc:TaxableAmount currencyID=\"AUD\">120.00",
            "aligned-ibrp-051-aunz",
        ),
        (
            "<cbc:EndpointID schemeID=\"0151\">51824753556",
            "<cbc:EndpointID schemeID=\"0151\">12345678901",
            "ibr-120",
        ),
        (
            "<cbc:CompanyID schemeID=\"0151\">51824753556</cbc:CompanyID>",
            "",
            "aligned-ibr-004-aunz",
        ),
        (
            "<cbc:EndpointID schemeID=\"0151\">51824753556</cbc:EndpointID>",
            "",
            "ibr-080",
        ),
        (
            "<cbc:PriceAmount currencyID=\"AUD\">100.00",
            "<cbc:PriceAmount currencyID=\"AUD\">-100.00",
            "BR-27",
        ),
    ] {
        let spoilt = read(&text.replace(right, errors));
        let found = violated_rules(&spoilt, "cac:InvoiceLine", "cbc:InvoicedQuantity");
        assert!(found.contains(&rule.to_owned()), "{rule}: {found:?}");
    }
}

#[test]
fn half_cents_of_many_lines_keep_the_rules_and_what_is_to_be_paid() {
    let lines = lines(&vec![(20_250, None); 230]);
    let (of, details) = (invoice(&lines), details(&lines));
    let document = read(&xml(&of, &details));
    assert_eq!(
        violated_rules(&document, "cac:InvoiceLine", "cbc:InvoicedQuantity"),
        Vec::<String>::new()
    );
    assert_eq!(
        (of.tax, of.amount),
        (Decimal::new(46_690, 2), Decimal::new(512_440, 2))
    );
    assert_eq!(
        document.number("cac:TaxTotal/cbc:TaxAmount"),
        Decimal::new(46_575, 2)
    );
    assert_eq!(
        document.number("cac:LegalMonetaryTotal/cbc:PayableRoundingAmount"),
        Decimal::new(115, 2)
    );
    assert_eq!(
        document.number("cac:LegalMonetaryTotal/cbc:PayableAmount"),
        of.amount
    );
    let (note, credited) = credited(&details, &[10]);
    let document = read(&credit_note(&note, &credited, &of, &details));
    assert_eq!(
        violated_rules(&document, "cac:CreditNoteLine", "cbc:CreditedQuantity"),
        Vec::<String>::new()
    );
    assert_eq!(
        document.number("cac:LegalMonetaryTotal/cbc:PayableAmount"),
        of.amount
    );
}

#[test]
fn a_buyer_in_new_zealand_is_named_by_its_nzbn() {
    let lines = lines(&[(100_000, None)]);
    let mut of = invoice(&lines);
    let address = carriage::address::Address {
        country_code: "NZ".to_owned(),
        ..Default::default()
    };
    (of.customer.address, of.customer.abn) = (Some(address), Some("9429 0338 21733".to_owned()));
    let document = read(&xml(&of, &details(&lines)));
    assert_eq!(
        violated_rules(&document, "cac:InvoiceLine", "cbc:InvoicedQuantity"),
        Vec::<String>::new()
    );
    let legal = document
        .child("cac:AccountingCustomerParty/cac:Party/cac:PartyLegalEntity/cbc:CompanyID")
        .unwrap();
    assert_eq!(
        (legal.scheme.as_str(), legal.text.as_str()),
        ("0088", "9429033821733")
    );
    assert!(e_invoices::requirements::check(&of, [Decimal::TEN]).is_empty());
    of.customer.abn = Some("51824753556".to_owned());
    assert_eq!(
        e_invoices::requirements::check(&of, [])[0].member,
        "customer.abn"
    );
}

#[test]
fn what_an_e_invoice_lacks_is_named() {
    let members = |of: &Invoice, percent: &str| -> Vec<String> {
        e_invoices::requirements::check(of, [percent.parse().unwrap()])
            .into_iter()
            .map(|error| error.member)
            .collect()
    };
    let whole = invoice(&lines(&[(100_000, None)]));
    assert!(members(&whole, "10").is_empty());
    assert_eq!(members(&whole, "0.4"), ["invoiceDetails"]);
    for number in [None, Some(" "), Some("12345678901"), Some("9429033821733")] {
        let mut of = whole.clone();
        of.customer.abn = number.map(str::to_owned);
        assert_eq!(members(&of, "0"), ["customer.abn"], "{number:?}");
    }
    let mut of = whole.clone();
    (of.seller.tax_vat_no, of.seller.legal_name) = ("12-345".to_owned(), " ".to_owned());
    assert_eq!(
        members(&of, "10"),
        ["billing.legalName", "billing.taxVatNo"]
    );
}

proptest! {
    #[test]
    fn equal_lines_keep_the_rules(net in 1i64..30_000, count in 1usize..600) {
        let lines = lines(&vec![(net, None); count]);
        let (of, details) = (invoice(&lines), details(&lines));
        let document = read(&xml(&of, &details));
        prop_assert_eq!(violated_rules(&document, "cac:InvoiceLine", "cbc:InvoicedQuantity"), Vec::<String>::new());
        prop_assert_eq!(document.number("cac:LegalMonetaryTotal/cbc:PayableAmount"), of.amount);
    }

    #[test]
    fn every_e_invoice_keeps_the_rules(
        nets in prop::collection::vec((-100_000i64..5_000_000, prop::option::of(0i64..25)), 1..60),
        tenths in prop::collection::vec(1i64..=10, 1..8),
    ) {
        let lines = lines(&nets);
        let (of, details) = (invoice(&lines), details(&lines));
        let document = read(&xml(&of, &details));
        prop_assert_eq!(violated_rules(&document, "cac:InvoiceLine", "cbc:InvoicedQuantity"), Vec::<String>::new());
        prop_assert_eq!(document.number("cac:LegalMonetaryTotal/cbc:PayableAmount"), of.amount);
        let (note, credited) = credited(&details, &tenths);
        if credited.iter().any(|line| !line.approved_amount.is_zero()) {
            let document = read(&credit_note(&note, &credited, &of, &details));
            prop_assert_eq!(violated_rules(&document, "cac:CreditNoteLine", "cbc:CreditedQuantity"), Vec::<String>::new());
            prop_assert_eq!(document.number("cac:LegalMonetaryTotal/cbc:PayableAmount"), note.approved_amount);
        }
    }
}
