//! Tests of documents: pages, texts, rejections and bars.

use std::io::Write;
use std::process::{Command, Stdio};

use proptest::prelude::*;

use super::*;

mod bills;
mod bundles;
mod consignments;
mod deliveries;
mod hauls;
mod labels;
mod manifests;

fn sender() -> Party {
    Party {
        contact_name: Some("Dispatch".into()),
        company_name: Some("Harbour Tools Pty Ltd".into()),
        telephone: Some("03 9000 0000".into()),
        lines: vec!["Unit 4".into(), "18 Wharf Street".into()],
        suburb: "Port Melbourne".into(),
        state: Some("VIC".into()),
        postcode: "3207".into(),
        country_code: "AU".into(),
    }
}

fn receiver() -> Party {
    Party {
        contact_name: Some("Ana Pires".into()),
        company_name: Some("Bayside Hardware".into()),
        telephone: Some("02 9000 0000".into()),
        lines: vec!["221 Military Road".into()],
        suburb: "Cremorne".into(),
        state: Some("NSW".into()),
        postcode: "2090".into(),
        country_code: "AU".into(),
    }
}

fn label() -> Label {
    Label {
        carrier_name: "Own fleet".into(),
        service_name: "Express".into(),
        connote: "OWN0000123".into(),
        piece: 1,
        pieces: 3,
        gs1: "(00)393123450000000013".into(),
        route: "SYD-N".into(),
        sender: sender(),
        receiver: receiver(),
        reference: "PO 4711".into(),
        weight_g: 12_500,
        instructions: "Leave at the dock, ring the bell twice. Authority to leave.".into(),
        date: "2026-01-31".into(),
        dangerous_goods: false,
    }
}

fn sheet(lines: usize) -> Manifest {
    let line = |number: usize| ManifestLine {
        connote: format!("OWN{number:07}"),
        receiver: "Bayside Hardware".into(),
        suburb: "CREMORNE NSW".into(),
        pieces: 2,
        weight_g: 7_250,
        service_name: "Express".into(),
        un_numbers: Vec::new(),
    };
    Manifest {
        title: "Own fleet manifest".into(),
        number: "M0000042".into(),
        date: "2026-01-31".into(),
        sender: sender(),
        lines: (1..=lines).map(line).collect(),
    }
}

fn insured() -> Certificate {
    Certificate {
        number: "WB1-42".into(),
        issuer: "Southern Cross Freight Pty Ltd".into(),
        issued: "2026-01-31".into(),
        insured: "Bluegum Wines".into(),
        kind: "Standard".into(),
        value: "AUD 12500.00".into(),
        excess: "AUD 250.00".into(),
        premium: "AUD 206.25".into(),
        carrier: "Own fleet, Express".into(),
        connote: "OWN0000123".into(),
        sender: sender(),
        receiver: receiver(),
        goods: (1..=20)
            .map(|number| format!("{number} × Carton, Spare parts"))
            .collect(),
        pieces: 210,
        weight_g: 412_500,
    }
}

/// Returns the page sizes in points, from the document itself.
fn page_sizes(pdf: &[u8]) -> Vec<(f32, f32)> {
    assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
    let text = String::from_utf8_lossy(pdf);
    text.split("/MediaBox")
        .skip(1)
        .map(|rest| {
            let numbers: Vec<f32> = rest
                .trim_start()
                .trim_start_matches('[')
                .split(']')
                .next()
                .unwrap()
                .split_whitespace()
                .map(|n| n.parse().unwrap())
                .collect();
            (numbers[2] - numbers[0], numbers[3] - numbers[1])
        })
        .collect()
}

/// Runs a poppler tool on a document. None if not installed.
fn poppler(tool: &str, arguments: &[&str], pdf: &[u8]) -> Option<Vec<u8>> {
    let started = Command::new(tool)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = started.ok()?;
    let mut input = child.stdin.take().unwrap();
    let pdf = pdf.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&pdf));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{tool} refused the document");
    Some(output.stdout)
}

#[test]
fn a_label_is_one_page_of_exactly_its_size() {
    let labels = labels(&[
        label(),
        Label {
            piece: 2,
            ..label()
        },
        Label {
            piece: 3,
            ..label()
        },
    ])
    .unwrap();
    let sizes = page_sizes(&labels);
    assert_eq!(sizes.len(), 3);
    for (width, height) in sizes {
        assert!(
            (width - 283.4646).abs() < 0.01 && (height - 425.1969).abs() < 0.01,
            "{width} x {height}"
        );
    }
    assert!(labels.len() < 100_000, "{} bytes", labels.len());
}

#[test]
fn a_label_tells_everything_in_letters_that_can_be_copied() {
    let dangerous = Label {
        dangerous_goods: true,
        ..label()
    };
    let Some(text) = poppler(
        "pdftotext",
        &["-layout", "-", "-"],
        &labels(&[dangerous]).unwrap(),
    ) else {
        return;
    };
    let text = String::from_utf8(text).unwrap();
    for words in [
        "Own fleet",
        "Express",
        "SYD-N",
        "1 of 3",
        "12.5 kg",
        "Bayside Hardware",
        "Ana Pires",
        "221 Military Road",
        "CREMORNE NSW",
        "2090",
        "Harbour Tools",
        "PO 4711",
        "31 Jan 2026",
        "OWN0000123",
        "(00)393123450000000013",
        "DANGEROUS",
        "ring the bell twice",
    ] {
        assert!(text.contains(words), "{words} is missing in {text}");
    }
}

/// Returns the black runs of a row across the barcode, at 8 dots per millimetre, as modules.
fn scan_bars(pdf: &[u8], row_mm: f32, dots: usize) -> Option<Vec<(usize, usize)>> {
    let image = poppler(
        "pdftoppm",
        &["-r", "203.2", "-gray", "-aa", "no", "-aaVector", "no", "-"],
        pdf,
    )?;
    // P5, width, height and maximum value precede the pixels.
    let mut fields = image.splitn(4, |byte| byte.is_ascii_whitespace());
    assert_eq!(fields.next(), Some(&b"P5"[..]));
    let mut number = || {
        std::str::from_utf8(fields.next().unwrap())
            .unwrap()
            .parse::<usize>()
            .unwrap()
    };
    let (width, height) = (number(), number());
    let pixels = &image[image.len() - width * height..];
    let row = &pixels[(row_mm * 8.0) as usize * width..][..width];
    let first = row.iter().position(|&pixel| pixel < 128).unwrap();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in row.iter().enumerate().filter(|(_, pixel)| **pixel < 128) {
        match runs.last_mut() {
            Some((start, width)) if *start + *width == at => *width += 1,
            _ => runs.push((at, 1)),
        }
    }
    assert!(first >= 10 * dots, "the quiet zone is {first} dots");
    for (start, width) in &runs {
        assert!(
            (start - first) % dots == 0 && width % dots == 0,
            "the bar at {start} is {width} dots wide"
        );
    }
    Some(
        runs.into_iter()
            .map(|(start, width)| ((start - first) / dots, width / dots))
            .collect(),
    )
}

#[test]
fn the_printed_bars_are_those_of_the_symbol() {
    for (gs1, dots) in [
        ("(00)393123450000000013", 4),
        ("(01)09312345678907(21)A17", 3),
        ("(01)99312650999998(91)ABC0000123000930", 2),
    ] {
        let elements = gs1::parse(gs1).unwrap();
        let symbol = code128::Symbol::gs1(&gs1::characters(&elements)).unwrap();
        let pdf = labels(&[Label {
            gs1: gs1.into(),
            ..label()
        }])
        .unwrap();
        let Some(bars) = scan_bars(&pdf, 125.0, dots) else {
            return;
        };
        assert_eq!(bars, symbol.bars(), "{gs1}");
    }
}

#[test]
fn a_certificate_is_one_page_that_says_what_is_insured() {
    let pdf = certificate(&insured()).unwrap();
    assert_eq!(page_sizes(&pdf).len(), 1);
    let error = certificate(&Certificate {
        connote: " ".into(),
        ..insured()
    })
    .unwrap_err();
    assert_eq!(error.member, "connote");
    let Some(text) = poppler("pdftotext", &["-layout", "-", "-"], &pdf) else {
        return;
    };
    let text = String::from_utf8(text).unwrap();
    for words in [
        "WB1-42",
        "Southern Cross Freight Pty Ltd",
        "31 Jan 2026",
        "Bluegum Wines",
        "AUD 12500.00",
        "AUD 250.00",
        "OWN0000123",
        "Harbour Tools",
        "CREMORNE NSW",
        "412.5 kg",
        "12 × Carton",
        "and 8 more lines",
    ] {
        assert!(text.contains(words), "{words} is missing in {text}");
    }
}

#[test]
fn refusals_name_the_field() {
    let refused = |change: fn(&mut Label)| {
        let mut broken = label();
        change(&mut broken);
        let error = labels(&[label(), broken]).unwrap_err();
        format!("{} {}", error.member, error.message)
    };
    assert_eq!(
        refused(|l| l.connote = " ".into()),
        "labels[1].connote is required"
    );
    assert_eq!(
        refused(|l| l.receiver.postcode.clear()),
        "labels[1].receiver.postcode is required"
    );
    assert_eq!(
        refused(|l| l.piece = 4),
        "labels[1].piece must be 1 to 3, the number of pieces"
    );
    assert_eq!(
        refused(|l| l.date = "31/01/2026".into()),
        "labels[1].date must be a day like 2026-01-31"
    );
    assert!(refused(|l| l.gs1 = "(00)393123450000000014".into()).starts_with("labels[1].gs1 (00)"));
    assert!(
        refused(|l| l.gs1 = "(91)abcdefghijklmnopqrstuvwxyzabcdefghijk".into())
            .contains("wider than the label")
    );
    assert_eq!(
        labels(&[]).unwrap_err().message,
        "must be 1 to 500 labels, not 0"
    );
    let error = manifest(&Manifest {
        number: String::new(),
        ..sheet(1)
    })
    .unwrap_err();
    assert_eq!(
        (error.member.as_str(), error.message.to_string().as_str()),
        ("number", "is required")
    );
}

#[test]
fn weights_have_no_idle_zeros() {
    assert_eq!(
        [
            kilograms(12_500),
            kilograms(1),
            kilograms(2_000),
            kilograms(100_000)
        ],
        ["12.5 kg", "0.001 kg", "2 kg", "100 kg"]
    );
}

/// Creates a label and a manifest with arbitrary texts.
fn arbitrary_documents(text: &str, other: &str, weight_g: u64, pieces: u32) -> (Label, Manifest) {
    let party = Party {
        contact_name: Some(other.into()),
        company_name: Some(text.into()),
        telephone: Some(text.into()),
        lines: vec![text.into(); 9],
        suburb: format!("A{other}"),
        state: Some(text.into()),
        postcode: format!("1{other}"),
        country_code: other.into(),
    };
    let label = Label {
        carrier_name: format!("A{text}"),
        service_name: text.into(),
        connote: format!("A{other}"),
        piece: pieces,
        pieces,
        route: text.into(),
        sender: party.clone(),
        receiver: party,
        reference: text.into(),
        weight_g,
        instructions: text.into(),
        dangerous_goods: pieces.is_multiple_of(2),
        ..label()
    };
    let line = ManifestLine {
        connote: format!("A{text}"),
        receiver: text.into(),
        suburb: other.into(),
        pieces,
        weight_g,
        service_name: text.into(),
        un_numbers: vec![text.into()],
    };
    let lines = vec![line.clone(), line];
    (
        label,
        Manifest {
            title: format!("A{text}"),
            number: format!("A{other}"),
            lines,
            ..sheet(0)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn any_text_makes_a_document(text in "\\PC{0,300}", other in "\\PC{0,60}", weight in any::<u64>(), pieces in 1u32..) {
        let (label, sheet) = arbitrary_documents(&text, &other, weight, pieces);
        prop_assert_eq!(page_sizes(&labels(&[label]).unwrap()).len(), 1);
        prop_assert_eq!(page_sizes(&manifest(&sheet).unwrap()).len(), 1);
    }
}

/// Reads the printed square symbol with an external reader, if installed.
#[test]
fn a_reader_finds_the_square_symbol_of_a_label() {
    let folder = std::env::temp_dir().join(format!("waybill-squares-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let page = folder.join("label.png");
    for gs1 in [
        "(00)393123450000000013",
        "(01)09312345678907(21)A17(420)2090",
        "(01)99312650999998(91)ABC0000123000930",
    ] {
        let pdf = labels(&[Label {
            gs1: gs1.into(),
            ..label()
        }])
        .unwrap();
        let Some(image) = poppler("pdftoppm", &["-r", "203.2", "-png", "-"], &pdf) else {
            break;
        };
        std::fs::write(&page, image).unwrap();
        let read = Command::new("dmtxread")
            .args(["--gs1=29", "--milliseconds=20000", "--stop-after=1"])
            .arg(&page)
            .output();
        let Ok(read) = read else { break };
        let wanted = format!("\u{1d}{}", gs1::characters(&gs1::parse(gs1).unwrap()));
        assert_eq!(
            String::from_utf8_lossy(&read.stdout),
            wanted,
            "{gs1}: {}",
            String::from_utf8_lossy(&read.stderr)
        );
    }
    std::fs::remove_dir_all(folder).unwrap();
}
