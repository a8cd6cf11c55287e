//! A table on its way out: written line by line to a file without a name, as CSV or as a workbook, and sent from there.

use std::{
    borrow::Cow,
    fs::File,
    io::{BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use chrono::NaiveDate;
use rust_decimal::{Decimal, prelude::ToPrimitive};
use rust_xlsxwriter::{Format as Look, Workbook, XlsxError};

use super::text::{escaped, guarded};
use crate::{
    Words,
    error::{Error, Result},
    files::Pieces,
    http::{self, Response},
    message,
    scope::Scope,
};

/// As what a table goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum Format {
    #[default]
    #[words(word = "csv")]
    Csv,
    #[words(word = "xlsx")]
    Xlsx,
}

/// Rows of a worksheet, the headings among them.
const MAX_SHEET_ROWS: u32 = 1 << 20;
const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const CSV: &str = "text/csv; charset=utf-8";

/// What stands in a cell.
#[derive(Debug, Clone)]
pub enum Cell<'a> {
    Empty,
    Text(Cow<'a, str>),
    Number(Decimal),
    Flag(bool),
    Day(NaiveDate),
}

impl Cell<'_> {
    /// As CSV has it.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Empty => Cow::Borrowed(""),
            Self::Text(text) => Cow::Borrowed(text),
            Self::Number(number) => Cow::Owned(number.normalize().to_string()),
            Self::Flag(is) => Cow::Borrowed(if *is { "true" } else { "false" }),
            Self::Day(day) => Cow::Owned(day.to_string()),
        }
    }
}

/// Cells are equal that look the same in CSV.
impl PartialEq for Cell<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<Decimal> for Cell<'_> {
    fn from(number: Decimal) -> Self {
        Self::Number(number)
    }
}

impl From<i64> for Cell<'_> {
    fn from(number: i64) -> Self {
        Self::Number(Decimal::from(number))
    }
}

impl From<bool> for Cell<'_> {
    fn from(is: bool) -> Self {
        Self::Flag(is)
    }
}

impl From<NaiveDate> for Cell<'_> {
    fn from(day: NaiveDate) -> Self {
        Self::Day(day)
    }
}

impl<'a, C: Into<Cell<'a>>> From<Option<C>> for Cell<'a> {
    fn from(cell: Option<C>) -> Self {
        cell.map_or(Self::Empty, Into::into)
    }
}

/// A table that is being written. No more of it than a line is in memory.
pub struct Export {
    folder: PathBuf,
    out: Out,
}

enum Out {
    Text(Box<csv::Writer<BufWriter<File>>>),
    Sheet {
        book: Box<Workbook>,
        day: Box<Look>,
        rows: u32,
    },
}

/// A table that was written.
pub struct Exported {
    file: File,
    size: u64,
    format: Format,
}

impl Export {
    /// Begins a table under these headings.
    pub fn begin(scope: &Scope, format: Format, headings: &[&str]) -> Result<Self> {
        Self::begin_in(
            &scope.host().config().data.join("exports"),
            format,
            headings,
        )
    }

    pub(super) fn begin_in(folder: &Path, format: Format, headings: &[&str]) -> Result<Self> {
        std::fs::create_dir_all(folder).map_err(Error::internal)?;
        let out = match format {
            Format::Csv => {
                let file = tempfile::tempfile_in(folder).map_err(Error::internal)?;
                let file = BufWriter::with_capacity(1 << 16, file);
                Out::Text(Box::new(
                    csv::WriterBuilder::new()
                        .terminator(csv::Terminator::CRLF)
                        .from_writer(file),
                ))
            }
            Format::Xlsx => {
                let mut book = Workbook::new();
                book.set_tempdir(folder).map_err(Error::internal)?;
                let bold = Look::new().set_bold();
                let sheet = book
                    .add_worksheet_with_constant_memory()
                    .map_err(Error::internal)?;
                sheet
                    .set_row_format(0, &bold)
                    .and_then(|sheet| sheet.set_freeze_panes(1, 0))
                    .map_err(Error::internal)?;
                let day = Look::new().set_num_format("yyyy-mm-dd");
                Out::Sheet {
                    book: Box::new(book),
                    day: Box::new(day),
                    rows: 0,
                }
            }
        };
        let mut export = Self {
            folder: folder.to_owned(),
            out,
        };
        export.row(headings.iter().map(|heading| Cell::from(*heading)))?;
        Ok(export)
    }

    /// Writes the next line. In CSV a text that a spreadsheet would run as a formula is guarded with an apostrophe; in a
    /// workbook a text is never run. An import of either returns the same text.
    pub fn row<'c>(&mut self, cells: impl IntoIterator<Item = Cell<'c>>) -> Result<()> {
        match &mut self.out {
            Out::Text(lines) => {
                for cell in cells {
                    lines
                        .write_field(guarded(&cell.text()))
                        .map_err(Error::internal)?;
                }
                lines.write_record(None::<&[u8]>).map_err(Error::internal)
            }
            Out::Sheet { book, day, rows } => {
                if *rows == MAX_SHEET_ROWS {
                    return Err(too_long());
                }
                put(book, day, *rows, cells).map_err(Error::internal)?;
                *rows += 1;
                Ok(())
            }
        }
    }

    /// Refuses a table of so many lines where a workbook cannot have them, before any of it is made.
    pub fn check_room(format: Format, lines: i64) -> Result<()> {
        if format == Format::Xlsx && lines >= i64::from(MAX_SHEET_ROWS) {
            Err(too_long())
        } else {
            Ok(())
        }
    }

    /// The table is whole.
    pub async fn finish(self) -> Result<Exported> {
        // A large workbook takes seconds to be packed: others go on meanwhile.
        tokio::task::spawn_blocking(move || self.packed())
            .await
            .map_err(Error::internal)?
    }

    pub(super) fn packed(self) -> Result<Exported> {
        let (mut file, format) = match self.out {
            Out::Text(lines) => {
                let buffer = lines
                    .into_inner()
                    .map_err(|error| Error::internal(error.into_error()))?;
                (
                    buffer
                        .into_inner()
                        .map_err(|error| Error::internal(error.into_error()))?,
                    Format::Csv,
                )
            }
            Out::Sheet { mut book, .. } => {
                let file = tempfile::tempfile_in(&self.folder).map_err(Error::internal)?;
                let mut packed = BufWriter::with_capacity(1 << 16, file);
                book.save_to_writer(&mut packed).map_err(Error::internal)?;
                packed.flush().map_err(Error::internal)?;
                (
                    packed
                        .into_inner()
                        .map_err(|error| Error::internal(error.into_error()))?,
                    Format::Xlsx,
                )
            }
        };
        let size = file.seek(SeekFrom::End(0)).map_err(Error::internal)?;
        file.rewind().map_err(Error::internal)?;
        Ok(Exported { file, size, format })
    }
}

fn put<'c>(
    book: &mut Workbook,
    day: &Look,
    row: u32,
    cells: impl IntoIterator<Item = Cell<'c>>,
) -> Result<(), XlsxError> {
    let sheet = book.worksheet_from_index(0)?;
    for (column, cell) in (0u16..).zip(cells) {
        match cell {
            Cell::Empty => {}
            Cell::Text(text) if text.is_empty() => {}
            Cell::Text(text) => {
                sheet.write_string(row, column, escaped(&text))?;
            }
            Cell::Number(number) => {
                sheet.write_number(row, column, number.to_f64().unwrap_or_default())?;
            }
            Cell::Flag(is) => {
                sheet.write_boolean(row, column, is)?;
            }
            Cell::Day(date) => match serial(date) {
                Some(days) => {
                    sheet.write_number_with_format(row, column, days, day)?;
                }
                None => {
                    sheet.write_string(row, column, date.to_string())?;
                }
            },
        }
    }
    Ok(())
}

/// A day as Excel counts it; none for one before Excel's calendar and ours are the same.
fn serial(day: NaiveDate) -> Option<f64> {
    let days = day
        .signed_duration_since(NaiveDate::from_ymd_opt(1899, 12, 30)?)
        .num_days();
    (61..2_958_466)
        .contains(&days)
        .then(|| i32::try_from(days).map(f64::from).ok())
        .flatten()
}

fn too_long() -> Error {
    let most = message!(
        "cannot be xlsx: a worksheet has at most {max} rows; take csv",
        max = MAX_SHEET_ROWS
    );
    Error::invalid("format", most)
}

impl Exported {
    /// The answer that sends it, read as it goes. `name` is without its ending.
    pub fn answer(self, name: &str) -> Response {
        let (media_type, ending) = match self.format {
            Format::Csv => (CSV, "csv"),
            Format::Xlsx => (WORKBOOK, "xlsx"),
        };
        http::download_stream(
            self.size,
            pieces(self.file),
            media_type,
            &format!("{name}.{ending}"),
        )
    }

    #[cfg(test)]
    pub(super) fn content(mut self) -> std::io::Result<Vec<u8>> {
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut self.file, &mut content).map(|_| content)
    }
}

fn pieces(file: File) -> Pieces {
    use futures_util::StreamExt;
    use tokio::io::AsyncReadExt;
    const PIECE: usize = 1 << 16;
    let file = tokio::fs::File::from_std(file);
    let pieces = futures_util::stream::unfold(file, |mut file| async move {
        let mut piece = bytes::BytesMut::with_capacity(PIECE);
        match file.read_buf(&mut piece).await {
            Ok(0) => None,
            Ok(_) => Some((Ok(piece.freeze()), file)),
            Err(error) => Some((Err(Error::internal(error)), file)),
        }
    });
    // What compresses a body asks once more after its end.
    pieces.fuse().boxed()
}
