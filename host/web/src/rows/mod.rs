//! Tables as CSV and workbooks: import rows with individual errors, and exports.

mod archive;
mod encoding;
mod export;
mod line_error;
mod markup;
mod room;
mod text;
mod workbook;

use std::sync::Arc;

use csv::StringRecord;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use data::error::{Error, Result, spell_out};
use data::{blocking, case, message, message::Message, turns::WorkKind};

pub use encoding::decode_text;
pub use export::{Cell, Export, Exported, Format};
pub use line_error::LineError;
pub use room::Content;
pub use text::{lines, write};

/// Maximum rows of an import.
pub const MAX_ROWS: usize = 50_000;
/// Bytes of all cells of an import: a shared text of a workbook may occur in any number of cells.
const MAX_IMPORT_BYTES: usize = 64 << 20;

/// Table exports for download.
pub const EXPORTS: WorkKind = WorkKind {
    name: "exports",
    max_concurrent: 2,
};

/// A rejected row, as reported by the API.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowError {
    /// Number counted from the first row below the headings, which is 1.
    pub index: usize,
    /// Number counted from the headings, as in spreadsheets and messages.
    #[serde(default)]
    pub row: usize,
    pub error_info: String,
}

impl RowError {
    pub fn new(index: usize, error_info: String) -> Self {
        Self {
            index,
            row: index + 1,
            error_info,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Row<T> {
    pub index: usize,
    pub item: T,
}

/// An import's valid rows, and the errors of the others.
#[derive(Debug, Clone, PartialEq)]
pub struct Import<T> {
    pub rows: Vec<Row<T>>,
    pub errors: Vec<RowError>,
    /// Cell names, for a workbook.
    pub cell_names: Option<CellNames>,
}

impl<T> Import<T> {
    pub fn total(&self) -> usize {
        self.rows.len() + self.errors.len()
    }
}

/// A table read line by line: CSV, or a workbook's first sheet with rows, detected by content.
/// Headings match names without case, blanks, hyphens and underscores. CSV separators are commas,
/// semicolons and tabs.
pub struct Table {
    source: Source,
    headings: Vec<String>,
    cells: StringRecord,
    index: usize,
    broken: Option<Error>,
    _share: Option<Arc<room::Share>>,
}

enum Source {
    Text(Box<text::Lines>),
    Sheet(Box<workbook::Sheet>),
}

#[derive(Debug, Clone, Copy)]
pub struct Cells<'t>(&'t StringRecord);

impl<'t> Cells<'t> {
    /// Returns the cell in this column; empty for a short line or a missing column.
    pub fn get(&self, column: Option<usize>) -> &'t str {
        text::unguard(column.and_then(|at| self.0.get(at)).unwrap_or_default())
    }
}

impl Table {
    /// Checks the `required` headings. Uploads need a reservation ([`Content::reserve`]).
    pub fn open(content: impl Into<Content>, required: &[&str]) -> Result<Self> {
        let content = content.into();
        blocking::run(|| Self::read_headings(content, required))
    }

    fn read_headings(content: Content, required: &[&str]) -> Result<Self> {
        let Content {
            bytes: content,
            share,
        } = content;
        let (source, headings) = if archive::is_archive(&content) {
            let mut sheet = workbook::Sheet::open(content)?;
            let headings = std::mem::take(&mut sheet.headings);
            if let Some(wrong) = headings.error {
                return Err(Error::invalid("file", wrong));
            }
            (Source::Sheet(Box::new(sheet)), headings.cells)
        } else if is_old_or_protected(&content) {
            return Err(Error::invalid("file", old_or_protected_message()));
        } else {
            let (lines, headings) = text::Lines::open(content)?;
            (Source::Text(Box::new(lines)), headings)
        };
        let headings: Vec<String> = headings.iter().map(normalize_heading).collect();
        if headings.iter().all(String::is_empty) {
            return Err(Error::invalid("file", empty()));
        }
        let table = Self {
            source,
            headings,
            cells: StringRecord::new(),
            index: 0,
            broken: None,
            _share: share,
        };
        table.require_columns(required)?;
        Ok(table)
    }

    pub fn require_columns(&self, columns: &[&str]) -> Result<()> {
        let missing: Vec<&str> = columns
            .iter()
            .filter(|name| self.column(name).is_none())
            .copied()
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(Error::invalid("file", lacks_columns(&missing)))
    }

    /// Returns the letters and digits of each heading.
    pub fn headings(&self) -> &[String] {
        &self.headings
    }

    pub fn column(&self, name: &str) -> Option<usize> {
        let name = normalize_heading(name);
        self.headings
            .iter()
            .position(|heading| heading.eq_ignore_ascii_case(&name))
    }

    /// Returns the approximate number of lines.
    pub fn total(&self) -> usize {
        match &self.source {
            Source::Text(lines) => lines.total,
            Source::Sheet(sheet) => sheet.last_row.saturating_sub(1),
        }
    }

    /// Returns the cell names of a workbook; none for CSV.
    pub fn cell_names(&self) -> Option<CellNames> {
        matches!(self.source, Source::Sheet(_)).then(|| CellNames(self.headings.clone()))
    }

    /// The next non-blank line and its number: 1 below the headings; in a workbook one less than
    /// the sheet's row.
    pub fn next_line(&mut self) -> Option<(usize, Result<Cells<'_>, Message>)> {
        let read = match &mut self.source {
            Source::Text(lines) => loop {
                self.index += 1;
                match lines.read(&mut self.cells) {
                    Ok(false) => return None,
                    Ok(true) if self.cells.iter().all(str::is_empty) => {}
                    Ok(true) if self.cells.len() > self.headings.len() => {
                        let (cells, headings) = (self.cells.len(), self.headings.len());
                        break Err(message!(
                            "has {cells} cells under {headings} headings",
                            cells = cells,
                            headings = headings
                        ));
                    }
                    Ok(true) => break Ok(()),
                    Err(_) => break Err(message!("is not a line of a CSV table")),
                }
            },
            Source::Sheet(sheet) => match sheet.next()? {
                Ok(row) => {
                    self.index = row.number - 1;
                    self.cells = row.cells;
                    row.error.map_or(Ok(()), Err)
                }
                Err(error) => {
                    self.index += 1;
                    let message = match &error {
                        Error::Invalid(errors) if errors.len() == 1 => errors[0].message.clone(),
                        other => Message::verbatim(other.sentence()),
                    };
                    self.broken = Some(error);
                    Err(message)
                }
            },
        };
        Some((self.index, read.map(|()| Cells(&self.cells))))
    }

    /// Takes the error that ended the table early.
    pub fn take_error(&mut self) -> Option<Error> {
        self.broken.take()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellNames(Vec<String>);

impl CellNames {
    /// Returns Excel's name of a line's cell: `C5`. None for a duplicate or missing column.
    pub fn cell(&self, index: usize, column: &str) -> Option<String> {
        let column = normalize_heading(column);
        let mut found = self
            .0
            .iter()
            .enumerate()
            .filter(|(_, heading)| heading.eq_ignore_ascii_case(&column));
        let (at, _) = found.next()?;
        found.next().is_none().then(|| Self::cell_at(index, at))
    }

    /// Returns Excel's name of a line's cell at this column index.
    pub fn cell_at(index: usize, column: usize) -> String {
        format!("{}{}", workbook::column_letters(column), index + 1)
    }

    /// Inserts the cell after a leading column name: `weight (C5) must be a number`.
    pub fn with_cell_name(&self, index: usize, sentence: &str) -> String {
        let (column, rest) = sentence.split_once(' ').unwrap_or((sentence, ""));
        match self.cell(index, column) {
            Some(cell) => format!("{column} ({cell}) {rest}"),
            None => sentence.to_owned(),
        }
    }
}

/// Headings are member names; empty cells count as absent.
pub fn read<T: DeserializeOwned>(
    content: impl Into<Content>,
    required: &[&str],
) -> Result<Import<T>> {
    let content = content.into();
    blocking::run(|| read_all(Table::read_headings(content, required)?))
}

fn read_all<T: DeserializeOwned>(mut table: Table) -> Result<Import<T>> {
    let headings = table.headings.clone();
    let places = table.cell_names();
    let mut import = Import {
        rows: Vec::new(),
        errors: Vec::new(),
        cell_names: places.clone(),
    };
    let mut bytes = 0;
    while let Some((index, line)) = table.next_line() {
        if import.total() == MAX_ROWS {
            return Err(Error::invalid(
                "file",
                message!("has more than {max} rows; split it", max = MAX_ROWS),
            ));
        }
        bytes += line
            .as_ref()
            .map_or(0, |Cells(record)| record.as_slice().len());
        if bytes > MAX_IMPORT_BYTES {
            let max = MAX_IMPORT_BYTES >> 20;
            return Err(Error::invalid(
                "file",
                message!("has more than {max} MiB of text; split it", max = max),
            ));
        }
        let read = line
            .map_err(|wrong| wrong.to_string())
            .and_then(|Cells(record)| {
                let cells = headings
                    .iter()
                    .cloned()
                    .zip(record.iter().map(|cell| text::unguard(cell).to_owned()));
                case::from_words(cells.collect()).map_err(|invalid| {
                    let sentence = invalid.to_string();
                    places.as_ref().map_or(sentence.clone(), |places| {
                        places.with_cell_name(index, &sentence)
                    })
                })
            });
        match read {
            Ok(item) => import.rows.push(Row { index, item }),
            Err(error_info) => import.errors.push(RowError::new(index, error_info)),
        }
    }
    // A table that breaks off may lack rows, so it is an error.
    table.take_error().map_or(Ok(import), Err)
}

/// True for a workbook of any age, to be read as bytes.
pub fn is_workbook(content: &[u8]) -> bool {
    archive::is_archive(content) || is_old_or_protected(content)
}

/// True for the header of workbooks before .xlsx, still used by protected ones.
pub fn is_old_or_protected(content: &[u8]) -> bool {
    content.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
}

pub fn old_or_protected_message() -> Message {
    message!("is an old workbook (.xls) or protected by a password; save it as .xlsx without one")
}

fn damaged() -> Error {
    Error::invalid(
        "file",
        message!("is damaged or not a readable workbook; save it again as .xlsx or CSV"),
    )
}

fn empty() -> Message {
    message!("is empty; its first line must name the columns")
}

/// Names missing columns in words, which headings match as well as the API's names.
pub fn lacks_columns(missing: &[&str]) -> Message {
    let names: Vec<String> = missing
        .iter()
        .map(|name| format!("“{}”", spell_out(name)))
        .collect();
    message!("lacks these columns: {missing}", missing = names.join(", "))
}

fn normalize_heading(heading: &str) -> String {
    heading
        .chars()
        .filter(|c| !matches!(c, ' ' | '_' | '-' | '*'))
        .collect()
}

#[cfg(test)]
mod tests;
