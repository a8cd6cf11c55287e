//! Tests of invoices, credit notes, statements and dispute letters.

use super::*;

fn bill(lines: usize) -> Invoice {
    let line = |number: usize| InvoiceLine {
        date: "2026-02-14".into(),
        reference: format!("OWN{number:07}"),
        description: "Richmond – Parramatta".into(),
        service: "Road express".into(),
        quantity: "12".into(),
        before_tax: group_digits("1100.00"),
        tax: "110.00".into(),
        amount: group_digits("1210.00"),
    };
    Invoice {
        title: "Tax invoice".into(),
        number: "INV000042".into(),
        date: "2026-03-02".into(),
        due: "2026-03-16".into(),
        period: "1 Feb 2026 – 28 Feb 2026".into(),
        currency: "AUD".into(),
        seller: sender(),
        seller_tax_number: "ABN 53 004 085 616".into(),
        customer: receiver(),
        lines: (1..=lines).map(line).collect(),
        tax_name: "GST".into(),
        before_tax: group_digits("44000.00"),
        tax: group_digits("4400.00"),
        total: group_digits("48400.00"),
        outstanding: group_digits("48400.00"),
        payment: vec![
            "Account name: Harbour Tools Pty Ltd".into(),
            "BSB 083-001, account 12345678".into(),
            "Reference: INV000042".into(),
        ],
        notes: "Thank you.".into(),
        ..Invoice::default()
    }
}

/// Writes pages as pictures to the folder of this variable, to look at them.
pub fn show(name: &str, pdf: &[u8]) {
    if let Ok(folder) = std::env::var("WAYBILL_SHOW_DOCUMENTS") {
        std::fs::write(format!("{folder}/{name}.pdf"), pdf).unwrap();
    }
}

fn texts(pdf: &[u8]) -> Option<String> {
    poppler("pdftotext", &["-layout", "-", "-"], pdf).map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn thousands_are_separated() {
    for (amount, grouped) in [
        ("0.00", "0.00"),
        ("999.50", "999.50"),
        ("1000.00", "1,000.00"),
        ("-1234567.125", "-1,234,567.125"),
        ("1200", "1,200"),
        ("", ""),
    ] {
        assert_eq!(group_digits(amount), grouped);
    }
}

#[test]
fn an_invoice_runs_over_as_many_pages_as_it_needs() {
    for (lines, pages) in [(0, 1), (19, 1), (20, 2), (40, 2), (80, 3)] {
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
}

#[test]
fn a_tax_invoice_names_all_that_the_law_requires() {
    let dots = |width: u32, height: u32| {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(png::ColorType::Grayscale);
        let mut writer = encoder.write_header().unwrap();
        let picture: Vec<u8> = (0..width * height).map(|at| (at % 251) as u8).collect();
        writer.write_image_data(&picture).unwrap();
        writer.finish().unwrap();
        file
    };
    let with_logo = Invoice {
        logo: Some(Logo {
            media_type: "image/png".into(),
            content: dots(300, 90),
        }),
        ..bill(40)
    };
    let pdf = invoice(&with_logo).unwrap();
    show("invoice", &pdf);
    assert!(pdf.len() > invoice(&bill(40)).unwrap().len());
    let broken = Invoice {
        logo: Some(Logo {
            media_type: "image/png".into(),
            content: b"no picture".to_vec(),
        }),
        ..bill(1)
    };
    assert_eq!(page_sizes(&invoice(&broken).unwrap()).len(), 1);
    let Some(text) = texts(&pdf) else { return };
    for words in [
        "Tax invoice",
        "INV000042",
        "ABN 53 004 085 616",
        "Bayside Hardware",
        "OWN0000040",
        "14 Feb 2026",
        "Richmond – Parramatta",
        "EXCL. GST",
        "Total including GST",
        "AUD 48,400.00",
        "16 Mar 2026",
        "HOW TO PAY",
        "BSB 083-001, account 12345678",
        "Page 2 of 2",
    ] {
        assert!(text.contains(words), "{words} is missing");
    }
    assert_eq!(
        text.matches("CONSIGNMENT").count(),
        2,
        "a heading on each page"
    );
}

#[test]
fn a_credit_note_looks_like_its_invoice() {
    let note = Invoice {
        title: "Credit note".into(),
        number: "CN000007".into(),
        credited_invoice: "INV000042".into(),
        due: String::new(),
        outstanding: String::new(),
        payment: Vec::new(),
        ..bill(2)
    };
    let pdf = invoice(&note).unwrap();
    show("credit-note", &pdf);
    let Some(text) = texts(&pdf) else { return };
    for words in [
        "Credit note",
        "FOR INVOICE",
        "REASON",
        "Total including GST",
    ] {
        assert!(text.contains(words), "{words} is missing");
    }
    assert!(!text.contains("To be paid") && !text.contains("HOW TO PAY"));
}

#[test]
fn a_statement_shows_the_way_to_its_closing_balance() {
    let line = |number: usize| StatementLine {
        date: "2026-02-14".into(),
        description: "Invoice: due 28 Feb 2026".into(),
        reference: format!("INV{number:06}"),
        charges: group_digits("1210.00"),
        balance: group_digits("2420.00"),
        ..StatementLine::default()
    };
    let pdf = statement(&Statement {
        title: "Statement".into(),
        number: "C0042".into(),
        from: "2026-02-01".into(),
        to: "2026-02-28".into(),
        currency: "AUD".into(),
        seller: sender(),
        customer: receiver(),
        opening: group_digits("1210.00"),
        lines: (1..=5).map(line).collect(),
        sums: vec![
            ("Opening balance".into(), group_digits("1210.00")),
            ("Invoices".into(), group_digits("6050.00")),
            ("Closing balance".into(), group_digits("7260.00")),
        ],
        notes: vec![
            (
                "UNPAID INVOICES BY AGE".into(),
                vec![
                    "Not yet due: 7,000.00".into(),
                    "1 to 30 days: 360.00".into(),
                ],
            ),
            (
                "NOT YET APPLIED".into(),
                vec!["Payment RX-17 of 3 Feb 2026: 100.00".into()],
            ),
        ],
        ..Statement::default()
    })
    .unwrap();
    show("statement", &pdf);
    let Some(text) = texts(&pdf) else { return };
    for words in [
        "Opening balance",
        "AUD 7,260.00",
        "UNPAID INVOICES BY AGE",
        "Payment RX-17 of 3 Feb 2026: 100.00",
        "INV000005",
        "28 Feb 2026",
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
