//! Tests of merged labels: pages, order, dots, and rejected foreign labels.

use std::io::{Cursor, Read};

use super::*;
use crate::bundle::{Bounds, bundle as bundle_within};

fn own_label(connote: &str, pieces: u32) -> LabelFile {
    let all: Vec<Label> = (1..=pieces)
        .map(|piece| Label {
            connote: connote.into(),
            piece,
            pieces,
            ..label()
        })
        .collect();
    file(
        "application/pdf",
        super::super::labels(&all).unwrap(),
        connote,
    )
}

fn file(media_type: &str, content: Vec<u8>, name: &str) -> LabelFile {
    LabelFile {
        media_type: media_type.into(),
        content,
        name: name.into(),
    }
}

/// Creates a foreign PDF of one page, sized in points.
fn foreign_label(width: u32, height: u32) -> LabelFile {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width} {height}]/Contents 4 0 R/Resources<<>>>>"
        ),
        "<</Length 16>>\nstream\n10 10 50 50 re f\nendstream".to_owned(),
    ];
    let mut pdf = String::from("%PDF-1.4\n");
    let mut places = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        places.push(pdf.len());
        pdf.push_str(&format!("{} 0 obj\n{object}\nendobj\n", at + 1));
    }
    let start = pdf.len();
    pdf.push_str("xref\n0 5\n0000000000 65535 f \n");
    places
        .iter()
        .for_each(|place| pdf.push_str(&format!("{place:010} 00000 n \n")));
    pdf.push_str(&format!(
        "trailer<</Size 5/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"
    ));
    file("application/pdf", pdf.into_bytes(), "foreign")
}

fn zpl() -> LabelFile {
    file(
        "application/zpl",
        b"^XA^FO50,50^FDHello^FS^XZ".to_vec(),
        "zpl",
    )
}

fn picture() -> LabelFile {
    let BundleFile {
        content,
        media_type,
        ..
    } = bundle(vec![own_label("P", 1)], LabelFormat::Png)
        .file
        .unwrap();
    file(media_type, content, "picture")
}

fn bundle_file(files: Vec<LabelFile>, format: LabelFormat) -> BundleFile {
    let bundle = bundle(files, format);
    assert!(bundle.left_out.is_empty(), "{:?}", bundle.left_out);
    bundle.file.unwrap()
}

const LABEL: (f32, f32) = (283.4646, 425.1969);

fn assert_sizes(pdf: &[u8], expected: &[(f32, f32)]) {
    let sizes = page_sizes(pdf);
    let is_near =
        |(a, b): (&(f32, f32), &(f32, f32))| (a.0 - b.0).abs() < 0.1 && (a.1 - b.1).abs() < 0.1;
    assert!(
        sizes.len() == expected.len() && sizes.iter().zip(expected).all(is_near),
        "{sizes:?}"
    );
}

#[test]
fn pages_of_all_are_put_in_their_order_at_their_size() {
    let pdf = bundle_file(
        vec![
            own_label("A", 2),
            foreign_label(298, 420),
            picture(),
            own_label("B", 1),
        ],
        LabelFormat::Pdf,
    );
    assert_eq!((pdf.media_type, pdf.ending), ("application/pdf", "pdf"));
    assert_sizes(&pdf.content, &[LABEL; 5]);
    if let Some(text) = poppler("pdftotext", &["-", "-"], &pdf.content) {
        let text = String::from_utf8(text).unwrap();
        let pages: Vec<&str> = text.split('\u{c}').collect();
        for (page, words) in [(0, "1 of 2"), (1, "2 of 2"), (4, "1 of 1")] {
            assert!(
                pages[page].contains(words),
                "{words} is not on page {page}: {text}"
            );
        }
    }
    // Labels that need half their size are not scaled.
    let large = bundle_file(
        vec![
            own_label("A", 1),
            foreign_label(595, 842),
            own_label("B", 1),
        ],
        LabelFormat::Pdf,
    );
    assert_sizes(&large.content, &[LABEL, (595.0, 842.0), LABEL]);
}

#[test]
fn a_sheet_has_four_labels() {
    const A4: (f32, f32) = (595.2756, 841.8898);
    assert_sizes(
        &bundle_file(vec![own_label("A", 4)], LabelFormat::A4).content,
        &[A4],
    );
    assert_sizes(
        &bundle_file(vec![own_label("A", 3), own_label("B", 2)], LabelFormat::A4).content,
        &[A4, A4],
    );
    let between = bundle_file(
        vec![
            own_label("A", 1),
            foreign_label(600, 850),
            own_label("B", 1),
        ],
        LabelFormat::A4,
    );
    assert_sizes(&between.content, &[A4, (600.0, 850.0), A4]);
}

#[test]
fn our_labels_tell_their_codes() {
    let label = own_label("A", 2);
    let codes = crate::label_codes(&label.media_type, &label.content);
    assert_eq!(codes.len(), 2);
    assert!(
        codes.iter().all(|code| code.starts_with("(00)")),
        "{codes:?}"
    );
    for foreign in [zpl(), picture()] {
        let codes = crate::label_codes(&foreign.media_type, &foreign.content);
        assert_eq!(codes, Vec::<String>::new());
    }
    assert!(crate::label_codes("application/pdf", b"no PDF").is_empty());
}

#[test]
fn bars_of_every_form_are_those_of_the_symbol() {
    let elements = gs1::parse(&label().gs1).unwrap();
    let bars = code128::Symbol::gs1(&gs1::characters(&elements))
        .unwrap()
        .bars();
    let merged = bundle_file(vec![own_label("A", 1), own_label("B", 1)], LabelFormat::Pdf);
    if let Some(scanned) = scan_bars(&merged.content, 125.0, 4) {
        assert_eq!(scanned, bars, "merging moves no dot");
    }
    let printed = bundle_file(vec![own_label("A", 1)], LabelFormat::Zpl);
    let dots = crate::bundle::decode(std::str::from_utf8(&printed.content).unwrap());
    assert_eq!((dots.width, dots.height), (800, 1200));
    assert_eq!(runs(&dots, 1000), bars);
    // The same dots as in the image.
    let mut reader = ::png::Decoder::new(Cursor::new(picture().content))
        .read_info()
        .unwrap();
    let mut content = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut content).unwrap();
    let white: Vec<u8> = dots.row(1000).iter().map(|byte| !byte).collect();
    assert_eq!(content[1000 * 100..][..100], white);
}

/// Returns the black runs of a row, as modules of four dots.
fn runs(dots: &crate::dots::Dots, y: usize) -> Vec<(usize, usize)> {
    let black: Vec<usize> = (0..dots.width).filter(|x| dots.is_black(*x, y)).collect();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for x in &black {
        match runs.last_mut() {
            Some((start, width)) if *start + *width == *x => *width += 1,
            _ => runs.push((*x, 1)),
        }
    }
    runs.into_iter()
        .map(|(start, width)| ((start - black[0]) / 4, width / 4))
        .collect()
}

#[test]
fn formats_of_carriers_are_joined_and_pictures_are_zipped() {
    let printed = bundle_file(
        vec![zpl(), own_label("A", 2), picture(), zpl()],
        LabelFormat::Zpl,
    );
    let text = String::from_utf8(printed.content).unwrap();
    assert_eq!(text.matches("^XA").count(), 5);
    assert!(
        text.starts_with("^XA^FO50,50^FDHello") && text.trim_end().ends_with("^FDHello^FS^XZ"),
        "{text}"
    );

    let single = bundle_file(vec![own_label("A", 1)], LabelFormat::Png);
    assert_eq!((single.media_type, single.ending), ("image/png", "png"));
    let pictures = bundle_file(vec![own_label("A/1", 2), picture()], LabelFormat::Png);
    let mut zip = zip::ZipArchive::new(Cursor::new(pictures.content)).unwrap();
    for (at, name) in ["0001-1-1.png", "0002-1-2.png", "0003-picture.png"]
        .into_iter()
        .enumerate()
    {
        let mut file = zip.by_index(at).unwrap();
        assert_eq!(file.name().unwrap(), name);
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        assert!(content.starts_with(b"\x89PNG"));
    }
}

#[test]
fn what_cannot_be_in_the_file_is_told_and_the_rest_is() {
    let told = |format, files: Vec<LabelFile>| {
        let bundle = bundle(files, format);
        let places: Vec<usize> = bundle.left_out.iter().map(|(place, _)| *place).collect();
        (bundle.file.map(|file| file.content), places)
    };
    let garbage = || file("application/pdf", b"<html>Sorry</html>".to_vec(), "garbage");
    let cut = || {
        let mut half = own_label("A", 1);
        half.content.truncate(half.content.len() / 2);
        half.content.splice(0..4, *b"oops");
        half
    };
    let open = || file("application/zpl", b"^XA^FDopen".to_vec(), "open");
    let odd = || file("text/html", b"hello".to_vec(), "odd");
    let (pdf, left) = told(
        LabelFormat::Pdf,
        vec![garbage(), own_label("A", 1), cut(), zpl(), odd()],
    );
    assert_eq!(
        (page_sizes(&pdf.unwrap()).len(), left),
        (1, vec![0, 2, 3, 4])
    );
    let (printed, left) = told(
        LabelFormat::Zpl,
        vec![foreign_label(283, 425), open(), own_label("A", 1)],
    );
    assert_eq!((printed.is_some(), left), (true, vec![0, 1]));
    let (pictures, left) = told(LabelFormat::Png, vec![foreign_label(283, 425), zpl()]);
    assert_eq!((pictures, left), (None, vec![0, 1]));
    assert!(check_label("application/pdf", &garbage().content).is_err());
    assert!(check_label("application/pdf", &foreign_label(283, 425).content).is_ok());
    assert!(check_label("image/png", b"\x89PNG\r\n\x1a\n").is_err());
}

#[test]
fn a_file_holds_no_more_than_its_bounds() {
    let left = |files: Vec<LabelFile>, format, bytes, labels| {
        let bundle = bundle_within(files, format, Bounds { bytes, labels });
        let left: Vec<(usize, String)> = bundle
            .left_out
            .into_iter()
            .map(|(place, why)| (place, why.to_string()))
            .collect();
        (bundle.file.is_some(), left)
    };
    let many = "The file would have more than 5 labels. Print this one separately.".to_owned();
    let files = || vec![own_label("A", 3), own_label("B", 3), own_label("C", 2)];
    assert_eq!(
        left(files(), LabelFormat::Pdf, 1 << 24, 5),
        (true, vec![(1, many)])
    );
    let large = |place| {
        (
            place,
            "The file would be larger than 0 MB. Print this one separately.".to_owned(),
        )
    };
    let one = own_label("A", 3).content.len();
    assert_eq!(
        left(files(), LabelFormat::Pdf, one * 2, 100),
        (true, vec![large(1), large(2)])
    );
    // A graphic can be larger than its source.
    let graphics = bundle_file(vec![own_label("A", 3)], LabelFormat::Zpl)
        .content
        .len();
    let (has_file, left) = left(
        vec![own_label("A", 3), own_label("B", 3)],
        LabelFormat::Zpl,
        graphics + graphics / 2,
        100,
    );
    assert_eq!((has_file, left.len()), (true, 1), "{left:?}");
}

/// Reads every symbol of the merged pages with an external reader, if installed.
#[test]
fn a_reader_finds_the_codes_of_all_labels_in_their_order() {
    let codes = ["(00)393123450000000013", "(00)393123450000000020"];
    let files = codes.map(|gs1| {
        let labels = super::super::labels(&[Label {
            gs1: gs1.into(),
            ..label()
        }])
        .unwrap();
        file("application/pdf", labels, "label")
    });
    let folder = std::env::temp_dir().join(format!("waybill-codes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (format, resolution) in [(LabelFormat::Pdf, "203.2"), (LabelFormat::A4, "300")] {
        let pdf = folder.join("labels.pdf");
        std::fs::write(&pdf, bundle_file(files.to_vec(), format).content).unwrap();
        let drawn = Command::new("pdftoppm")
            .args(["-r", resolution, "-png"])
            .arg(&pdf)
            .arg(folder.join("page"))
            .status();
        if !drawn.is_ok_and(|status| status.success()) {
            break;
        }
        let mut pages: Vec<_> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "png"))
            .collect();
        pages.sort();
        let Ok(read) = Command::new("zbarimg")
            .args(["--quiet", "--raw"])
            .args(&pages)
            .output()
        else {
            break;
        };
        let read = String::from_utf8_lossy(&read.stdout).into_owned();
        for code in codes {
            let digits: String = code.chars().filter(char::is_ascii_digit).collect();
            assert!(
                read.contains(&digits),
                "{digits} is not read of {format:?}: {read}"
            );
        }
        for page in pages {
            std::fs::remove_file(page).unwrap();
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}
