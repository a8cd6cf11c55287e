//! Tests of reading and writing tables.

use bytes::Bytes;
use proptest::prelude::*;
use rust_decimal::Decimal;
use serde::Deserialize;

use super::{text::write, *};

fn read<T: serde::de::DeserializeOwned>(
    content: impl AsRef<[u8]>,
    required: &[&str],
) -> Result<Import<T>> {
    super::read(Bytes::copy_from_slice(content.as_ref()), required)
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Product {
    product_code: String,
    weight: Decimal,
    quantity: Option<u32>,
    #[serde(default)]
    is_active: bool,
}

#[test]
fn reads_rows_and_keeps_the_errors_of_the_others() {
    let file = "\u{feff}Product Code;WEIGHT;quantity;Is_Active;note\r\nA-1;1,5;;true;x\r\nA-2;2.5;3;TRUE;\"y;z\"\r\n;;;;\r\n;1;;;\r\nA-4;1;-2;no;\r\nA-5;1;1;1;x;y\r\n";
    let import: Import<Product> = read(file.as_bytes(), &["productCode", "weight"]).unwrap();
    assert_eq!(
        import.rows,
        [Row {
            index: 2,
            item: Product {
                product_code: "A-2".into(),
                weight: Decimal::new(25, 1),
                quantity: Some(3),
                is_active: true
            }
        }]
    );
    let errors: Vec<(usize, &str)> = import
        .errors
        .iter()
        .map(|error| (error.index, error.error_info.as_str()))
        .collect();
    assert_eq!(
        errors,
        [
            (1, "weight must be a number"),
            (4, "productCode is required"),
            (5, "quantity must be a whole number from 0 to 4294967295"),
            (6, "has 6 cells under 5 headings")
        ]
    );
    assert_eq!(import.total(), 5);
    assert_eq!(
        serde_json::to_string(&import.errors[0]).unwrap(),
        r#"{"index":1,"row":2,"errorInfo":"weight must be a number"}"#
    );
}

#[test]
fn a_file_without_its_columns_is_refused() {
    let refusal = |file: &str| {
        read::<Product>(file.as_bytes(), &["productCode", "weight"])
            .unwrap_err()
            .sentence()
    };
    assert_eq!(
        refusal("code,weight\n1,2\n"),
        "file: lacks these columns: “product code”"
    );
    assert_eq!(
        refusal(""),
        "file: is empty; its first line must name the columns"
    );
    let long = format!("productCode,weight\n{}", "A,1\n".repeat(MAX_ROWS + 1));
    assert_eq!(refusal(&long), "file: has more than 50000 rows; split it");
}

#[test]
fn western_letters_of_old_files_are_read() {
    let import: Import<Product> = read(b"productCode,weight\nCaf\xe9,1\n", &[]).unwrap();
    assert_eq!(import.rows[0].item.product_code, "Café");
    let import: Import<Product> =
        read(b"productCode,weight\n5\x80 \x96 \x93A\x94,1\n", &[]).unwrap();
    assert_eq!(import.rows[0].item.product_code, "5€ – “A”");
    let unicode: Vec<u8> = "\u{feff}productCode\tweight\r\nŁódź\t1\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let import: Import<Product> = read(&unicode, &[]).unwrap();
    assert_eq!(import.rows[0].item.product_code, "Łódź");
}

#[test]
fn a_line_that_says_the_separator_is_no_row() {
    let import: Import<Product> = read(
        b"sep=;\r\nproductCode;weight\r\nA, B and C;1\r\n",
        &["weight"],
    )
    .unwrap();
    assert_eq!(
        (
            import.rows[0].index,
            import.rows[0].item.product_code.as_str()
        ),
        (1, "A, B and C")
    );
}

#[test]
fn what_is_no_table_is_told() {
    let refusal = |file: &[u8]| read::<Product>(file, &[]).unwrap_err().sentence();
    assert_eq!(
        refusal(b"PK\x03\x04\x14\0\x06"),
        "file: is damaged or not a readable workbook; save it again as .xlsx or CSV"
    );
    assert_eq!(
        refusal(b"\x89PNG\r\n\x1a\n\0\0"),
        "file: is not a CSV table"
    );
}

#[test]
fn formulas_are_guarded_and_numbers_are_not() {
    let file = write(
        &["name", "amount"],
        [
            ["=1+1", "-5.25"],
            ["@x", "+61 3"],
            ["＝1＋1", "－x"],
            ["＋x", "＠x"],
            ["a,\"b\"", "plain"],
        ],
    )
    .unwrap();
    assert_eq!(
        String::from_utf8(file).unwrap(),
        "name,amount\r\n'=1+1,-5.25\r\n'@x,'+61 3\r\n'＝1＋1,'－x\r\n'＋x,'＠x\r\n\"a,\"\"b\"\"\",plain\r\n"
    );
}

#[derive(Debug, Deserialize)]
struct Cells {
    a: Option<String>,
    b: Option<String>,
}

fn exported(format: Format, a: &str, b: &str) -> Vec<u8> {
    let folder = std::env::temp_dir();
    let mut export = Export::begin_in(&folder, format, &["a", "b"]).unwrap();
    export.row([Cell::from(a), Cell::from(b)]).unwrap();
    export.pack().unwrap().content().unwrap()
}

#[test]
fn an_apostrophe_before_a_formula_is_kept() {
    let texts = ["'=1+1", "''@x", "'+61 3", "'-5", "'plain", "'"];
    let file = write(&["a", "b"], texts.map(|text| [text, "x"])).unwrap();
    let lines = String::from_utf8(file.clone()).unwrap();
    assert!(
        lines.starts_with("a,b\r\n''=1+1,x\r\n'''@x,x\r\n''+61 3,x\r\n''-5,x\r\n'plain,x\r\n'"),
        "{lines}"
    );
    let import: Import<Cells> = read(&file, &["a", "b"]).unwrap();
    let back: Vec<&str> = import
        .rows
        .iter()
        .filter_map(|row| row.item.a.as_deref())
        .collect();
    assert_eq!(back, texts);
    let import: Import<Cells> = read("a,b\r\n'=1+1,'plain\r\n", &["a"]).unwrap();
    assert_eq!(import.rows[0].item.a.as_deref(), Some("=1+1"));
    assert_eq!(import.rows[0].item.b.as_deref(), Some("'plain"));
}

proptest! {
    #[test]
    fn what_is_exported_can_be_imported(
        a in "'{0,3}[=+@＝＋－＠a-z,;\"0-9é'-]{1,12}",
        b in "'{0,3}[=+@＝＋－＠a-z,;\"0-9é'-]{1,12}",
    ) {
        let file = write(&["a", "b"], [[&a, &b]]).unwrap();
        for file in [file, exported(Format::Csv, &a, &b), exported(Format::Xlsx, &a, &b)] {
            let import: Import<Cells> = read(&file, &["a", "b"]).unwrap();
            prop_assert_eq!(import.rows[0].item.a.as_deref(), Some(a.as_str()));
            prop_assert_eq!(import.rows[0].item.b.as_deref(), Some(b.as_str()));
        }
    }

    #[test]
    fn any_bytes_are_answered(content in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read::<Cells>(&content, &[]);
    }
}
