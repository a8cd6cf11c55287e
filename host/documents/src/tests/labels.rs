//! Tests of labels and notes: no line touches another, however long the texts are.

use super::*;

/// A word's text and box in points: left, top, right, bottom. The box is reduced to the capitals.
type Word = (String, [f32; 4]);

fn words(pdf: &[u8]) -> Option<Vec<Word>> {
    let page = poppler("pdftotext", &["-bbox", "-", "-"], pdf)?;
    let page = String::from_utf8(page).unwrap();
    let number = |line: &str, name: &str| -> f32 {
        let (_, after) = line.split_once(&format!("{name}=\"")).unwrap();
        after.split('"').next().unwrap().parse().unwrap()
    };
    let lines = page.lines().filter(|line| line.contains("<word "));
    let words = lines.map(|line| {
        let (top, bottom) = (number(line, "yMin"), number(line, "yMax"));
        let height = bottom - top;
        let text = line.split(['<', '>']).nth(2).unwrap().to_owned();
        let sides = [
            number(line, "xMin") + 0.3,
            top + 0.28 * height,
            number(line, "xMax") - 0.3,
            bottom - 0.22 * height,
        ];
        (text, sides)
    });
    Some(words.collect())
}

/// Fails if two words share ink.
fn assert_apart(name: &str, pdf: &[u8], page: (f32, f32)) {
    super::bills::show(name, pdf);
    let Some(words) = words(pdf) else { return };
    assert!(words.len() > 10, "{name} has texts");
    for (at, (text, [left, top, right, bottom])) in words.iter().enumerate() {
        assert!(
            *left >= 0.0 && *right <= page.0 && *top >= 0.0 && *bottom <= page.1,
            "{name}: {text} leaves the page"
        );
        for (other, [left2, top2, right2, bottom2]) in &words[at + 1..] {
            let apart = right <= left2 || right2 <= left || bottom <= top2 || bottom2 <= top;
            assert!(apart, "{name}: {text} touches {other}");
        }
    }
}

const LABEL: (f32, f32) = (283.47, 425.2);
const A4: (f32, f32) = (595.28, 841.89);

/// Three short lines under a company name of two lines.
fn long_company() -> Party {
    Party {
        contact_name: Some("Alexandria Featherstone".into()),
        company_name: Some("Great Southern Hydraulic Components Pty Ltd".into()),
        telephone: Some("0390000000".into()),
        lines: vec![
            "Unit 7".into(),
            "14 Kiln Street".into(),
            "Corner Bathurst Road".into(),
        ],
        suburb: "Darra".into(),
        state: Some("QLD".into()),
        postcode: "4076".into(),
        country_code: "AU".into(),
    }
}

/// As long as an address may be.
fn longest(word: &str) -> Party {
    let text = |length: usize| -> String {
        let repeated = format!("{word} ").repeat(length / word.chars().count() + 1);
        let text: String = repeated.chars().take(length).collect();
        text.trim().to_owned()
    };
    Party {
        contact_name: Some(text(128)),
        company_name: Some(text(128)),
        telephone: Some("+61 3 9000 0000 ext 12345".into()),
        lines: vec![text(128), text(128), text(128)],
        suburb: text(64),
        state: Some(text(64)),
        postcode: "SW1A 1AA 12".into(),
        country_code: "GB".into(),
    }
}

#[test]
fn lines_of_a_label_never_touch() {
    let parties = [
        ("label-company", long_company()),
        ("label-latin", longest("Wollongong")),
        ("label-wide", longest("MMMMMMMMMMMMMMMMMMMMMMMM")),
        ("label-arabic", longest("شركة النقل السريع")),
        ("label-short", receiver()),
    ];
    for (name, party) in parties {
        for dangerous_goods in [false, true] {
            let label = Label {
                sender: party.clone(),
                receiver: party.clone(),
                service_name: "Road express overnight priority".into(),
                reference: "PO 4711 / 0815 for the warehouse in the second basement".into(),
                route: "QLD 4076".into(),
                dangerous_goods,
                ..label()
            };
            assert_apart(name, &labels(&[label]).unwrap(), LABEL);
        }
    }
}

#[test]
fn a_consignment_note_shows_a_long_company_name_whole() {
    let note = Consignment {
        sender: long_company(),
        receiver: long_company(),
        ..consignments::consignment(ConsignmentDocument::Note)
    };
    let pdf = consignment(&note).unwrap();
    assert_apart("note", &pdf, A4);
    let Some(words) = words(&pdf) else { return };
    let whole = words
        .iter()
        .filter(|(text, _)| text == "Components")
        .count();
    assert_eq!(whole, 2, "{words:?}");
    let note = Consignment {
        sender: longest("Wollongong"),
        receiver: longest("Wollongong"),
        ..consignments::consignment(ConsignmentDocument::Note)
    };
    assert_apart("note-longest", &consignment(&note).unwrap(), A4);
}
