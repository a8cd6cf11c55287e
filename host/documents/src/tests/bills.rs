//! Tests of invoices and dispute letters.

use super::*;

fn bill(lines: usize) -> Invoice {
    let line = |number: usize| InvoiceLine {
        reference: format!("OWN{number:07}"),
        description: "Richmond – Parramatta".into(),
        service: "Road".into(),
        before_tax: "100.00".into(),
        tax: "10.00".into(),
        amount: "110.00".into(),
    };
    Invoice {
        title: "Tax invoice".into(),
        number: "INV000042".into(),
        date: "2026-03-02".into(),
        due: "2026-03-16".into(),
        currency: "AUD".into(),
        seller: sender(),
        seller_tax_number: "ABN 53 004 085 616".into(),
        customer: receiver(),
        lines: (1..=lines).map(line).collect(),
        total: "1100.00".into(),
        ..Invoice::default()
    }
}

#[test]
fn an_invoice_runs_over_as_many_pages_as_it_needs() {
    for (lines, pages) in [(0, 1), (17, 1), (18, 2), (50, 2), (51, 3)] {
        assert_eq!(
            page_sizes(&invoice(&bill(lines)).unwrap()).len(),
            pages,
            "{lines} lines"
        );
    }
    let error = invoice(&Invoice {
        number: " ".into(),
        ..bill(1)
    })
    .unwrap_err();
    assert_eq!(
        (error.member.as_str(), error.message.to_string().as_str()),
        ("number", "is required")
    );
    assert_eq!(invoice(&bill(20_001)).unwrap_err().member, "lines");
    let Some(text) = poppler(
        "pdftotext",
        &["-layout", "-", "-"],
        &invoice(&bill(40)).unwrap(),
    ) else {
        return;
    };
    let text = String::from_utf8(text).unwrap();
    for words in [
        "Tax invoice",
        "INV000042",
        "ABN 53 004 085 616",
        "Bayside Hardware",
        "OWN0000040",
        "AUD 1100.00",
        "16 Mar 2026",
    ] {
        assert!(text.contains(words), "{words} is missing");
    }
}

#[test]
fn a_dispute_letter_lists_each_charge_and_its_reason() {
    let line = |number: usize| DisputedLine {
        invoice: "INV-7".into(),
        consignment: format!("OWN{number:07}"),
        declared: "10".into(),
        charged: "25".into(),
        quoted: "20.00".into(),
        invoiced: "25.00".into(),
        accepted: "20.00".into(),
        disputed: "5.00".into(),
        reason: "Never weighed".into(),
        ..DisputedLine::default()
    };
    let letter = |lines: usize| Dispute {
        number: "R42".into(),
        date: "2026-03-02".into(),
        issuer: sender(),
        carrier: "Parcel Post".into(),
        currency: "AUD".into(),
        lines: (1..=lines).map(line).collect(),
        disputed: "200.00".into(),
        ..Dispute::default()
    };
    for (lines, pages) in [(0, 1), (12, 1), (13, 2), (33, 2), (34, 3)] {
        assert_eq!(
            page_sizes(&dispute(&letter(lines)).unwrap()).len(),
            pages,
            "{lines} lines"
        );
    }
    assert_eq!(
        dispute(&Dispute {
            carrier: " ".into(),
            ..letter(1)
        })
        .unwrap_err()
        .member,
        "carrier"
    );
    assert_eq!(dispute(&letter(5_001)).unwrap_err().member, "lines");
    let Some(text) = poppler(
        "pdftotext",
        &["-layout", "-", "-"],
        &dispute(&letter(40)).unwrap(),
    ) else {
        return;
    };
    let text = String::from_utf8(text).unwrap();
    for words in [
        "Disputed charges",
        "R42",
        "Parcel Post",
        "OWN0000040",
        "Never weighed",
        "AUD 200.00",
        "2 Mar 2026",
    ] {
        assert!(text.contains(words), "{words} is missing");
    }
}
