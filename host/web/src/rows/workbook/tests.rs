//! Tests of workbooks: from Excel, from other programs, and malicious ones.

use std::io::Write;

use bytes::Bytes;
use chrono::NaiveDate;
use proptest::prelude::*;
use rust_decimal::Decimal;
use rust_xlsxwriter::{ExcelDateTime, Format as Look, Formula, Workbook, Worksheet};
use zip::{ZipWriter, write::SimpleFileOptions};

use super::super::{Cell, Content, Export, Format, Table, read};
use super::{column_letters, format_moment, format_number};

fn workbook(fill: impl FnOnce(&mut Worksheet)) -> Bytes {
    let mut book = Workbook::new();
    fill(book.add_worksheet());
    Bytes::from(book.save_to_buffer().unwrap())
}

/// Returns rows with their numbers, cells joined by `|`, or their errors.
fn rows(content: Bytes) -> Vec<(usize, String)> {
    let mut table = Table::open(content, &[]).unwrap();
    let columns = table.headings().len();
    let mut rows = Vec::new();
    while let Some((index, line)) = table.next_line() {
        let actual = match line {
            Ok(cells) => (0..columns)
                .map(|at| cells.get(Some(at)))
                .collect::<Vec<_>>()
                .join("|"),
            Err(wrong) => format!("! {wrong}"),
        };
        rows.push((index, actual));
    }
    rows
}

fn refusal(content: impl Into<Content>) -> String {
    let mut table = match Table::open(content, &[]) {
        Ok(table) => table,
        Err(error) => return error.sentence(),
    };
    while table.next_line().is_some() {}
    table
        .take_error()
        .map_or_else(|| "taken".to_owned(), |error| error.sentence())
}

#[test]
fn cells_say_what_a_csv_file_would() {
    let content = workbook(|sheet| {
        let day = Look::new().set_num_format("dd/mm/yyyy");
        let clock = Look::new().set_num_format("hh:mm");
        for (at, heading) in (0..).zip(["text", "number", "sum", "day", "clock", "flag", "formula"])
        {
            sheet.write_string(0, at, heading).unwrap();
        }
        sheet.write_string(1, 0, "  O'Brien & Søn ").unwrap();
        sheet.write_number(1, 1, 1234.5).unwrap();
        sheet.write_number(1, 2, 0.1 + 0.2).unwrap();
        sheet
            .write_datetime_with_format(1, 3, ExcelDateTime::from_ymd(2026, 1, 31).unwrap(), &day)
            .unwrap();
        sheet
            .write_number_with_format(1, 4, 16.5 / 24.0, &clock)
            .unwrap();
        sheet.write_boolean(1, 5, true).unwrap();
        sheet
            .write_formula(1, 6, Formula::new("=6*7").set_result("42"))
            .unwrap();
        // A post code converted to a number; a row below a blank one.
        sheet.write_number(3, 1, 800).unwrap();
        sheet
            .write_formula(3, 6, Formula::new("=\"A\"&\"B\"").set_result("AB"))
            .unwrap();
        sheet.write_blank(4, 0, &day).unwrap();
    });
    let expected = [
        (1, "O'Brien & Søn|1234.5|0.3|2026-01-31|16:30|true|42"),
        (3, "|800|||||AB"),
    ];
    assert_eq!(
        rows(content),
        expected.map(|(at, told)| (at, told.to_owned()))
    );
}

#[test]
fn what_cannot_be_taken_is_named_as_excel_names_it() {
    let content = workbook(|sheet| {
        // Headings below the first row.
        sheet.write_row(2, 0, ["code", "price"]).unwrap();
        sheet.write_row(3, 0, ["A", "1", "stray"]).unwrap();
        sheet
            .write_formula(4, 1, Formula::new("=1/0").set_result("#DIV/0!"))
            .unwrap();
        sheet.write_row(5, 0, ["C", "x"]).unwrap();
    });
    let actual = rows(content.clone());
    let expected = [
        (3, "! has a value in cell C4, which has no heading"),
        (4, "! contains the error #DIV/0! in cell B5"),
        (5, "C|x"),
    ];
    assert_eq!(actual, expected.map(|(at, told)| (at, told.to_owned())));
    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Line {
        code: String,
        price: Decimal,
    }
    let import = read::<Line>(content, &["code"]).unwrap();
    assert_eq!(
        import.errors.last().unwrap().error_info,
        "price (B6) must be a number"
    );
}

#[test]
fn the_first_sheet_with_rows_is_read() {
    let mut book = Workbook::new();
    book.add_worksheet();
    book.add_worksheet()
        .set_hidden(true)
        .write_row(0, 0, ["hidden"])
        .unwrap();
    book.add_worksheet()
        .write_column(0, 0, ["shown", "1"])
        .unwrap();
    book.add_worksheet()
        .write_column(0, 0, ["later", "2"])
        .unwrap();
    let table = Table::open(Bytes::from(book.save_to_buffer().unwrap()), &[]).unwrap();
    assert_eq!(
        (table.headings(), table.total()),
        (&["shown".to_owned()][..], 1)
    );
    assert_eq!(
        refusal(workbook(|_| {})),
        "file: is empty; its first line must name the columns"
    );
}

#[test]
fn merged_cells_count_for_every_row() {
    let content = workbook(|sheet| {
        let plain = Look::new();
        sheet.merge_range(0, 2, 1, 2, "note", &plain).unwrap();
        sheet.write_row(0, 0, ["zone", "price"]).unwrap();
        sheet.merge_range(1, 0, 3, 0, "MEL", &plain).unwrap();
        sheet.write_column(1, 1, [1, 2]).unwrap();
        // Merged across columns alone; the row under the merged zone is blank in row 4.
        sheet.merge_range(4, 0, 4, 1, "SYD", &plain).unwrap();
    });
    let expected = [(1, "MEL|1|"), (2, "MEL|2|"), (4, "SYD||")];
    assert_eq!(
        rows(content),
        expected.map(|(at, told)| (at, told.to_owned()))
    );
}

#[test]
fn what_is_exported_is_read_again() {
    let folder = std::env::temp_dir();
    let day = NaiveDate::from_ymd_opt(2026, 2, 28).unwrap();
    let lines = || -> [Vec<Cell<'_>>; 2] {
        let price = Decimal::new(123_450, 4);
        [
            vec![
                "0800".into(),
                price.into(),
                true.into(),
                day.into(),
                Cell::Empty,
            ],
            vec![
                "=1+1".into(),
                Decimal::new(-5, 1).into(),
                false.into(),
                None::<NaiveDate>.into(),
                "x, \"y\"".into(),
            ],
        ]
    };
    for format in [Format::Csv, Format::Xlsx] {
        let mut export =
            Export::begin_in(&folder, format, &["code", "price", "flag", "day", "note"]).unwrap();
        lines()
            .into_iter()
            .for_each(|line| export.row(line).unwrap());
        let actual = rows(export.pack().unwrap().content().unwrap().into());
        let expected = [
            (1, "0800|12.345|true|2026-02-28|"),
            (2, "=1+1|-0.5|false||x, \"y\""),
        ];
        assert_eq!(
            actual,
            expected.map(|(at, told)| (at, told.to_owned())),
            "{format:?}"
        );
    }
    let lines = Export::check_room(Format::Xlsx, 1 << 20)
        .unwrap_err()
        .sentence();
    assert_eq!(
        lines,
        "format: cannot be xlsx: a worksheet has at most 1048576 rows; use csv"
    );
    assert!(
        Export::check_room(Format::Csv, 1 << 20).is_ok()
            && Export::check_room(Format::Xlsx, 1_000_000).is_ok()
    );
}

const TYPES: &str = r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#;
const RELS: &str = r#"<?xml version="1.0"?><Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const BOOK: &str = r#"<?xml version="1.0"?><workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>"#;
const BOOK_RELS: &str = r#"<?xml version="1.0"?><Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;

fn workbook_from_xml(sheet: &str, strings: &str) -> Bytes {
    archive(&[
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", RELS),
        ("xl/workbook.xml", BOOK),
        ("xl/_rels/workbook.xml.rels", BOOK_RELS),
        ("xl/sharedStrings.xml", strings),
        ("xl/worksheets/sheet1.xml", sheet),
    ])
}

fn archive(parts: &[(&str, &str)]) -> Bytes {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    Bytes::from(zip.finish().unwrap().into_inner())
}

const STRINGS: &str = r#"<sst count="2" uniqueCount="2"><si><t>code</t></si><si><r><t>A</t></r><r><t xml:space="preserve"> B</t></r></si></sst>"#;

fn sheet(rows: &str) -> String {
    format!("<worksheet><sheetData>{rows}</sheetData></worksheet>")
}

#[test]
fn workbooks_of_other_programs_are_read() {
    let cells = r#"<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>
        <row><c t="inlineStr"><is><t>in line</t></is></c></row><row r="9"><c r="A9" t="d"><v>2026-01-31T00:00:00</v></c></row>"#;
    let expected = [(1, "A B"), (2, "in line"), (8, "2026-01-31")];
    assert_eq!(
        rows(workbook_from_xml(&sheet(cells), STRINGS)),
        expected.map(|(at, told)| (at, told.to_owned()))
    );
}

#[test]
fn what_is_no_table_is_told_in_one_sentence() {
    const DAMAGED: &str =
        "file: is damaged or not a readable workbook; save it again as .xlsx or CSV";
    let intact = workbook(|sheet| _ = sheet.write_column(0, 0, ["code", "A"]).unwrap());
    assert_eq!(refusal(intact.clone()), "taken");
    assert_eq!(refusal(intact.slice(..intact.len() / 2)), DAMAGED);
    let mut broken = intact.to_vec();
    // The content of a part, not the archive's directory.
    broken[300] ^= 0x55;
    assert_eq!(refusal(broken), DAMAGED);
    let old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and more".to_vec();
    assert_eq!(
        refusal(old),
        "file: is an old workbook (.xls) or protected by a password; save it as .xlsx without one"
    );
    let other = archive(&[("letter.txt", "Dear")]);
    assert_eq!(
        refusal(other),
        "file: is a ZIP archive and no workbook: send an .xlsx or a CSV file"
    );
    let backwards =
        r#"<row r="2"><c r="A2"><v>1</v></c></row><row r="1"><c r="A1"><v>2</v></c></row>"#;
    assert_eq!(
        refusal(workbook_from_xml(&sheet(backwards), STRINGS)),
        DAMAGED
    );
    // Breaks off after valid rows.
    assert_eq!(
        refusal(workbook_from_xml(
            "<worksheet><sheetData><row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row>",
            STRINGS
        )),
        DAMAGED
    );
    let no_such_text = r#"<row r="1"><c r="A1" t="s"><v>7</v></c></row>"#;
    assert_eq!(
        refusal(workbook_from_xml(&sheet(no_such_text), STRINGS)),
        DAMAGED
    );
}

#[test]
fn what_would_fill_the_memory_is_refused() {
    let one = sheet(r#"<row r="1"><c r="A1"><v>1</v></c></row>"#);
    for count in [
        "40000000000",
        "99999999999999999999999",
        "",
        &format!("{}7", " ".repeat(70)),
    ] {
        let strings = format!("<sst uniqueCount=\"{count}\">{}</sst>", " ".repeat(100));
        assert!(
            refusal(workbook_from_xml(&one, &strings)).contains("is damaged"),
            "{count}"
        );
    }
    assert_eq!(refusal(workbook_from_xml(&one, STRINGS)), "taken");
    let wide = sheet(r#"<row r="1"><c r="AMM1"><v>1</v></c></row>"#);
    assert_eq!(
        refusal(workbook_from_xml(&wide, STRINGS)),
        "file: has more than 1000 columns"
    );
    let long = sheet(&format!(
        "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>{}</v></c></row>",
        "x".repeat(140_000)
    ));
    assert_eq!(
        refusal(workbook_from_xml(&long, STRINGS)),
        "file: has a text in cell A1 that is too long"
    );
    // Blanks are a thousandth of that size in the archive.
    let bomb = archive(&[
        ("[Content_Types].xml", TYPES),
        ("docProps/app.xml", &" ".repeat(17 << 20)),
    ]);
    assert!(bomb.len() < 1 << 16);
    assert_eq!(
        refusal(bomb),
        "file: unpacks to more than 16 MiB; save the table as CSV"
    );
    // A part that a relationship may name as a sheet is bounded like one, or rejected.
    let hidden = archive(&[
        ("[Content_Types].xml", TYPES),
        ("xl/media/image1.png", &sheet("")),
    ]);
    assert!(refusal(hidden).contains("is damaged"));
    let merged = "<mergeCell ref=\"A1:A2\"/>".repeat(100_001);
    let merged = format!("<worksheet><sheetData/><mergeCells>{merged}</mergeCells></worksheet>");
    assert_eq!(
        refusal(workbook_from_xml(&merged, STRINGS)),
        "file: has more than 100000 merged cells"
    );
}

#[test]
fn numbers_and_moments_are_told_as_people_write_them() {
    for (number, told) in [
        (0.1 + 0.2, "0.3"),
        (-0.0, "0"),
        (51_824_753_556.0, "51824753556"),
        (1e-7, "0.0000001"),
        (1.005, "1.005"),
    ] {
        assert_eq!(format_number(number), told);
    }
    for (days, is_1904, is_duration, told) in [
        (46_053.0, false, false, "2026-01-31"),
        (44_591.0, true, false, "2026-01-31"),
        (46_053.25, false, false, "2026-01-31 06:00"),
        (980.0 / 1_440.0, false, false, "16:20"),
        (1.0, false, false, "1900-01-01"),
        (1.5, false, true, "36:00"),
        (1.0 / 86_400.0, false, false, "00:00:01"),
        (-3.0, false, false, "-3"),
        (1e18, false, false, "1000000000000000000"),
    ] {
        assert_eq!(format_moment(days, is_1904, is_duration), told);
    }
    assert_eq!(
        [0, 25, 26, 701, 702].map(column_letters),
        ["A", "Z", "AA", "ZZ", "AAA"].map(str::to_owned)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_change_of_a_workbook_is_answered(at in 0usize..6_000, byte in any::<u8>(), cut in 0usize..6_000) {
        let content = workbook(|sheet| _ = sheet.write_column(0, 0, ["code", "A", "B"]).unwrap());
        let mut changed = content.to_vec();
        let length = changed.len();
        changed[at % length] = byte;
        refusal(changed);
        refusal(content.slice(..cut % length));
    }

    #[test]
    fn any_sheet_is_answered(rows in "(<row( r=\"[0-9]{1,10}\")?>|<c( r=\"[A-Z]{0,8}[0-9]{0,11}\")?( t=\"(s|b|e|n|str|d|x)\")?( s=\"[0-9]{1,20}\")?>|<v>|[0-9a-z#.&;-]{1,5}|</v>|</c>|</row>){0,20}") {
        refusal(workbook_from_xml(&sheet(&rows), STRINGS));
    }
}
