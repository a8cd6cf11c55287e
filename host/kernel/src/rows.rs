//! Tables as CSV: rows read for an import, each with its own error, and rows written for an export.

use std::{borrow::Cow, io::Cursor};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::{case, message};

/// The most rows that one import may hold.
pub const MAX_ROWS: usize = 50_000;

/// A row that could not be taken, as the API reports it; the first row under the headings is 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowError {
    pub index: usize,
    pub error_info: String,
}

/// A row that was read, and its number.
#[derive(Debug, Clone, PartialEq)]
pub struct Row<T> {
    pub index: usize,
    pub item: T,
}

/// What an import file holds: the rows that could be read and the errors of the others.
#[derive(Debug, Clone, PartialEq)]
pub struct Import<T> {
    pub rows: Vec<Row<T>>,
    pub errors: Vec<RowError>,
}

impl<T> Import<T> {
    pub fn total(&self) -> usize {
        self.rows.len() + self.errors.len()
    }
}

/// A CSV table that is read line by line. Headings match names without case, blanks, hyphens and underscores; commas,
/// semicolons and tabs separate.
pub struct Table<'c> {
    reader: csv::Reader<Cursor<Cow<'c, [u8]>>>,
    headings: Vec<String>,
    cells: csv::StringRecord,
    index: usize,
}

/// The cells of a line, without the guard that an export puts before what a spreadsheet would run.
#[derive(Debug, Clone, Copy)]
pub struct Cells<'t>(&'t csv::StringRecord);

impl<'t> Cells<'t> {
    /// The cell in this column; empty where the line is shorter or there is no such column.
    pub fn get(&self, column: Option<usize>) -> &'t str {
        unguarded_text(column.and_then(|at| self.0.get(at)).unwrap_or_default())
    }
}

impl<'c> Table<'c> {
    /// Reads the headings; `required` ones must be there.
    pub fn open(content: &'c [u8], required: &[&str]) -> Result<Self> {
        if content.starts_with(b"PK\x03\x04") {
            let sentence = message!("is a workbook or a ZIP archive; save the table as CSV");
            return Err(Error::invalid("file", sentence));
        }
        let text = decoded(content);
        if text.contains('\0') {
            return Err(Error::invalid("file", message!("is not a CSV table")));
        }
        let (delimiter, begin) = separated(&text);
        let bytes = match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        };
        let mut lines = Cursor::new(bytes);
        lines.set_position(begin as u64);
        let mut reader =
            csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).trim(csv::Trim::All).from_reader(lines);
        let headings: Vec<String> = match reader.headers() {
            Ok(record) => record.iter().map(plain).collect(),
            Err(error) => {
                return Err(Error::invalid("file", message!("is not a CSV table: {error}", error = error.to_string())));
            }
        };
        if headings.iter().all(String::is_empty) {
            return Err(Error::invalid("file", message!("is empty; its first line must name the columns")));
        }
        let table = Self { reader, headings, cells: csv::StringRecord::new(), index: 0 };
        let missing: Vec<&str> = required.iter().filter(|name| table.column(name).is_none()).copied().collect();
        if !missing.is_empty() {
            return Err(Error::invalid("file", message!("lacks the column {missing}", missing = missing.join(", "))));
        }
        Ok(table)
    }

    /// The letters and digits of each heading.
    pub fn headings(&self) -> &[String] {
        &self.headings
    }

    /// Where a column stands.
    pub fn column(&self, name: &str) -> Option<usize> {
        let name = plain(name);
        self.headings.iter().position(|heading| heading.eq_ignore_ascii_case(&name))
    }

    /// The next line that is not blank and its number, the first under the headings being 1; or why it cannot be read.
    pub fn next_line(&mut self) -> Option<(usize, Result<Cells<'_>, String>)> {
        let read = loop {
            self.index += 1;
            match self.reader.read_record(&mut self.cells) {
                Ok(false) => return None,
                Ok(true) if self.cells.iter().all(str::is_empty) => {}
                Ok(true) if self.cells.len() > self.headings.len() => {
                    break Err(format!("has {} cells under {} headings", self.cells.len(), self.headings.len()));
                }
                Ok(true) => break Ok(()),
                Err(error) => break Err(error.to_string()),
            }
        };
        Some((self.index, read.map(|()| Cells(&self.cells))))
    }
}

/// Reads a CSV file into rows of `T`, whose members its headings name; `required` headings must be there. Empty cells
/// count as absent.
pub fn read<T: DeserializeOwned>(content: &[u8], required: &[&str]) -> Result<Import<T>> {
    let mut table = Table::open(content, required)?;
    let headings = table.headings.clone();
    let mut import = Import { rows: Vec::new(), errors: Vec::new() };
    while let Some((index, line)) = table.next_line() {
        if index > MAX_ROWS {
            return Err(Error::invalid("file", message!("has more than {max} rows; split it", max = MAX_ROWS)));
        }
        let read = line.and_then(|Cells(record)| {
            let cells = headings.iter().cloned().zip(record.iter().map(unguarded)).collect();
            case::from_words(cells).map_err(|invalid| invalid.to_string())
        });
        match read {
            Ok(item) => import.rows.push(Row { index, item }),
            Err(error_info) => import.errors.push(RowError { index, error_info }),
        }
    }
    Ok(import)
}

/// Writes a CSV file. A cell that a spreadsheet would run as a formula is guarded with an apostrophe; numbers are
/// left alone.
pub fn write<R, C>(headings: &[&str], rows: impl IntoIterator<Item = R>) -> Result<Vec<u8>>
where
    R: IntoIterator<Item = C>,
    C: AsRef<str>,
{
    let mut file = lines([headings])?;
    file.append(&mut lines(rows)?);
    Ok(file)
}

/// Lines of a CSV file, guarded alike: for one that is sent as it is made.
pub fn lines<R, C>(rows: impl IntoIterator<Item = R>) -> Result<Vec<u8>>
where
    R: IntoIterator<Item = C>,
    C: AsRef<str>,
{
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).flexible(true).from_writer(Vec::new());
    for row in rows {
        let cells: Vec<String> = row.into_iter().map(|cell| guarded(cell.as_ref())).collect();
        writer.write_record(&cells).map_err(Error::internal)?;
    }
    writer.into_inner().map_err(|error| Error::internal(error.into_error()))
}

/// What a spreadsheet begins a formula with; some take the full-width forms for the same.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

fn guarded(cell: &str) -> String {
    let begins = cell.starts_with(FORMULA) || cell.starts_with(['\t', '\r']);
    let dangerous = begins && cell.parse::<f64>().is_err();
    if dangerous { format!("'{cell}") } else { cell.to_string() }
}

/// Takes the guard of an export away again, so that what was exported can be imported.
fn unguarded(cell: &str) -> String {
    unguarded_text(cell).to_owned()
}

fn unguarded_text(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| rest.starts_with(FORMULA)).unwrap_or(cell)
}

/// The letters and digits of a heading.
fn plain(heading: &str) -> String {
    heading.chars().filter(|c| !matches!(c, ' ' | '_' | '-' | '*')).collect()
}

/// Spreadsheets write UTF-8 or UTF-16 with a mark, or the Western code page.
fn decoded(content: &[u8]) -> Cow<'_, str> {
    let encoding = match encoding_rs::Encoding::for_bom(content) {
        Some((encoding, _)) => encoding,
        None if std::str::from_utf8(content).is_ok() => encoding_rs::UTF_8,
        None => encoding_rs::WINDOWS_1252,
    };
    encoding.decode(content).0
}

/// The separator and where the lines begin that it separates. Excel reads a first line `sep=;` as the separator of the others, so
/// people write it; else it is the one that the first line has most of.
fn separated(text: &str) -> (u8, usize) {
    if let Some((said, table)) = text.split_once('\n')
        && let [separator @ (b',' | b';' | b'\t')] =
            said.trim_end_matches('\r').strip_prefix("sep=").unwrap_or_default().as_bytes()
    {
        return (*separator, text.len() - table.len());
    }
    let first = text.lines().next().unwrap_or_default();
    let count = |separator: &u8| first.bytes().filter(|byte| byte == separator).count();
    // Of equals the last is taken, which makes a comma the answer for a single column.
    ([b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b','), 0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_decimal::Decimal;
    use serde::Deserialize;

    use super::*;

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
        let errors: Vec<(usize, &str)> =
            import.errors.iter().map(|error| (error.index, error.error_info.as_str())).collect();
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
            r#"{"index":1,"errorInfo":"weight must be a number"}"#
        );
    }

    #[test]
    fn a_file_without_its_columns_is_refused() {
        let refusal = |file: &str| read::<Product>(file.as_bytes(), &["productCode", "weight"]).unwrap_err().sentence();
        assert_eq!(refusal("code,weight\n1,2\n"), "file: lacks the column productCode");
        assert_eq!(refusal(""), "file: is empty; its first line must name the columns");
        let long = format!("productCode,weight\n{}", "A,1\n".repeat(MAX_ROWS + 1));
        assert_eq!(refusal(&long), "file: has more than 50000 rows; split it");
    }

    #[test]
    fn western_letters_of_old_files_are_read() {
        let import: Import<Product> = read(b"productCode,weight\nCaf\xe9,1\n", &[]).unwrap();
        assert_eq!(import.rows[0].item.product_code, "Café");
        let import: Import<Product> = read(b"productCode,weight\n5\x80 \x96 \x93A\x94,1\n", &[]).unwrap();
        assert_eq!(import.rows[0].item.product_code, "5€ – “A”");
        let unicode: Vec<u8> =
            "\u{feff}productCode\tweight\r\nŁódź\t1\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let import: Import<Product> = read(&unicode, &[]).unwrap();
        assert_eq!(import.rows[0].item.product_code, "Łódź");
    }

    #[test]
    fn a_line_that_says_the_separator_is_no_row() {
        let import: Import<Product> = read(b"sep=;\r\nproductCode;weight\r\nA, B and C;1\r\n", &["weight"]).unwrap();
        assert_eq!((import.rows[0].index, import.rows[0].item.product_code.as_str()), (1, "A, B and C"));
    }

    #[test]
    fn what_is_no_table_is_told() {
        let refusal = |file: &[u8]| read::<Product>(file, &[]).unwrap_err().sentence();
        assert_eq!(refusal(b"PK\x03\x04\x14\0\x06"), "file: is a workbook or a ZIP archive; save the table as CSV");
        assert_eq!(refusal(b"\x89PNG\r\n\x1a\n\0\0"), "file: is not a CSV table");
    }

    #[test]
    fn formulas_are_guarded_and_numbers_are_not() {
        let file = write(
            &["name", "amount"],
            [["=1+1", "-5.25"], ["@x", "+61 3"], ["＝1＋1", "－x"], ["＋x", "＠x"], ["a,\"b\"", "plain"]],
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

    proptest! {
        #[test]
        fn what_is_exported_can_be_imported(a in "[=+@＝＋－＠a-z,;\"0-9é-]{1,12}", b in "[=+@＝＋－＠a-z,;\"0-9é-]{1,12}") {
            let file = write(&["a", "b"], [[&a, &b]]).unwrap();
            let import: Import<Cells> = read(&file, &["a", "b"]).unwrap();
            prop_assert_eq!(import.rows[0].item.a.as_deref(), Some(a.as_str()));
            prop_assert_eq!(import.rows[0].item.b.as_deref(), Some(b.as_str()));
        }

        #[test]
        fn any_bytes_are_answered(content in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = read::<Cells>(&content, &[]);
        }
    }
}
