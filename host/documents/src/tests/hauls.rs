//! Tests of loading sheets and manifests of line hauls.

use super::*;
use crate::{HaulRow, HaulSheet, haul_sheet};

fn sheet(rows: usize) -> HaulSheet {
    let row = |at: usize| HaulRow {
        cells: [
            format!("J00007-{at:03}"),
            "Bluegum Wines".to_owned(),
            "Harbour Tools".to_owned(),
            "Parramatta 2150".to_owned(),
            "Pallet".to_owned(),
            "390 kg".to_owned(),
            String::new(),
        ],
        is_dangerous: at == 2,
    };
    HaulSheet {
        title: "Loading sheet".to_owned(),
        number: "LH00241".to_owned(),
        issuer: "Southern Cross Freight".to_owned(),
        lane: ["Melbourne".to_owned(), "Sydney".to_owned()],
        facts: vec![
            ("DRIVER".to_owned(), "Ren Adair".to_owned()),
            ("SEAL".to_owned(), " ".to_owned()),
        ],
        columns: [
            ("ARTICLE", 36.0),
            ("SENDER", 32.0),
            ("RECEIVER", 36.0),
            ("TO", 30.0),
            ("GOODS", 18.0),
            ("WEIGHT", 16.0),
            ("LOADED", 12.0),
        ],
        rows: (1..=rows).map(row).collect(),
        total: "3 articles · 1,170 kg".to_owned(),
        statement: "Loaded as listed.".to_owned(),
        signatures: vec!["LOADER", "SIGNATURE", "TIME"],
    }
}

#[test]
fn a_loading_sheet_names_articles_ends_and_dangerous_goods() {
    let pdf = haul_sheet(&sheet(3)).unwrap();
    assert_eq!(page_sizes(&pdf).len(), 1);
    let Some(text) = poppler("pdftotext", &["-layout", "-", "-"], &pdf) else {
        return;
    };
    let text = String::from_utf8(text).unwrap();
    for words in [
        "Loading sheet",
        "LH00241",
        "Melbourne",
        "Sydney",
        "Ren Adair",
        "J00007-003",
        "Dangerous goods",
        "3 articles",
        "SIGNATURE",
    ] {
        assert!(text.contains(words), "{words} is missing in {text}");
    }
    assert!(!text.contains("SEAL"), "an empty fact is drawn");
}

#[test]
fn many_articles_take_further_pages_and_their_number_is_bounded() {
    let pages = |rows| page_sizes(&haul_sheet(&sheet(rows)).unwrap()).len();
    assert!(pages(500) > 10);
    assert!(haul_sheet(&sheet(2 * MAX_LINES + 1)).is_err());
    let unnamed = HaulSheet {
        number: String::new(),
        ..sheet(1)
    };
    assert_eq!(haul_sheet(&unnamed).unwrap_err().member, "number");
}
