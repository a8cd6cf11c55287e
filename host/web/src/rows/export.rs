//! Table exports: written line by line to an unnamed temporary file, as CSV or as a workbook, and
//! streamed from it.

use std::{
    borrow::Cow,
    fs::File,
    io::{BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use chrono::NaiveDate;
use rust_decimal::{Decimal, prelude::ToPrimitive};
use rust_xlsxwriter::{Format as Look, Workbook, XlsxError};

use super::text::{escape, guard};
use crate::http::{self, Response};
use data::{
    error::{Error, Result},
    files::Pieces,
    message,
    scope::Scope,
    text_enum::TextEnum,
};

/// File format of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum Format {
    #[default]
    #[text_enum(name = "csv")]
    Csv,
    #[text_enum(name = "xlsx")]
    Xlsx,
}

/// Rows of a worksheet, including the headings.
const MAX_SHEET_ROWS: u32 = 1 << 20;
const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const CSV: &str = "text/csv; charset=utf-8";

#[derive(Debug, Clone)]
pub enum Cell<'a> {
    Empty,
    Text(Cow<'a, str>),
    Number(Decimal),
    Flag(bool),
    Day(NaiveDate),
}

impl Cell<'_> {
    /// Returns the CSV text.
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

/// Cells with the same CSV text are equal.
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

/// A table being written, with at most one line in memory.
pub struct Export {
    folder: PathBuf,
    output: Output,
}

enum Output {
    Text(Box<csv::Writer<BufWriter<File>>>),
    Sheet {
        book: Box<Workbook>,
        day: Box<Look>,
        rows: u32,
    },
}

pub struct Exported {
    file: File,
    size: u64,
    format: Format,
}

impl Export {
    pub fn begin(scope: &Scope, format: Format, headings: &[&str]) -> Result<Self> {
        Self::begin_in(
            &scope.host().config().data.join("exports"),
            format,
            headings,
        )
    }

    pub(super) fn begin_in(folder: &Path, format: Format, headings: &[&str]) -> Result<Self> {
        std::fs::create_dir_all(folder).map_err(Error::internal)?;
        let output = match format {
            Format::Csv => {
                let file = tempfile::tempfile_in(folder).map_err(Error::internal)?;
                let file = BufWriter::with_capacity(1 << 16, file);
                Output::Text(Box::new(
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
                Output::Sheet {
                    book: Box::new(book),
                    day: Box::new(day),
                    rows: 0,
                }
            }
        };
        let mut export = Self {
            folder: folder.to_owned(),
            output,
        };
        export.row(headings.iter().map(|heading| Cell::from(*heading)))?;
        Ok(export)
    }

    /// In CSV, texts that a spreadsheet would run as a formula get an apostrophe; an import returns
    /// the original.
    pub fn row<'c>(&mut self, cells: impl IntoIterator<Item = Cell<'c>>) -> Result<()> {
        match &mut self.output {
            Output::Text(lines) => {
                for cell in cells {
                    lines
                        .write_field(guard(&cell.text()))
                        .map_err(Error::internal)?;
                }
                lines.write_record(None::<&[u8]>).map_err(Error::internal)
            }
            Output::Sheet { book, day, rows } => {
                if *rows == MAX_SHEET_ROWS {
                    return Err(too_long());
                }
                put(book, day, *rows, cells).map_err(Error::internal)?;
                *rows += 1;
                Ok(())
            }
        }
    }

    /// Rejects a table too long for a workbook before any of it is written.
    pub fn check_room(format: Format, lines: i64) -> Result<()> {
        if format == Format::Xlsx && lines >= i64::from(MAX_SHEET_ROWS) {
            Err(too_long())
        } else {
            Ok(())
        }
    }

    pub async fn finish(self) -> Result<Exported> {
        // Packing a large workbook takes seconds; it runs on a blocking thread.
        tokio::task::spawn_blocking(move || self.pack())
            .await
            .map_err(Error::internal)?
    }

    pub(super) fn pack(self) -> Result<Exported> {
        let (mut file, format) = match self.output {
            Output::Text(lines) => {
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
            Output::Sheet { mut book, .. } => {
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
                sheet.write_string(row, column, escape(&text))?;
            }
            Cell::Number(number) => {
                sheet.write_number(row, column, number.to_f64().unwrap_or_default())?;
            }
            Cell::Flag(is) => {
                sheet.write_boolean(row, column, is)?;
            }
            Cell::Day(date) => match excel_serial(date) {
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

/// Returns Excel's day number; none for days before both calendars agree.
fn excel_serial(day: NaiveDate) -> Option<f64> {
    let days = day
        .signed_duration_since(NaiveDate::from_ymd_opt(1899, 12, 30)?)
        .num_days();
    (61..2_958_466)
        .contains(&days)
        .then(|| i32::try_from(days).map(f64::from).ok())
        .flatten()
}

fn too_long() -> Error {
    let limit_message = message!(
        "cannot be xlsx: a worksheet has at most {max} rows; use csv",
        max = MAX_SHEET_ROWS
    );
    Error::invalid("format", limit_message)
}

impl Exported {
    /// Streams the file as a response. `name` has no extension.
    pub fn into_response(self, name: &str) -> Response {
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
    // A compressing layer polls once more after the end.
    pieces.fuse().boxed()
}
