//! Tests of manifests.

use super::*;

#[test]
fn a_manifest_runs_over_as_many_pages_as_it_needs() {
    for (lines, pages) in [(0, 1), (20, 1), (21, 2), (53, 2), (54, 3), (500, 16)] {
        let pdf = manifest(&sheet(lines)).unwrap();
        let sizes = page_sizes(&pdf);
        assert_eq!(sizes.len(), pages, "{lines} lines");
        assert!((sizes[0].0 - 595.276).abs() < 0.01 && (sizes[0].1 - 841.89).abs() < 0.01);
    }
    assert!(manifest(&sheet(5001)).is_err());
    let Some(text) = poppler(
        "pdftotext",
        &["-layout", "-", "-"],
        &manifest(&sheet(40)).unwrap(),
    ) else {
        return;
    };
    let text = String::from_utf8(text).unwrap();
    for words in [
        "Own fleet manifest",
        "M0000042",
        "Harbour Tools Pty Ltd",
        "OWN0000040",
        "40 consignments",
        "80 pieces",
        "290 kg",
        "Page 2 of 2",
        "DRIVER'S SIGNATURE",
    ] {
        assert!(text.contains(words), "{words} is missing");
    }
}

#[test]
fn a_manifest_of_one_consignment_counts_in_the_singular() {
    let mut single = sheet(1);
    single.lines[0].pieces = 1;
    let pdf = manifest(&single).unwrap();
    let Some(text) = poppler("pdftotext", &["-layout", "-", "-"], &pdf) else {
        return;
    };
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("1 consignment · 1 piece · 7.25 kg"), "{text}");
}

#[test]
fn a_manifest_lists_the_dangerous_goods_below_their_consignment() {
    let mut listed = sheet(20);
    listed.lines[1].un_numbers = (0..12)
        .map(|number| format!("UN{}", 1950 + number))
        .collect();
    let pdf = manifest(&listed).unwrap();
    assert_eq!(page_sizes(&pdf).len(), 2, "two more rows");
    let Some(text) = poppler("pdftotext", &["-layout", "-", "-"], &pdf) else {
        return;
    };
    let text = String::from_utf8(text).unwrap();
    for words in [
        "OWN0000002 contains dangerous goods: UN1950, UN1951",
        "UN1959",
        "OWN0000002 contains dangerous goods: UN1960, UN1961",
        "20 consignments",
    ] {
        assert!(text.contains(words), "{words} is missing: {text}");
    }
}
