//! Tables as CSV and as workbooks: rows read for an import, each with its own error, and rows written for an export.

mod archive;
mod encoding;
mod export;
mod markup;
mod room;
mod text;
mod workbook;

use std::sync::Arc;

use csv::StringRecord;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::{blocking, case, message, message::Message, turns::Work};

pub use encoding::decoded;
pub use export::{Cell, Export, Exported, Format};
pub use room::Content;
pub use text::{lines, write};

/// The most rows that one import may hold.
pub const MAX_ROWS: usize = 50_000;
/// Bytes of all cells that one import may hold: a text of a workbook may stand in any number of its cells.
const MAX_IMPORT_BYTES: usize = 64 << 20;

/// Tables that are written for a user to download.
pub const EXPORTS: Work = Work {
    name: "exports",
    at_once: 2,
};

/// A row that could not be taken, as the API reports it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowError {
    /// Counted from the row under the headings, which is 1.
    pub index: usize,
    /// The same row counted from the headings, as spreadsheets count and as texts name other rows.
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
    /// How its cells are named, where it is a workbook.
    pub places: Option<Places>,
}

impl<T> Import<T> {
    pub fn total(&self) -> usize {
        self.rows.len() + self.errors.len()
    }
}

/// A table that is read line by line: CSV, or the first sheet of a workbook that has rows; its content says which. Headings
/// match names without case, blanks, hyphens and underscores; in CSV commas, semicolons and tabs separate.
pub struct Table {
    source: Source,
    headings: Vec<String>,
    cells: StringRecord,
    index: usize,
    broken: Option<Error>,
    /// Held while the table is read.
    _share: Option<Arc<room::Share>>,
}

enum Source {
    Text(Box<text::Lines>),
    Sheet(Box<workbook::Sheet>),
}

/// The cells of a line, without the guard that an export puts before what a spreadsheet would run.
#[derive(Debug, Clone, Copy)]
pub struct Cells<'t>(&'t StringRecord);

impl<'t> Cells<'t> {
    /// The cell in this column; empty where the line is shorter or there is no such column.
    pub fn get(&self, column: Option<usize>) -> &'t str {
        text::unguarded(column.and_then(|at| self.0.get(at)).unwrap_or_default())
    }
}

impl Table {
    /// Reads the headings; `required` ones must be there. What others have sent comes with its room
    /// ([`Content::reserve`]).
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
            if let Some(wrong) = headings.wrong {
                return Err(Error::invalid("file", wrong));
            }
            (Source::Sheet(Box::new(sheet)), headings.cells)
        } else if is_old_or_protected(&content) {
            return Err(Error::invalid("file", old_or_protected()));
        } else {
            let (lines, headings) = text::Lines::open(content)?;
            (Source::Text(Box::new(lines)), headings)
        };
        let headings: Vec<String> = headings.iter().map(plain).collect();
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
        table.need(required)?;
        Ok(table)
    }

    /// Refuses a table without these columns.
    pub fn need(&self, columns: &[&str]) -> Result<()> {
        let missing: Vec<&str> = columns
            .iter()
            .filter(|name| self.column(name).is_none())
            .copied()
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(Error::invalid(
            "file",
            message!("lacks the column {missing}", missing = missing.join(", ")),
        ))
    }

    /// The letters and digits of each heading.
    pub fn headings(&self) -> &[String] {
        &self.headings
    }

    /// Where a column stands.
    pub fn column(&self, name: &str) -> Option<usize> {
        let name = plain(name);
        self.headings
            .iter()
            .position(|heading| heading.eq_ignore_ascii_case(&name))
    }

    /// About how many lines there are.
    pub fn total(&self) -> usize {
        match &self.source {
            Source::Text(lines) => lines.total,
            Source::Sheet(sheet) => sheet.last_row.saturating_sub(1),
        }
    }

    /// How the cells of a workbook are named; none for CSV.
    pub fn places(&self) -> Option<Places> {
        matches!(self.source, Source::Sheet(_)).then(|| Places(self.headings.clone()))
    }

    /// The next line that is not blank and its number, or why it cannot be read. The first under the headings is 1; in a
    /// workbook it is one less than its row there, so that the row is one more in both.
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
                    row.wrong.map_or(Ok(()), Err)
                }
                Err(error) => {
                    self.index += 1;
                    let told = match &error {
                        Error::Invalid(errors) if errors.len() == 1 => errors[0].message.clone(),
                        other => Message::verbatim(other.sentence()),
                    };
                    self.broken = Some(error);
                    Err(told)
                }
            },
        };
        Some((self.index, read.map(|()| Cells(&self.cells))))
    }

    /// Why the table could not be read to its end.
    pub fn broken(&mut self) -> Option<Error> {
        self.broken.take()
    }
}

/// The cells of a workbook's sheet, by row and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places(Vec<String>);

impl Places {
    /// As Excel names the cell of a line in a column: `C5`. None for a column that is there more than once, or not at all.
    pub fn cell(&self, index: usize, column: &str) -> Option<String> {
        let column = plain(column);
        let mut found = self
            .0
            .iter()
            .enumerate()
            .filter(|(_, heading)| heading.eq_ignore_ascii_case(&column));
        let (at, _) = found.next()?;
        found.next().is_none().then(|| Self::cell_at(index, at))
    }

    /// The cell of a line in the column that stands here.
    pub fn cell_at(index: usize, column: usize) -> String {
        format!("{}{}", workbook::letters(column), index + 1)
    }

    /// A sentence that begins with the name of a column, with the cell behind it: `weight (C5) must be a number`.
    pub fn told(&self, index: usize, sentence: &str) -> String {
        let (column, rest) = sentence.split_once(' ').unwrap_or((sentence, ""));
        match self.cell(index, column) {
            Some(cell) => format!("{column} ({cell}) {rest}"),
            None => sentence.to_owned(),
        }
    }
}

/// Reads a table into rows of `T`, whose members its headings name; `required` headings must be there. Empty cells count as
/// absent.
pub fn read<T: DeserializeOwned>(
    content: impl Into<Content>,
    required: &[&str],
) -> Result<Import<T>> {
    let content = content.into();
    blocking::run(|| read_all(Table::read_headings(content, required)?))
}

fn read_all<T: DeserializeOwned>(mut table: Table) -> Result<Import<T>> {
    let headings = table.headings.clone();
    let places = table.places();
    let mut import = Import {
        rows: Vec::new(),
        errors: Vec::new(),
        places: places.clone(),
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
                    .zip(record.iter().map(|cell| text::unguarded(cell).to_owned()));
                case::from_words(cells.collect()).map_err(|invalid| {
                    let sentence = invalid.to_string();
                    places
                        .as_ref()
                        .map_or(sentence.clone(), |places| places.told(index, &sentence))
                })
            });
        match read {
            Ok(item) => import.rows.push(Row { index, item }),
            Err(error_info) => import.errors.push(RowError::new(index, error_info)),
        }
    }
    // Of a table that breaks off the rest may be missing unseen.
    table.broken().map_or(Ok(import), Err)
}

/// True for a workbook of any age, which is read as bytes and never as text.
pub fn is_workbook(content: &[u8]) -> bool {
    archive::is_archive(content) || is_old_or_protected(content)
}

/// Whether it begins as workbooks did before .xlsx, which protected ones still do.
pub fn is_old_or_protected(content: &[u8]) -> bool {
    content.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
}

/// What is said of such a workbook.
pub fn old_or_protected() -> Message {
    message!("is an old workbook (.xls) or protected by a password; save it as .xlsx without one")
}

fn damaged() -> Error {
    Error::invalid(
        "file",
        message!("is damaged or no workbook that can be read; save it anew as .xlsx or CSV"),
    )
}

fn empty() -> Message {
    message!("is empty; its first line must name the columns")
}

/// The letters and digits of a heading.
fn plain(heading: &str) -> String {
    heading
        .chars()
        .filter(|c| !matches!(c, ' ' | '_' | '-' | '*'))
        .collect()
}

#[cfg(test)]
mod tests;
